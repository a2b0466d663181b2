import PenumbraFuzzing
import TestSupport
import Testing

@Suite(.timed) struct FuzzDictionaryTests {
    @Test func fuzzDictionaryLinesAreReadAsByLibFuzzer() {
        #expect(FuzzDictionary.word(Array(#""ab""#.utf8)) == Array("ab".utf8))
        #expect(FuzzDictionary.word(Array(#"name="a\"\\\x00\xfF""#.utf8)) == [0x61, 0x22, 0x5C, 0, 0xFF])
        #expect(FuzzDictionary.word(Array(##"# "ab""##.utf8)) == nil)
        #expect(FuzzDictionary.word(Array(#""a\x1""#.utf8)) == nil)
        #expect(FuzzDictionary.word([]) == nil)
    }

    @Test func fuzzDictionaryLinesAreAllWords() {
        for target in FuzzTarget.allCases {
            let words = FuzzDictionary.words(for: target)
            // Targets that build their input directly from bytes have no words.
            #expect(words.isEmpty == (target == .differential || target == .encoder), "\(target)")
            #expect(Set(words).count == words.count, "\(target)")
        }
    }
}
