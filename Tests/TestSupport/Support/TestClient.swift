import Glibc

/// A client of HTTP that sends what it is told, right or wrong.
public final class TestClient: @unchecked Sendable {
    public struct Response {
        public var status: Int
        /// Names in lower case.
        public var headers: [String: String]
        public var body: [UInt8]

        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    public init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw ClientError(words: "connect: errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// Sends bytes. False if the server has closed the connection.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Waits for bytes. Nil if none comes in time; empty at the end of the connection.
    private func receive(until end: ContinuousClock.Instant) -> [UInt8]? {
        let left = end - ContinuousClock().now
        let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, Int32(clamping: max(0, milliseconds))) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Whether the server closes the connection in time. Drops what it sends until then.
    public func isClosed(within seconds: Double) -> Bool {
        let end = ContinuousClock().now + .seconds(seconds)
        while let bytes = receive(until: end) { if bytes.isEmpty { return true } }
        return false
    }

    /// Reads until the server has sent a text. False if it doesn't come in time.
    public func receives(_ text: String, within seconds: Double = 20) -> Bool {
        let end = ContinuousClock().now + .seconds(seconds)
        while !String(decoding: received, as: UTF8.self).contains(text) {
            guard let bytes = receive(until: end), !bytes.isEmpty else { return false }
            received += bytes
        }
        return true
    }

    /// Drops what was received so far.
    public func forget() { received = [] }

    /// Reads one response. Nil if it doesn't come in time, or if the connection ends before it.
    ///
    /// - Parameter hasBody: false for responses to HEAD.
    public func response(hasBody: Bool = true, within seconds: Double = 120) -> Response? {
        let end = ContinuousClock().now + .seconds(seconds)
        while true {
            if let response = parsed(hasBody) { return response }
            guard let bytes = receive(until: end), !bytes.isEmpty else { return nil }
            received += bytes
        }
    }

    private func parsed(_ hasBody: Bool) -> Response? {
        let mark = Array("\r\n\r\n".utf8)
        guard let place = received.indices.first(where: { received[$0...].starts(with: mark) }) else { return nil }
        let lines = String(decoding: received[..<place], as: UTF8.self).split(separator: "\r\n")
        guard let first = lines.first, let status = first.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = String(parts.last?.drop { $0 == " " } ?? "")
        }
        let count = hasBody ? headers["content-length"].flatMap { Int($0) } ?? 0 : 0
        let start = place + 4
        guard received.count >= start + count else { return nil }
        let body = Array(received[start..<start + count])
        received.removeFirst(start + count)
        return Response(status: status, headers: headers, body: body)
    }
}

public struct ClientError: Error {
    public var words: String

    public init(words: String) { self.words = words }
}
