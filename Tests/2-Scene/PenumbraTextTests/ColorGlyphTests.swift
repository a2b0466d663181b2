import CPenumbraHarfBuzz
import Glibc
import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import PenumbraSystem
import PenumbraText
import TestSupport
import Testing

/// Tests which font and which glyphs draw emoji and other characters in colours.
///
/// `scripts/studies/make-color-fonts` makes the fonts; their README describes them.
@Suite(.timed) struct ColorGlyphTests {
    private static let shaper = TextShaper()
    private static let emoji = UnicodeFile("emoji/emoji-test.txt")
    private static let opener: FontOpener = { path throws(TextError) in open(path, O_RDONLY) }
    private static let tests = Repository.root + "/Tests"
    private static let noto = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
    private static let hasNoto = access(noto, R_OK) == 0
    private static let sequences = ["🦊", "👍🏽", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "👩‍🚀", "🏳️‍🌈"]

    private static func font(_ name: String) -> TextStyle.Font { .file("\(tests)/Corpus/fonts/\(name).ttf") }

    private func layout(
        _ string: String, _ font: TextStyle.Font, fontSize: Double = 100, width: Double? = nil, pixelsPerPoint: Double = 1,
        limits: TextLimits = TextLimits(), _ change: (inout TextStyle) -> Void = { _ in }
    ) throws -> TextLayout {
        var style = TextStyle(font: font, fontSize: fontSize)
        change(&style)
        return try Self.shaper.layout(
            [TextRun(string, style.look)], style: style, width: width, pixelsPerPoint: pixelsPerPoint,
            openingFonts: Self.opener, limits: limits)
    }

    /// The parts of a text: `g` for a glyph in colours, `o` for outlines.
    private func kinds(_ layout: TextLayout) -> String { layout.parts.map { $0.glyph == nil ? "o" : "g" }.joined() }

    // MARK: - Fonts

    /// A sequence is one glyph, with letter spacing too, which turns the ligatures of letters off.
    @Test(arguments: sequences) func emojiSequenceIsOneGlyph(_ emoji: String) throws {
        let alone = try layout(emoji, Self.font("emoji"))
        #expect(kinds(alone) == "g")
        let twice = try layout(emoji + emoji, Self.font("emoji")) { $0.letterSpacing = 7 }
        #expect(kinds(twice) == "gg" && abs(twice.size.width - 2 * alone.size.width - 14) < 1e-6)
    }

    /// Every sequence that Unicode recommends gives the glyphs that HarfBuzz alone finds in the emoji font.
    @Test(
        .enabled(
            if: hasNoto && emoji.isInstalled, "Noto Color Emoji or Unicode's emoji-test.txt is not installed"))
    func unicodeEmojiSequencesMatchHarfBuzz() throws {
        let blob = hb_blob_create_from_file(Self.noto)
        let face = hb_face_create(blob, 0)
        let font = hb_font_create(face)
        defer {
            hb_font_destroy(font)
            hb_face_destroy(face)
            hb_blob_destroy(blob)
        }
        func drawnGlyphs(_ scalars: [UInt32]) -> Int {
            let buffer = hb_buffer_create()
            defer { hb_buffer_destroy(buffer) }
            hb_buffer_add_utf32(buffer, scalars, Int32(scalars.count), 0, Int32(scalars.count))
            hb_buffer_guess_segment_properties(buffer)
            hb_shape(font, buffer, nil, 0)
            var count: UInt32 = 0
            guard let infos = hb_buffer_get_glyph_infos(buffer, &count) else { return 0 }
            return (0..<Int(count)).count { index in
                let picture = hb_ot_color_glyph_reference_png(font, infos[index].codepoint)
                defer { hb_blob_destroy(picture) }
                return hb_blob_get_length(picture) > 0
            }
        }
        var sequences = 0
        var single = 0
        for parts in try Self.emoji.fields(";") {
            guard parts.count == 2, parts[1].hasPrefix(" fully-qualified") else { continue }
            let scalars = parts[0].split(separator: " ").compactMap { UInt32($0, radix: 16) }
            let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
            sequences += 1
            let expected = drawnGlyphs(scalars)
            if expected == 1 { single += 1 }
            let ours = try layout(text, .pattern("DejaVu Sans"))
            #expect(kinds(ours) == String(repeating: "g", count: expected), "\(text) \(parts[0])")
        }
        #expect(sequences > 3000 && single > 3000, "\(single) of \(sequences)")
    }

    /// The defaults of Unicode and the variation selectors decide between text and emoji.
    @Test(
        .enabled(if: hasNoto, "Noto Color Emoji is not installed"),
        arguments: [
            ("❤", "o"), ("❤\u{FE0F}", "g"), ("☺\u{FE0E}", "o"), ("😀", "g"), ("😀\u{FE0E}", "o"), ("1", "o"),
            ("1\u{FE0F}\u{20E3}", "g"),
            ("©", "o"), ("©\u{FE0F}", "g"), ("™", "o"), ("#", "o"), ("☝🏽", "g"), ("❤\u{200D}🔥", "g"), ("⛹\u{200D}♂", "g"),
            ("a🦊b", "ogo"),
        ])
    func presentationAsTextOrEmojiFollowsUnicode(_ text: String, _ expected: String) throws {
        let layout = try layout(text, .pattern("DejaVu Sans"))
        #expect(kinds(layout) == expected)
        // An emoji in an emoji font is nothing to report.
        #expect(layout.notices.isEmpty)
    }

    /// A colour font draws a character that no other font has, though Unicode shows it as text.
    @Test(.enabled(if: hasNoto, "Noto Color Emoji is not installed")) func colourFontDrawsCharactersNoOtherFontHas() throws {
        let layout = try layout("\u{1FAE0}\u{FE0E}", .pattern("DejaVu Sans"))
        #expect(kinds(layout) == "g")
        #expect(layout.notices.count == 1)
    }

    /// A font of emoji leaves digits to other fonts. Another font also draws a character that a colour font shows as nothing.
    @Test func emptyColourGlyphIsReplacedByAnotherFont() throws {
        #expect(kinds(try layout("1", Self.font("emoji"))) == "o")
        #expect(kinds(try layout("A", Self.font("strikes"))) == "o")
        #expect(try layout("A", Self.font("strikes")).notices.isEmpty)
        let empty = try layout("E", Self.font("strikes"))
        #expect(kinds(empty) == "o" && empty.notices.count == 1)
    }

    @Test func colourFontLettersAreColourGlyphs() throws {
        #expect(kinds(try layout("AB", Self.font("layers"))) == "gg")
        // The font has no P; another font does.
        #expect(kinds(try layout("AP", Self.font("layers"))) == "go")
        for paint in "ABCDEFGHIJKLMNOPQRSTUVWXbcdefghijklmnopqrstuvwxyz01" {
            #expect(kinds(try layout(String(paint), Self.font("paints"))) == "g", "\(paint)")
        }
    }

    // MARK: - Pictures

    /// The smallest picture that is large enough, or else the largest.
    @Test(arguments: [(16.0, 1.0, 20), (20, 1, 20), (20.5, 1, 40), (16, 2, 40), (40, 1, 40), (41, 1, 80), (300, 2, 80)])
    func bitmapGlyphIsTheSmallestLargeEnough(_ size: Double, _ scale: Double, _ expected: Int) throws {
        let layout = try layout("😀", Self.font("strikes"), fontSize: size, pixelsPerPoint: scale)
        guard case .picture(let bitmap, let map)? = layout.parts.first?.glyph?.glyph.drawing else {
            Issue.record("no picture")
            return
        }
        #expect(bitmap.width == expected)
        // 1000 units per em. The picture's lower left corner is a twentieth right of the origin and a tenth below it.
        let bounds = Rect(x: 0, y: 0, width: Double(expected), height: Double(expected)).transformed(by: map)
        #expect(abs(bounds.minX - 50) < 1e-9 && abs(bounds.minY + 100) < 1e-9 && abs(bounds.width - 1000) < 1e-9)
    }

    @Test func colourGlyphsAreDecodedOnce() throws {
        let (a, b) = (try layout("🦊", Self.font("emoji")), try layout("a🦊", Self.font("emoji"), fontSize: 30))
        let glyphs = (a.parts + b.parts).compactMap(\.glyph?.glyph)
        #expect(glyphs.count == 2 && glyphs[0] === glyphs[1])
        // A picture of 136 by 128 pixels counts once.
        let once = try layout("🦊", Self.font("emoji")).elementCount
        let twice = try layout("🦊🦊", Self.font("emoji")).elementCount
        #expect(once > 136 * 128 * 4 / 256 && twice < once + 20)
    }

    @Test func bitmapGlyphsCountTowardsTheLimit() throws {
        #expect(throws: TextError.outlineTooLong(limit: 200)) {
            try layout("🦊", Self.font("emoji"), limits: TextLimits(segments: 200))
        }
        #expect(throws: TextError.tooMuchWork) { try layout("🦊", Self.font("emoji"), limits: TextLimits(until: 0)) }
    }

    // MARK: - Lines

    @Test func colourGlyphsArePaintedInTextOrder() throws {
        let layout = try layout("A P A", Self.font("layers"))
        #expect(kinds(layout) == "gog")
        let places = layout.parts.map { $0.glyph?.transform.tx ?? $0.path.bounds.minX }
        #expect(places == places.sorted())
    }

    /// Emoji break like ideographs, and never inside a sequence.
    @Test func linesBreakBetweenEmoji() throws {
        let width = try layout("🦊", Self.font("emoji")).size.width
        let foxes = try layout("🦊🦊🦊", Self.font("emoji"), width: 2.5 * width)
        #expect(foxes.lines.map(\.text) == ["🦊🦊", "🦊"])
        let sequences = try layout("👩‍🚀🏳️‍🌈🏴󠁧󠁢󠁥󠁮󠁧󠁿", Self.font("emoji"), width: 1.5 * width)
        #expect(sequences.lines.map(\.text) == ["👩‍🚀", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])
    }

    /// The lines of the text run through emoji: underlines below the glyphs, strikethroughs above them.
    @Test func underlinesAndStrikethroughsIncludeEmoji() throws {
        let runs = ["a", "🦊", "b"].map { text in
            var look = TextLook(font: text == "🦊" ? Self.font("emoji") : .pattern("DejaVu Sans"), fontSize: 100)
            look.underline = .solid
            look.strikethrough = .solid
            return TextRun(text, look)
        }
        let layout = try Self.shaper.layout(runs, style: TextStyle(), width: nil, openingFonts: Self.opener)
        #expect(kinds(layout) == "oogoo")
        let emoji = layout.parts.filter { $0.run == 1 }
        #expect(emoji[0].path.bounds.minY > emoji[2].path.bounds.maxY)
        #expect(abs(emoji[0].path.bounds.width - layout.size.width / 3) < layout.size.width / 3)
    }

    /// A line breaker ended the process at regional indicators and at U+FFFF.
    @Test(arguments: ["🇩🇪", "\u{1F1E6}", "\u{1F1E6}\u{FE0E}b", "a\u{FFFF}b", "\u{10FFFF}\u{FFFE}"])
    func lineBreakingAcceptsEveryCharacter(_ text: String) throws {
        #expect(try layout(text, .pattern("DejaVu Sans"), width: 10).lines.count >= 1)
        #expect(try layout(text, Self.font("emoji"), width: 10).lines.count >= 1)
    }

    // MARK: - Hostile fonts

    /// Paints that never end are not painted; the glyph's outline is.
    @Test func endlessGlyphPaintsAreNotPainted() throws {
        let font = TextStyle.Font.file("\(Self.tests)/TestSupport/Fonts/endless-paints.ttf")
        let start = ThreadClock.nanoseconds
        for character in "ABCDXY" {
            #expect(kinds(try layout(String(character), font)) == "o", "\(character)")
        }
        #expect(kinds(try layout("OW", font)) == "gg")
        #expect(ThreadClock.nanoseconds - start < 5_000_000_000)
    }

    /// A broken colour font gives an error or a text, but never a trap.
    @Test(arguments: ["emoji", "layers", "paints", "strikes"], TestSeeds.all)
    func brokenColourFontsNeverTrap(name: String, seed: UInt64) throws {
        guard case .file(let original) = Self.font(name), let file = fopen(original, "rb") else { return }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 100_000)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        var random = SeededGenerator(seed: seed)
        // The places of the tables that hold colours.
        var tables: [Range<Int>] = []
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        for record in stride(from: 12, to: 12 + 16 * Int(bytes[5]), by: 16) {
            let tag = String(decoding: bytes[record..<record + 4], as: UTF8.self)
            guard ["COLR", "CPAL", "CBDT", "CBLC", "sbix"].contains(tag) else { continue }
            tables.append(number(record + 8)..<number(record + 8) + min(400, number(record + 12)))
        }
        #expect(!tables.isEmpty)
        let folder = try TestFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/broken.ttf"
        for round in 0..<60 {
            var broken = bytes
            for _ in 0..<random.integer(1...12) {
                let table = tables[random.integer(0...tables.count - 1)]
                broken[random.integer(table.lowerBound...table.upperBound - 1)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let out = fopen(path, "wb") else { return }
            fwrite(broken, 1, broken.count, out)
            fclose(out)
            let style = TextStyle(font: .file(path), fontSize: 20)
            let layout = try? TextShaper().layout("ABCEFGKOPQRSTW bcdz 🦊😀👍🏽🍎", style: style, width: 60)
            guard let layout else { continue }
            #expect(layout.parts.allSatisfy { $0.glyph?.glyph.bounds.isFinite ?? true }, "seed \(seed), round \(round)")
        }
    }
}
