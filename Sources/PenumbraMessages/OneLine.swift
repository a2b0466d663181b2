/// Text from outside as it may stand in a message: what would begin a new line, move a terminal's cursor, change its colours or show
/// what follows in another order is written as `\u{1B}`. Everything else stays as it is.
package func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.breaksMessages) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
        if scalar.breaksMessages {
            result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

extension Unicode.Scalar {
    /// Whether it is a control character, a separator of lines or paragraphs, or an override of the writing direction.
    package var breaksMessages: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
