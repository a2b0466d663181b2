import PenumbraSystem
import TestSupport
import Testing

@Suite(.timed) struct OneLineTests {
    @Test func oneLineEscapesControlCharactersAndLineBreaks() {
        #expect(oneLine("a\u{1B}[31m\nb\u{9B}\u{2028}\u{202E}") == "a\\u{1B}[31m\\u{A}b\\u{9B}\\u{2028}\\u{202E}")
        #expect(oneLine("é \u{05D0} 👩‍👧 \"x\"") == "é \u{05D0} 👩‍👧 \"x\"")
    }

    @Test func oneLineOmitsTheMiddleOfLongText() {
        let text = "where: " + String(repeating: "é\n", count: 50_000) + ": what to do"
        let line = oneLine(text)
        #expect(line.utf8.count < 6100 && line.hasPrefix("where: é\\u{A}") && line.hasSuffix("\\u{A}: what to do"))
        // The longest path fits completely.
        let path = String(repeating: "p", count: 4096)
        #expect(oneLine(path) == path)
    }
}
