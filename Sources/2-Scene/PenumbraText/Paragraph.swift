import CPenumbraBidi
import CPenumbraHarfBuzz
import CPenumbraLineBreak

/// A text without line breaks of its own: its characters and their properties.
struct Paragraph {
    let scalars: [Unicode.Scalar]
    /// The scalars as numbers.
    let values: [UInt32]
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

    /// Whether a character ends a paragraph.
    static func isSeparator(_ character: Character) -> Bool {
        character == "\n" || character == "\r\n" || character == "\r" || character == "\u{2028}" || character == "\u{2029}"
            || character == "\u{0B}" || character == "\u{0C}"
    }

    /// Analyses the text of a paragraph.
    ///
    /// - Parameter face: returns the font that draws a character.
    init(_ text: Substring, face: (Character) throws(TextError) -> FontFace) throws(TextError) {
        var scalars: [Unicode.Scalar] = []
        var isStart: [Bool] = []
        var faceIndices: [Int] = []
        var faces: [FontFace] = []
        for character in text {
            let font = try face(character)
            let index: Int
            if let known = faces.firstIndex(where: { $0 === font }) {
                index = known
            } else {
                index = faces.count
                faces.append(font)
            }
            for (i, scalar) in character.unicodeScalars.enumerated() {
                scalars.append(scalar)
                isStart.append(i == 0)
                faceIndices.append(index)
            }
        }
        self.scalars = scalars
        self.isStart = isStart
        self.faceIndices = faceIndices
        self.faces = faces
        values = scalars.map(\.value)
        levels = try Self.levels(values)
        allowsBreakAfter = Self.breaks(values)
        scripts = Self.scripts(values)
    }

    private static func levels(_ values: [UInt32]) throws(TextError) -> [Int8] {
        guard !values.isEmpty else { return [] }
        var levels = [Int8](repeating: 0, count: values.count)
        guard penumbra_bidi_levels(values, Int32(values.count), &levels) != 0 else { throw .outOfMemory }
        return levels
    }

    private static func breaks(_ values: [UInt32]) -> [Bool] {
        guard !values.isEmpty else { return [] }
        _ = initialized
        var kinds = [CChar](repeating: 0, count: values.count)
        set_linebreaks_utf32(values, values.count, nil, &kinds)
        return kinds.map { Int32($0) == LINEBREAK_ALLOWBREAK || Int32($0) == LINEBREAK_MUSTBREAK }
    }

    private static let initialized: Void = init_linebreak()

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
}
