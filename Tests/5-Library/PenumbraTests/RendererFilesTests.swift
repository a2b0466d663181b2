import Penumbra
import PenumbraEngine
import PenumbraFiles
import PenumbraSystem
import TestSupport
import Testing

/// Tests that the library's renderer reads only from the permitted folders.
@Suite(.timed) struct RendererFilesTests {
    let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.make(folder: "scenes")
        let picture = try Renderer(backend: .cpu).render(
            try Scene(json: Array(#"{"canvas":{"width":2,"height":1,"background":"red"}}"#.utf8)))
        try folder.file("scenes/in.png", try PNGEncoder.encode(picture))
        try folder.file("out.png", try PNGEncoder.encode(picture))
    }

    private func scene(_ photo: String) throws -> Scene {
        let json = #"{"canvas":{"width":2,"height":1},"layers":[{"type":"image","frame":[0,0,2,1],"contents":"\#(photo)"}]}"#
        return try Scene(json: Array(json.utf8), baseFolder: "\(folder.path)/scenes")
    }

    private func isOutside(_ body: () throws -> Bitmap) -> Bool {
        let error = #expect(throws: RenderError.self) { try body() }
        guard case .file(place: "layers[0].contents", let file)? = error, case .outsideRoots = file.reason else { return false }
        return true
    }

    @Test func rendererReadsOnlyTheWorkingDirectoryByDefault() throws {
        let renderer = try Renderer(backend: .cpu)
        #expect(isOutside { try renderer.render(try scene("in.png")) })
        renderer.files = try FileRoots(["\(folder.path)/scenes"])
        #expect(try renderer.render(try scene("in.png")).pixels.count == 8)
        #expect(isOutside { try renderer.render(try scene("../out.png")) })
        renderer.files = try FileRoots(["/"])
        #expect(try renderer.render(try scene("../out.png")).pixels.count == 8)
        renderer.files = try FileRoots([])
        #expect(isOutside { try renderer.render(try scene("in.png")) })
        // An image that is already decoded isn't read.
        let source = ImageSource.file("\(folder.path)/scenes/in.png")
        let bitmap = try ImageDecoder.decode(try FileReader.read("\(folder.path)/out.png"))
        #expect(try renderer.render(try scene("in.png"), images: [source: bitmap]).pixels.count == 8)
    }

    /// A shaper that has opened a font for one scene doesn't share it with a scene that may not read it.
    @Test func fontFilePermissionIsCheckedForEveryScene() throws {
        let fonts = ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf"]
        let font = fonts.first { (try? FileReader.read($0)) != nil }
        guard let font else { return }
        let shaper = TextShaper()
        let text = Text(string: "a", font: font)
        let allowed = try FileRoots(["/usr/share"])
        for _ in 0..<2 {
            #expect(try shaper.layout(text, files: allowed).lines.count == 1)
            for files in [nil, try FileRoots([folder.path])] {
                let error = #expect(throws: TextError.self) { try shaper.layout(text, files: files) }
                guard case .fontUnreadable(file: _, reason: let reason)? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(reason.description.contains("it lies outside"))
            }
        }
    }
}
