import Glibc
import PenumbraGeometry
import PenumbraScene
import PenumbraSystem
import PenumbraText
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests texts against the tables of DejaVu Sans 2.37, read with fontTools.
///
/// The font has 2048 units per em, hhea ascent 1901, descent −483 and gap 0. Advances: H 1540, A and V 1401, o 1253, space 651,
/// f 721, i 569, fi 1290, hyphen 739, ellipsis 2048.
@Suite(.timed) struct TextShaperTests {
    private static let shaper = TextShaper()
    /// Malicious fonts of 776 and 1,192 bytes, made from scratch with fontTools; no glyph comes from another font.
    private let fonts = Repository.root + "/Tests/TestSupport/Fonts"
    private static let opener: FontOpener = { path throws(TextError) in open(path, O_RDONLY) }
    private static let dejavu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    private func layout(
        _ string: String, width: Double? = nil, _ change: (inout TextStyle) -> Void = { _ in }
    ) throws -> TextLayout {
        // At 2048 points, one font unit equals one point.
        var style = TextStyle(font: .pattern("DejaVu Sans"), fontSize: 2048)
        change(&style)
        return try Self.shaper.layout(string, style: style, width: width)
    }

    private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }

    /// The signed area of each outline, and its leftmost point.
    private func contours(_ path: Path) -> [(area: Double, left: Double)] {
        path.flattened(tolerance: 0.01).map { line in
            var twice = 0.0
            for (a, b) in zip(line.points, line.points.dropFirst() + line.points.prefix(1)) {
                twice += a.x * b.y - b.x * a.y
            }
            return (twice / 2, line.points.map(\.x).min() ?? 0)
        }
    }

    @Test func firstBaselineLiesAnAscenderBelowTheTop() throws {
        let layout = try layout("H\nH")
        #expect(isNear(layout.lines[0].baseline, 1901) && isNear(layout.lines[1].baseline, 1901 + 1901 + 483))
        #expect(isNear(layout.size.height, 2 * 2384) && isNear(layout.size.width, 1540))
        // An H touches the baseline, is 1493 units high and begins 201 from the left.
        let bounds = layout.path.bounds
        #expect(isNear(bounds.maxY, 1901 + 2384) && isNear(bounds.minX, 201))
    }

    @Test func textOutlineLimitHoldsExactly() throws {
        func layout(_ most: Int) throws -> TextLayout {
            let style = TextStyle(font: .file(Self.dejavu))
            return try Self.shaper.layout(
                [TextRun("Hoo", style.look)], style: style, width: nil,
                openingFonts: Self.opener, limits: TextLimits(segments: most))
        }
        let count = try layout(1000).path.elements.count
        #expect(try layout(count).path.elements.count == count)
        #expect(throws: TextError.outlineTooLong(limit: count - 1)) { try layout(count - 1) }
    }

    @Test func fontFilesAreIdentifiedByContentsNotByName() throws {
        // Two spellings of one letter name two files, and a rewritten file is another file.
        let temporary = try TestFolder()
        defer { temporary.remove() }
        let folder = temporary.path
        let others = ["DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf"].map { "/usr/share/fonts/truetype/dejavu/\($0)" }
        func width(_ file: String) throws -> Double {
            try Self.shaper.layout("HH", style: TextStyle(font: .file(file), fontSize: 2048), width: nil).size.width
        }
        func copy(_ from: String, _ to: String) throws {
            let (source, target) = (open(from, O_RDONLY), open(to, O_WRONLY | O_CREAT | O_TRUNC, 0o600))
            try #require(source >= 0 && target >= 0)
            while sendfile(target, source, nil, 1 << 20) > 0 {}
            close(source)
            close(target)
        }
        let known = try ([Self.dejavu] + others).map(width)
        #expect(Set(known).count == 3)
        try copy(Self.dejavu, "\(folder)/\u{E9}.ttf")
        try copy(others[0], "\(folder)/e\u{301}.ttf")
        #expect(try width("\(folder)/\u{E9}.ttf") == known[0] && width("\(folder)/e\u{301}.ttf") == known[1])
        try copy(others[1], "\(folder)/\u{E9}.ttf")
        #expect(try width("\(folder)/\u{E9}.ttf") == known[2])
    }

    @Test func manyScriptChangesAreShapedLikeFew() throws {
        // The shaper sees the context of each run, however long the text is.
        let short = try layout("a\u{3B1}a\u{3B1}")
        let long = try layout(String(repeating: "a\u{3B1}", count: 500))
        #expect(isNear(long.size.width, short.size.width * 250))
        #expect(long.path.elements.count == short.path.elements.count * 250)
        #expect(Array(long.path.elements.prefix(short.path.elements.count)) == short.path.elements)
    }

    @Test func glyphAdvancesMatchTheFont() throws {
        #expect(isNear(try layout("Ho").lines[0].width, 1540 + 1253))
        #expect(isNear(try layout("H o").lines[0].width, 1540 + 651 + 1253))
    }

    @Test func glyphOutlineAreasMatchFontTools() throws {
        for (letter, area) in [("H", 727952.0), ("o", 538210.25), ("A", 678360), ("x", 456615.5)] {
            let found = contours(try layout(letter).path).reduce(0) { $0 + $1.area }
            #expect(abs(abs(found) - area) < 20, "\(letter)")
        }
    }

    @Test func lettersAreKerned() throws {
        #expect(try layout("AV").lines[0].width < 2 * 1401 - 50)
    }

    @Test func ligaturesAreFormedUnlessLettersAreSpaced() throws {
        #expect(isNear(try layout("fi").lines[0].width, 1290))
        let spread = try layout("fi") { $0.letterSpacing = 100 }
        #expect(isNear(spread.lines[0].width, 721 + 569 + 200))
        #expect(isNear(try layout("Ho") { $0.letterSpacing = -40 }.lines[0].width, 1540 + 1253 - 80))
    }

    @Test func glyphOutlineScalesWithTheFontSize() throws {
        // The heights of lines are rounded, so that only outlines above their baseline scale exactly.
        func outline(_ size: Double) throws -> Path {
            try layout("Ag fi") { ($0.fontSize, $0.verticalAlignment) = (size, .baseline) }.path
        }
        let (small, large) = (try outline(10), try outline(20))
        let scaled = small.applying(.scale(2, 2))
        #expect(scaled.elements.count == large.elements.count)
        for (a, b) in zip(scaled.flattened(tolerance: 1).flatMap(\.points), large.flattened(tolerance: 1).flatMap(\.points)) {
            #expect((a - b).length < 1e-9)
        }
    }

    @Test func linesBreakAsUnicodeAllows() throws {
        func lines(_ text: String, _ width: Double) throws -> [String] { try layout(text, width: width).lines.map(\.text) }
        let four = 4 * 1540.0
        #expect(try lines("HH HH HH", four + 651) == ["HH HH", "HH"])
        #expect(try lines("HH HH", four) == ["HH", "HH"])
        // A line may break after a hyphen, but not at a no-break space.
        #expect(try lines("HH-HH", 2 * 1540 + 739) == ["HH-", "HH"])
        #expect(try lines("H HH\u{A0}HH", four + 651) == ["H", "HH\u{A0}HH"])
        // A word that is too long is split between characters, with at least one character per line.
        #expect(try lines("HHHHH", 2 * 1540 + 5) == ["HH", "HH", "H"])
        #expect(try lines("HHH", 1) == ["H", "H", "H"])
        #expect(try layout("HH HH", width: four) { $0.isWrapped = false }.lines.count == 1)
    }

    /// Unicode's rules allow a line to end between skin tones, which are one character with what they follow.
    @Test func lineWithBreaksInsideACharacterIsAsLongAsFits() throws {
        let text = "🐀🐁🐂\u{1F3FB}\u{1F3FC}\u{1F3FD}\u{1F3FE}\u{1F3FF}🐃🐄"
        let scalars = Array(text.unicodeScalars)
        func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        for width in stride(from: 2600.0, through: 26_000, by: 600) {
            var expected: [String] = []
            var start = 0
            while start < scalars.count {
                var end = start + 1
                while end < scalars.count, try layout(string(start..<end + 1)).lines[0].width <= width { end += 1 }
                expected.append(string(start..<end))
                start = end
            }
            // Dictionaries with the same contents have different orders in one process too.
            for _ in 0..<8 { #expect(try layout(text, width: width).lines.map(\.text) == expected, "at a width of \(width)") }
        }
    }

    @Test func lineBreakCharactersEndLines() throws {
        #expect(try layout("a\n\nb\r\nc\u{2028}d").lines.map(\.text) == ["a", "", "b", "c", "d"])
        #expect(try layout("").lines.map(\.text) == [""])
        #expect(try layout("").path.isEmpty && layout("   ", width: 100).path.isEmpty)
    }

    @Test func linesAreAlignedInTheWidth() throws {
        for (alignment, x) in [(TextStyle.Alignment.left, 0.0), (.center, (5000 - 1540) / 2), (.right, 5000 - 1540)] {
            let layout = try layout("H ", width: 5000) { $0.alignment = alignment }
            #expect(isNear(layout.lines[0].x, x) && isNear(layout.path.bounds.minX, x + 201))
        }
        // Without a width, lines are aligned to the widest line.
        let free = try layout("HH\nH") { $0.alignment = .right }
        #expect(isNear(free.lines[1].x, 1540))
    }

    @Test func textThatDoesNotFitEndsInAnEllipsis() throws {
        let width = 6 * 1540.0
        let cut = try layout("HH HH HH HH HH HH HH", width: width) { $0.maximumLines = 2 }
        #expect(cut.lines.count == 2 && cut.lines[1].text.hasSuffix("…"))
        #expect(cut.lines.allSatisfy { $0.width <= width + 1e-6 })
        #expect(try layout("HH\nHH") { $0.maximumLines = 1 }.lines.map(\.text) == ["HH…"])
        #expect(try layout("HH\nHH") { $0.maximumLines = 2 }.lines.map(\.text) == ["HH", "HH"])
        #expect(try layout("HHHH", width: 10) { $0.maximumLines = 1 }.lines.map(\.text) == ["…"])
    }

    /// The longest beginning that fits with the ellipsis, at every width. Blanks before the ellipsis are removed.
    @Test func ellipsisComesAsLateAsFits() throws {
        let text = "HI  IH HHII, I H…HI"
        let whole = try layout(text + "…").lines[0].width
        for width in stride(from: 1500.0, through: whole + 300, by: 310) {
            let shown = try layout(text, width: width) { ($0.maximumLines, $0.isWrapped) = (1, true) }.lines[0].text
            if shown == text { continue }
            let line = try layout(text, width: width) { $0.isWrapped = true }.lines[0].text
            let fitting = (0...line.count).map { line.prefix($0) }.filter { $0.last?.isWhitespace != true }.filter {
                (try? layout("\($0)…").lines[0].width <= width) ?? false
            }
            #expect(shown == (fitting.last ?? "") + "…", "at a width of \(width)")
        }
    }

    /// Each cut used to be another pass over the remaining text, which took hours.
    @Test func longTextIsTruncatedInOnePass() throws {
        let cut = try layout("H" + String(repeating: "\u{2060}", count: 30_000), width: 10) {
            $0.maximumLines = 1
        }
        #expect(cut.lines.map(\.text) == ["…"])
    }

    /// Glyphs nested in glyphs: a kilobyte that expands to gigabytes.
    @Test func fontWithNestedCompositesIsRefused() throws {
        let path = fonts + "/nested-composites.ttf"
        #expect(throws: TextError.fontTooLarge(file: path)) { try layout("A") { $0.font = .file(path) } }
    }

    /// For each letter, a lookup of the font calls another lookup eight times, five levels deep. This used to take 20 seconds.
    @Test func fontWithExpensiveLookupsIsRefused() throws {
        let style = TextStyle(font: .file(fonts + "/lookups-in-lookups.ttf"))
        func layout(_ count: Int, seconds: Double) throws -> TextLayout {
            try Self.shaper.layout(
                [TextRun(String(repeating: "a", count: count), style.look)], style: style, width: nil,
                openingFonts: Self.opener,
                limits: TextLimits(until: ThreadClock.nanoseconds + Int(seconds * 1e9)))
        }
        #expect(throws: TextError.tooMuchWork) { try layout(100_000, seconds: 0.1) }
        // Elapsed time may be limited too, and is checked while a text is laid out.
        let start = ContinuousClock().now
        let clock = TextClock(nanoseconds: .max, deadline: start + .seconds(0.1))
        #expect(throws: TextError.tooMuchWork) {
            try clock.spend { limits throws(TextError) in
                try Self.shaper.layout(
                    [TextRun(String(repeating: "a", count: 100_000), style.look)], style: style, width: nil,
                    openingFonts: Self.opener, limits: limits)
            }
        }
        #expect(ContinuousClock().now >= start + .seconds(0.1))
        #expect(try layout(100, seconds: 100).path.elements.count == 400)
    }

    /// Every letter is doubled twenty times.
    @Test func fontThatMultipliesGlyphsIsRefused() throws {
        let style = TextStyle(font: .file(fonts + "/doubled-twenty-times.ttf"))
        #expect(throws: TextError.outlineTooLong(limit: 10_000)) {
            try Self.shaper.layout(
                [TextRun(String(repeating: "a", count: 2000), style.look)], style: style, width: nil,
                openingFonts: Self.opener, limits: TextLimits(segments: 10_000))
        }
    }

    /// The font claims to expand to two gigabytes.
    @Test func compressedFontWithAHugeTableIsRefused() throws {
        let path = fonts + "/huge-table.woff"
        #expect(throws: TextError.fontTooLarge(file: path)) { try layout("A") { $0.font = .file(path) } }
    }

    /// DejaVu Sans Mono has no U+1EBF, but it has the letter and the accent that form it.
    @Test func letterIsComposedFromPartsInItsOwnFont() throws {
        let letter = try layout("\u{1EBF}") { $0.font = .pattern("DejaVu Sans Mono") }
        #expect(letter.notices.isEmpty && isNear(letter.lines[0].width, 1233))
    }

    @Test func tabIsShapedAsASpace() throws {
        let tab = try layout("H\tH")
        #expect(isNear(tab.lines[0].width, 2 * 1540 + 651) && tab.notices.isEmpty)
        #expect(try layout("H\tH H", width: 1600) { $0.isWrapped = true }.lines.map(\.text) == ["H", "H", "H"])
    }

    @Test func lineHeightSetsTheLineDistance() throws {
        let layout = try layout("H\nH\nH") { $0.lineHeight = 3000 }
        #expect(isNear(layout.lines[2].baseline, 1901 + 308 + 6000) && isNear(layout.size.height, 9000))
    }

    @Test func rightToLeftTextIsReversed() throws {
        // Alef is at the right of the line, and Latin text inside keeps its own order.
        let hebrew = try layout("\u{5D0}\u{5DC}")
        let reversed = try layout("\u{5DC}\u{5D0}")
        #expect(isNear(hebrew.lines[0].width, reversed.lines[0].width))
        let alef = try layout("\u{5D0}")
        let alefAreas = contours(alef.path).map { $0.area.rounded() }
        let rightmost = contours(hebrew.path).max { $0.left < $1.left }
        #expect(alefAreas.contains((rightmost?.area ?? 0).rounded()))
        let mixed = try layout("\u{5D0} HI")
        let iLeft = contours(mixed.path).map(\.left).min() ?? 0
        // H begins 201 from its origin, at the line's left end.
        #expect(isNear(iLeft, 201))
    }

    @Test func combiningMarksStandOnTheirLetters() throws {
        // One character, one letter's width, two or more outlines.
        let composed = try layout("e\u{301}")
        #expect(isNear(composed.lines[0].width, try layout("e").lines[0].width))
        #expect(contours(composed.path).count > contours(try layout("e").path).count)
    }

    @Test func missingFontIsReportedWithItsReplacement() throws {
        let layout = try layout("H") { $0.font = .pattern("No Such Family Anywhere") }
        guard case .fontReplaced(let asked, let used)? = layout.notices.first else {
            Issue.record("\(layout.notices)")
            return
        }
        #expect(asked == "No Such Family Anywhere" && !used.isEmpty)
        #expect(try self.layout("H").notices.isEmpty)
        #expect(try self.layout("H") { $0.font = .pattern("sans-serif") }.notices.isEmpty)
    }

    @Test func fontsAreFoundByPostScriptNamesAndInLists() throws {
        func result(_ pattern: String) throws -> (width: Double, notices: [TextNotice]) {
            let layout = try layout("Ho") { $0.font = .pattern(pattern) }
            return (layout.lines[0].width, layout.notices)
        }
        let (regular, bold) = (1540 + 1253.0, try result("DejaVu Sans:bold").width)
        #expect(bold > regular + 100)
        for name in ["DejaVuSans-Bold", "DejaVu Sans-Bold", "dejavusans\\-bold", "No Such Family,DejaVuSans-Bold:roman"] {
            let found = try result(name)
            #expect(isNear(found.width, bold) && found.notices.isEmpty, "\(name)")
        }
        // A hyphen begins no size, and the name appears as written.
        #expect(try result("No-Such-Bold").notices == [.fontReplaced(asked: "No-Such-Bold", used: "DejaVu Sans")])
        #expect(try result("system-ui").notices.isEmpty)
        // The second family of a list is no replacement.
        let second = try result("No Such Family,DejaVu Sans:bold")
        #expect(isNear(second.width, bold) && second.notices.isEmpty)
        #expect(try result("No Such,Nor This").notices == [.fontReplaced(asked: "No Such,Nor This", used: "DejaVu Sans")])
    }

    @Test func overlappingLinesAreReported() throws {
        let notice = TextNotice.linesOverlap(lineHeight: 1.5, fontSize: 20)
        func notices(_ text: String, _ height: Text.LineHeight) throws -> [TextNotice] {
            try layout(text) { ($0.fontSize, $0.lineHeight) = (20, height) }.notices
        }
        #expect(try notices("a\nb", 1.5) == [notice] && notices("ab", 1.5).isEmpty && notices("a\nb", 5).isEmpty)
        #expect("\(notice)" == "1.5 points is less than a quarter of fontSize; a CSS factor of 1.5 is 30")
    }

    @Test func missingGlyphsAreReported() throws {
        // A private-use character that no font has.
        let layout = try layout("a\u{10FFF0}a")
        #expect(layout.notices == [.charactersMissing("\u{10FFF0}")])
        #expect("\(layout.notices[0])".contains("U+10FFF0"))
        // One notice names all characters of a text, each once.
        let several = try self.layout("\u{10FFF0}a\u{10FFF1}\n\u{10FFF0}").notices
        #expect(
            several == [.charactersMissing("\u{10FFF0}\u{10FFF1}")]
                && "\(several[0])".contains("(2 characters); boxes are drawn"))
        // Joiners and control characters need no glyph.
        #expect(try self.layout("a\u{200D}\u{FE0F}b").notices.isEmpty)
    }

    @Test func fontFilesAreRead() throws {
        let layout = try layout("fi") { $0.font = .file(Self.dejavu) }
        #expect(isNear(layout.lines[0].width, 1290))
    }

    @Test func unreadableFontsAreRefusedByName() throws {
        #expect(throws: TextError.fontUnreadable(file: "/no/such.ttf", reason: "No such file or directory")) {
            try layout("H") { $0.font = .file("/no/such.ttf") }
        }
        #expect(throws: TextError.fontUnreadable(file: "/usr", reason: "it is no file")) {
            try layout("H") { $0.font = .file("/usr") }
        }
        #expect(throws: TextError.fontBroken(file: "/etc/passwd")) { try layout("H") { $0.font = .file("/etc/passwd") } }
        #expect(throws: TextError.fontSize(0)) { try layout("H") { $0.fontSize = 0 } }
        #expect(throws: TextError.self) { try layout("H") { $0.fontSize = .nan } }
        #expect(throws: TextError.textTooLong(limit: 1_000_000)) { try layout(String(repeating: "a", count: 1_000_001)) }
    }

    @Test func combiningMarksPerLetterAreLimited() throws {
        let marks = String(repeating: "\u{301}", count: 255)
        #expect(try layout("e" + marks).lines.count == 1)
        #expect(throws: TextError.characterTooLong(limit: 256)) { try layout("e" + marks + "\u{301}") }
    }

    /// A broken font gives an error or a text, but never a trap.
    @Test(arguments: TestSeeds.all) func brokenFontsNeverTrap(seed: UInt64) throws {
        guard let file = fopen(Self.dejavu, "rb") else { return }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 400_000)
        let count = fread(&bytes, 1, bytes.count, file)
        bytes.removeLast(bytes.count - count)
        var state = seed
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let folder = try TestFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/broken.ttf"
        for round in 0..<60 {
            var broken = bytes
            for _ in 0..<(1 + next(40)) { broken[next(broken.count)] = UInt8(next(256)) }
            if round % 5 == 0 { broken.removeLast(next(broken.count)) }
            guard let out = fopen(path, "wb") else { return }
            fwrite(broken, 1, broken.count, out)
            fclose(out)
            let shaper = TextShaper()
            let layout = try? shaper.layout(
                "Ag fi \u{5D0}", style: TextStyle(font: .file(path), fontSize: 20), width: 60)
            if let layout { #expect(layout.lines.count >= 1, "seed \(seed), round \(round)") }
        }
    }
}
