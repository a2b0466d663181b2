import NIOCore
import NIOEmbedded
import PenumbraService
import PenumbraSystem

/// Checks bytes that a client sends to the service: request lines, headers, queries, signatures, bodies.
///
/// Each request gets a whole answer or none, and the answers don't depend on how the network cuts the bytes.
enum RequestChecks {
    private static let faults = Mutex<[String]>([])
    private static let scene = Array(
        """
        {"canvas": {"width": 9, "height": 9}, "parameters": {"title": "", "radius": 2, "dark": false},
         "layers": [{"type": "text", "string": "${title}", "shadows": [{"radius": "${radius}"}], "hidden": "${dark}"}]}
        """.utf8)
    private static let key = Array("0123456789abcdef".utf8)
    private static let servers: [HTTPServer]? = try? [nil, SigningKeys(file: key, name: "keys")].map { keys in
        var limits = ServerLimits()
        limits.bodyBytes = 1000
        let reading = try RequestReading(scene: scene, keys: keys) { fault in faults.withLock { $0.append(fault) } }
        return HTTPServer(reading, limits: limits)
    }

    static func check(_ bytes: [UInt8]) throws {
        guard let servers else { throw FuzzFinding("the servers can't be made") }
        for (index, server) in servers.enumerated() {
            let whole = try answers(of: server, to: [bytes[...]])
            let middle = bytes.count / 2
            let halves = try answers(of: server, to: [bytes[..<middle], bytes[middle...]])
            try require(halves == whole, "two pieces get other answers")
            if bytes.count < 600 {
                let single = bytes.indices.map { bytes[$0...$0] }
                try require(try answers(of: server, to: single) == whole, "single bytes get other answers")
            }
            let found = faults.withLock { faults in
                defer { faults = [] }
                return faults
            }
            if let fault = found.first { throw FuzzFinding(fault) }
            for answer in try read(whole, mayLackBodies: bytes.contains(Array("HEAD".utf8))) {
                let isKnown = [100, 200, 400, 403, 404, 413, 414, 431, 501].contains(answer)
                try require(isKnown, "server \(index) answers \(answer)")
            }
        }
        try checkSignature(bytes)
    }

    /// Everything that a connection sends for some bytes.
    private static func answers(of server: HTTPServer, to pieces: [ArraySlice<UInt8>]) throws -> [UInt8] {
        let channel = EmbeddedChannel()
        defer {
            // A deadline holds its channel until it comes.
            _ = try? channel.finish(acceptAlreadyClosed: true)
            channel.embeddedEventLoop.advanceTime(by: .hours(1))
        }
        try server.configure(channel.pipeline.syncOperations, channel)
        channel.connect(to: try SocketAddress(unixDomainSocketPath: "/client"), promise: nil)
        for piece in pieces where channel.isActive {
            try channel.writeInbound(ByteBuffer(bytes: piece))
            channel.embeddedEventLoop.run()
        }
        var sent: [UInt8] = []
        while let part = try channel.readOutbound(as: ByteBuffer.self) { sent += part.readableBytesView }
        return sent
    }

    /// The status of each answer. Finds bytes that are not a whole answer.
    ///
    /// - Parameter mayLackBodies: whether answers to HEAD may be among them, which have the length of a body and no body.
    private static func read(_ sent: [UInt8], mayLackBodies: Bool) throws -> [Int] {
        var statuses: [Int] = []
        var rest = sent[...]
        while !rest.isEmpty {
            let head = try line(&rest)
            try require(head.hasPrefix("HTTP/1.1 "), "an answer starts with \(head.debugDescription)")
            guard let status = Int(head.dropFirst(9).prefix(3)) else {
                throw FuzzFinding("no status: \(head.debugDescription)")
            }
            var length = 0
            while case let header = try line(&rest), !header.isEmpty {
                try require(header.contains(":"), "a header is \(header.debugDescription)")
                if header.lowercased().hasPrefix("content-length: ") { length = Int(header.dropFirst(16)) ?? -1 }
            }
            if mayLackBodies, rest.isEmpty || rest.starts(with: Array("HTTP/1.1 ".utf8)) { length = 0 }
            try require((0...rest.count).contains(length), "an answer has \(rest.count) bytes of \(length)")
            rest = rest.dropFirst(length)
            statuses.append(status)
        }
        return statuses
    }

    private static func line(_ rest: inout ArraySlice<UInt8>) throws -> String {
        guard let end = rest.firstIndex(of: 0x0A), end > rest.startIndex, rest[end - 1] == 0x0D else {
            throw FuzzFinding("a line of an answer has no end")
        }
        defer { rest = rest[(end + 1)...] }
        return String(decoding: rest[..<(end - 1)], as: UTF8.self)
    }

    /// A signed target is accepted, and no longer when one of its bytes changes.
    private static func checkSignature(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes.prefix(300), as: UTF8.self)
        guard !text.contains("signature="), let keys = try? SigningKeys(file: key, name: "keys") else { return }
        // The empty items and question marks of a query are signed as they are sent.
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let path = "/\(parts[0])"
        let query = parts.count > 1 ? parts[1] : ""
        let signed = query.isEmpty ? path : "\(path)?\(query)"
        let code = HMAC.code(of: Array(signed.utf8), key: key)
        let separator = query.isEmpty ? "?" : "&"
        func request(_ path: String) -> HTTPRequest {
            let target = query.isEmpty ? path : "\(path)?\(query)"
            return HTTPRequest(method: "GET", target: "\(target)\(separator)signature=\(code)")
        }
        try require(keys.accept(request(path)), "a signed request is refused: \(signed.debugDescription)")
        try require(!keys.accept(request(path + "x")), "a changed request is accepted: \(signed.debugDescription)")
    }
}
