import NIOHTTP1

extension HTTPAnswer {
    /// The refusal of a head that leaves open where its request ends, or which server it is for (RFC 9112, sections 3.2 and
    /// 6). Nil for a sound head.
    static func refusal(of head: HTTPRequestHead) -> HTTPAnswer? { framing(of: head) ?? host(of: head) }

    private static func framing(of head: HTTPRequestHead) -> HTTPAnswer? {
        let lengths = head.headers["content-length"]
        guard lengths.count <= 1 else {
            return .error(400, "the header appears \(lengths.count) times; send it once", place: "Content-Length")
        }
        if let length = lengths.first, length.isEmpty || !length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .error(400, "found \"\(length)\", expected a number of bytes", place: "Content-Length")
        }
        let lines = head.headers["transfer-encoding"]
        guard !lines.isEmpty else { return nil }
        func refuse(_ status: Int, _ words: String) -> HTTPAnswer { .error(status, words, place: "Transfer-Encoding") }
        guard head.version != .http1_0 else { return refuse(400, "HTTP/1.0 doesn't have this header; send Content-Length") }
        guard lengths.isEmpty else { return refuse(400, "Content-Length is there too; send one of both") }
        let codings = lines.joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false)
            .map { trimmed($0).lowercased() }
        guard codings.last == "chunked" else {
            return refuse(400, "found \"\(codings.last ?? "")\" as the last coding, expected chunked")
        }
        guard !codings.dropLast().contains("chunked") else { return refuse(400, "chunked appears twice; send it once") }
        guard codings.count == 1 else { return refuse(501, "found \"\(codings[0])\"; only chunked is supported") }
        return nil
    }

    private static func host(of head: HTTPRequestHead) -> HTTPAnswer? {
        guard head.hasValidTarget else { return .error(400, "the target's host is no name and no address", place: "path") }
        let hosts = head.headers["host"]
        guard hosts.count <= 1 else {
            return .error(400, "the header appears \(hosts.count) times; send it once", place: "Host")
        }
        guard let host = hosts.first else {
            return head.version == .http1_0 ? nil : .error(400, "the header is missing; name the server", place: "Host")
        }
        guard HostValue.isValid(trimmed(host[...])) else {
            return .error(400, "found \"\(host)\", expected a name or an address, and perhaps a port", place: "Host")
        }
        return nil
    }

    /// The refusal of bytes that are no request.
    ///
    /// - Parameter isInBody: whether the head was complete.
    static func refusal(of error: HTTPParserError, isInBody: Bool) -> HTTPAnswer {
        switch error {
        case .headerOverflow: .error(431, "the headers are too long or too many")
        case .invalidChunkSize: .error(400, "a chunk's size is not a hexadecimal number that fits in 64 bits", place: "body")
        case .invalidContentLength: .error(400, "the header is not a number that fits in 64 bits", place: "Content-Length")
        case .unexpectedContentLength:
            .error(400, "the header appears twice or beside Transfer-Encoding; send one of them", place: "Content-Length")
        default:
            .error(400, isInBody ? "the body's framing is broken" : "this is not an HTTP/1.1 request with one known length")
        }
    }

    /// A value without the spaces and tabs around it.
    private static func trimmed(_ text: Substring) -> Substring {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}

extension HTTPRequestHead {
    /// The parts of a target with a scheme and a host. Nil for a path.
    private var absolute: (host: Substring, path: String)? {
        guard let scheme = ["http://", "https://"].first(where: { uri.prefix($0.count).lowercased() == $0 }) else { return nil }
        let rest = uri.dropFirst(scheme.count)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        return (rest[..<end], rest[end...].hasPrefix("/") ? String(rest[end...]) : "/\(rest[end...])")
    }

    /// Whether the target is a path, or has a host that a request can be for.
    fileprivate var hasValidTarget: Bool { absolute.map { !$0.host.isEmpty && HostValue.isValid($0.host) } ?? true }

    /// The head with a path as its target. The host of a target counts instead of the header's (RFC 9112, section 3.2.2).
    var withPath: HTTPRequestHead {
        guard let (host, path) = absolute else { return self }
        var head = self
        head.uri = path
        head.headers.replaceOrAdd(name: "Host", value: String(host))
        return head
    }
}
