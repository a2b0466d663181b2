import PenumbraCSS

/// The quotation marks of CSS `quotes: auto`, as Chromium has them.
enum QuotationMarks {
    /// The opening and the closing mark of each level, from the outermost.
    static func marks(of language: String?) -> [String] {
        var tag = (language ?? "").asciiLowercased[...]
        while !tag.isEmpty {
            if let marks = known[String(tag)] { return marks.map { String($0) } }
            // A region or a script that isn't known has the marks of the language.
            tag = tag.lastIndex(of: "-").map { tag[..<$0] } ?? ""
        }
        return ["“", "”", "‘", "’"]
    }

    /// The marks by the tags of languages. Languages that aren't listed have the marks of English.
    private static let known: [String: [Character]] = {
        let tags = [
            "„“‚‘": "cs de et hr sk sl", "„”«»": "pl ro", "„“„“": "bg lt", "„”»«": "hu", "„”’’": "sr", "«»«»": "fr",
            "«»‹›": "am fa fr-ch", "«»”“": "fr-ca", "«»„“": "ru uk", "«»“”": "ca el it", "«»‘’": "nb nn no",
            "””’’": "fi he sv", "”“’‘": "ar ur", "‘’‘’": "nl", "「」『』": "ja zh-hant",
        ]
        var result: [String: [Character]] = [:]
        for (marks, languages) in tags {
            for language in languages.split(separator: " ") { result[String(language)] = Array(marks) }
        }
        return result
    }()
}
