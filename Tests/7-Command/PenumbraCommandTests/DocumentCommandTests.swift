import TestSupport
import Testing

/// `render` and `convert` with SVG documents.
@Suite(.timed, .needsCommand)
struct DocumentCommandTests {
    let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
    }

    private let text = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">
        <radialGradient id="g"><stop stop-color="gold"/><stop offset="1" stop-color="navy"/></radialGradient>
        <mask id="m"><rect width="40" height="20" fill="#888"/></mask>
        <rect x="1" y="1" width="30" height="15" rx="4" fill="url(#g)" mask="url(#m)"/>
        <text x="20" y="15" text-anchor="middle" font-family="DejaVu Sans" font-size="8">a<tspan stroke="red">b</tspan></text>
        </svg>
        """

    @Test func convertedSVGDrawsTheSameBytes() throws {
        _ = folder.file("logo.svg", Array(text.utf8))
        let converted = try Command.run(["convert", "logo.svg"], in: folder.path)
        #expect(converted.status == 0 && converted.errors.isEmpty)
        _ = folder.file("logo.json", converted.output)
        let document = try Command.run(["render", "logo.svg", "-o", "-", "--scale", "5", "--backend", "cpu"], in: folder.path)
        let scene = try Command.run(["render", "logo.json", "-o", "-", "--scale", "5", "--backend", "cpu"], in: folder.path)
        #expect(document.status == 0 && !document.output.isEmpty && document.output == scene.output)
        let wide = try Command.run(["render", "logo.svg", "-o", "-", "--width", "200", "--backend", "cpu"], in: folder.path)
        #expect(wide.output == document.output)
        let high = try Command.run(
            ["render", "logo.svg", "-o", "-", "--width", "999", "--height", "100", "--backend", "cpu"], in: folder.path)
        #expect(high.output == document.output)
    }

    @Test func svgMistakesAreOneLine() throws {
        _ = folder.file("a.svg", Array("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><video/></svg>".utf8))
        _ = folder.file("outside.svg", Array("<svg viewBox='0 0 9 9'><image href='../x.png' width='9' height='9'/></svg>".utf8))
        _ = folder.file("scene.json", Array(#"{"canvas": {"width": 9, "height": 9}}"#.utf8))
        for (arguments, status, words) in [
            (
                ["render", "a.svg", "-o", "a.png", "--strict"], 65,
                "a.svg: line 1, column 59: <video> isn't supported; --lenient leaves it out"
            ),
            (
                ["render", "outside.svg", "-o", "a.png"], 65,
                "cannot read the picture \"../x.png\"; --allow-missing leaves it out"
            ),
            (["render", "scene.json", "-o", "a.png", "--width", "9"], 64, "--width, --height, --color-scheme, --len"),
            (["render", "a.svg", "-o", "a.png", "--set", "a=1"], 64, "--set is for scenes"),
            (["render", "a.svg", "-o", "a.png", "--scale", "2", "--width", "9", "--lenient"], 64, "--scale doesn't go with"),
            (["convert", "scene.json"], 65, "expected an SVG document"),
        ] as [([String], Int32, String)] {
            let result = try Command.run(arguments, in: folder.path)
            #expect(result.status == status && result.errors.contains(words), "\(arguments): \(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        }
        for (arguments, words) in [
            (["render", "a.svg", "-o", "-"], "<video> isn't supported; left out"),
            (["convert", "a.svg"], "<video> isn't supported"),
            (["render", "outside.svg", "-o", "-", "--allow-missing"], "cannot read the picture \"../x.png\"; left out"),
        ] {
            let result = try Command.run(arguments, in: folder.path)
            #expect(result.status == 0 && result.errors.contains(words), "\(arguments): \(result.errors)")
        }
    }

    @Test func unsupportedElementIsAnErrorOnlyWhenStrict() throws {
        let document = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><video/></svg>"
        let scene = #"{"canvas": {"width": 9, "height": 9}, "layers": [{"type": "image", "contents": "a.svg"}]}"#
        _ = folder.file("a.svg", Array(document.utf8))
        _ = folder.file("scene.json", Array(scene.utf8))
        for file in ["a.svg", "scene.json"] {
            let plain = try Command.run(["render", file, "-o", "-"], in: folder.path)
            #expect(plain.status == 0 && plain.errors.contains("<video> isn't supported; left out"), "\(plain.errors)")
            let strict = try Command.run(["render", file, "-o", "-", "--strict"], in: folder.path)
            #expect(strict.status == 65 && strict.errors.contains("<video> isn't supported"), "\(strict.errors)")
        }
    }
}
