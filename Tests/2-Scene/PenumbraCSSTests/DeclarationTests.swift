import PenumbraCSS
import PenumbraGeometry
import PenumbraJSON
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct DeclarationTests {
    private func layer(_ css: String, _ options: CSSOptions = CSSOptions()) throws -> JSONObject {
        let conversion = try CSSConversion(css, options: options)
        _ = try Scene(document: conversion.scene)
        guard case .object(let scene) = conversion.scene, case .array(let layers)? = scene["layers"],
            case .object(let layer)? = layers.first
        else { return [:] }
        return layer
    }

    private func issues(_ css: String) -> [String] {
        do throws(CSSError) {
            _ = try CSSConversion(css)
            return []
        } catch {
            return error.issues.map { "\($0)" }
        }
    }

    @Test func cssUnitsAreConvertedToPoints() throws {
        var options = CSSOptions()
        options.viewport = Size(width: 1000, height: 500)
        for (css, width) in [
            ("width: 10rem", 160.0), ("font-size: 20px; width: 10em", 200), ("width: 72pt", 96), ("width: 50%", 160),
            ("width: 10vw", 100), ("width: calc(100% - 2 * (10px + 1rem))", 268), ("width: clamp(10px, 50vmin, 80px)", 80),
            ("width: min(10px, 3em)", 10), ("width: 100px; padding: 5px 10px; border: 1px solid", 122),
            ("width: 100px; padding: 10px; box-sizing: border-box", 100), ("height: 90px; aspect-ratio: 16 / 9", 160),
        ] {
            guard case .array(let frame)? = try layer(css, options)["frame"] else {
                Issue.record("\(css) has no frame")
                continue
            }
            #expect(frame[2] == .number(width), "\(css)")
        }
        #expect(issues("width: 10vw")[0].contains("needs the viewport's size"))
    }

    @Test func cssVariablesAreReplaced() throws {
        let nested = "--a: var(--b, 3px); --c: red; border-radius: var(--a); background: var(--none, var(--c))"
        let layer = try layer(nested)
        #expect(layer["cornerRadius"] == 3 && layer["backgroundColor"] == "red")
        var options = CSSOptions()
        options.variables = ["--r": "9px"]
        #expect(try self.layer("border-radius: var(--r)", options)["cornerRadius"] == 9)
        #expect(try self.layer(":root { --r: 1px } .x { border-radius: var(--r) }", options)["cornerRadius"] == 1)
        #expect(issues("opacity: var(--o)") == ["opacity: var(--o) has no value; declare it or write a fallback"])
        #expect(issues("--a: var(--a); opacity: var(--a)")[0].contains("refers to itself"))
        // Each name doubles the text of the name before.
        let laughs = (1...40).map { "--v\($0): var(--v\($0 - 1)) var(--v\($0 - 1))" }.joined(separator: ";")
        #expect(!issues("--v0: 0123456789; \(laughs); opacity: var(--v40)").isEmpty)
    }

    /// What Tailwind 4 writes: nested conditions, registered properties, and rules for all boxes.
    @Test func nestedConditionsOfFrameworksApply() throws {
        let css = """
            .card { border-radius: calc(infinity * 1px); background-color: red;
              @supports (color: color-mix(in lab, red, red)) { background-color: color-mix(in srgb, lime 50%, transparent) }
              padding-inline: calc(var(--spacing) * 4); box-shadow: var(--inset, 0 0 #0000), var(--ring, 0 0 #0000), var(--tw-shadow);
              &:hover { @media (hover: hover) { color: red } } @media (width >= 40rem) { opacity: 0.5 } @media print { opacity: 0 } }
            :root, :host { --spacing: 0.25rem }
            @property --tw-shadow { syntax: "*"; inherits: false; initial-value: 0 0 #0000 }
            @layer properties { @supports (not (color: red)) { *, ::before { --tw-shadow: 0 0 5px red } } }
            """
        let layer = try layer(css)
        #expect(layer["cornerRadius"] == 100 && layer["opacity"] == 0.5, "\(layer)")
        #expect(layer["boxShadow"] == nil)
        guard case .string(let color)? = layer["backgroundColor"] else {
            Issue.record("\(layer)")
            return
        }
        let found = try Color(css: color)
        #expect(abs(found.green - 1) < 0.001 && abs(found.alpha - 0.5) < 0.001, "\(color)")
    }

    @Test func lastDeclarationWinsUnlessAnotherIsImportant() throws {
        #expect(try layer("opacity: .2; opacity: .5")["opacity"] == 0.5)
        #expect(try layer("opacity: .2 !important; opacity: .5")["opacity"] == 0.2)
        #expect(try layer("-webkit-backdrop-filter: blur(9px); backdrop-filter: blur(2px)")["backdropFilter"] == "blur(2px)")
        #expect(try layer("-webkit-backdrop-filter: blur(9px)")["backdropFilter"] == "blur(9px)")
    }

    @Test func unsupportedDeclarationsAreAllNamed() throws {
        let css = "shape-outside: circle(); opacity: x; background: url(https://a/b.png); border: 3px groove red; cursor: help"
        let found = issues(css)
        #expect(found.count == 4, "\(found)")
        for name in ["shape-outside: ", "opacity: ", "background-image: ", "border-top: "] {
            #expect(found.contains { $0.hasPrefix(name) }, "\(name)")
        }
        var options = CSSOptions()
        options.isLenient = true
        let conversion = try CSSConversion(css, options: options)
        #expect(conversion.issues.count == 4 && conversion.notes.contains { $0.contains("cursor") })
        _ = try Scene(document: conversion.scene)
    }

    @Test func hostileCSSIsRefused() {
        for css in [
            "a", "{", "}", ".a {", "@media (x) { .a { opacity: 1 } }", ".a { opacity: 1 } .b { opacity: 1 }",
            "width: " + String(repeating: "calc(", count: 100_000), "width: 1e308px",
            "background-size: .0001px; background-image: linear-gradient(red, blue)", "border-radius: -1px",
            "box-shadow: 0 0 1e30px red", "clip-path: polygon(0 0, 1px 1px)", "clip-path: path(\"M0\")", "font: 12px",
            "transform: rotate(1)", "background: linear-gradient(in nowhere, red, blue)", "mask: red", ":",
            "width: " + String(repeating: "9", count: 400) + "px",
        ] {
            #expect(!issues(css).isEmpty, "\(css.prefix(60))")
        }
    }

    @Test func gradientsKeepTheSpaceThatTheyMixIn() throws {
        guard case .string(let css)? = try layer("background: linear-gradient(in hsl longer hue, red, red)")["backgroundColor"]
        else {
            Issue.record("no gradient")
            return
        }
        #expect(css == "linear-gradient(in hsl longer hue, red, red)")
    }

    @Test func ellipticalCornersBecomePaths() throws {
        let layer = try layer("width: 100px; height: 50px; border-radius: 50%; background: red; box-shadow: 0 1px 2px 3px")
        #expect(layer["cornerRadius"] == nil && layer["boxShadow"] == nil)
        guard case .array(let shadows)? = layer["shadows"], case .object(let shadow)? = shadows.first else {
            Issue.record("no shadow")
            return
        }
        #expect(shadow["path"] == "M50 0H50A50 25 0 0 1 100 25V25A50 25 0 0 1 50 50H50A50 25 0 0 1 0 25V25A50 25 0 0 1 50 0Z")
        #expect(shadow["radius"] == 1 && shadow["spread"] == 3)
    }
}

@Suite(.timed) struct AdjacentValueTests {
    /// Minifiers leave out spaces that the grammar doesn't need.
    @Test(arguments: [
        ("a: 10%20%", "10% 20%"), ("a: var(--x)10%", "var(--x) 10%"), ("a: red 0%,rgb(0 0 0)100%", "red 0%,rgb(0 0 0) 100%"),
        ("font: 16px/1.5\"X\"", "16px/1.5 \"X\""), ("a: calc(1px + var(--b))", "calc(1px + var(--b))"),
        ("unicode-range: U+0025-00FF, U+4??", "U+0025-00FF, U+4??"), ("a: -50%-50%", "-50%-50%"),
    ]) func partsOfAValueAreApart(_ css: String, _ value: String) {
        var parser = CSSParser(css)
        #expect(parser.declarations().map(\.value) == [value])
    }

    @Test func referencesBesideEachOtherAreTwoWords() {
        let variables = CSSVariables(["--x": "105%", "--n": "calc"])
        var budget = 1000
        #expect(variables.replaced("var(--x)var(--x)", budget: &budget) == "105% 105%")
        #expect(variables.replaced("var(--x),var(--x)", budget: &budget) == "105%,105%")
    }

    /// Declarations as Chromium reads them in documents without a type. Those without an entry stay as they are.
    @Test(
        arguments: [
            ("width", "20", "20px"), ("width", "+5", "+5px"), ("margin", "auto -5 1.5", "auto -5px 1.5px"),
            ("width", "1e1", "1e1px"),
            ("clip", "rect(auto,3,4,5)", "rect(auto,3px,4px,5px)"), ("background-position", "left 3", "left 3px"),
            ("text-indent", "20 hanging", "20px hanging"), ("color", "ff0000", "#ff0000"), ("color", "f00", "#f00"),
            ("color", "123", "#000123"), ("color", "0ff", "#0000ff"), ("color", "12e", "#00012e"),
            ("color", "+12345", "#012345"),
            ("color", "123abc", "#123abc"), ("border-color", "f00 red", "#f00 red"), ("color", "a0b", "#a0b"),
            ("width", "calc(20 + 30)", nil), ("width", "0", nil), ("inset", "3", nil), ("border", "3 solid f00", nil),
            ("line-height", "30", nil), ("color", "1e3", nil), ("color", "abcd", nil), ("color", "-123", nil),
            ("color", "1.2", nil),
            ("color", "red", nil), ("background", "ff0000", nil), ("outline-color", "ff0000", nil),
            ("color", "color-mix(in srgb, ff0000, red)", nil),
        ] as [(String, String, String?)]) func quirksModeCompletesLengthsAndColors(
            name: String, value: String, complete: String?
        )
    {
        var options = CSSStyleSheets.Options()
        options.wholes = [name]
        for hasQuirks in [false, true] {
            options.hasQuirks = hasQuirks
            let found = options.reviewed([CSSDeclaration(name: name, value: value)]).declarations.map(\.value)
            #expect(found == [hasQuirks ? complete ?? value : value])
        }
    }
}
