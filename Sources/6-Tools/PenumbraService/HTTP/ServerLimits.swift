/// The limits of an HTTP server. They bound its memory, whatever clients send.
public struct ServerLimits: Sendable {
    /// Connections at a time. Further connections are closed at once.
    public var connections = 10_000
    /// The length of a path with its query, in bytes.
    public var targetBytes = 8192
    /// The length of one header, and of all headers of a request, in bytes.
    public var headerBytes = 16 << 10
    public var allHeaderBytes = 32 << 10
    /// Headers of one request.
    public var headers = 100
    /// The length of one body, and of the bodies of all requests in progress, in bytes.
    public var bodyBytes = 1 << 20
    public var allBodyBytes = 64 << 20
    /// The seconds that a connection may wait for the complete head of a request.
    public var headSeconds = 30.0
    /// The seconds that a whole body may take.
    public var bodySeconds = 15.0
    /// The seconds that the client may take to read an answer, or one piece of a stream.
    public var writeSeconds = 30.0
    /// The bytes of a stream that may wait for a slow client.
    public var streamBytes = 4 << 20

    public init() {}
}
