import CPenumbraLineBreak
import PenumbraScene

extension TextTransform {
    /// The text in its new case, by Unicode's rules with those of a language: Turkish and Azeri dotted and dotless i,
    /// Lithuanian dots, Greek capitals without accents, the Dutch IJ.
    ///
    /// - Parameters:
    ///   - language: a BCP 47 language tag. Nil is no language.
    ///   - context: the characters before the text. They decide whether the text starts inside a word.
    package func applied(to text: String, language: String?, after context: String = "") throws(TextError) -> String {
        guard self != .none, !text.isEmpty else { return text }
        // Capitals don't depend on letters before them.
        guard self != .uppercase, !context.isEmpty else { return try changed(text, language) }
        let lead = try changed(context, language)
        let whole = try changed(context + text, language)
        guard whole.unicodeScalars.starts(with: lead.unicodeScalars) else { return try changed(text, language) }
        return String(whole.unicodeScalars.dropFirst(lead.unicodeScalars.count))
    }

    private var change: penumbra_case {
        switch self {
        case .none, .lowercase: penumbra_case_lower
        case .uppercase: penumbra_case_upper
        case .capitalize: penumbra_case_words
        }
    }

    private func changed(_ text: String, _ language: String?) throws(TextError) -> String {
        let locale = LineRules.locale(language)
        let source = Array(text.utf8)
        guard source.count <= 1 << 28 else { throw .outOfMemory }
        LineRules.useLinkedData()
        var room = source.count + source.count / 2 + 16
        while true {
            var result = [UInt8](repeating: 0, count: room)
            let count = Int(penumbra_change_case(change, locale, source, Int32(source.count), &result, Int32(room)))
            guard count >= 0 else { throw .outOfMemory }
            if count <= room { return String(decoding: result[..<count], as: UTF8.self) }
            room = count
        }
    }
}
