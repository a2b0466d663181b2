import NIOCore
import NIOHTTP1
import PenumbraSystem

/// One connection: reads a request, passes it on, writes the answer, and so on. Slow clients are cut off.
final class HTTPConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Phase {
        /// Between requests.
        case waiting
        case receiving(HTTPRequestHead, [UInt8])
        case answering(HTTPRequestHead)
        /// A refused request. The rest of its body is dropped, so that the client can read the answer.
        case dropping
    }

    private let server: HTTPServer
    private var phase = Phase.waiting
    private var started = ContinuousClock().now
    private var bodyBytes = 0
    private var reply: HTTPReply?
    private var stream: HTTPStream?
    private var deadline: Scheduled<Void>?
    private var isCounted = false

    init(_ server: HTTPServer) { self.server = server }

    func channelActive(context: ChannelHandlerContext) {
        setDeadline(server.limits.headSeconds, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        reply?.close()
        stream?.close()
        (reply, stream) = (nil, nil)
        endRequest(bodyBytes, isCounted)
        (bodyBytes, isCounted) = (0, false)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), phase) {
        case (.head(let head), .waiting): begin(head, context)
        case (.body(var part), .receiving(let head, var body)):
            phase = .waiting
            let count = part.readableBytes
            guard body.count + count <= server.limits.bodyBytes else { return refuse(Self.tooLong(server), head, context) }
            guard server.take(bodyBytes: count) else { return refuse(Self.noRoom, head, context) }
            bodyBytes += count
            body += part.readBytes(length: count) ?? []
            phase = .receiving(head, body)
        case (.end, .receiving(let head, let body)): finish(head, body, context)
        default: break
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        started = ContinuousClock().now
        isCounted = true
        server.state.update { $0.requests += 1 }
        let limits = server.limits
        guard head.uri.utf8.count <= limits.targetBytes else {
            return refuse(.error(414, "the path and the query have more than \(limits.targetBytes) bytes"), head, context)
        }
        if let refusal = HTTPAnswer.refusal(of: head) { return refuse(refusal, head, context) }
        if let length = head.headers.first(name: "content-length"), Int(length).map({ $0 > limits.bodyBytes }) ?? true {
            return refuse(Self.tooLong(server), head, context)
        }
        if head.version != .http1_0, head.headers.first(name: "expect")?.lowercased() == "100-continue" {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
        }
        setDeadline(limits.bodySeconds, context)
        phase = .receiving(head, [])
    }

    private func finish(_ head: HTTPRequestHead, _ body: [UInt8], _ context: ChannelHandlerContext) {
        deadline?.cancel()
        phase = .answering(head)
        let loop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: loop)
        let reply = HTTPReply { answer in
            loop.execute {
                let (connection, context) = bound.value
                guard case .answering(let head) = connection.phase, context.channel.isActive else { return }
                connection.write(answer, to: head, context)
            }
        }
        self.reply = reply
        let head = head.withPath
        let request = HTTPRequest(
            method: head.method.rawValue, target: head.uri, headers: head.headers.map { ($0.name, $0.value) }, body: body)
        server.handler.answer(request, to: reply)
    }

    // MARK: Answers

    private static func tooLong(_ server: HTTPServer) -> HTTPAnswer {
        .error(413, "the body has more than \(server.limits.bodyBytes) bytes")
    }

    private static var noRoom: HTTPAnswer {
        .error(503, "too many bodies are being received; try again later", headers: [("Retry-After", "1")])
    }

    /// Answers a request that isn't complete. The connection ends soon after.
    private func refuse(_ refusal: HTTPAnswer, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        var answer = refusal
        answer.closes = true
        write(answer, to: head, context)
    }

    private func write(_ answer: HTTPAnswer, to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        // After a request for another protocol, the parser reads no further request.
        let asksForUpgrade = head.method == .CONNECT || head.headers.contains(name: "upgrade")
        let closes = answer.closes || !head.isKeepAlive || asksForUpgrade || server.isEnding
        var headers = HTTPHeaders(answer.headers.map { ($0.name, $0.value) })
        if closes { headers.replaceOrAdd(name: "Connection", value: "close") }
        let status = HTTPResponseStatus(statusCode: answer.status)
        setDeadline(server.limits.writeSeconds, context)
        switch answer.body {
        case .bytes(let bytes):
            if answer.status != 304 { headers.replaceOrAdd(name: "Content-Length", value: String(bytes.count)) }
            let sent = head.method == .HEAD || answer.status == 304 ? 0 : bytes.count
            context.write(
                wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
            if sent > 0 {
                context.write(wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: bytes)))), promise: nil)
            }
            close(answer, head, sent: sent, closes: closes, context)
        case .stream(let write):
            context.writeAndFlush(
                wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
            deadline?.cancel()
            begin(write, answer, head, closes: closes, context)
        }
    }

    private func begin(
        _ write: @Sendable (HTTPStream) -> Void, _ answer: HTTPAnswer, _ head: HTTPRequestHead, closes: Bool,
        _ context: ChannelHandlerContext
    ) {
        let loop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: loop)
        let stream = HTTPStream { bytes in
            loop.execute {
                let (connection, context) = bound.value
                guard connection.stream != nil, context.channel.isActive else { return }
                guard let bytes else {
                    connection.stream = nil
                    return connection.close(answer, head, sent: 0, closes: closes, context)
                }
                // A client that doesn't read must not fill the memory.
                guard context.channel.isWritable else { return context.close(promise: nil) }
                let buffer = context.channel.allocator.buffer(bytes: bytes)
                context.writeAndFlush(connection.wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
            }
        }
        self.stream = stream
        // The requests of streams don't keep a server from ending.
        if isCounted { server.state.update { $0.requests -= 1 } }
        isCounted = false
        write(stream)
    }

    private func close(
        _ answer: HTTPAnswer, _ head: HTTPRequestHead, sent: Int, closes: Bool, _ context: ChannelHandlerContext
    ) {
        var isComplete = false
        if case .answering = phase { isComplete = true }
        phase = .dropping
        reply = nil
        let seconds = (ContinuousClock().now - started).inSeconds
        let report = RequestReport(
            method: head.method.rawValue, target: head.uri, status: answer.status, bytes: sent, seconds: seconds,
            note: answer.note)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        if isComplete, !closes { phase = .waiting }
        // The next request of the connection may begin before this answer is sent.
        let held = (bytes: bodyBytes, isCounted: isCounted)
        (bodyBytes, isCounted) = (0, false)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { [isComplete] _ in
            let (connection, context) = bound.value
            connection.endRequest(held.bytes, held.isCounted)
            connection.server.report(report)
            if closes, isComplete { return context.close(promise: nil) }
            switch connection.phase {
            case .waiting: connection.setDeadline(connection.server.limits.headSeconds, context)
            // The client reads the answer's end at once. It gets a second to notice if it is still sending: bytes that arrive
            // after the end of a connection would make the system drop the answer.
            case .dropping:
                context.close(mode: .output, promise: nil)
                connection.setDeadline(1, context)
            case .receiving, .answering: break
            }
        }
    }

    private func endRequest(_ bytes: Int, _ isCounted: Bool) {
        server.giveBack(bodyBytes: bytes)
        if isCounted { server.state.update { $0.requests -= 1 } }
    }

    // MARK: Deadlines and errors

    private func setDeadline(_ seconds: Double, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: .milliseconds(Int64(seconds * 1000))) {
            let (connection, context) = bound.value
            if case .receiving(let head, _) = connection.phase {
                connection.phase = .waiting
                return connection.refuse(.error(408, "the body took too long"), head, context)
            }
            context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch (phase, error as? HTTPParserError) {
        // What follows a refused request is dropped. The deadline ends the connection.
        case (.dropping, _) where !(error is IOError): return
        case (.waiting, let error?) where context.channel.isActive:
            started = ContinuousClock().now
            let head = HTTPRequestHead(version: .http1_0, method: .GET, uri: "")
            refuse(.refusal(of: error, isInBody: false), head, context)
        case (.receiving(let head, _), let error?) where context.channel.isActive:
            phase = .waiting
            refuse(.refusal(of: error, isInBody: true), head, context)
        default: context.close(promise: nil)
        }
    }
}
