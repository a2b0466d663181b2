import Glibc
import PenumbraScene
import PenumbraText
import TestSupport
import Testing

/// Tests paragraphs against Unicode's own cases: levels, visual order, line breaks and user-perceived characters.
@Suite(.timed) struct UnicodeConformanceTests {
    private static let bidi = UnicodeFile("BidiTest.txt")
    private static let bidiCharacters = UnicodeFile("BidiCharacterTest.txt")
    private static let lineBreaks = UnicodeFile("auxiliary/LineBreakTest.txt")
    private static let graphemes = UnicodeFile("auxiliary/GraphemeBreakTest.txt")

    /// Makes paragraphs as texts do.
    private struct Maker {
        let library = FontLibrary()
        let rules = LineRules()
        let face: FontFace

        init() throws {
            face = try library.match(.pattern("DejaVu Sans")) { path throws(TextError) in try FontLibrary.open(path) }.face
        }

        func paragraph(_ scalars: [Unicode.Scalar], _ direction: Text.Direction = .auto) throws -> Paragraph {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            var style = TextStyle()
            style.direction = direction
            let elements = String(text).map { Paragraph.Element(character: $0, run: 0) }
            return try Paragraph(
                elements, firstRun: 0, style: style, rules: rules, faces: elements.map { _ in face })
        }

        /// The indices of scalars from left to right, without those that have no level.
        func order(_ paragraph: Paragraph, without removed: Set<Int>) -> [Int] {
            var runs: [ShapedRun] = []
            for (index, level) in paragraph.levels.enumerated() {
                let glyph = ShapedRun.Glyph(id: 0, cluster: index, run: 0, advance: 0, x: 0, y: 0)
                if let last = runs.indices.last, runs[last].level == level {
                    // HarfBuzz returns the glyphs of a run from left to right.
                    runs[last].glyphs.insert(glyph, at: level & 1 == 1 ? 0 : runs[last].glyphs.count)
                } else {
                    runs.append(ShapedRun(face: face, scale: 1, level: level, glyphs: [glyph]))
                }
            }
            return runs.inVisualOrder.flatMap(\.glyphs).map(\.cluster).filter { !removed.contains($0) }
        }

        /// Whether a paragraph has the given levels and order. `x` stands for a scalar without a level.
        func has(_ paragraph: Paragraph, levels: [Substring], order: [Substring]) -> Bool {
            var removed: Set<Int> = []
            guard levels.count == paragraph.levels.count else { return false }
            for (index, level) in levels.enumerated() {
                if level == "x" {
                    removed.insert(index)
                } else if Int8(level) != paragraph.levels[index] {
                    return false
                }
            }
            return self.order(paragraph, without: removed) == order.compactMap { Int($0) }
        }
    }

    /// Whether a line is tried: all in the full tier, otherwise one of `share`, chosen by the seed.
    private static func isTried(_ number: Int, of share: Int) -> Bool {
        Tier.isFull || number % share == Int(TestSeeds.base % UInt64(share))
    }

    private func scalars(_ codes: Substring) -> [Unicode.Scalar] {
        codes.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
    }

    // MARK: - Direction

    /// Characters of each class. They differ in their scripts and lengths, and no bracket is among them.
    private static let classes: [Substring: [Unicode.Scalar]] = [
        "L": ["a", "\u{915}", "\u{6F22}", "\u{1D400}"], "R": ["\u{5D0}", "\u{7CA}", "\u{10800}"],
        "AL": ["\u{628}", "\u{710}", "\u{1EE00}"], "EN": ["1", "\u{6F1}", "\u{1D7CE}"], "ES": ["+", "\u{2212}"],
        "ET": ["%", "\u{20AC}", "\u{66A}"], "AN": ["\u{661}", "\u{10E60}"], "CS": [",", "\u{A0}", "\u{FF0E}"],
        "B": ["\u{2029}", "\u{85}"], "S": ["\t", "\u{1F}"], "WS": [" ", "\u{3000}"], "ON": ["!", "\u{2260}", "\u{1F600}"],
        "BN": ["\u{AD}", "\u{200B}", "\u{E0001}"], "NSM": ["\u{301}", "\u{5B0}", "\u{E0100}"], "LRE": ["\u{202A}"],
        "RLE": ["\u{202B}"], "PDF": ["\u{202C}"], "LRO": ["\u{202D}"], "RLO": ["\u{202E}"], "LRI": ["\u{2066}"],
        "RLI": ["\u{2067}"], "FSI": ["\u{2068}"], "PDI": ["\u{2069}"],
    ]

    @Test(.enabled(if: bidi.isInstalled, "unicode-data is not installed"))
    func bidirectionalClassesMatchUnicodeTests() throws {
        let maker = try Maker()
        var (levels, order): ([Substring], [Substring]) = ([], [])
        var (cases, failures): (Int, [String]) = (0, [])
        for (number, line) in try Self.bidi.fields(";").enumerated() {
            if line[0].utf8.first == UInt8(ascii: "@") {
                let parts = line[0].split(whereSeparator: \.isWhitespace)
                if parts[0] == "@Levels:" { levels = Array(parts.dropFirst()) }
                if parts[0] == "@Reorder:" { order = Array(parts.dropFirst()) }
                continue
            }
            guard Self.isTried(number, of: 32) else { continue }
            let scalars = try line[0].split(whereSeparator: \.isWhitespace).enumerated().map { index, name in
                let characters = try #require(Self.classes[name], "\(name)")
                return characters[(cases + index) % characters.count]
            }
            let directions = try #require(Int(line[1].filter { !$0.isWhitespace }, radix: 16))
            for (bit, direction) in [Text.Direction.auto, .ltr, .rtl].enumerated() where directions >> bit & 1 == 1 {
                cases += 1
                if !maker.has(try maker.paragraph(scalars, direction), levels: levels, order: order) {
                    failures.append("\(line[0]) \(direction)")
                }
            }
        }
        print("BidiTest: \(cases) cases, \(failures.count) failures")
        #expect(cases > (Tier.isFull ? 700_000 : 20_000) && failures.isEmpty, "\(failures.count): \(failures.prefix(20))")
    }

    @Test(.enabled(if: bidiCharacters.isInstalled, "unicode-data is not installed"))
    func bidirectionalCharactersMatchUnicodeTests() throws {
        let maker = try Maker()
        var (cases, failures): (Int, [String]) = (0, [])
        for (number, line) in try Self.bidiCharacters.fields(";").enumerated() where Self.isTried(number, of: 8) {
            let direction = try #require(["0": Text.Direction.ltr, "1": .rtl, "2": .auto][line[1]])
            let paragraph = try maker.paragraph(scalars(line[0]), direction)
            cases += 1
            let isGood =
                maker.has(paragraph, levels: line[3].split(separator: " "), order: line[4].split(separator: " "))
                && paragraph.isRightToLeft == (line[2] == "1")
            if !isGood { failures.append(line.joined(separator: ";")) }
        }
        print("BidiCharacterTest: \(cases) cases, \(failures.count) failures")
        #expect(cases > (Tier.isFull ? 90_000 : 11_000) && failures.isEmpty, "\(failures.count): \(failures.prefix(20))")
    }

    // MARK: - Breaks

    /// The scalars of a test line, and whether a break is before each and at the end.
    private func breaks(_ line: Substring) -> (scalars: [Unicode.Scalar], breaks: [Bool]) {
        let parts = line.split(whereSeparator: \.isWhitespace)
        return (
            parts.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) },
            parts.filter { $0 == "÷" || $0 == "×" }.map { $0 == "÷" }
        )
    }

    /// Whether rules of Unicode 16, which ICU had before, explain a difference after a scalar.
    ///
    /// A hyphen at the start of a word isn't parted from the word (LB20a). A point or comma isn't parted from a digit (LB25),
    /// and such a number may begin a line (LB15c).
    private func isOfLaterRules(_ index: Int, _ scalars: [Unicode.Scalar], isBreak: Bool) -> Bool {
        if isBreak {
            return scalars[index] == " " && scalars[index + 1] == "."
                && scalars[index + 2].properties.generalCategory == .decimalNumber
        }
        var start = index
        while start > 0, scalars[start].properties.generalCategory == .nonspacingMark { start -= 1 }
        if scalars[start] == "-" { return start == 0 }
        return [",", "."].contains(scalars[start]) && scalars[index + 1].properties.generalCategory == .decimalNumber
    }

    @Test(.enabled(if: lineBreaks.isInstalled, "unicode-data is not installed"))
    func lineBreaksMatchUnicodeTests() throws {
        let maker = try Maker()
        var (cases, departures, failures): (Int, Int, [String]) = (0, 0, [])
        for line in try Self.lineBreaks.fields("#") {
            let (scalars, breaks) = breaks(line[0])
            let found = try maker.paragraph(scalars).allowsBreakAfter
            cases += 1
            let wrong = scalars.indices.filter { found[$0] != breaks[$0 + 1] }
            if wrong.isEmpty { continue }
            departures += 1
            if !wrong.allSatisfy({ isOfLaterRules($0, scalars, isBreak: found[$0]) }) { failures.append(String(line[0])) }
        }
        print(
            "LineBreakTest: \(cases) cases, \(departures) by rules of Unicode 16, \(failures.count) failures"
        )
        #expect(cases > 7000 && departures < 30 && failures.isEmpty, "\(failures.count): \(failures.prefix(20))")
    }

    @Test(.enabled(if: graphemes.isInstalled, "unicode-data is not installed"))
    func graphemeBreaksMatchUnicodeTests() throws {
        let maker = try Maker()
        var (cases, departures, failures): (Int, Int, [String]) = (0, 0, [])
        for line in try Self.graphemes.fields("#") {
            let (scalars, breaks) = breaks(line[0])
            cases += 1
            if try maker.paragraph(scalars).isStart == Array(breaks.dropLast()) { continue }
            // Later versions of Unicode join emoji only, and U+2701 is none.
            if scalars == ["\u{2701}", "\u{200D}", "\u{2701}"] { departures += 1 } else { failures.append(String(line[0])) }
        }
        print("GraphemeBreakTest: \(cases) cases, \(departures) by later rules, \(failures.count) failures")
        #expect(cases > 600 && failures.isEmpty, "\(failures.count): \(failures.prefix(20))")
    }
}
