import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import TestSupport
import Testing

/// Tests the fonts of `@font-face` rules.
@Suite(.timed) struct EmbeddedFontTests {
    /// The fonts that a document's text asks for, and its warnings. Each font of the document is called by its first byte.
    private func fonts(_ style: String, _ text: String = "<text y='9'>HI</text>") throws -> (
        fonts: [String], warnings: [String]
    ) {
        var asked: [String] = []
        var options = SVGOptions()
        options.addFont = { bytes in bytes.first.map { "own-\($0).ttf" } }
        options.outlines = { text in
            SVGTextOutline(
                path: Path(Rect(x: 0, y: -9, width: 9, height: 9)), advance: 9, ascent: 9, descent: 0, hasColors: false)
        }
        options.shaped = { text in
            asked += text.runs.map { $0.font ?? text.font }
            return text.runs.map(\.string).joined().enumerated().map { index, letter in
                SVGTextCluster(
                    scalar: index, text: String(letter), advance: 9, path: Path(Rect(x: 0, y: -9, width: 9, height: 9)),
                    hasColors: false)
            }
        }
        let source = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 99 9'><style>\(style)</style>\(text)</svg>"
        let document = try SVGDocument(Array(source.utf8), options: options)
        return (asked, document.warnings.map(\.description))
    }

    private func face(_ family: String, _ byte: String, _ more: String = "") -> String {
        "@font-face { font-family: \(family); src: url(data:font/ttf;base64,\(byte)); \(more) }"
    }

    @Test func familyOfARuleIsItsFont() throws {
        let found = try fonts(face("'My Font'", "AQ==") + "text { font-family: my font, serif }")
        #expect(found.fonts.first?.contains("own-1.ttf") == true, "\(found.fonts)")
        #expect(found.fonts.first?.contains("serif") == true && found.warnings.isEmpty)
        let other = try fonts(face("'My Font'", "AQ==") + "text { font-family: Others }")
        #expect(!other.fonts.contains { $0.contains("own-") })
    }

    @Test func textWithoutAFamilyHasTheStandardFontOfBrowsers() throws {
        let found = try fonts("")
        #expect(found.fonts.first?.hasPrefix("Times New Roman,Liberation Serif,Tinos,sans-serif") == true, "\(found.fonts)")
    }

    @Test func nearestWeightAndSlantAreChosen() throws {
        let rules =
            face("F", "AQ==") + face("F", "Ag==", "font-weight: bold") + face("F", "Aw==", "font-style: italic")
            + face("F", "BA==", "font-weight: 800 900")
        for (style, byte) in [
            ("", 1), ("font-weight: 700", 2), ("font-weight: 850", 4), ("font-style: italic", 3), ("font-weight: 300", 1),
            ("font: italic bold 9px F", 3),
        ] {
            let found = try fonts(rules + "text { font-family: F; \(style) }")
            #expect(found.fonts.first?.contains("own-\(byte).ttf") == true, "\(style): \(found.fonts)")
        }
    }

    @Test func fontsOfOneStyleServeTheirCharacters() throws {
        let rules =
            face("F", "AQ==", "unicode-range: U+400-4FF") + face("F", "Ag==", "unicode-range: U+0-FF, U+20AC")
            + face("F", "Aw==", "font-weight: bold")
        let found = try fonts(rules + "text { font-family: F }")
        #expect(found.fonts.first?.hasPrefix("own-2.ttf#U+0-ff U+20ac,own-1.ttf#U+400-4ff") == true, "\(found)")
        #expect(found.warnings.isEmpty)
        let same = try fonts(face("F", "AQ==") + face("F", "Ag==") + "text { font-family: F }")
        #expect(same.fonts.first?.hasPrefix("own-2.ttf,own-1.ttf") == true, "\(same.fonts)")
        let broken = try fonts(face("F", "AQ==", "unicode-range: latin") + "text { font-family: F }")
        #expect(broken.warnings.count == 1 && broken.warnings[0].contains("unicode-range"), "\(broken.warnings)")
    }

    @Test func unreadableFontsAreWarnings() throws {
        for rule in [
            "@font-face { font-family: F; src: url(https://a/b.woff2) }", "@font-face { font-family: F }",
            "@font-face { src: local(A) }", "@font-face { font-family: F; src: url(data:,) }",
        ] {
            let found = try fonts(rule + "text { font-family: F }")
            #expect(found.warnings.count == 1 && found.warnings[0].contains("@font-face"), "\(rule): \(found.warnings)")
        }
        let local = try fonts("@font-face { font-family: F; src: url(x.ttf), local('DejaVu Sans') } text { font-family: F }")
        #expect(local.fonts.first?.contains("DejaVu Sans") == true && local.warnings.isEmpty, "\(local)")
    }
}
