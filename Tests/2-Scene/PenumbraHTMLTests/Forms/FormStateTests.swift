import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// The pseudo-classes of controls, as Chromium's `Element.matches()` reports them for pages that nobody has used yet.
@Suite(.timed) struct FormStateTests {
    private static let names = [
        "enabled", "disabled", "required", "optional", "read-write", "read-only", "placeholder-shown", "valid", "invalid",
        "in-range", "out-of-range", "indeterminate", "default", "checked", "defined",
    ]

    /// Markup, and the names of the states of each of its elements.
    private static func cases() throws -> [(markup: String, states: [Set<String>])] {
        let bytes = try #require(Repository.bytes(of: "Tests/2-Scene/PenumbraHTMLTests/Forms/states.tsv"))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            let states = fields[1].split(separator: "|", omittingEmptySubsequences: false).map { words in
                Set(words.split(separator: " ").map(String.init))
            }
            return (String(fields[0]), states)
        }
    }

    @Test func controlsHaveChromiumsStates() throws {
        let cases = try Self.cases()
        #expect(cases.count >= 17)
        for (markup, wanted) in cases {
            let found = try states(of: markup, count: wanted.count)
            for (index, (found, wanted)) in zip(found, wanted).enumerated() {
                #expect(found == wanted, "element \(index) of \(markup)")
            }
        }
    }

    /// The states of the elements in some markup: each of them makes a mark behind the markup wider.
    private func states(of markup: String, count: Int) throws -> [Set<String>] {
        var (rules, marks) = ("", "")
        for index in 0..<count {
            for name in Self.names {
                rules += "body:has([n='\(index)']:\(name)) .m\(index)-\(name){width:20px}"
                marks += "<u class=m\(index)-\(name)></u>"
            }
        }
        let text = "<!doctype html><style>u{display:block;width:10px}\(rules)</style>\(Self.numbered(markup))\(marks)"
        let boxes = try HTMLDocument(Array(text.utf8)).boxes.filter { $0.name.hasPrefix("u.") }
        try #require(boxes.count == count * Self.names.count)
        return (0..<count).map { index in
            let own = boxes[(index * Self.names.count)...]
            return Set(zip(Self.names, own).filter { $0.1.frame.width == 20 }.map(\.0))
        }
    }

    /// Markup whose elements have numbers.
    private static func numbered(_ markup: String) -> String {
        var (result, count) = ("", 0)
        for part in markup.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            let name = part.prefix { $0 != ">" && $0 != " " }
            result += "<\(name)"
            if !part.hasPrefix("/") {
                result += " n=\(count)"
                count += 1
            }
            result += part.dropFirst(name.count)
        }
        return result
    }

    /// A fieldset that is disabled disables the controls inside, but for those in its first legend.
    @Test(arguments: [
        "<input X>", "<button X>b</button>", "<input type=file X>", "<input type=range X>", "<input type=checkbox checked X>",
        "<select X><option>a</select>", "<textarea X>a</textarea>", "<input type=color X>",
    ]) func disabledFieldsetsGreyTheirControls(_ control: String) throws {
        let (free, off) = (control.replacing("X", with: ""), control.replacing("X", with: "disabled"))
        func layers(_ body: String) throws -> [Layer] { try laidOut("<!doctype html>\(body)").layers }
        let greyed = try layers("<fieldset disabled>\(free)</fieldset>")
        #expect(try greyed == layers("<fieldset>\(off)</fieldset>"))
        #expect(try greyed != layers("<fieldset>\(free)</fieldset>"))
        let legend = try layers("<fieldset disabled><legend>\(free)</legend></fieldset>")
        #expect(try legend == layers("<fieldset><legend>\(free)</legend></fieldset>"))
    }

    /// The time for a pattern grows with a power of the length of its value, where backtracking would take exponential time.
    @Test func expensivePatternsAreBounded() throws {
        let value = String(repeating: "a", count: 5000)
        let text = "<!doctype html><style>input:invalid{color:red}</style><input pattern='((a+)+)+b' value='\(value)'>"
        _ = try HTMLDocument(Array(text.utf8))
    }
}
