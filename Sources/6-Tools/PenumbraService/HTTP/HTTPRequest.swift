/// One request of a client, with its whole body.
public struct HTTPRequest: Sendable {
    public var method: String
    /// The path and the query as the client sent them, with their percent escapes.
    public var target: String
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public init(method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
    }

    /// The path as the client sent it, with its percent escapes.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The query as the client sent it. Nil if the target has no question mark.
    public var query: String? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        return String(target[target.index(after: mark)...])
    }

    /// The values of a header, joined by commas. Nil if the request doesn't have the header.
    public func header(_ name: String) -> String? {
        let values = headers.filter { $0.name.lowercased() == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
