import PenumbraJSON
import TestSupport

extension Repository {
    /// Every scene of the corpus with its file.
    static func corpus() throws -> [(file: String, document: JSONValue)] {
        try files(below: "Tests/Corpus", suffix: ".json").map { ($0, try JSONValue(parsing: bytes(of: $0) ?? [])) }
    }
}
