import TestSupport
import Testing

/// Fonts of SVG documents: axes of variable fonts, vertical text and `unicode-bidi`.
@Suite(.timed, .needsCommand)
struct DocumentFontTests {
    let folder: WorkFolder
    private static let fonts = Repository.root + "/Tests/Corpus/fonts"

    init() throws { folder = try WorkFolder() }

    private func drawn(_ file: String, _ contents: String, strict: Bool = true) throws -> [UInt8] {
        _ = folder.file(file, Array(contents.utf8))
        let mode = strict ? ["--strict"] : []
        let outcome = try Command.run(
            ["render", file, "--fonts", Self.fonts, "--backend", "cpu", "-o", "a.png"] + mode, in: folder.path)
        #expect(outcome.status == 0 && outcome.errors.isEmpty == strict, "\(contents): \(outcome.errors)")
        return Command.bytes(of: folder.path + "/a.png")
    }

    private func text(
        _ attributes: String, _ string: String = "IHI", family: String = "Penumbra Axes", strict: Bool = true
    ) throws -> [UInt8] {
        try drawn(
            "a.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='300' height='120'><text x='40' y='80' font-size='60' "
                + "font-family='\(family)' \(attributes)>\(string)</text></svg>", strict: strict)
    }

    /// CSS Fonts 4: the properties set axes within their ranges, and `font-variation-settings` takes precedence.
    @Test func fontPropertiesSetAxes() throws {
        let axes = "style=\"font-variation-settings:"
        for (properties, settings) in [
            ("font-weight='650'", "'wght' 650"), ("font-weight='100'", "'wght' 100"), ("font-weight='1'", "'wght' 100"),
            ("font-weight='1000'", "'wght' 900"), ("font-weight='bold'", "'wght' 700"), ("font-weight='437'", "'wght' 437"),
            ("font-stretch='150%'", "'wdth' 150"), ("font-stretch='semi-condensed'", "'wdth' 87.5"),
            ("font-stretch='ultra-expanded' font-weight='800'", "'wdth' 200, 'wght' 800"),
            ("style='font:300 60px Penumbra Axes'", "'wght' 300"),
            ("font-weight='900' style=\"font-variation-settings:'wght' 120\"", "'wght' 120"),
        ] {
            #expect(try text(properties) == text("\(axes) \(settings)\""), "\(properties)")
        }
        #expect(try text("font-weight='650'") != text("font-weight='700'"))
    }

    @Test func fontStyleSetsAxes() throws {
        for (family, style, settings) in [
            ("Penumbra Slant", "oblique", "'slnt' -14"), ("Penumbra Slant", "italic", "'slnt' -14"),
            ("Penumbra Slant", "oblique 5deg", "'slnt' -5"), ("Penumbra Slant", "oblique 80deg", "'slnt' -20"),
            ("Penumbra Slant", "oblique -5deg", "'slnt' 0"), ("Penumbra Slant", "oblique 0.025turn", "'slnt' -9"),
            ("Penumbra Italic", "italic", "'ital' 1, 'slnt' 0"),
            ("Penumbra Italic", "oblique", "'ital' 0, 'slnt' -14"),
        ] {
            let (one, other) = try (
                text("font-style='\(style)'", "II", family: family),
                text("style=\"font-variation-settings: \(settings)\"", "II", family: family)
            )
            #expect(one == other, "\(family) \(style)")
        }
        // Beyond 90 degrees, the declaration is malformed.
        #expect(
            try text("font-style='oblique 99deg'", "II", family: "Penumbra Slant", strict: false)
                == text("font-style='normal'", "II", family: "Penumbra Slant"))
    }

    /// The same rules hold for the patterns of scenes.
    @Test func fontPatternsSetAxes() throws {
        func scene(_ font: String, _ axes: String = "{}") throws -> [UInt8] {
            try drawn(
                "a.json",
                #"{"canvas": {"width": 200, "height": 80}, "layers": [{"type": "text", "string": "IHI", "fontSize": 50, "#
                    + #""font": "\#(font)", "fontVariations": \#(axes)}]}"#)
        }
        #expect(try scene("Penumbra Axes:light") == scene("Penumbra Axes", #"{"wght": 300}"#))
        #expect(try scene("Penumbra Axes:weight=190:width=150") == scene("Penumbra Axes", #"{"wght": 650, "wdth": 150}"#))
        #expect(try scene("Penumbra Axes:bold", #"{"wght": 100}"#) == scene("Penumbra Axes", #"{"wght": 100}"#))
        #expect(try scene("Penumbra Axes:light") != scene("Penumbra Axes"))
    }

    /// The numbers are those of Chromium: the top centre of a letter lies on the line.
    @Test func uprightLettersStandAtTheirVerticalOrigin() throws {
        func svg(_ family: String, _ mode: String) -> String {
            "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='240'><text x='50' y='20' font-size='80' "
                + "font-family='\(family)' writing-mode='\(mode)'>\u{4E00}\u{4E00}</text></svg>"
        }
        func squares(_ tops: Int...) -> String {
            let path = tops.map { "M26 \($0)h48v48h-48z" }.joined()
            return "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='240'><path d='\(path)'/></svg>"
        }
        for mode in ["vertical-rl", "tb", "vertical-lr"] {
            #expect(try drawn("a.svg", svg("Penumbra Plain", mode)) == drawn("b.svg", squares(44, 140)), "\(mode)")
            #expect(try drawn("a.svg", svg("Penumbra Vertical", mode)) == drawn("b.svg", squares(28, 124)), "\(mode)")
        }
    }

    /// Unicode's marks do what the property does. The origin of a glyph may be rounded otherwise in another part of a text.
    @Test func unicodeBidiEqualsMarks() throws {
        func line(_ contents: String) throws -> [UInt8] { try text("textLength='0'", contents, family: "DejaVu Sans") }
        func looksAlike(_ contents: String, _ other: String) throws -> Bool {
            _ = folder.file("first.png", try line(contents))
            _ = folder.file("second.png", try line(other))
            return try Command.run(["compare", "first.png", "second.png", "--tolerance", "1"], in: folder.path).status == 0
        }
        for (value, direction, start, end) in [
            ("embed", "rtl", "\u{202B}", "\u{202C}"), ("embed", "ltr", "\u{202A}", "\u{202C}"),
            ("bidi-override", "rtl", "\u{202E}", "\u{202C}"), ("isolate", "rtl", "\u{2067}", "\u{2069}"),
            ("isolate-override", "rtl", "\u{2067}\u{202E}", "\u{202C}\u{2069}"), ("plaintext", "rtl", "\u{2068}", "\u{2069}"),
        ] {
            for inner in ["de 1!", "שלום 12!"] {
                let element = "<tspan unicode-bidi='\(value)' direction='\(direction)'>\(inner)</tspan>"
                #expect(try looksAlike("ab \(element) 3 c", "ab \(start)\(inner)\(end) 3 c"), "\(value) \(inner)")
            }
        }
        // Without the property, the direction of an inline element changes nothing.
        #expect(try line("ab <tspan direction='rtl'>de 1!</tspan> c") == line("ab de 1! c"))
        let override = "unicode-bidi='bidi-override' direction='rtl' text-anchor='end'"
        #expect(try text(override, "abc", family: "DejaVu Sans") == text("", "cba", family: "DejaVu Sans"))
        let plain = "unicode-bidi='plaintext' direction='rtl' text-anchor='end'"
        #expect(try text(plain, "abc!", family: "DejaVu Sans") == text("", "abc!", family: "DejaVu Sans"))
    }
}
