import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Runs every command in the help, the README and the docs exactly as shown, in a folder with the files it names.
@Suite(.timed, .needsCommand)
struct ExampleTests {
    private static let commands = [
        [], ["render"], ["animate"], ["curl"], ["indent"], ["cloud"], ["ground"], ["card"], ["table"], ["focus"], ["batch"],
        ["batch-status"],
        ["batch-report"], ["convert"], ["compare"], ["inspect"], ["plan"], ["schema"], ["mesh"], ["doctor"], ["gallery"],
        ["verify"],
        ["bench"], ["bench", "run"], ["bench", "compare"], ["bench", "kernels"], ["bench", "codecs"], ["bench", "batch"],
    ]
    private static let pages = [
        "README.md", "SECURITY.md", "CONTRIBUTING.md", "docs/batch.md", "docs/clusters.md", "docs/limits.md",
        "docs/scene-format.md", "docs/layout.md", "docs/coming-from-css-and-figma.md", "docs/coming-from-core-animation.md",
        "docs/performance.md", "docs/verification.md", "docs/robustness.md", "docs/determinism.md",
    ]

    /// These commands take minutes or need files that only they make. Other tests run them.
    private static func isTestedElsewhere(_ line: String) -> Bool {
        ["penumbra bench", "penumbra verify", "pbpaste", "PENUMBRA_LIMITS="].contains { line.hasPrefix($0) }
            || line.contains("ffmpeg")
    }

    @Test func helpExamplesRunAndFitTheScreen() throws {
        let folder = try Self.folder()
        var count = 0
        for command in Self.commands {
            let help = String(decoding: try Command.run(["help"] + command, in: folder.path).output, as: UTF8.self)
            let lines = help.split(separator: "\n").map(String.init)
            // The parser writes the usage in one line.
            let long = lines.filter { $0.count > 80 && !$0.hasPrefix("USAGE: ") }
            #expect(long.isEmpty, "help \(command): \(long)")
            // The parser wraps a long line of a discussion, which leaves single words.
            let stray = lines.filter { !$0.contains(" ") && $0 != "EXAMPLES" && !$0.hasSuffix(":") }
            #expect(stray.isEmpty, "help \(command): \(stray)")
            let start = try #require(
                command == ["bench"] ? lines.endIndex : lines.firstIndex(of: "EXAMPLES").map { $0 + 1 }, "help \(command)")
            for line in lines[start...].prefix(while: { $0.hasPrefix("  ") }) {
                count += 1
                try check(String(line.dropFirst(2)), in: folder, of: "help \(command.joined(separator: " "))")
            }
        }
        #expect(count > 40)
    }

    @Test(arguments: pages) func documentationExamplesRun(page: String) throws {
        let text = String(decoding: Command.bytes(of: "\(Command.root)/\(page)"), as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix("    penumbra ") && line.last != "\\" {
            try check(String(line.dropFirst(4)), in: try Self.folder(), of: page)
        }
        guard page == "README.md" else { return }
        // The ready-made effects are listed in a table.
        for part in text.split(separator: "`") where part.hasPrefix("penumbra ") && part.contains(" -o ") {
            try check(String(part), in: try Self.folder(), of: page)
        }
    }

    @Test func firstReadmeSceneDrawsItsPicture() throws {
        let folder = try Self.folder()
        let text = String(decoding: Command.bytes(of: "\(Command.root)/README.md"), as: UTF8.self)
        let scene = try #require(text.split(separator: "```json\n").dropFirst().first?.split(separator: "```").first)
        _ = folder.file("first.json", String(scene))
        #expect(try folder.run("render", "first.json", "-o", "first.png").status == 0)
        let compared = try folder.run("compare", "first.png", "\(Command.root)/docs/first-scene.png")
        #expect(compared.status == 0, "\(String(decoding: compared.output, as: UTF8.self))")
    }

    private func check(_ line: String, in folder: WorkFolder, of page: String) throws {
        if Self.isTestedElsewhere(line) { return }
        var line = line
        for (from, to) in [("/srv", "\(folder.path)/srv"), ("../fonts", "srv")] {
            line = line.split(separator: from, omittingEmptySubsequences: false).joined(separator: to)
        }
        let binary = Command.path.split(separator: "/").dropLast().joined(separator: "/")
        let outcome = try Command.start(["/bin/sh", "-c", "PATH=/\(binary):$PATH; \(line)"], in: folder.path).finish()
        let isComparison = line.hasPrefix("penumbra compare") && outcome.status == 1
        #expect(outcome.status == 0 || isComparison, "\(page): \(line): \(outcome.status) \(outcome.errors)")
    }

    /// A folder with the files that the examples name.
    private static func folder() throws -> WorkFolder {
        let folder = try WorkFolder()
        for name in ["srv", "srv/photos", "reports"] { try #require(Command.makeFolder("\(folder.path)/\(name)")) }
        try #require(symlink("\(Command.root)/Examples", "\(folder.path)/Examples") == 0)
        let pictures = "\(Command.root)/Tests/Corpus/pictures"
        let photo = Command.bytes(of: "\(pictures)/waves.jpg")
        for name in ["photo.jpg", "holiday.jpg", "srv/a.jpg"] { _ = folder.file(name, photo) }
        let drawn = Command.bytes(of: "\(Command.root)/docs/first-scene.png")
        for name in ["logo.png", "tree.png", "a.png", "b.png", "old.png", "new.png", "gpu.png", "cpu.png"] {
            _ = folder.file(name, drawn)
        }
        let scene = """
            {"canvas": {"width": 40, "height": 30}, "parameters": {"title": "x", "photo": "photo.jpg", "sku": ""},
             "layers": [{"type": "image", "contents": "${photo}"}, {"type": "text", "string": "${title}"}]}
            """
        for name in ["scene.json", "card.json", "glass.json", "layout-4-card.json"] { _ = folder.file(name, scene) }
        _ = folder.file("card.css", ".card { border-radius: var(--radius); background: white }")
        let size = #""absoluteBoundingBox": {"x": 0, "y": 0, "width": 9, "height": 9}"#
        _ = folder.file("design.json", #"{"type": "FRAME", "name": "Card", "children": [], \#(size)}"#)
        let moving = "<style>@keyframes in { from { opacity: 0 } } p { animation: in 0.2s }</style>"
        _ = folder.file("card.html", "<!doctype html>\(moving)<p>{{title}}</p>")
        _ = folder.file("page.html", "<!doctype html><p>A page</p>")
        _ = folder.file("logo.svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>"#)
        let loop = #"{"canvas": {"width": 9, "height": 9}, "layers": [{"animations": [{"keyPath": "opacity", "to": 0}]}]}"#
        _ = folder.file("loop.json", loop)
        _ = folder.file("jobs.jsonl", #"{"scene": "card.json", "output": "a.png"}"# + "\n")
        for name in ["products.csv", "a.csv"] { _ = folder.file(name, "sku,title\n1,one\n2,two\n") }
        _ = folder.file("rows.json", #"[{"height": 44, "title": "one"}, {"height": 60, "color": "navy"}]"#)
        _ = folder.file("tilt.csv", "time,ax,ay\n0,0,-1\n0.1,0.5,-0.8\n")
        _ = folder.file("circle.csv", "time,centerX,centerY,diameter\n0,0.2,0.5,40\n0.1,0.8,0.5,60\n")
        _ = folder.file(
            "effects.json",
            #"[{"type": "DROP_SHADOW", "visible": true, "color": {"r": 0, "g": 0, "b": 0, "a": 0.25}, "offset": {"x": 0, "y": 4}, "radius": 12, "spread": 0}]"#
        )
        _ = folder.file(
            "tokens.json",
            #"{"shadow": {"card": {"$type": "shadow", "$value": {"color": "rgb(0 0 0 / 25%)", "offsetX": "0px", "offsetY": "4px", "blur": "12px", "spread": "0px"}}}}"#
        )
        #expect(
            try folder.run("batch", "jobs.jsonl", "--output-root", "srv/out", "--report", "reports/1.json").status == 0)
        #expect(try folder.run("batch", "jobs.jsonl", "--output-root", "out").status == 0)
        let rows = ["batch", "--template", "card.json", "--rows", "a.csv", "--output", "${sku}.png"]
        #expect(try Command.run(rows, in: folder.path).status == 0)
        return folder
    }
}
