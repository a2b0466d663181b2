/// Makes foreign text safe to show in a one-line message.
///
/// Characters that would begin a new line, move a terminal's cursor, change its colours or reorder the following text are
/// written as `\u{1B}`. The middle of a text longer than any path is left out. Everything else stays as it is.
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

/// The longest message in bytes. A path may have 4096 bytes, and a message two sentences about the path.
private let longestMessage = 8192

/// Returns the first scalars that together take at most `count` bytes.
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
    /// True for control characters, separators of lines or paragraphs, and marks that change the writing direction.
    package var breaksMessages: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
