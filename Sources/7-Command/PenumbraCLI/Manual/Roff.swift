/// Builds text for `man` from lines of macros and words.
struct Roff {
    private(set) var text = ""

    /// Adds a line verbatim. Text from outside must be escaped first.
    mutating func line(_ line: String) { text += line + "\n" }

    /// Adds a macro with quoted and escaped arguments.
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

    /// Adds an item: a title on its own line, already escaped and formatted, followed by its description.
    mutating func item(_ title: String, _ text: String) {
        line(".TP")
        line(title)
        words(text.isEmpty ? "No further description." : text)
    }

    /// Adds text to be filled, in lines of at most 78 bytes if its words permit.
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

    /// Adds lines that keep their line breaks.
    mutating func verbatim(_ lines: [String]) {
        line(".nf")
        for words in lines { line(words.isEmpty ? "\\&" : Self.escaped(words)) }
        line(".fi")
    }

    /// Escapes text for the formatter: the result is ASCII, keeps hyphens copyable and never starts with a macro.
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
