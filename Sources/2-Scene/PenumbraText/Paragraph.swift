import CPenumbraBidi
import CPenumbraHarfBuzz
import PenumbraScene

/// A text without line breaks of its own: its characters and their properties.
package struct Paragraph {
    let scalars: [Unicode.Scalar]
    /// The scalars that are shaped, as numbers. Invisible scalars that would draw a box are zero width spaces.
    private(set) var values: [UInt32]
    /// The bidirectional level of each scalar. Odd levels run from right to left.
    package let levels: [Int8]
    /// Whether a line may end after each scalar. Never in a text that isn't wrapped.
    package let allowsBreakAfter: [Bool]
    /// Whether each scalar starts a new user-perceived character.
    package let isStart: [Bool]
    let scripts: [hb_script_t]
    /// The index in `faces` of the font that draws each scalar.
    let faceIndices: [Int]
    let faces: [FontFace]
    /// The run that each scalar belongs to.
    let runs: [Int]
    /// The run that sets the height of the paragraph if it is empty.
    let firstRun: Int
    /// Whether the paragraph runs from right to left.
    package let isRightToLeft: Bool
    /// The place of the paragraph among its siblings: its indents, the space above it, and its marker.
    var arrangement = Arrangement()
    /// The glyphs of parts that were shaped. Nil if nobody will ask again.
    var ranges: ShapedRanges?

    /// The arrangement of a paragraph, in points at the text's own size.
    struct Arrangement {
        /// Points before the first line, besides those before all lines.
        var first = 0.0
        /// Points before all lines.
        var indent = 0.0
        /// Points above the first line.
        var spacing = 0.0
        var marker: String?

        init() {}

        /// The arrangement of a paragraph of a style.
        ///
        /// - Parameter isContinued: whether a line separator precedes the text, so that it continues its paragraph.
        init(_ number: Int, isContinued: Bool, _ style: TextStyle) {
            let own = style.paragraphs.isEmpty ? nil : style.paragraphs[min(number, style.paragraphs.count - 1)]
            indent = own?.indent ?? 0
            guard !isContinued else { return }
            first = style.indent
            marker = own?.marker
            if number > 0 { spacing = own?.spacing ?? style.paragraphSpacing }
        }
    }

    /// Whether a separator ends a line alone. The paragraph goes on.
    static func endsLineAlone(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.value ?? 0 {
        case 0x0B, 0x0C, 0x2028: true
        default: false
        }
    }

    /// Whether a character ends a paragraph.
    static func isSeparator(_ character: Character) -> Bool {
        // No mark joins these scalars, and comparing whole characters takes longer.
        switch character.unicodeScalars.first?.value ?? 0 {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// A character and the run that it belongs to.
    package struct Element {
        var character: Character
        var run: Int

        package init(character: Character, run: Int) {
            (self.character, self.run) = (character, run)
        }
    }

    /// Analyses the text of a paragraph.
    ///
    /// - Parameters:
    ///   - firstRun: the run that an empty paragraph belongs to.
    ///   - rules: finds the places where lines may end.
    ///   - fonts: the font that draws each character.
    package init(
        _ text: some Sequence<Element>, firstRun: Int, style: TextStyle, rules: LineRules,
        faces fonts: [FontFace]
    ) throws(TextError) {
        var scalars: [Unicode.Scalar] = []
        var values: [UInt32] = []
        var isStart: [Bool] = []
        var faceIndices: [Int] = []
        var faces: [FontFace] = []
        var runs: [Int] = []
        var isEmoji: [Bool] = []
        let count = fonts.count
        scalars.reserveCapacity(count)
        values.reserveCapacity(count)
        isStart.reserveCapacity(count)
        faceIndices.reserveCapacity(count)
        runs.reserveCapacity(count)
        isEmoji.reserveCapacity(count)
        for (element, font) in zip(text, fonts) {
            let index: Int
            if let known = faces.firstIndex(where: { $0 === font }) {
                index = known
            } else {
                index = faces.count
                faces.append(font)
            }
            let isInColor = font.isColor && element.character.isShownAsEmoji
            for (i, scalar) in element.character.unicodeScalars.enumerated() {
                let drawsBox = scalar.isControl || (scalar.isHiddenByFonts && !font.hasGlyph(for: scalar))
                values.append(drawsBox ? Self.zeroWidthSpace : scalar.value)
                scalars.append(scalar)
                isStart.append(i == 0)
                faceIndices.append(index)
                runs.append(element.run)
                isEmoji.append(isInColor)
            }
        }
        self.scalars = scalars
        self.isStart = isStart
        self.faceIndices = faceIndices
        self.faces = faces
        self.runs = runs
        self.firstRun = firstRun
        self.values = values
        var direction = style.direction
        levels = try Self.levels(scalars.map(\.value), &direction)
        isRightToLeft = direction == .rtl
        var breaks =
            style.isWrapped ? try Self.breaks(scalars, rules, style.language) : [Bool](repeating: false, count: scalars.count)
        for i in breaks.indices.dropLast() where style.isWrapped {
            if style.lineBreak == .anywhere {
                breaks[i] = isStart[i + 1]
            } else if style.lineBreak == .keepAll, scalars[i].isOfWord, scalars[i + 1].isOfWord {
                breaks[i] = false
            } else if scalars[i] == "+", scalars[i + 1] == "+" {
                // As in browsers, C++ stays whole.
                breaks[i] = false
            }
        }
        allowsBreakAfter = breaks
        // Emoji are shaped alike whatever the letters before them.
        scripts = zip(Self.scripts(values), isEmoji).map { $1 ? HB_SCRIPT_COMMON : $0 }
    }

    /// Returns the bidirectional level of each scalar: even levels run from left to right, odd levels from right to left.
    ///
    /// - Parameter direction: the requested direction. It becomes the direction that the paragraph has.
    private static func levels(_ values: [UInt32], _ direction: inout Text.Direction) throws(TextError) -> [Int8] {
        guard !values.isEmpty else { return [] }
        var levels = [Int8](repeating: 0, count: values.count)
        // Characters before the Hebrew ones run from left to right, unless the text around them doesn't.
        if direction != .rtl, values.allSatisfy({ $0 < 0x590 }) {
            direction = .ltr
            return levels
        }
        var isRightToLeft: Int32 = direction == .auto ? -1 : direction == .rtl ? 1 : 0
        guard penumbra_bidi_levels(values, Int32(values.count), &isRightToLeft, &levels) != 0 else { throw .outOfMemory }
        direction = isRightToLeft == 1 ? .rtl : .ltr
        return levels
    }

    private static func breaks(
        _ scalars: [Unicode.Scalar], _ rules: LineRules, _ language: String?
    ) throws(TextError) -> [Bool] {
        guard !scalars.isEmpty else { return [] }
        // ICU reads UTF-16.
        var units: [UInt16] = []
        units.reserveCapacity(scalars.count)
        var breaks = [Bool](repeating: false, count: scalars.count)
        for scalar in scalars { units.append(contentsOf: UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter) }
        var (index, offset) = (0, 0)
        for end in try rules.breaks(in: units, language: language) {
            while index < scalars.count, offset < end {
                offset += UTF16.width(scalars[index])
                index += 1
            }
            breaks[index - 1] = true
        }
        return breaks
    }

    /// The script of each scalar. Marks and common characters take the script of the preceding scalar. At the start, they take
    /// the script of the first scalar that has one.
    private static func scripts(_ values: [UInt32]) -> [hb_script_t] {
        let functions = hb_unicode_funcs_get_default()
        var result = values.map { hb_unicode_script(functions, $0) }
        func isNeutral(_ script: hb_script_t) -> Bool {
            script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN
        }
        var last = result.first { !isNeutral($0) } ?? HB_SCRIPT_COMMON
        for i in result.indices {
            if isNeutral(result[i]) { result[i] = last } else { last = result[i] }
        }
        return result
    }

    /// Whether a scalar is white space that is ignored at the end of a line.
    func isSpace(_ index: Int) -> Bool {
        let scalar = scalars[index]
        if scalar.isASCII { return scalar == " " || scalar == "\t" }
        return scalar.properties.generalCategory == .spaceSeparator && scalar != "\u{A0}" && scalar != "\u{202F}"
    }

    /// Whether a scalar separates words: CSS Text 3, 8.1.
    func isWordSeparator(_ index: Int) -> Bool {
        switch scalars[index].value {
        case 0x20, 0xA0, 0x1361, 0x10100, 0x10101, 0x1039F, 0x1091F: true
        default: false
        }
    }

    /// `range` without the spaces at its end.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, isSpace(end - 1) { end -= 1 }
        return range.lowerBound..<end
    }

    func string(_ range: Range<Int>) -> String { String(scalars: scalars[range]) }

    /// The characters of a range, each with its run.
    func elements(_ range: Range<Int>) -> [Element] {
        var elements: [Element] = []
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start + 1
            while end < range.upperBound, !isStart[end] { end += 1 }
            for character in string(start..<end) { elements.append(Element(character: character, run: runs[start])) }
            start = end
        }
        return elements
    }

    private static let zeroWidthSpace: UInt32 = 0x200B

    /// Whether a scalar is shaped without ink and without room.
    func isInvisible(_ index: Int) -> Bool {
        Unicode.Scalar(values[index])?.properties.isDefaultIgnorableCodePoint ?? false
    }

    /// The paragraph with nothing around a range that its characters could join with.
    func part(_ range: Range<Int>) -> Paragraph {
        var copy = self
        copy.ranges = nil
        if range.lowerBound > 0 { copy.values[range.lowerBound - 1] = Self.zeroWidthSpace }
        if range.upperBound < copy.values.count { copy.values[range.upperBound] = Self.zeroWidthSpace }
        return copy
    }

    // MARK: - Soft hyphens

    private static let softHyphen: UInt32 = 0xAD

    /// Whether a line that ends before this scalar ends with a soft hyphen, which is then visible.
    func hasSoftHyphen(before end: Int) -> Bool { end > 0 && values[end - 1] == Self.softHyphen }

    /// The hyphen that a soft hyphen shows: U+2010, or the hyphen-minus in fonts without it.
    func visibleHyphen(at index: Int) -> Unicode.Scalar {
        faces[faceIndices[index]].hasGlyph(for: "\u{2010}") ? "\u{2010}" : "-"
    }

    /// The paragraph with a visible hyphen in place of the soft hyphen before `end`.
    func showingHyphen(before end: Int) -> Paragraph {
        var copy = self
        copy.ranges = nil
        copy.values[end - 1] = visibleHyphen(at: end - 1).value
        return copy
    }
}
