/// Text from outside as it may stand in a message.
///
/// What would begin a new line, move a terminal's cursor, change its colours or show what follows in another order is written
/// as `\u{1B}`; of what is longer than any path the middle is left out. Everything else stays as it is.
package func oneLine(_ text: String) -> String {
    guard text.utf8.count > longestMessage || text.unicodeScalars.contains(where: \.breaksMessages) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
        if scalar.breaksMessages {
            result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    guard result.utf8.count > longestMessage else { return result }
    let end = beginning(result.unicodeScalars.reversed(), 1000).unicodeScalars.reversed()
    return "\(beginning(result.unicodeScalars, 5000)) … \(String(String.UnicodeScalarView(end)))"
}

/// In bytes. A path may have 4096, and a message two sentences about it.
private let longestMessage = 8192

/// As many of the first scalars as take `count` bytes at most.
private func beginning(_ scalars: some Collection<Unicode.Scalar>, _ count: Int) -> String {
    var result = ""
    var bytes = 0
    for scalar in scalars {
        bytes += scalar.utf8.count
        if bytes > count { break }
        result.unicodeScalars.append(scalar)
    }
    return result
}

extension Unicode.Scalar {
    /// Whether it is a control character, a separator of lines or paragraphs, or a mark that changes the writing direction.
    package var breaksMessages: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
