import Glibc
import TestSupport
import Testing

/// The plain forms of `penumbra render` do what the forms do that the argument parser reads.
@Suite(.timed, .needsCommand) struct PlainRenderTests {
    private let folder: BatchFolder
    private static let scene = """
        {"canvas": {"width": 20, "height": 10, "background": "white"}, "parameters": {"color": "red", "x": 1},
         "layers": [{"frame": ["${x}", 2, 9, 5], "backgroundColor": "${color}", "shadows": [{"opacity": 0.5}]}]}
        """
    private static let page = "<!doctype html><style>body { background: teal; color: white }</style><p>A page"

    init() throws {
        folder = try BatchFolder()
        _ = folder.folder.file("scene.json", Self.scene)
        _ = folder.folder.file("page.html", Self.page)
    }

    /// Runs a plain form, and the same arguments in a form for the parser, and compares everything they do.
    private func compare(_ arguments: [String], output: String = "a.png") throws {
        let plain = try Command.run(["render"] + arguments + ["-o", output], in: folder.path)
        let picture = folder.exists(output) ? folder.bytes(output) : []
        unlink("\(folder.path)/\(output)")
        let parsed = try Command.run(["render"] + arguments + ["--output=\(output)"], in: folder.path)
        #expect(plain.status == parsed.status && plain.errors == parsed.errors, "\(arguments)")
        #expect(plain.output == parsed.output, "\(arguments)")
        #expect(picture == (folder.exists(output) ? folder.bytes(output) : []), "\(arguments)")
        #expect(picture.isEmpty == (plain.status != 0 || output == "-"), "\(arguments): \(plain.errors)")
        unlink("\(folder.path)/\(output)")
    }

    @Test func plainFormsDrawTheSame() throws {
        for arguments in [
            [], ["--scale", "2"], ["--set", "color=blue", "--set", "x=7"], ["--backend", "cpu", "--quiet"], ["-q"],
            ["--root", "/tmp", "--root", "."],
        ] {
            try compare(["scene.json"] + arguments)
            try compare(arguments + ["scene.json"], output: "a.jpg")
        }
        for arguments in [["--width", "90"], ["--width", "90", "--height", "40"], ["--height", "auto"], ["--scale", "1.5"]] {
            try compare(["page.html"] + arguments)
        }
    }

    @Test func mistakesInPlainFormsHaveTheSameErrors() throws {
        for arguments in [
            ["none.json"], ["scene.json", "--scale", "0"], ["scene.json", "--scale", "wide"], ["scene.json", "--width", "9"],
            ["page.html", "--width", "0"], ["scene.json", "page.html"], [], ["scene.json", "--backend", "fast"],
            ["scene.json", "--set", "nothing=1"], ["scene.json", "--set"], ["scene.json", "--scale", "-1"],
            ["scene.json", "--nonsense", "1"], ["scene.json", "--root", "/nowhere"],
        ] {
            try compare(arguments)
        }
        try compare(["scene.json"], output: "a.gif")
        try compare(["scene.json", "--scale", "2", "--scale", "3"])
        try compare(["scene.json"], output: "none/a.png")
    }
}
