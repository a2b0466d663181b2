import Glibc
import Penumbra
import PenumbraService
import TestSupport
import Testing

/// Tests that errors name files as templates and clients name them, and never the folders of the server.
@Suite(.timed, .serialized) struct ServicePathTests {
    private static func image(_ file: String) -> String {
        #"{"canvas": {"width": 40, "height": 30}, "parameters": {"photo": "\#(file)", "font": "DejaVu Sans"}, "layers": ["#
            + #"{"type": "image", "frame": [0, 0, 40, 30], "contents": "${photo}"}, "#
            + #"{"type": "text", "frame": [0, 0, 40, 30], "string": "a", "font": "${font}"}]}"#
    }

    /// - Parameter root: whether a second folder may be read too.
    private func service(root: Bool = false) throws -> RunningService {
        let png = try RunningService.file()
        let templates = ["photo.json": Self.image("good.png"), "card.json": RunningService.card]
        return try RunningService(templates) { options, folder in
            try folder.make(folder: "templates/sub")
            try folder.make(folder: "root")
            try folder.file("templates/sub/photo.json", Self.image("../good.png"))
            for name in ["templates/good.png", "templates/sub/own.png", "secret.png", "root/other.png"] {
                try folder.file(name, png)
            }
            try folder.file("templates/broken.png", Array(png.prefix(40)))
            try folder.file("templates/long.png", [UInt8](repeating: 0, count: 100_000))
            try folder.file("templates/broken.ttf", "no font")
            try folder.file("templates/broken.svg", "<svg><rect")
            let image = #"<image href="gone.png" width="9" height="9"/>"#
            try folder.file(
                "templates/gone.svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">\#(image)</svg>"#)
            try folder.make(folder: "templates/folder.png")
            let path = folder.path
            #expect(mkfifo("\(path)/templates/pipe.png", 0o600) == 0)
            #expect(symlink("\(path)/secret.png", "\(path)/templates/link.png") == 0)
            options.painter.limits.images.maximumFileBytes = 90_000
            if root { options.painter.files = try FileRoots(["\(path)/templates", "\(path)/root"]) }
        }
    }

    @Test(
        arguments: [
            ("/photo.png?photo=gone.png", "\"gone.png\""), ("/photo.png?photo=broken.png", "\"broken.png\""),
            ("/photo.png?photo=long.png", "\"long.png\""), ("/photo.png?photo=pipe.png", "\"pipe.png\""),
            ("/photo.png?photo=folder.png", "\"folder.png\""), ("/photo.png?photo=link.png", "\"link.png\""),
            ("/photo.png?photo=../secret.png", "\"../secret.png\""), ("/photo.png?photo=/etc/passwd", "\"/etc/passwd\""),
            ("/photo.png?photo=good.png/x", "\"good.png/x\""), ("/photo.png?photo=broken.svg", "SVG document"),
            ("/photo.png?photo=gone.svg", "gone.png"), ("/photo.png?font=./gone.ttf", "gone.ttf"),
            ("/photo.png?font=./broken.ttf", "broken.ttf"), ("/photo.png?font=../secret.ttf", "../secret.ttf"),
            ("/photo.png?font=/etc/passwd.ttf", "/etc/passwd.ttf"), ("/photo.png?font=./sub/photo.ttf", "sub/photo.ttf"),
            ("/sub/photo.png?photo=gone.png", "\"sub/gone.png\""), ("/sub/photo.png?font=./gone.ttf", "sub/gone.ttf"),
            ("/sub/photo.png?photo=../../secret.png", "\"sub/../../secret.png\""),
        ], [false, true])
    func errorsNameFilesWithoutTheServersFolders(_ fault: (target: String, word: String), root: Bool) throws {
        let service = try service(root: root)
        let response = try service.ask(fault.target)
        #expect((400..<500).contains(response.status), "\(response.status) \(response.text)")
        #expect(response.text.contains(fault.word.replacing("\"", with: "\\\"")), "\(response.text)")
        #expect(!response.text.contains(service.folder.path), "\(response.text)")
        #expect(!response.text.contains("/tmp"), "\(response.text)")
    }

    /// Scenes in bodies name files in the same way, and relative names still lead to the files.
    @Test func pathsInScenesStartAtTheFolderOfTemplates() throws {
        let service = try service(root: true)
        for target in ["/photo.png", "/sub/photo.png", "/sub/photo.png?photo=own.png", "/photo.png?photo=./sub/own.png"] {
            #expect(try service.ask(target).status == 200, "\(target)")
        }
        let path = service.folder.path
        #expect(try service.ask("/photo.png?photo=\(path)/root/other.png").status == 200)
        let good = try service.ask("/", method: "POST", body: Self.image("good.png"))
        #expect(good.status == 200, "\(good.text)")
        #expect(good.body == (try service.ask("/photo.png").body))
        let gone = try service.ask("/", method: "POST", body: Self.image("gone.png"))
        #expect(gone.text.contains(#"\"gone.png\""#) && !gone.text.contains(path), "\(gone.text)")
    }

    /// The log may name folders: the operator reads it.
    @Test func brokenTemplatesAreNamedInTheLogAlone() throws {
        let service = try RunningService { _, folder in
            #expect(mkfifo("\(folder.path)/templates/pipe.json", 0o600) == 0)
        }
        let response = try service.ask("/pipe.png")
        #expect(response.status == 500)
        #expect(!response.text.contains(service.folder.path), "\(response.text)")
        service.end()
        #expect(service.log.contains("\(service.folder.path)/templates/pipe.json"))
    }
}
