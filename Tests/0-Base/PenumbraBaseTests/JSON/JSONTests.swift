import PenumbraJSON
import TestSupport
import Testing

@Suite(.timed) struct JSONTests {
    private func fault(_ text: String) -> String {
        do {
            return "accepted \(try JSONValue(parsing: text).compact())"
        } catch {
            return error.description
        }
    }

    @Test(
        arguments: [
            ("", "line 1, column 1: the document ends, expected a value"),
            ("  \n ", "line 2, column 2: the document ends, expected a value"),
            ("{", "line 1, column 2: the document ends, expected a key in double quotes"),
            (#"{"a""#, "line 1, column 5: the document ends, expected `:` after the key"),
            (#"{"a": 1"#, "line 1, column 8: the document ends, expected `,` or `}`"),
            (#"{"a": 1,}"#, "line 1, column 8: a comma before the closing `}`, which JSON does not allow"),
            ("[1,\n 2,\n]", "line 2, column 3: a comma before the closing `]`, which JSON does not allow"),
            ("[1 2]", "line 1, column 4: found `2`, expected `,` or `]`"),
            ("{'a': 1}", "line 1, column 2: found `'`, expected a key in double quotes; write strings in double quotes"),
            ("{a: 1}", "line 1, column 2: found `a`, expected a key in double quotes"),
            ("[NaN]", "line 1, column 2: found `NaN`, expected a value; JSON has no NaN"),
            ("[-Infinity]", "line 1, column 3: found `Infinity`, expected a digit; JSON has no Infinity"),
            ("[1, // one\n2]", "line 1, column 5: found `/`, expected a value; JSON has no comments"),
            ("1 2", "line 1, column 3: found `2`, expected the end of the document"),
            ("{}x", "line 1, column 3: found `x`, expected the end of the document"),
            ("[1]]", "line 1, column 4: found `]`, expected the end of the document"),
            ("True", "line 1, column 1: found `True`, expected a value"),
            ("truely", "line 1, column 1: found `truely`, expected a value"),
            ("01", "line 1, column 1: a number must not begin with a zero"),
            ("+1", "line 1, column 1: found `+`, expected a value"),
            (".5", "line 1, column 1: found `.`, expected a value"),
            ("5.", "line 1, column 3: the document ends, expected a digit after the point"),
            ("1e", "line 1, column 3: the document ends, expected a digit of the exponent"),
            ("0x10", "line 1, column 2: found `x10`, expected the end of the number"),
            ("1e400", "line 1, column 1: the number 1e400 is too large, the largest is about 1.8e308"),
            (
                "\r\n\r\n[1e99999999999999999999]",
                "line 3, column 2: the number 1e999999999999999999… is too large, the largest is about 1.8e308"
            ),
            (#""a"#, "line 1, column 1: the string that begins here does not end"),
            ("\"a\nb\"", "line 1, column 3: the string that begins in line 1 does not end in its line"),
            ("\"a\tb\"", #"line 1, column 3: a control character in a string; write it as \u0009"#),
            (
                #""\x""#,
                #"line 1, column 2: no escape of JSON; allowed are \" \\ \/ \b \f \n \r \t and \u with four hex digits"#
            ),
            (#""\u12g4""#, #"line 1, column 2: \u needs four hexadecimal digits"#),
            (#""\ud800""#, "line 1, column 2: half of a surrogate pair without its other half"),
            (#""\ud800\n""#, "line 1, column 2: half of a surrogate pair without its other half"),
            (#""\ud800\ud800""#, "line 1, column 2: half of a surrogate pair without its other half"),
            (#""\udc00""#, "line 1, column 2: half of a surrogate pair without its other half"),
            ("{\"é\": 1,\n  \"é\": 2}", "line 2, column 3: duplicate key \"é\", first used in line 1, column 2"),
            (#"{"a": 1, "\u0061": 2}"#, "line 1, column 10: duplicate key \"a\", first used in line 1, column 2"),
            ("ü", "line 1, column 1: found `ü`, expected a value"),
        ] as [(String, String)])
    func malformedJSONIsRefusedWithItsPosition(_ text: String, _ expected: String) {
        #expect(fault(text) == expected)
    }

    @Test func duplicateKeysAreFoundInLargeObjects() {
        let members = (0..<5000).map { "\"k\($0)\": \($0)" }.joined(separator: ",\n")
        #expect(
            fault("{" + members + ",\n\"k4998\": 1}")
                == #"line 5001, column 1: duplicate key "k4998", first used in line 4999, column 1"#)
    }

    @Test(
        arguments: [
            [0xFF], [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22],
            [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF0, 0x9F, 0x98], [0x22, 0xC3, 0x22], [0x22, 0xE2, 0x82],
            [0xFE, 0xFF, 0x00, 0x31], [0x31, 0x00], [0x00],
        ] as [[UInt8]])
    func jsonBytesThatAreNotUTF8AreRefused(_ bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    @Test func validJSONKeepsAllValues() throws {
        #expect(try JSONValue(parsing: "\u{FEFF}[]") == [])
        #expect(try JSONValue(parsing: #" {"b": [true, false, null], "a": {}} "#) == ["b": [true, false, nil], "a": [:]])
        #expect(
            try JSONValue(parsing: #""\"\\\/\b\f\n\r\tA\u00e9\ud83d\ude00é😀\u0000""#)
                == .string("\"\\/\u{8}\u{C}\n\r\tAé😀é😀\0"))
    }

    @Test(arguments: [
        "0", "-0", "1", "10", "0.1", "123456789012345678", "9007199254740993", "1e22", "1e23", "1e-22", "4.9e-324",
        "2.2250738585072011e-308", "1.7976931348623157e308", "0.000000000000000000000000000001", "1e-400", "0e999999999999",
        "3.14159265358979323846264338327950288419716939937510", "100000000000000000000000000000000000000000000",
        "8.41e21", "9007199254740992.5", "5e-324", "179769313486231570000000000000000000000e270",
    ])
    func jsonNumbersAreRoundedCorrectly(_ text: String) throws {
        guard case .number(let number) = try JSONValue(parsing: text) else {
            Issue.record("not a number")
            return
        }
        #expect(number == Double(text))
        #expect(number.sign == (text.hasPrefix("-") ? .minus : .plus))
    }

    @Test func randomJSONNumbersAreRoundedCorrectly() throws {
        for seed in 0..<rounds(20_000 as UInt64) {
            var random = SeededGenerator(seed: seed)
            var text = String(random.integer(0...999))
            if random.chance(0.8) {
                text +=
                    "." + String((0..<random.integer(1...25)).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
            }
            if random.chance(0.5) { text += "e\(random.integer(-330...300))" }
            #expect(try JSONValue(parsing: text) == .number(Double(text) ?? .nan), "seed \(seed): \(text)")
        }
    }

    @Test func writtenJSONReadsBackEqual() throws {
        for seed in 0..<rounds(2000 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let value = random.json(0)
            #expect(try JSONValue(parsing: value.compact()) == value, "seed \(seed)")
            #expect(try JSONValue(parsing: value.prettyPrinted()) == value, "seed \(seed)")
        }
    }

    @Test func shortArraysArePrintedOnOneLine() {
        let value: JSONValue = [
            "frame": [0, 0.5, -1e21, 100], "a": ["b": ["c": 1]], "long": .array(Array(repeating: 1_000_000, count: 12)),
        ]
        #expect(
            value.prettyPrinted() == """
                {
                  "frame": [0, 0.5, -1e+21, 100],
                  "a": {
                    "b": {"c": 1}
                  },
                  "long": [
                    1000000,
                    1000000,
                    1000000,
                    1000000,
                    1000000,
                    1000000,
                    1000000,
                    1000000,
                    1000000,
                    1000000,
                    1000000,
                    1000000
                  ]
                }

                """)
    }

    @Test func nestingDepthIsLimited() {
        let deep = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
        #expect(fault(deep).hasPrefix("accepted"))
        #expect(fault("[" + deep + "]") == "line 1, column 257: nested more than 256 levels deep")
        #expect(
            fault(String(repeating: "[", count: 5_000_000)) == "line 1, column 257: nested more than 256 levels deep")
        #expect(
            fault(String(repeating: #"{"a":"#, count: 100_000))
                == "line 1, column 1281: nested more than 256 levels deep")
    }
}

extension SeededGenerator {
    mutating func json(_ depth: Int) -> JSONValue {
        switch integer(0...(depth < 5 ? 7 : 4)) {
        case 0: .null
        case 1: .bool(chance(0.5))
        case 2: .number(Double(integer(-1000...1000)))
        case 3: .number(Double(bitPattern: next() & 0xFFEF_FFFF_FFFF_FFFF))
        case 4: .string(text())
        case 5: .array((0..<integer(0...6)).map { _ in json(depth + 1) })
        default: .object(JSONObject((0..<integer(0...20)).map { .init(key: "\($0)\(text())", value: json(depth + 2)) }))
        }
    }
}
