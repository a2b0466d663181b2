import ArgumentParser
import Penumbra
import PenumbraSystem

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print a scene's layers as drawn, or all its mistakes.",
        discussion: """
            Frames are [x, y, width, height] in points of the parent.

            EXAMPLES
              penumbra inspect scene.json
              penumbra inspect card.json --set title=Hello --json
              penumbra inspect card.json --check
              penumbra inspect loop.json --at 0.5 --json
            """)

    @OptionGroup var input: SceneOptions
    @OptionGroup var time: TimeOption

    @Flag(help: "Write JSON, with all digits.") var json = false
    @Flag(help: "List all mistakes; exit 65 if there are any.") var check = false
    @Flag(help: "Count missing fonts and glyphs as mistakes.") var strict = false

    @OptionGroup var limits: LimitOptions

    func run() throws {
        var limits = try self.limits.resolved()
        limits.isStrict = strict
        let renderer = try Renderer(backend: .cpu)
        renderer.limits = limits
        renderer.files = try input.files()
        if check { return try list(renderer, limits.scene) }
        var scene = try input.read(limits.scene)
        scene.time = time.time(in: scene)
        do throws(RenderError) {
            let inspection = try renderer.inspect(scene)
            for notice in inspection.notices { Notices.write("\(input.name): \(notice)") }
            print(json ? inspection.jsonValue.prettyPrinted() : inspection.description, terminator: "")
        } catch {
            throw error.named(input.name)
        }
    }

    private func list(_ renderer: Renderer, _ limits: SceneLimits) throws {
        let (bytes, parameters) = try input.contents(limits)
        let document = try rethrowing(try JSONValue(parsing: bytes), as: CommandFailure.badData(input.name))
        let mistakes = renderer.mistakes(
            in: document, parameters: parameters, baseFolder: ScenePath.folder(of: input.scene),
            scaleOverride: input.scale.scale)
        if json {
            print(JSONValue.array(mistakes.map { .string("\($0)") }).prettyPrinted(), terminator: "")
        } else {
            for mistake in mistakes { print("\(input.name): \(mistake)") }
        }
        if !mistakes.isEmpty { throw ExitCode(ExitStatus.badData.rawValue) }
    }
}
