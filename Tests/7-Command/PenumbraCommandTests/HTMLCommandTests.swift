import TestSupport
import Testing

/// HTML documents on the command line.
@Suite(.timed, .needsCommand)
struct HTMLCommandTests {
    private let folder: WorkFolder

    init() throws { folder = try WorkFolder() }

    private static let card = """
        <!doctype html><script type="application/json" id="parameters">{"title": "Untitled", "color": "navy"}</script>
        <style>body { margin: 0; font: 20px/1.5 "DejaVu Sans" } main { padding: 20px; border-radius: 9px; background: {{color}} }</style>
        <main style="color: white; box-shadow: 0 2px 8px gray">{{title}} <b>bold</b></main>
        """

    private func run(_ arguments: String...) throws -> Command.Outcome { try Command.run(arguments, in: folder.path) }

    @Test func convertedDocumentHasTheSameBytes() throws {
        _ = folder.file("card.html", Self.card)
        let options = ["--backend", "cpu"]
        let page = try Command.run(
            ["render", "card.html", "-o", "-", "--width", "300", "--height", "100"] + options, in: folder.path)
        #expect(page.status == 0 && !page.output.isEmpty, "\(page.errors)")
        let converted = try run("convert", "card.html", "--width", "300", "--height", "100")
        #expect(converted.status == 0, "\(converted.errors)")
        _ = folder.file("card.json", converted.output)
        let scene = try Command.run(["render", "card.json", "-o", "-"] + options, in: folder.path)
        #expect(scene.status == 0 && scene.output == page.output, "\(scene.errors)")
    }

    @Test func pageIsAsHighAsItsContentIfAsked() throws {
        _ = folder.file("page.html", "<!doctype html><body style='margin:0'><div style='height:70px'></div>")
        let inspected = try run("inspect", "page.html", "--height", "auto", "--width", "200", "--json")
        #expect(String(decoding: inspected.output, as: UTF8.self).contains("\"height\": 70"))
        let refused = try run("render", "page.html", "-o", "a.png", "--height", "tall")
        #expect(refused.status == 64)
    }

    @Test func settingsFillTemplatesAndAreEscaped() throws {
        _ = folder.file("card.html", Self.card)
        let size = ["--width", "300", "--height", "100", "--backend", "cpu"]
        let plain = try Command.run(["render", "card.html", "-o", "-"] + size, in: folder.path)
        let same = try Command.run(["render", "card.html", "-o", "-", "--set", "title=Untitled"] + size, in: folder.path)
        let other = try Command.run(["render", "card.html", "-o", "-", "--set", "title=<i>x"] + size, in: folder.path)
        #expect(plain.status == 0 && plain.output == same.output, "\(plain.errors)")
        #expect(other.status == 0 && other.output != plain.output, "\(other.errors)")
        let unknown = try Command.run(["render", "card.html", "-o", "-", "--set", "titel=x"] + size, in: folder.path)
        #expect(unknown.status != 0 && unknown.errors.contains("title"))
    }

    @Test func tablesFillTemplates() throws {
        _ = folder.file("card.html", Self.card)
        _ = folder.file("rows.csv", "name,title,color\na,One,navy\nb,Two,#123456\n")
        let result = try run(
            "batch", "--template", "card.html", "--rows", "rows.csv", "--output", "${name}.png", "--output-root", "out",
            "--width", "300", "--height", "100", "--backend", "cpu")
        #expect(result.status == 0, "\(result.errors)")
        let alone = try run(
            "render", "card.html", "-o", "two.png", "--set", "title=Two", "--set", "color=#123456", "--width", "300",
            "--height", "100", "--backend", "cpu")
        #expect(alone.status == 0, "\(alone.errors)")
        let compared = try run("compare", "two.png", "out/b.png")
        #expect(compared.status == 0)
    }

    @Test func rowsMayLeaveOutParametersOfPages() throws {
        _ = folder.file("list.html", "<h1>{{title}}</h1>{{#tags}}<b>{{.}}</b>{{/tags}}{{^tags}}<i>none</i>{{/tags}}{{note}}")
        _ = folder.file(
            "rows.jsonl",
            """
            {"name": "a", "title": "One", "tags": ["x"]}
            {"name": "b", "title": "Two"}
            {"name": "c", "title": "Two", "tags": []}
            {"title": "Three"}
            {"name": "d", "title": "Two", "tags": ["x"], "note": "!"}
            """)
        let result = try run(
            "batch", "--template", "list.html", "--rows", "rows.jsonl", "--output", "${name}.png", "--output-root", "out",
            "--width", "300", "--height", "100", "--backend", "cpu")
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.errors.contains("line 4: the row has no value for \"name\""), "\(result.errors)")
        let (first, second, third) = (bytes("out/a.png"), bytes("out/b.png"), bytes("out/c.png"))
        #expect(second != nil && second == third && first != second)
        #expect(!result.errors.contains("note"), "\(result.errors)")
        #expect(bytes("out/d.png") != nil)
    }

    @Test func warningsNameTheirLineAndStrictRefusesThem() throws {
        _ = folder.file("a.html", "<!doctype html>\n<p style='colr: red'>x</p>")
        let warned = try run("render", "a.html", "-o", "a.png", "--backend", "cpu")
        #expect(warned.status == 0 && warned.errors.contains("a.html: line 2, column 11: colr"), "\(warned.errors)")
        #expect(try run("render", "a.html", "-o", "a.png", "--strict", "--backend", "cpu").status == 65)
    }

    private func bytes(_ name: String) -> [UInt8]? { Command.bytes(of: "\(folder.path)/\(name)") }

    private static let motion = """
        <!doctype html>
        <style>
          body { margin: 0; background: white }
          @keyframes slide { to { transform: translateX(40px) } }
          div { width: 20px; height: 20px; background: {{color}}; animation: slide 1s linear both }
        </style>
        <script type="application/json" id="parameters">{"color": "navy"}</script>
        <div></div>
        """

    @Test func animationsBecomeFrames() throws {
        _ = folder.file("motion.html", Self.motion)
        let size = ["--width", "60", "--height", "20", "--backend", "cpu", "--set", "color=teal"]
        let frames = try Command.run(["animate", "motion.html", "-o", "f-%02d.png", "--fps", "4"] + size, in: folder.path)
        #expect(frames.status == 0, "\(frames.errors)")
        // A second has four frames, each equal to the picture of its moment.
        let names = TestFolder.names(in: folder.path)
        #expect(names.filter { $0.hasPrefix("f-") }.count == 4, "\(names)")
        for (number, time) in ["0", "0.25", "0.5", "0.75"].enumerated() {
            let still = try Command.run(["render", "motion.html", "-o", "s.png", "--at", time] + size, in: folder.path)
            #expect(still.status == 0, "\(still.errors)")
            #expect(bytes("f-0\(number).png") == bytes("s.png"), "at \(time)")
        }
        #expect(bytes("f-00.png") != bytes("f-02.png"))
        let file = try Command.run(["animate", "motion.html", "-o", "a.webp", "--fps", "4"] + size, in: folder.path)
        #expect(file.status == 0, "\(file.errors)")
    }

    @Test func stillAndEndlessPagesAreNoAnimations() throws {
        _ = folder.file("still.html", "<p>x")
        let still = try run("animate", "still.html", "-o", "a.webp")
        #expect(still.status == 65 && still.errors.contains("it has no animations"), "\(still.errors)")
        _ = folder.file("endless.html", Self.motion.replacing("1s linear both", with: "1s linear infinite"))
        let endless = try run("animate", "endless.html", "-o", "a.webp")
        #expect(endless.status == 65 && endless.errors.contains("set --to"), "\(endless.errors)")
        let cut = try run(
            "animate", "endless.html", "-o", "f-%02d.png", "--to", "0.5", "--fps", "4", "--width", "60", "--height", "20",
            "--backend", "cpu")
        #expect(cut.status == 0, "\(cut.errors)")
        _ = folder.file("scene.json", "{\"canvas\": {\"width\": 9, \"height\": 9, \"duration\": 1}}")
        #expect(try run("animate", "scene.json", "-o", "a.webp", "--width", "9").status == 64)
    }

    @Test func checkListsAllMistakes() throws {
        _ = folder.file("a.html", "<!doctype html>\n<p style='colr: red'>x</p><style>\n i { widht: 1px }</style>")
        let checked = try run("inspect", "--check", "a.html")
        #expect(checked.status == 65)
        #expect(
            String(decoding: checked.output, as: UTF8.self).split(separator: "\n").map { $0.prefix(30) } == [
                "a.html: line 3, column 6: widht: it is no property; did you mean".prefix(30),
                "a.html: line 2, column 11: colr: it is".prefix(30),
            ])
        _ = folder.file("good.html", "<p>x")
        #expect(try run("inspect", "--check", "good.html").status == 0)
        _ = folder.file("missing.html", "<p>\n<img src=none.png>")
        let missing = try run("inspect", "--check", "--json", "missing.html")
        #expect(missing.status == 65 && String(decoding: missing.output, as: UTF8.self).contains("\"line 2, column 1: cannot"))
    }

    @Test func linkedSheetsAreNamedInWarnings() throws {
        _ = folder.file("a.html", "<!doctype html>\n<link rel=stylesheet href=a.css><p>x")
        _ = folder.file("a.css", "p {\r\n  color: red;\r\n  colr: red }")
        let warned = try run("render", "a.html", "-o", "a.png", "--backend", "cpu")
        #expect(warned.errors.contains("a.html: line 2, column 1: in \"a.css\", line 3, column 3: colr"), "\(warned.errors)")
    }
}
