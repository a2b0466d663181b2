import PenumbraJSON
import PenumbraScene

/// The error line that a user sees for a document, or "accepted".
func refusal(of json: String, _ parameters: [String: JSONValue] = [:], scale: Double? = nil) -> String {
    do {
        _ = try Scene(json: Array(json.utf8), parameters: parameters, scaleOverride: scale)
        return "accepted"
    } catch {
        return error.description
    }
}

/// The error line for a scene with one layer whose members are `members`.
func refusal(ofLayer members: String) -> String {
    refusal(of: #"{"canvas": {"width": 10, "height": 10}, "layers": [{"# + members + "}]}")
}
