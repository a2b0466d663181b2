import PenumbraSystem
import TestSupport
import Testing

/// Tests that messages leave the names of settings open, even as parts of other messages.
@Suite(.timed) struct MessageTests {
    private struct Refusal: Error, Worded {
        var words: Message { "more than 3 layers; raise \(limit: .layers)" }
    }

    private func spelled(_ message: Message) -> String {
        message.text { setting in if case .limit(let limit, _) = setting { "<\(limit.rawValue)>" } else { "<other>" } }
    }

    @Test func settingsInMessagesAreNamedOnDisplay() {
        #expect(Refusal().description == "more than 3 layers; raise the limit layers")
        #expect(spelled(Refusal().words) == "more than 3 layers; raise <layers>")
        #expect(spelled("name it with \(setting: .roots)") == "name it with <other>")
    }

    @Test func nestedErrorsKeepTheirSettingsUnnamed() {
        let error: any Error = Refusal()
        let nested: Message = "a.json: \("line \(7): \(error)" as Message), \(Refusal())"
        #expect(spelled(nested) == "a.json: line 7: more than 3 layers; raise <layers>, more than 3 layers; raise <layers>")
        #expect(spelled("a" + nested + "") == "a" + spelled(nested))
        struct Plain: Error, CustomStringConvertible { let description = "plain" }
        #expect(spelled("a \(Plain()) \(12) \("text")") == "a plain 12 text")
    }

    @Test func messagesWithEqualTextAreEqual() {
        let part = "b"
        #expect("abc" as Message == "a\(part)c" && "abc" as Message == "a" + "\(part)" + "c" && "" as Message == "\("")")
        #expect("raise \(limit: .layers)" as Message != "raise the limit layers")
    }

    @Test func oneLineMessagesKeepSettingsAndEscapeControls() {
        let message = oneLine("a\n\(limit: .seconds)\u{1B}" as Message)
        #expect(spelled(message) == "a\\u{A}<seconds>\\u{1B}")
    }

    @Test func settingsAllHaveUniqueNames() {
        let names = Limit.allCases.map { Setting.limit($0).name }
        #expect(Set(names).count == 20 && names.contains("the limit picturePixels"))
    }
}
