/// Text for `man`: lines of macros and of words.
struct Roff {
    private(set) var text = ""

    /// A line as it is; what comes from outside must be escaped.
    mutating func line(_ line: String) { text += line + "\n" }

    /// A macro whose arguments are put into quotes and escaped.
    mutating func macro(_ name: String, _ arguments: [String]) {
        line(".\(name) " + arguments.map { "\"\(Self.escaped($0).replacing("\"", with: "\\(dq"))\"" }.joined(separator: " "))
    }

    mutating func section(_ title: String) { line(".SH \(title)") }

    mutating func paragraphs(_ paragraphs: [String]) {
        for (index, paragraph) in paragraphs.enumerated() {
            if index > 0 { line(".PP") }
            words(paragraph)
        }
    }

    /// A title of its own line, escaped and set already, and what it means.
    mutating func item(_ title: String, _ text: String) {
        line(".TP")
        line(title)
        words(text.isEmpty ? "No further description." : text)
    }

    /// Text to be filled, on lines of at most 78 bytes where its words allow it.
    mutating func words(_ text: String) {
        var current = ""
        for word in text.split(separator: " ") {
            let escaped = Self.escaped(String(word))
            if !current.isEmpty, current.utf8.count + escaped.utf8.count + 1 > 78 {
                line(current)
                current = ""
            }
            current += (current.isEmpty ? "" : " ") + escaped
        }
        line(current)
    }

    /// Lines that are kept as they are.
    mutating func verbatim(_ lines: [String]) {
        line(".nf")
        for words in lines { line(words.isEmpty ? "\\&" : Self.escaped(words)) }
        line(".fi")
    }

    /// Text without meaning for the formatter: ASCII, hyphens that can be copied, no macro at its start.
    static func escaped(_ text: String) -> String {
        var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "\n", "\t": result += " "
            case _ where scalar.value < 0x20: break
            case _ where scalar.value < 0x7F: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            }
        }
        return result
    }
}
