import PenumbraSystem

/// Takes the answer to one request, from any thread. Only the first answer counts.
public final class HTTPReply: Sendable {
    private let state = Mutex((isAnswered: false, isOpen: true))
    private let deliver: @Sendable (HTTPAnswer) -> Void

    public init(_ deliver: @escaping @Sendable (HTTPAnswer) -> Void) { self.deliver = deliver }

    /// Whether the client still waits for the answer.
    public var isWanted: Bool { state.withLock { $0.isOpen && !$0.isAnswered } }

    public func send(_ answer: HTTPAnswer) {
        let isFirst = state.withLock { state in
            defer { state.isAnswered = true }
            return !state.isAnswered
        }
        if isFirst { deliver(answer) }
    }

    /// Notes that the client is gone.
    func close() { state.withLock { $0.isOpen = false } }
}

/// The body of an answer whose pieces are written one after another, from any thread.
public final class HTTPStream: Sendable {
    private let state = Mutex(true)
    private let deliver: @Sendable ([UInt8]?) -> Void

    init(_ deliver: @escaping @Sendable ([UInt8]?) -> Void) { self.deliver = deliver }

    /// Whether the client still reads. A client that reads too slowly is cut off.
    public var isOpen: Bool { state.withLock { $0 } }

    public func write(_ bytes: [UInt8]) { if isOpen { deliver(bytes) } }

    /// Ends the answer.
    public func end() {
        let wasOpen = state.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { deliver(nil) }
    }

    func close() { state.withLock { $0 = false } }
}
