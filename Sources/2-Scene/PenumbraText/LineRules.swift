import CPenumbraLineBreak

/// The rules for the places where lines may end: Unicode's, with a language's own, and with dictionaries for Thai, Lao, Khmer
/// and Burmese.
///
/// It is only used under the shaper's lock.
package final class LineRules {
    /// The rules used last. Opening rules takes longer than a short text.
    private var open: (language: String?, rules: OpaquePointer)?

    package init() {}

    private static let usesLinkedData: Void = penumbra_use_linked_data()

    /// Keeps ICU from reading files. Call it before ICU's first use.
    static func useLinkedData() { _ = usesLinkedData }

    deinit {
        if let open { penumbra_line_rules_close(open.rules) }
    }

    /// The places where a line may end, as offsets in ascending order. The last one is the end of the text.
    package func breaks(in text: [UInt16], language: String?) throws(TextError) -> [Int] {
        let rules = try rules(language)
        var breaks: [Int] = []
        let started = text.withUnsafeBufferPointer { text in
            guard penumbra_line_rules_start(rules, text.baseAddress, Int32(text.count)) else { return false }
            while true {
                let next = penumbra_line_rules_next(rules)
                if next < 0 { return true }
                breaks.append(Int(next))
            }
        }
        guard started else { throw .outOfMemory }
        return breaks
    }

    private func rules(_ language: String?) throws(TextError) -> OpaquePointer {
        if let open, open.language == language { return open.rules }
        Self.useLinkedData()
        var memoryIsShort = false
        guard let rules = penumbra_line_rules_open(Self.locale(language), &memoryIsShort) else {
            throw memoryIsShort ? .outOfMemory : .noLineRules
        }
        if let open { penumbra_line_rules_close(open.rules) }
        open = (language, rules)
        return rules
    }

    /// ICU's name for a language tag: `zh_Hant_TW`, or `ja@lb=strict` for `ja-u-lb-strict`. Without a language, it is empty.
    ///
    /// Only one extension counts: the strictness of line breaks. Breaks at phrases (`lw`) take time that grows with the
    /// square of a word.
    package static func locale(_ language: String?) -> String {
        let parts = (language ?? "").lowercased().split(separator: "-").prefix { $0 != "x" }
        let name = parts.prefix { $0.utf8.count > 1 }.joined(separator: "_")
        let extensions = parts.drop { $0 != "u" }
        guard let key = extensions.firstIndex(of: "lb"),
            let strictness = extensions.dropFirst(key + 1 - extensions.startIndex).first,
            ["strict", "normal", "loose"].contains(strictness)
        else { return name }
        return "\(name)@lb=\(strictness)"
    }
}
