import PenumbraScene
import PenumbraText
import TestSupport
import Testing

@Suite(.timed) struct TextTransformTests {
    @Test func transformedTextsFollowTheirLanguages() throws {
        for (transform, text, language, wanted) in [
            (TextTransform.none, "aB", nil, "aB"), (.uppercase, "straße", "de", "STRASSE"), (.uppercase, "ıi", "tr", "Iİ"),
            (.uppercase, "i", "az-Latn", "İ"), (.lowercase, "Iİ", "tr", "ıi"), (.uppercase, "i", nil, "I"),
            (.uppercase, "άέή ΐ", "el", "ΑΕΗ Ϊ"), (.uppercase, "ά", nil, "Ά"), (.lowercase, "ΟΔΟΣ ΣΑΣ", "el", "οδος σας"),
            (.capitalize, "ijs en IJs", "nl", "IJs En IJs"), (.capitalize, "ijs", "en", "Ijs"),
            (.capitalize, "don't STOP 1st", nil, "Don't STOP 1st"), (.lowercase, "Ì", "lt", "i̇̀"),
            (.uppercase, "ﬃ", nil, "FFI"), (.uppercase, "😀é", nil, "😀É"), (.capitalize, "", nil, ""),
        ] as [(TextTransform, String, String?, String)] {
            #expect(try transform.applied(to: text, language: language) == wanted, "\(transform) of \(text)")
        }
    }

    @Test func wordsContinueAfterTheirContext() throws {
        #expect(try TextTransform.capitalize.applied(to: "b c", language: nil, after: "a") == "b C")
        #expect(try TextTransform.capitalize.applied(to: "t", language: nil, after: "n'") == "t")
        #expect(try TextTransform.capitalize.applied(to: "b", language: nil, after: " ") == "B")
        #expect(try TextTransform.capitalize.applied(to: "js", language: "nl", after: "i") == "Js")
        #expect(try TextTransform.lowercase.applied(to: "Σ", language: "el", after: "Α") == "ς")
    }

    @Test func longTextsGrow() throws {
        let text = String(repeating: "ΐ", count: 1000)
        #expect(try TextTransform.uppercase.applied(to: text, language: nil).unicodeScalars.count == 3000)
    }
}
