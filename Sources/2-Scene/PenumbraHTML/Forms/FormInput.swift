import PenumbraCSS
import PenumbraScene

/// The value of an `input` element, and the rules that its attributes give for it: the HTML standard, section 4.10.5.
struct FormInput {
    /// The type, in lower case. Unknown types are `text`.
    let kind: String
    /// The value as the type stores it: empty if the attribute has another form.
    let value: String
    private let element: HTMLElement

    init(_ element: HTMLElement) {
        self.element = element
        kind = Self.kind(element)
        let text = element["value"] ?? ""
        switch kind {
        case "email", "url": value = text.trimmingSpaces
        case _ where Self.ranged.contains(kind): value = FormNumber(text, kind) == nil ? "" : text
        default: value = text
        }
    }

    private static let texts: Set = ["text", "search", "url", "tel", "email", "password"]
    private static let ranged: Set = ["number", "range", "date", "month", "week", "time", "datetime-local"]
    private static let others: Set = [
        "checkbox", "radio", "file", "color", "hidden", "submit", "image", "reset", "button",
    ]
    /// The types whose values are never wrong, so that they count neither as valid nor as invalid.
    static let unchecked: Set = ["hidden", "image", "reset", "button"]

    static func kind(_ element: HTMLElement) -> String {
        guard let type = element["type"]?.trimmingSpaces.asciiLowercased else { return "text" }
        return ranged.contains(type) || others.contains(type) || texts.contains(type) ? type : "text"
    }

    /// Whether readers type the value, perhaps in several fields.
    var isEditable: Bool { kind != "range" && !Self.others.contains(kind) }

    var takesPlaceholder: Bool { kind == "number" || Self.texts.contains(kind) }

    var isRequired: Bool {
        element["required"] != nil && (isEditable || ["checkbox", "radio", "file"].contains(kind))
    }

    // MARK: - Numbers

    /// Whether the value lies between the limits. Nil for a value without limits, and for types that have none.
    var isInRange: Bool? {
        guard Self.ranged.contains(kind) else { return nil }
        // Sliders move values to where they may be.
        guard kind != "range", let number = FormNumber(value, kind)?.value else { return true }
        let (least, most) = (limit("min"), limit("max"))
        guard least != nil || most != nil else { return nil }
        // The hours of a night begin after they end.
        if kind == "time", let least, let most, least > most { return number >= least || number <= most }
        return number >= least ?? -.infinity && number <= most ?? .infinity
    }

    private func limit(_ name: String) -> Double? { element[name].flatMap { FormNumber($0, kind)?.value } }

    /// Whether the value is a number of steps away from the least one. Without a limit, the steps begin at the value itself.
    private var isOnStep: Bool {
        guard kind != "range", let number = FormNumber(value, kind)?.value, let base = limit("min"),
            let step = element.step(standard: kind == "time" || kind == "datetime-local" ? 60 : 1)
        else { return true }
        let steps = (number - base) / step
        // Decimal fractions have no exact binary ones.
        return abs(steps - steps.rounded()) <= 1e-9 * max(1, abs(steps))
    }

    // MARK: - Validity

    /// Whether the value fits the attributes. Groups of radio buttons are checked together, by the caller.
    var isValid: Bool {
        if isRequired, isMissing { return false }
        guard !value.isEmpty else { return true }
        if isInRange == false || !isOnStep { return false }
        guard Self.texts.contains(kind) else { return true }
        return values.allSatisfy { hasForm($0) && matchesPattern($0) }
    }

    private var isMissing: Bool {
        switch kind {
        case "checkbox", "radio": element["checked"] == nil
        // No file has been chosen yet.
        case "file": true
        default: value.isEmpty
        }
    }

    /// The addresses of a list, or the value.
    private var values: [String] {
        guard kind == "email", element["multiple"] != nil else { return [value] }
        return value.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingSpaces }
    }

    private func hasForm(_ value: String) -> Bool {
        switch kind {
        case "email": Self.isAddress(value)
        case "url": Self.isURL(value)
        default: true
        }
    }

    private func matchesPattern(_ value: String) -> Bool {
        // Browsers ignore patterns that they can't read.
        guard let pattern = element["pattern"].flatMap({ FormPattern($0) }) else { return true }
        return pattern.matches(value)
    }

    /// An address of e-mail: HTML, section 4.10.5.1.5. Chromium takes letters of other alphabets behind the at sign.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        let marks = Array(".!#$%&'*+/=?^_`{|}~-".utf8)
        guard parts[0].allSatisfy({ isLetterOrDigit($0) || marks.contains($0) }) else { return false }
        let hyphen = UInt8(ascii: "-")
        return parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                && label.allSatisfy { isLetterOrDigit($0) || $0 == hyphen || $0 >= 0x80 }
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 }

    /// Whether a text is an absolute URL. Those of the web need a host.
    private static func isURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = text.utf8[..<colon]
        guard let first = scheme.first, (first | 0x20) &- 0x61 < 26,
            scheme.allSatisfy({ isLetterOrDigit($0) || Array("+-.".utf8).contains($0) })
        else { return false }
        guard ["http", "https", "ws", "wss", "ftp"].contains(String(text[..<colon]).asciiLowercased) else { return true }
        let host = text.utf8[colon...].dropFirst().drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        return host.first.map { !Array("?#:".utf8).contains($0) } ?? false
    }
}
