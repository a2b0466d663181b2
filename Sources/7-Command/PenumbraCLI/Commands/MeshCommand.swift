import ArgumentParser
import Penumbra
import PenumbraSystem
import PenumbraTessellation

extension FillRule: ExpressibleByArgument {}

struct MeshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mesh",
        abstract: "Draw the triangles of a tessellated path as SVG.",
        discussion: """
            EXAMPLES
              penumbra mesh "M0 70H100V110C70 70 30 70 0 110Z" -o mesh.svg
              penumbra mesh "M50 0L79 90L2 35H98L21 90Z" --fill-rule evenodd -o star.svg
            """)

    @Argument(help: ArgumentHelp("SVG path data, in pixels.", valueName: "path")) var path: String

    @Option(help: ArgumentHelp("Fill rule.", valueName: "rule")) var fillRule = FillRule.nonzero

    @Option(name: .shortAndLong, help: ArgumentHelp("SVG to write; \"-\" is standard output.", valueName: "file"))
    var output = "-"

    @OptionGroup var limits: LimitOptions

    func run() throws {
        let most = try self.limits.resolved().scene.pathSegments
        let path = try readPath(path, name: "path", limit: most)
        let boundary = try rethrowing(
            try Boundary(resolving: path, fillRule: fillRule), as: CommandFailure.badData("path"))
        let mesh = boundary.triangulated()
        writeToStandardError("\(boundary.edges.count) boundary edges, \(mesh.triangleCount) triangles\n")
        try writeFile(MeshDrawing.svg(mesh: mesh, boundary: boundary), to: output)
    }
}
