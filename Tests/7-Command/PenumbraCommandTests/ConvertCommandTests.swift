import TestSupport
import Testing

@Suite(.timed, .needsCommand)
struct ConvertCommandTests {
    let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
    }

    private func converted(_ arguments: String..., input: String? = nil) throws -> (
        output: String, errors: String, status: Int32
    ) {
        let file = input.map { "\(folder.path)/\(folder.file("input", Array($0.utf8)))" } ?? "/dev/null"
        let outcome = try Command.run(["convert"] + arguments, in: folder.path, input: file)
        return (String(decoding: outcome.output, as: UTF8.self), outcome.errors, outcome.status)
    }

    @Test func notationsBecomeLayerKeys() throws {
        for (option, text, wanted, sigma) in [
            (
                "--css", "rgba(0,0,0,.2) 0 4px 12px", #"{"boxShadow": "0 4px 12px #00000033"}"#,
                "shadow 1: blur 12px is σ 6 (\"radius\": 6)\n"
            ),
            ("--css", "none", "{}", ""),
            ("--filter", "blur(3px)", #"{"filter": "blur(3px)"}"#, "blur(): radius 3px is σ 3 (\"blur\": 3)\n"),
            (
                "--gradient", "linear-gradient(1turn, red 0%, blue)",
                ##"{"backgroundColor": "linear-gradient(360deg, #ff0000 0%, #0000ff)"}"##, ""
            ),
            ("--color", "color(srgb 1 0 0)", ##"{"backgroundColor": "#ff0000"}"##, ""),
            ("--color", "hsl(210deg 80% 50% / .5)", #"{"backgroundColor": "rgb(10% 50% 90% / 0.5)"}"#, ""),
            (
                "--color", "color(display-p3 1 0 0)", #"{"backgroundColor": "color(srgb 1.09307 -0.22674 -0.15013)"}"#,
                "color(display-p3 1 0 0) lies outside sRGB; a canvas of sRGB clips it to #ff0000\n"
            ),
            (
                "--css", "-4px 4px 8px black;", #"{"boxShadow": "-4px 4px 8px black"}"#,
                "shadow 1: blur 8px is σ 4 (\"radius\": 4)\n"
            ),
            ("--transform", "translate(2px, 3px)", #"{"transform": "translate(2, 3)"}"#, ""),
            (
                "--transform", "translate(2px,\n3%)", #"{"transform": "translate(2px, 3%)"}"#,
                "percentages are of the layer's frame\n"
            ),
        ] {
            for isStream in [false, true] {
                let result = isStream ? try converted(option, "-", input: text + "\n") : try converted(option, text)
                #expect(result == (wanted + "\n", sigma, 0), "\(option) \(text)")
            }
        }
    }

    @Test func boxShadowsAreExpanded() throws {
        let result = try converted("--expand", "--css", "0 8px 24px -4px rgb(0 0 0 / .3), inset 0 2px 4px white")
        #expect(
            result.output == """
                {
                  "shadows": [
                    {"color": "rgb(0 0 0 / 0.3)", "offset": [0, 8], "radius": 12, "spread": -4, "knockout": true}
                  ],
                  "innerShadows": [
                    {"color": "white", "offset": [0, 2], "radius": 2}
                  ]
                }

                """)
        #expect(result.errors.hasSuffix("inset shadow 2: blur 4px is σ 2 (\"radius\": 2)\n") && result.status == 0)
    }

    @Test func convertedFragmentIsValidInALayer() throws {
        let fragment = try converted("--css", "0 2px 4px 1px red, inset 0 0 3px navy").output
        let layer = fragment.dropFirst().dropLast(2)
        _ = folder.file(
            "a.json", Array(#"{"canvas": {"width": 20, "height": 20}, "layers": [{"frame": [5, 5, 9, 9], \#(layer)}]}"#.utf8))
        #expect(try folder.run("render", "a.json", "-o", "a.png").status == 0)
    }

    @Test func figmaEffectsBecomeShadowsAndBlurs() throws {
        let effects = #"""
            [{"type": "DROP_SHADOW", "radius": 12, "color": {"r": 1, "g": 0, "b": 0, "a": 1}, "offset": {"x": 0, "y": 4}},
             {"type": "LAYER_BLUR", "radius": 3}]
            """#
        let wanted = """
            {
              "shadows": [
                {"color": "#ff0000", "offset": [0, 4], "radius": 6, "hardAlpha": true, "knockout": true}
              ],
              "blur": 1.5
            }

            """
        for document in [effects, #"{"id": "1:2", "effects": \#(effects)}"#] {
            let result = try converted("--figma", "-", input: document)
            #expect(
                result == (
                    wanted,
                    "DROP_SHADOW: radius 12px is σ 6 (\"radius\": 6)\nLAYER_BLUR: radius 3px is σ 1.5 (\"blur\": 1.5)\n", 0
                ))
        }
    }

    @Test func designTokensBecomeBoxShadows() throws {
        let tokens = folder.file(
            "tokens.json",
            Array(
                #"""
                {"s": {"$type": "shadow",
                  "a": {"$value": {"color": "red", "offsetX": "0px", "offsetY": "1px", "blur": "4px", "spread": "0px"}},
                  "b": {"$value": "{s.a}"}}}
                """#.utf8))
        let one = try converted("--tokens", tokens, "--token", "s.b")
        #expect(one == (##"{"boxShadow": "0 1px 4px #ff0000"}"## + "\n", "s.b: shadow 1: blur 4px is σ 2 (\"radius\": 2)\n", 0))
        let all = try converted("--tokens", tokens)
        #expect(all.status == 0 && all.output.contains("\"s.a\": {") && all.output.contains("\"s.b\": {"))
    }

    @Test func convertFailuresHaveTheirCodesAndOneLine() throws {
        _ = folder.file("bad.json", Array(#"[{"type": "NOISE"}]"#.utf8))
        for (arguments, status, message) in [
            (["--css", "0 1em"], 65, "--css: box-shadow takes lengths in px, found the unit \"em\""),
            (["--filter", "url(#a)"], 65, "url()"), (["--gradient", "red"], 65, "--gradient: found \"red\""),
            (["--color", "rde"], 65, "did you mean \"red\"?"), (["--transform", "rotate(1)"], 65, "rotate(1deg)"),
            (["--figma", "bad.json"], 65, "bad.json: effects[0].type: found \"NOISE\""),
            (["--tokens", "bad.json"], 65, "bad.json: document: found an array of 1"),
            (["--figma", "missing.json"], 66, "missing.json"),
            ([], 64, "found 0"), (["--css", "none", "--color", "red"], 64, "found 2"),
            (["--css", "box-shadow: 1px"], 65, "box-shadow: found 1 length"), (["--css", "x.css"], 66, "x.css"),
            (["--filter", "x.css"], 64, "not a file"), (["--css", "none", "--text", "a"], 64, "--text are for CSS"),
            (["bad.json"], 65, "bad.json: expected an SVG document, a Figma document"),
            (["bad.json", "--node", "a"], 65, "bad.json"),
            (["--color", "red", "--expand"], 64, "--expand needs --css or --tokens"),
            (["--gradient", "-webkit-linear-gradient(red, blue)"], 65, "--gradient: found \"-webkit"),
            (["--css", "none", "--token", "a"], 64, "--token needs --tokens"),
        ] as [([String], Int32, String)] {
            let outcome = try Command.run(["convert"] + arguments, in: folder.path)
            #expect(outcome.status == status && outcome.output.isEmpty && outcome.errors.contains(message), "\(outcome)")
            if status != 64 { #expect(outcome.errorLines.count == 1) }
        }
    }

    /// CSS collected from generators, frameworks and articles, and answers of Figma's API.
    private static let documents =
        Repository.files(below: "Tests/2-Scene/PenumbraCSSTests/Snippets", suffix: ".css")
        + Repository.files(below: "Tests/2-Scene/PenumbraFigmaTests/Documents", suffix: ".json")

    /// `scripts/release/record-conversions` records the expected scenes and warnings.
    @Test(arguments: documents) func documentBecomesTheRecordedScene(path: String) throws {
        func recorded(_ suffix: String) -> String { String(decoding: Repository.bytes(of: path + suffix) ?? [], as: UTF8.self) }
        let file = "\(Repository.root)/\(path)"
        let lenient = try folder.run("convert", "--lenient", file)
        let warnings = lenient.errors.replacing("\(Repository.root)/", with: "")
        #expect(lenient.status == 0 && warnings == recorded(".warnings"))
        #expect(String(decoding: lenient.output, as: UTF8.self) == recorded(".scene"))
        _ = folder.file("scene.json", lenient.output)
        #expect(try folder.run("render", "scene.json", "-o", "a.png").status == 0)
        let strict = try folder.run("convert", file)
        let lost = lenient.errorLines.filter { $0.hasSuffix("; left out") }.count
        #expect(strict.status == (lost > 0 ? 65 : 0) && strict.output == (lost > 0 ? [] : lenient.output), "\(strict.errors)")
        // Each loss has a line, and the last line counts them.
        if lost > 0 { #expect(strict.errorLines.count == lost + 1, "\(strict.errors)") }
    }

    @Test func eachRecordedSceneHasItsDocument() {
        #expect(Self.documents.count >= 35)
        let recorded =
            Repository.files(below: "Tests/2-Scene/PenumbraCSSTests/Snippets", suffix: ".scene")
            + Repository.files(below: "Tests/2-Scene/PenumbraFigmaTests/Documents", suffix: ".scene")
        #expect(Set(recorded) == Set(Self.documents.map { $0 + ".scene" }))
    }

    @Test func figmaFramesAreWrittenToAFolder() throws {
        let card = "\(Command.root)/Tests/2-Scene/PenumbraFigmaTests/Documents/card.json"
        let all = try Command.run(["convert", card, "-o", "scenes"], in: folder.path)
        #expect(String(decoding: all.output, as: UTF8.self) == "scenes/Card.json\n")
    }
}
