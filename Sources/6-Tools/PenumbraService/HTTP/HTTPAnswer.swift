import PenumbraJSON
import PenumbraSystem

/// The answer to one request.
public struct HTTPAnswer: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        /// Pieces that follow later, such as server-sent events. The function is called once, with the stream to write to.
        case stream(@Sendable (HTTPStream) -> Void)
    }

    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: Body
    /// A word for the access log, such as `hit`.
    public var note: String?
    /// Whether the connection ends after the answer.
    public var closes = false

    public init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes([]), note: String? = nil) {
        (self.status, self.headers, self.body, self.note) = (status, headers, body, note)
    }

    public static func text(_ status: Int, _ text: String, type: String = "text/plain; charset=utf-8") -> HTTPAnswer {
        HTTPAnswer(
            status, headers: [("Content-Type", type), ("Cache-Control", "no-store")], body: .bytes(Array(text.utf8)))
    }

    /// An error as JSON: one line with the mistake, and its place in the scene or the request.
    public static func error(
        _ status: Int, _ message: String, place: String? = nil, headers: [(name: String, value: String)] = []
    ) -> HTTPAnswer {
        var object: JSONObject = ["error": .string(oneLine(message))]
        if let place { object["place"] = .string(oneLine(place)) }
        var answer = HTTPAnswer.text(status, JSONValue.object(object).compact() + "\n", type: "application/json")
        answer.headers += headers
        return answer
    }
}
