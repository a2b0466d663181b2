import Glibc
import PenumbraGeometry
import PenumbraScene
import PenumbraSystem
import PenumbraText
import TestSupport
import Testing

/// Tests runs, alignments, line breaks and fitting. The figures of DejaVu Sans are those of `TextShaperTests`.
@Suite(.timed) struct TextRunTests {
    private static let shaper = TextShaper()
    private static let opener: FontOpener = { path throws(TextError) in open(path, O_RDONLY) }

    private func layout(
        _ runs: [(String, (inout TextLook) -> Void)], width: Double? = nil, height: Double? = nil,
        _ change: (inout TextStyle) -> Void = { _ in }
    ) throws -> TextLayout {
        var style = TextStyle(font: .pattern("DejaVu Sans"), fontSize: 2048)
        change(&style)
        let runs = runs.map { string, change in
            var look = style.look
            change(&look)
            return TextRun(string, look)
        }
        return try Self.shaper.layout(runs, style: style, width: width, height: height, openingFonts: Self.opener)
    }

    private func layout(
        _ string: String, width: Double? = nil, height: Double? = nil, _ change: (inout TextStyle) -> Void = { _ in }
    ) throws -> TextLayout {
        try layout([(string, { _ in })], width: width, height: height, change)
    }

    private func isNear(_ a: Double, _ b: Double, _ margin: Double = 1e-6) -> Bool { abs(a - b) <= margin }

    // MARK: - Runs

    @Test func runsOfOneFontAreShapedTogether() throws {
        let whole = try layout("AVfi")
        let cut = try layout([("A", { _ in }), ("V", { $0.underline = .solid }), ("f", { _ in }), ("i", { _ in })])
        #expect(cut.size == whole.size && cut.lines == whole.lines)
        // Other sizes are shaped apart: no kerning, and no ligature.
        let apart = try layout([("A", { _ in }), ("V", { $0.fontSize = 1024 })])
        #expect(isNear(apart.size.width, 1401 + 700.5))
    }

    @Test func runsShareABaselineBelowTheHighestAscender() throws {
        let layout = try layout([("x", { _ in }), ("H", { $0.fontSize = 4096 }), ("\nx", { _ in })])
        #expect(isNear(layout.lines[0].baseline, 2 * 1901))
        #expect(isNear(layout.lines[1].baseline, 2 * (1901 + 483) + 1901))
        #expect(isNear(layout.size.height, 3 * 2384))
        let raised = try self.layout([("x", { _ in }), ("2", { $0.baselineOffset = 500 })])
        #expect(isNear(raised.lines[0].baseline, 1901 + 500) && isNear(raised.size.height, 2384 + 500))
    }

    /// CSS 2, 10.8.1: half of the leading lies above each run, half below, and the line holds all of them.
    @Test func leadingIsSplitAroundEachRun() throws {
        func box(_ runs: [(String, (inout TextLook) -> Void)], _ height: Text.LineHeight) throws -> TextLayout.Line {
            try layout(runs) { $0.lineHeight = height }.lines[0]
        }
        let alone = try box([("H", { _ in })], 3000)
        #expect(isNear(alone.baseline, 1901 + (3000 - 2384) / 2) && alone.top == 0 && alone.height == 3000)
        #expect(isNear(try box([("H", { _ in })], 2000).baseline, 1901 - 192))
        // The same height for both: the larger font's baseline decides above, the smaller font's below.
        let runs: [(String, (inout TextLook) -> Void)] = [("x", { _ in }), ("H", { $0.fontSize = 4096 })]
        let mixed = try box(runs, 3000)
        #expect(isNear(mixed.baseline, 2 * 1901 + (3000 - 4768) / 2))
        #expect(isNear(mixed.height, mixed.baseline + 483 + (3000 - 2384) / 2))
        // A factor counts from each font size.
        let factor = try box(runs, .factor(1.5))
        #expect(isNear(factor.height, 1.5 * 4096) && isNear(factor.baseline, 2 * 1901 + (1.5 * 4096 - 4768) / 2))
    }

    @Test func backgroundsAreAsHighAsTheirFont() throws {
        let layout = try layout([
            ("x", { ($0.hasBackground, $0.lineHeight) = (true, 5000) }), ("H", { $0.fontSize = 4096 }),
        ])
        let area = layout.parts[0].path.bounds
        #expect(isNear(area.minY, layout.lines[0].baseline - 1901) && isNear(area.height, 2384))
    }

    @Test func decorationsOfTheirOwnColourAreSeparateParts() throws {
        let red = Text.Line(.solid, color: .black, thickness: 100, offset: 300)
        let layout = try layout([("H", { ($0.underline, $0.overline, $0.strikethrough) = (red, .solid, red) })])
        #expect(layout.parts.map(\.role) == [.underline, .glyphs, .strikethrough])
        let line = layout.parts[0].path.bounds
        #expect(isNear(line.minY, 1901 + 300) && isNear(line.height, 100) && isNear(line.width, 1540))
        // Above the baseline, the offset leads up to the line's lower edge.
        #expect(isNear(layout.parts[2].path.bounds.maxY, 1901 - 300))
        // The line over the text lies at the top of its font.
        #expect(isNear(layout.parts[1].path.bounds.minY, 0))
    }

    @Test func patternsOfDecorationsFillTheWidth() throws {
        for style in [Text.Line.Style.dotted, .dashed, .wavy, .double] {
            let layout = try layout([("HHH", { $0.underline = Text.Line(style, thickness: 100) })])
            let part = try #require(layout.parts.first { $0.role == .underline })
            #expect(isNear(part.path.bounds.width, 3 * 1540) && part.path.bounds.minX == 0, "\(style)")
            #expect(part.strokeWidth == (style == .wavy ? 100 : nil))
        }
        #expect(throws: TextError.self) {
            try self.layout([("HHH", { $0.underline = Text.Line(.dotted, thickness: 1e-6) })])
        }
        #expect(try layout([("H", { $0.underline = Text.Line(.dotted, thickness: 0) })]).parts.map(\.role) == [.glyphs])
    }

    @Test func textStrokesFollowTheGlyphs() throws {
        let layout = try layout([("H", { $0.strokeWidth = 80 }), ("x", { _ in })])
        #expect(layout.parts.map(\.role) == [.glyphs, .stroke, .glyphs] && layout.parts[1].strokeWidth == 80)
        #expect(layout.parts[1].path == layout.parts[0].path)
    }

    @Test func wordSpacingWidensSpacesOnly() throws {
        let plain = try layout("HH H\u{A0}H")
        #expect(isNear(try layout("HH H\u{A0}H") { $0.look.wordSpacing = 200 }.size.width, plain.size.width + 400))
    }

    @Test func indentsMoveTheFirstLineOfEachParagraph() throws {
        let layout = try layout("H H H\nH", width: 4300) { $0.indent = 500 }
        #expect(layout.lines.map(\.x) == [500, 0, 500] && layout.lines.map(\.text) == ["H H", "H", "H"])
        // From right to left, the indent lies at the right.
        let hebrew = try self.layout("\u{5D0}", width: 5000) { $0.indent = 500 }
        #expect(isNear(hebrew.lines[0].x + hebrew.lines[0].width, 4500))
        #expect(isNear(try self.layout("H") { ($0.indent, $0.isWrapped) = (500, false) }.size.width, 2040))
    }

    @Test func wordsAreBrokenOnlyWhereTheyMay() throws {
        #expect(try layout("HHHH H", width: 3500).lines.map(\.text) == ["HH", "HH", "H"])
        #expect(try layout("HHHH H", width: 3500) { $0.lineBreak = .wholeWords }.lines.map(\.text) == ["HHHH", "H"])
        let words = "\u{4E00}\u{4E8C} \u{4E09}\u{56DB}"
        #expect(try layout(words, width: 4000) { $0.lineBreak = .keepAll }.lines.count == 2)
    }

    @Test func letterSpacingKeepsJoinedLettersTogether() throws {
        let arabic = "\u{628}\u{628}\u{628}"
        let plain = try layout(arabic)
        #expect(try layout(arabic) { $0.letterSpacing = 900 }.lines[0].width == plain.lines[0].width)
        #expect(isNear(try layout("HH") { $0.letterSpacing = 900 }.size.width, 2 * (1540 + 900)))
    }

    @Test func textPartsAreBackgroundsThenGlyphsInRunOrder() throws {
        let layout = try layout([("a", { _ in }), ("b", { $0.hasBackground = true }), (" ", { _ in }), ("c", { _ in })])
        #expect(layout.parts.map(\.run) == [1, 0, 1, 3])
        #expect(layout.parts.map(\.role) == [.background, .glyphs, .glyphs, .glyphs])
        let area = layout.parts[0].path.bounds
        // a is 1255 wide, b 1300.
        #expect(isNear(area.minX, 1255) && isNear(area.width, 1300) && area.minY == 0 && isNear(area.height, 2384))
    }

    /// DejaVu's post table: the underline at −40, 90 thick; its OS/2 table: the strikeout at 530, 102 thick.
    @Test func underlinesAndStrikethroughsFollowTheFontTables() throws {
        let layout = try layout([(" ", { $0.underline = .solid }), ("\u{A0}", { $0.strikethrough = .solid }), ("x", { _ in })])
        let under = layout.parts[0].path.bounds
        let through = layout.parts[1].path.bounds
        #expect(isNear(under.minY, 1901 + 40) && isNear(under.height, 90), "\(under)")
        #expect(isNear(through.minY, 1901 - 530) && isNear(through.height, 102), "\(through)")
        #expect(isNear(under.minX, 0) && isNear(under.width, 651) && isNear(through.minX, 651))
    }

    /// Glyphs of TrueType fonts and underlines have one direction, so that the non-zero rule joins them.
    @Test func underlineNeverErasesAGlyph() throws {
        let layout = try layout([("g", { $0.underline = .solid })])
        let areas = layout.path.flattened(tolerance: 0.01).map { line in
            zip(line.points, line.points.dropFirst() + line.points.prefix(1)).reduce(0) {
                $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y
            }
        }
        let outer = try #require(areas.max { abs($0) < abs($1) })
        #expect(areas.count == 3 && (areas.last ?? 0) * outer > 0)
    }

    @Test func fontFeaturesChangeTheShaping() throws {
        let kerned = try layout("AV").size.width
        let loose = try layout([("AV", { $0.features = [TextLook.Feature("kern", 0)] })]).size.width
        #expect(isNear(loose, 2 * 1401) && kerned < loose)
    }

    /// A mark at the start of a run belongs to the letter before it, and a line break in two runs is one.
    @Test func charactersMayExtendAcrossRuns() throws {
        let whole = try layout("He\u{301}H").size
        #expect(try layout([("He", { _ in }), ("\u{301}H", { $0.underline = .solid })]).size == whole)
        #expect(
            try layout([("HHe", { _ in }), ("\u{301}H", { _ in })], width: 4000) { $0.lineBreak = .anywhere }.lines.map(\.text)
                == ["HH", "e\u{301}H"])
        #expect(try layout([("H\r", { _ in }), ("\nH", { _ in })]).lines.map(\.text) == ["H", "H"])
        // Each empty line is as high as the run in which it begins. Half of 1901 and 483 is rounded up.
        let tall = try layout([("", { _ in }), ("H\n", { $0.fontSize = 4096 }), ("\n", { _ in }), ("", { $0.fontSize = 1024 })])
        #expect(tall.lines.count == 3 && isNear(tall.size.height, 2384 * 3 + 951 + 242))
        let marks = String(repeating: "\u{301}", count: 200)
        #expect(throws: TextError.characterTooLong(limit: 256)) { try layout([("e" + marks, { _ in }), (marks, { _ in })]) }
    }

    // MARK: - Invisible characters

    /// Control characters and characters that Unicode calls default-ignorable.
    private static let invisible: [ClosedRange<UInt32>] = [
        0x00...0x08, 0x0E...0x1F, 0x7F...0x84, 0x86...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160,
        0x17B4...0x17B5, 0x180B...0x180F, 0x3164...0x3164, 0xFFA0...0xFFA0,
        0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFF0...0xFFFB,
        0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF,
    ]

    @Test func invisibleCharactersAreNotDrawnAndHaveNoWidth() throws {
        let plain = try layout("HH")
        let spaced = try layout("HH") { $0.letterSpacing = 100 }
        for scalar in Self.invisible.flatMap({ $0 }).compactMap(Unicode.Scalar.init) {
            let text = "H\(Character(scalar))H"
            let layout = try layout(text)
            let name = String(scalar.value, radix: 16)
            #expect(layout.path == plain.path && layout.size == plain.size && layout.notices.isEmpty, "\(name)")
            let loose = try self.layout(text) { $0.letterSpacing = 100 }
            #expect(loose.path == spaced.path && loose.size == spaced.size, "\(name)")
        }
    }

    /// Signs that surround digits are no controls, though Unicode calls them format characters.
    @Test func visibleFormatCharactersNeedAGlyph() throws {
        let layout = try layout("\u{110BD}")
        #expect(layout.notices == [.charactersMissing("\u{110BD}")])
    }

    @Test func ellipsisHasTheStyleOfTheTruncatedRun() throws {
        let layout = try layout(
            [("HH", { _ in }), ("HHHHHH", { $0.underline = .solid })], width: 7000
        ) { $0.maximumLines = 1 }
        #expect(layout.lines.map(\.text) == ["HHH…"])
        #expect(layout.parts.map(\.run) == [0, 1])
    }

    // MARK: - Alignment

    @Test func startAndEndAlignmentFollowTheParagraphDirection() throws {
        let text = "H\n\u{5D0}"
        let start = try layout(text, width: 5000) { $0.alignment = .start }.lines
        let end = try layout(text, width: 5000) { $0.alignment = .end }.lines
        #expect(start[0].x == 0 && isNear(start[1].x + start[1].width, 5000))
        #expect(isNear(end[0].x + end[0].width, 5000) && end[1].x == 0)
        #expect(isNear(try layout("H", width: 5000) { $0.direction = .rtl }.lines[0].x, 5000 - 1540))
        #expect(try layout("\u{5D0}", width: 5000) { $0.direction = .ltr }.lines[0].x == 0)
    }

    @Test func justifiedLinesAreAsWideAsTheFrame() throws {
        let layout = try layout("H H H H H\nH H", width: 6500) { $0.alignment = .justified }
        #expect(layout.lines.map(\.text) == ["H H H", "H H", "H H"])
        #expect(isNear(layout.lines[0].width, 6500))
        #expect(layout.lines[1].width < 4000 && layout.lines[2].width < 4000)
        // The second H of the first line begins half of the free width further right.
        let free = (6500 - 3 * 1540 - 2 * 651.0) / 2
        let edges = layout.path.flattened(tolerance: 1).prefix(3).map { $0.points.map(\.x).min() ?? 0 }
        #expect(isNear(edges[1] - edges[0], 1540 + 651 + free))
    }

    @Test func verticalAlignmentPlacesLinesInTheFrame() throws {
        func top(_ alignment: Text.VerticalAlignment) throws -> Double {
            try layout("H\nH", height: 10_000) { $0.verticalAlignment = alignment }.lines[0].baseline - 1901
        }
        #expect(try top(.top) == 0)
        #expect(isNear(try top(.center), (10_000 - 2 * 2384) / 2))
        #expect(isNear(try top(.bottom), 10_000 - 2 * 2384))
        #expect(isNear(try top(.baseline), -1901))
    }

    // MARK: - Line breaks

    @Test func softHyphenShowsAtLineEnds() throws {
        let text = "HH\u{AD}HH"
        #expect(isNear(try layout(text, width: 9000).size.width, 4 * 1540))
        let cut = try layout(text, width: 4000)
        // U+2010 is as wide as the hyphen-minus.
        #expect(cut.lines.count == 2 && isNear(cut.lines[0].width, 2 * 1540 + 739) && isNear(cut.lines[1].width, 2 * 1540))
        // Without room for the hyphen, the word is broken like any that is too long.
        #expect(
            try layout(text, width: 2 * 1540 + 700).lines.map(\.width).allSatisfy { isNear($0, 2 * 1540) || isNear($0, 1540) })
    }

    @Test func unicodeScalarsNeverTrapTheShaper() throws {
        let dense = [0..<0x800, 0x2000..<0x2100, 0xFFF0..<0x10000, 0x1F100..<0x1F700].flatMap { Array($0 as Range<UInt32>) }
        let values = dense + Array(stride(from: UInt32(0), to: 0x110000, by: 997))
        for value in values {
            guard let scalar = Unicode.Scalar(value) else { continue }
            _ = try Self.shaper.layout(
                "a\(scalar)\(scalar) b", style: TextStyle(font: .pattern("DejaVu Sans"), fontSize: 9), width: 300)
        }
    }

    /// Unicode's rules allow a line to end between a space and its mark, which are one character.
    @Test func markAfterASpaceHasItsOwnWidth() throws {
        for string in ["HHHH \u{301}HH", "HH \u{1F3FD}HHHH HH", "H \u{20DD}\u{20DD}HHHH", " \u{301} \u{301} \u{301}HH"] {
            // The skin tone alone takes 2550 in the emoji font.
            for width in stride(from: 2750.0, to: 9000, by: 250) {
                let lines = try layout(string, width: width).lines
                #expect(lines.allSatisfy { $0.width <= width + 1e-6 }, "\(string), \(width): \(lines)")
            }
        }
    }

    @Test func operatorsAreNotBroken() throws {
        #expect(try layout("HH C++ HH", width: 5600).lines.map(\.text) == ["HH", "C++", "HH"])
    }

    /// U+2042 belongs to no script. DejaVu Sans Mono lacks it, and only DejaVu Serif has the letter U+A784.
    @Test func punctuationUsesTheFontOfAdjacentLetters() throws {
        func fonts(_ string: String) throws -> [String] { try layout(string) { $0.font = .pattern("DejaVu Sans Mono") }.fonts }
        #expect(try fonts("\u{2042}") != ["DejaVu Serif"])
        for string in ["\u{A784}\u{2042}", "\u{2042}\u{A784}", "\u{2042}\u{2042} \u{A784}"] {
            let used = try fonts(string)
            #expect(Set(used).isSubset(of: ["DejaVu Serif", "DejaVu Sans Mono"]), "\(used)")
        }
    }

    @Test func anywhereLineBreakFillsEachLine() throws {
        #expect(try layout("HH HH-HH", width: 5400) { $0.lineBreak = .anywhere }.lines.map(\.text) == ["HH H", "H-HH"])
        #expect(try layout("HH HH-HH", width: 5400).lines.map(\.text) == ["HH", "HH-", "HH"])
    }

    @Test func balancedLinesAreTheNarrowestForTheirCount() throws {
        var random = SeededGenerator(seed: TestSeeds.base)
        for _ in 0..<60 {
            let words = (0..<Int.random(in: 2...14, using: &random)).map { _ in
                String(repeating: "H", count: Int.random(in: 1...8, using: &random))
            }
            let text = words.joined(separator: " ")
            let width = Double.random(in: 13_000...40_000, using: &random)
            let plain = try layout(text, width: width).lines
            let balanced = try layout(text, width: width) { $0.lineBreak = .balanced }.lines
            #expect(balanced.count == plain.count, "\(text) \(width)")
            let widest = balanced.map(\.width).max() ?? 0
            #expect(widest <= (plain.map(\.width).max() ?? 0) + 1e-6)
            // The narrowest frame is found to 1/4096 of the width. In a narrower one, the text needs more lines, or a word breaks.
            let narrower = widest - width / 4096 - 1
            let longest = words.map { Double($0.utf8.count) * 1540 }.max() ?? 0
            if plain.count > 1, longest <= narrower {
                #expect(try layout(text, width: narrower).lines.count > plain.count, "\(text) \(width)")
            }
        }
    }

    // MARK: - Fitting

    @Test(arguments: TestSeeds.all)
    func fittedFontSizeIsTheLargestThatFits(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<rounds(150) {
            let words = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                String(
                    (0..<Int.random(in: 1...9, using: &random)).map { _ in "HaVio.\u{AD}".randomElement(using: &random) ?? "H" }
                )
            }
            let size = Double(Int.random(in: 8...40, using: &random))
            let smallest = Double(Int.random(in: 2...Int(size), using: &random))
            let frame = Size(width: .random(in: 20...300, using: &random), height: .random(in: 10...90, using: &random))
            var style = TextStyle(font: .pattern("DejaVu Sans"), fontSize: size)
            style.isWrapped = Bool.random(using: &random)
            style.maximumLines = [nil, 1, 2].randomElement(using: &random) ?? nil
            style.lineHeight = [nil, .points(size * 1.5)].randomElement(using: &random) ?? nil
            var look = style.look
            look.fontSize = size * 1.25
            let runs = [TextRun(words.joined(separator: " "), style.look), TextRun(" tail", look)]
            var fitting = style
            fitting.minimumFontSize = smallest
            let zoom = try Self.shaper.layout(
                runs, style: fitting, width: frame.width, height: frame.height, openingFonts: Self.opener
            ).zoom
            var expected = smallest / size
            for step in stride(from: Int(size * 64), to: Int(smallest * 64), by: -1) {
                let factor = Double(step) / 64 / size
                var scaled = style
                scaled.maximumLines = nil
                scaled.lineHeight = style.lineHeight.map { .points($0.points(ofFontSize: size) * factor) }
                let layout = try Self.shaper.layout(
                    runs.map { run in
                        var look = run.look
                        look.fontSize *= factor
                        look.lineHeight = scaled.lineHeight
                        return TextRun(run.string, look)
                    }, style: scaled, width: frame.width, openingFonts: Self.opener)
                if layout.size.width <= frame.width + 1e-6, layout.size.height <= frame.height + 1e-6,
                    layout.lines.count <= style.maximumLines ?? .max
                {
                    expected = factor
                    break
                }
            }
            #expect(isNear(zoom, expected, 1e-9), "\(words) \(size) \(smallest) \(frame) \(style)")
        }
    }
}
