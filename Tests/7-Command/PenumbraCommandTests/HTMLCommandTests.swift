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

    @Test func warningsNameTheirLineAndStrictRefusesThem() throws {
        _ = folder.file("a.html", "<!doctype html>\n<p style='colr: red'>x</p>")
        let warned = try run("render", "a.html", "-o", "a.png", "--backend", "cpu")
        #expect(warned.status == 0 && warned.errors.contains("a.html: line 2, column 1: colr"), "\(warned.errors)")
        #expect(try run("render", "a.html", "-o", "a.png", "--strict", "--backend", "cpu").status == 65)
    }
}
