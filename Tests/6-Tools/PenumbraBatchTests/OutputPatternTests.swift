import PenumbraBatch
import PenumbraJSON
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct OutputPatternTests {
    @Test func outputPatternSplitsTextAndNames() throws {
        for (text, names) in [
            ("${a}", ["a"]), ("x/${a}-${b}.png", ["a", "b"]), ("${a}${a}", ["a", "a"]), ("$a${b}$", ["b"]),
            ("{${x y}}", ["x y"]),
        ] {
            #expect(try OutputPattern(text).names == names)
            let path = try OutputPattern(text).path { .string("<\($0)>") }
            var expected = text
            for name in names where expected.contains("${\(name)}") {
                expected = expected.split(separator: "${\(name)}", omittingEmptySubsequences: false).joined(
                    separator: "<\(name)>")
            }
            #expect(path == expected)
        }
    }

    @Test func outputPatternsWithoutValidNamesAreRefused() {
        for (text, words) in [
            ("a.png", "the same for every row"), ("", "the same for every row"), ("${a", "is not closed"),
            ("${}", "holds no name"),
            ("${a}${", "is not closed"),
        ] {
            let error = #expect(throws: BatchError.self) { try OutputPattern(text) }
            #expect(error?.description.contains(words) == true, "\(text)")
        }
    }

    @Test func outputPatternInsertsValuesUnchanged() throws {
        let pattern = try OutputPattern("${v}.png")
        for (value, path) in [
            (.string("ü b"), "ü b.png"), (.number(7), "7.png"), (.number(0.5), "0.5.png"), (.bool(true), "true.png"),
        ]
            as [(JSONValue, String)]
        {
            #expect(try pattern.path { _ in value } == path)
        }
        for value: JSONValue? in [nil, .null, .array([]), .string(""), .string("a\nb"), .string("a\0b"), .string("a\u{7F}")] {
            #expect(throws: JobError.self) { try pattern.path { _ in value } }
        }
    }
}
