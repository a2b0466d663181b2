import TestSupport
import Testing

/// Tests `--strict`, which makes a missing font or glyph an error.
@Suite(.timed) struct StrictTests {
    private let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    private func scene(_ name: String, font: String = "DejaVu Sans", _ string: String) -> String {
        folder.folder.file(
            name,
            #"{"canvas":{"width":60,"height":20},"layers":[{"type":"text","frame":[0,0,60,20],"font":"\#(font)","string":"\#(string)"}]}"#
        )
    }

    /// Scenes that lack a font or a glyph, and the start of the notice.
    private var lacking: [(scene: String, notice: String)] {
        [
            (scene("font.json", font: "No Such Family", "a"), "layers[0].font: no font \"No Such Family\" is installed"),
            (scene("glyph.json", #"a\udbff\udff0"#), "layers[0].string: no installed font has “"),
        ]
    }

    @Test func missingFontOrGlyphIsAnErrorInStrictMode() throws {
        for (scene, notice) in lacking {
            let lenient = try folder.run("render", scene, "-o", "a.png")
            #expect(lenient.status == 0 && lenient.errors.contains("\(scene): \(notice)"), "\(lenient.errors)")
            let strict = try folder.run("render", scene, "--strict", "-o", "b.png")
            #expect(strict.status == 65 && strict.errors.hasPrefix("penumbra: \(scene): \(notice)"), "\(strict.errors)")
            #expect(!folder.exists("b.png"))
        }
    }

    @Test func listedFontFamilyIsNoReplacement() throws {
        let scene = scene("list.json", font: "No Such Family,DejaVu Sans", "a")
        #expect(try folder.run("render", scene, "--strict", "-o", "a.png").status == 0)
        // DejaVu Sans Mono has no Hebrew.
        let mono = self.scene("mono.json", font: "DejaVu Sans Mono", #"\u05d0"#)
        let outcome = try folder.run("render", mono, "--strict", "-o", "a.png")
        #expect(outcome.status == 65 && outcome.errors.contains("has no “\u{5D0}” (U+05D0)"), "\(outcome.errors)")
        let both = self.scene("both.json", font: "DejaVu Sans Mono,DejaVu Sans", #"\u05d0"#)
        let quiet = try folder.run("render", both, "--strict", "-o", "a.png")
        #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
    }

    @Test(arguments: [[], ["--isolate"]]) func strictBatchJobsFailForMissingFontsOrGlyphs(_ options: [String]) throws {
        _ = lacking
        _ = scene("good.json", "a")
        let jobs = ["good", "font", "glyph"].map { #"{"scene":"\#($0).json","output":"\#($0).png"}"# }
        let manifest = folder.folder.file("jobs.jsonl", jobs.joined(separator: "\n"))
        let batch = ["batch", manifest, "--backend", "cpu"] + options
        #expect(try Command.run(batch + ["--output-root", "lenient"], in: folder.path).status == 0)
        let strict = try Command.run(batch + ["--strict", "--output-root", "out"], in: folder.path)
        #expect(strict.status == 1 && strict.errors.contains("font.json: layers[0].font: no font"), "\(strict.errors)")
        #expect(strict.errors.contains("glyph.json: layers[0].string: no installed font has"), "\(strict.errors)")
        #expect(folder.exists("out/good.png") && !folder.exists("out/font.png") && !folder.exists("out/glyph.png"))
    }

    /// One warning names each font, whatever characters and texts need it.
    @Test(arguments: [[], ["--isolate"]]) func batchNamesEachReplacedFontOnce(_ options: [String]) throws {
        _ = folder.folder.file(
            "card.json",
            #"{"parameters": {"a": "", "b": ""}, "canvas": {"width": 40, "height": 40}, "layers": [{"type": "text", "string": "${a}", "font": "DejaVu Sans Mono"}, {"type": "text", "string": "${b}", "font": "DejaVu Sans Mono"}]}"#
        )
        _ = folder.folder.file("rows.csv", "n,a,b\n1,\u{5D0},\u{5D1}\n2,\u{5D2}a,\n3,b,\u{5D3}\u{5D4}\n")
        let outcome = try Command.run(
            ["batch", "--template", "card.json", "--rows", "rows.csv", "--output", "${n}.png", "--backend", "cpu"] + options,
            in: folder.path)
        let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("lacks characters") }
        #expect(outcome.status == 0 && warnings.count == 1, "\(outcome.errors)")
        #expect(warnings.first?.contains("\"DejaVu Sans Mono\" lacks characters of a text; used \"DejaVu Sans\"") == true)
    }
}
