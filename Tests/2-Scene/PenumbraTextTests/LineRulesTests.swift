import PenumbraScene
import PenumbraSystem
import PenumbraText
import TestSupport
import Testing

/// Tests the places where lines may end.
@Suite(.timed) struct LineRulesTests {
    private func pieces(_ text: String, _ language: String? = nil) throws -> [String] {
        let units = Array(text.utf16)
        var start = 0
        return try LineRules().breaks(in: units, language: language).map { end in
            defer { start = end }
            return String(decoding: units[start..<end], as: UTF16.self)
        }
    }

    @Test func scriptsWithoutSpacesBreakAtDictionaryWords() throws {
        #expect(try pieces("ภาษาไทยเป็นภาษาที่สวยงาม") == ["ภาษา", "ไทย", "เป็น", "ภาษา", "ที่", "สวยงาม"])
        #expect(try pieces("ພາສາລາວເປັນພາສາ") == ["ພາສາ", "ລາວ", "ເປັນ", "ພາສາ"])
        #expect(try pieces("ភាសាខ្មែរជាភាសា") == ["ភាសាខ្មែរ", "ជា", "ភាសា"])
        #expect(try pieces("မြန်မာဘာသာစကား") == ["မြန်မာဘာသာ", "စကား"])
    }

    @Test func emojiSequencesAreNotBroken() throws {
        #expect(try pieces("👨‍👩‍👧👍🏽🇩🇪🇫🇷❤️a") == ["👨‍👩‍👧", "👍🏽", "🇩🇪", "🇫🇷", "❤️", "a"])
    }

    @Test func lineBreaksFollowTheLanguage() throws {
        // Small kana and the prolonged sound mark begin no line where the rules are strict.
        #expect(try pieces("あァー、") == ["あァー、"])
        #expect(try pieces("あァー、", "ja") == ["あ", "ァ", "ー、"])
        #expect(try pieces("あァー、", "ja-u-lb-strict") == ["あァー、"])
        #expect(try pieces("あァー、", "zh-Hant-TW-u-lb-loose") == ["あ", "ァ", "ー、"])
    }

    @Test func languageTagsBecomeLocales() {
        #expect(LineRules.locale(nil) == "" && LineRules.locale("de") == "de")
        #expect(LineRules.locale("zh-Hant-TW") == "zh_hant_tw")
        #expect(LineRules.locale("ja-u-ca-japanese-LB-Strict-x-lb-loose") == "ja@lb=strict")
        #expect(LineRules.locale("ja-u-lw-phrase") == "ja" && LineRules.locale("ja-u-lb") == "ja")
        #expect(LineRules.locale("ja-u-lb-other") == "ja" && LineRules.locale("ja-x-u-lb-loose") == "ja")
        #expect(LineRules.locale("de-a-lb-strict-u-lb-loose") == "de@lb=loose")
    }

    /// Every language tag that a scene may hold has rules.
    @Test(arguments: ["x-private", "zz", "qaa-Qaaa-QM", "abcdefgh", "12-34", "ja-u", String(repeating: "ab-", count: 21) + "a"])
    func unknownLanguagesUseTheDefaultRules(_ tag: String) throws {
        #expect(try pieces("ab cd", tag) == ["ab ", "cd"])
    }

    /// The time grows with the length of the text, also for texts that are made to be slow.
    @Test(
        arguments: [
            ("กา", nil), ("ก", nil), ("ក្", nil), ("က္", nil), ("ກ", nil), ("ภาษาไทยเป็น", nil), ("ア", "ja-u-lw-phrase"),
            ("漢", "zh-u-lw-phrase"), ("\u{301}", nil), ("\u{1F1E6}", nil), ("\u{200D}", nil), ("(", nil), ("\u{2067}", nil),
        ] as [(String, String?)])
    func longTextsBreakInLinearTime(_ part: String, _ language: String?) throws {
        let text = Array(String(repeating: part, count: 200_000 / part.utf16.count).utf16)
        let start = ThreadClock.nanoseconds
        _ = try LineRules().breaks(in: text, language: language)
        // Measured: 0.1 s at most. With breaks at phrases, the katakana take an hour.
        #expect(ThreadClock.nanoseconds - start < 2_000_000_000)
    }
}
