import PenumbraSystem

/// The pages that are told about changes, as server-sent events.
final class StudioEvents: Sendable {
    private let streams = Mutex<[HTTPStream]>([])

    /// Whether a page listens.
    var hasListeners: Bool { streams.withLock { !$0.isEmpty } }

    func add(_ stream: HTTPStream) {
        stream.write(Array("retry: 1000\nevent: open\ndata: {}\n\n".utf8))
        streams.withLock { $0.append(stream) }
    }

    /// Tells all pages.
    func send(_ name: String, _ number: Int) { write("event: \(name)\ndata: \(number)\n\n") }

    /// Keeps connections open, and notices those that are gone.
    func beat() { write(": still here\n\n") }

    private func write(_ text: String) {
        let open = streams.withLock { streams in
            streams.removeAll { !$0.isOpen }
            return streams
        }
        for stream in open { stream.write(Array(text.utf8)) }
    }

    func end() {
        for stream in streams.withLock({ $0 }) { stream.end() }
        streams.withLock { $0 = [] }
    }
}
