import CPenumbraBidi
import CPenumbraHarfBuzz
import CPenumbraLineBreak
import PenumbraScene

/// A text without line breaks of its own: its characters and their properties.
struct Paragraph {
    let scalars: [Unicode.Scalar]
    /// The scalars as numbers.
    private(set) var values: [UInt32]
    /// The bidirectional level of each scalar. Odd levels run from right to left.
    let levels: [Int8]
    /// Whether a line may end after each scalar.
    let allowsBreakAfter: [Bool]
    /// Whether each scalar starts a new user-perceived character.
    let isStart: [Bool]
    let scripts: [hb_script_t]
    /// The index in `faces` of the font that draws each scalar.
    let faceIndices: [Int]
    let faces: [FontFace]
    /// The run that each scalar belongs to.
    let runs: [Int]
    /// The run that sets the height of the paragraph if it is empty.
    let firstRun: Int
    /// Whether the paragraph runs from right to left.
    let isRightToLeft: Bool

    /// Whether a character ends a paragraph.
    static func isSeparator(_ character: Character) -> Bool {
        character == "\n" || character == "\r\n" || character == "\r" || character == "\u{2028}" || character == "\u{2029}"
            || character == "\u{0B}" || character == "\u{0C}"
    }

    /// A character and the run that it belongs to.
    struct Element {
        var character: Character
        var run: Int
    }

    /// Analyses the text of a paragraph.
    ///
    /// - Parameters:
    ///   - firstRun: the run that an empty paragraph belongs to.
    ///   - face: returns the font that draws a character of a run.
    init(
        _ text: some Sequence<Element>, firstRun: Int, style: TextStyle, face: (Element) throws(TextError) -> FontFace
    ) throws(TextError) {
        var scalars: [Unicode.Scalar] = []
        var isStart: [Bool] = []
        var faceIndices: [Int] = []
        var faces: [FontFace] = []
        var runs: [Int] = []
        for element in text {
            let font = try face(element)
            let index: Int
            if let known = faces.firstIndex(where: { $0 === font }) {
                index = known
            } else {
                index = faces.count
                faces.append(font)
            }
            for (i, scalar) in element.character.unicodeScalars.enumerated() {
                scalars.append(scalar)
                isStart.append(i == 0)
                faceIndices.append(index)
                runs.append(element.run)
            }
        }
        self.scalars = scalars
        self.isStart = isStart
        self.faceIndices = faceIndices
        self.faces = faces
        self.runs = runs
        self.firstRun = firstRun
        values = scalars.map(\.value)
        var direction = style.direction
        levels = try Self.levels(values, &direction)
        isRightToLeft = direction == .rtl
        var breaks = Self.breaks(values, style.language)
        if style.lineBreak == .anywhere {
            for i in breaks.indices.dropLast() { breaks[i] = isStart[i + 1] }
        }
        allowsBreakAfter = breaks
        scripts = Self.scripts(values)
    }

    /// The level of each character.
    ///
    /// - Parameter direction: the requested direction, replaced by the paragraph's own.
    private static func levels(_ values: [UInt32], _ direction: inout Text.Direction) throws(TextError) -> [Int8] {
        guard !values.isEmpty else { return [] }
        var levels = [Int8](repeating: 0, count: values.count)
        var isRightToLeft: Int32 = direction == .auto ? -1 : direction == .rtl ? 1 : 0
        guard penumbra_bidi_levels(values, Int32(values.count), &isRightToLeft, &levels) != 0 else { throw .outOfMemory }
        direction = isRightToLeft == 1 ? .rtl : .ltr
        return levels
    }

    private static func breaks(_ values: [UInt32], _ language: String?) -> [Bool] {
        guard !values.isEmpty else { return [] }
        _ = initialized
        var kinds = [CChar](repeating: 0, count: values.count)
        set_linebreaks_utf32(values.map(breakClass(of:)), values.count, language, &kinds)
        return kinds.map { Int32($0) == LINEBREAK_ALLOWBREAK || Int32($0) == LINEBREAK_MUSTBREAK }
    }

    private static let initialized: Void = init_linebreak()

    /// The scalar that stands for another scalar when lines are broken. libunibreak ends the process at regional indicators, the
    /// letters of flags, and at U+FFFF.
    private static func breakClass(of value: UInt32) -> UInt32 {
        switch value {
        case 0x1F1E6...0x1F1FF: 0x4E00
        case 0xFFFF: 0xFFFE
        default: value
        }
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
        return scalar == "\t"
            || (scalar.properties.generalCategory == .spaceSeparator && scalar != "\u{A0}" && scalar != "\u{202F}")
    }

    /// `range` without the spaces at its end.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, isSpace(end - 1) { end -= 1 }
        return range.lowerBound..<end
    }

    func string(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

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
        copy.values[end - 1] = visibleHyphen(at: end - 1).value
        return copy
    }
}
