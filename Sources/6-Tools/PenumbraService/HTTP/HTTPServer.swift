import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import PenumbraSystem

/// Why a server can't start.
public struct ServerError: Error, Sendable, Worded {
    /// Nil if the server can't listen on its address now.
    public var kind: FailureKind?
    public var words: Message

    init(_ kind: FailureKind?, _ words: Message) { (self.kind, self.words) = (kind, words) }
}

/// The report of one answered request, for logs and metrics.
public struct RequestReport: Sendable {
    public var method: String
    public var target: String
    public var status: Int
    public var bytes: Int
    public var seconds: Double
    public var note: String?
}

/// An HTTP/1.1 server on one address.
public final class HTTPServer: Sendable {
    struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var bodyBytes = 0
        /// Requests whose answer isn't written yet.
        var requests = 0
        var isEnding = false
    }

    let handler: any RequestHandler
    let limits: ServerLimits
    let report: @Sendable (RequestReport) -> Void
    private let notice: @Sendable (String) -> Void
    let state = Monitor(State())
    private let group: MultiThreadedEventLoopGroup
    private let listener = Mutex<(any Channel)?>(nil)

    /// - Parameters:
    ///   - threads: the threads that read requests and write answers.
    ///   - notice: takes words about the server itself.
    ///   - report: called after each answer, on one of these threads.
    public init(
        _ handler: any RequestHandler, limits: ServerLimits = ServerLimits(), threads: Int = 1,
        notice: @escaping @Sendable (String) -> Void = { _ in },
        report: @escaping @Sendable (RequestReport) -> Void = { _ in }
    ) {
        (self.handler, self.limits, self.notice, self.report) = (handler, limits, notice, report)
        group = MultiThreadedEventLoopGroup(numberOfThreads: max(1, threads))
    }

    public var connections: Int { state.update { $0.channels.count } }

    /// Starts to accept connections.
    ///
    /// - Parameter port: 0 chooses a free port.
    /// - Returns: the port.
    public func listen(host: String, port: Int) throws(ServerError) -> Int {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            // NIO accepts 4 per turn of the loop. A loop that is busy with hundreds of requests per turn would let others wait.
            .serverChannelOption(.maxMessagesPerRead, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { [notice] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause(notice: notice))
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(
                .writeBufferWaterMark, value: .init(low: limits.streamBytes / 2, high: limits.streamBytes)
            )
            .childChannelInitializer { [self] channel in
                guard add(channel) else { return channel.close() }
                channel.closeFuture.whenComplete { [self] _ in remove(channel) }
                return channel.eventLoop.makeCompletedFuture { [self] in
                    try configure(channel.pipeline.syncOperations, channel)
                }
            }
        do {
            let channel = try bootstrap.bind(host: host, port: port).wait()
            listener.withLock { $0 = channel }
            return channel.localAddress?.port ?? port
        } catch {
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw ServerError(
                nil, "\(oneLine(host)):\(port): cannot listen there: \(oneLine(reason)); choose another address")
        }
    }

    /// Adds the handlers of a connection.
    package func configure(_ pipeline: ChannelPipeline.SynchronousOperations, _ channel: any Channel) throws {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = limits.headerBytes
        decoding.maxHeaderListSize = limits.allHeaderBytes
        decoding.maxHeaderFieldCount = limits.headers
        try pipeline.configureHTTPServerPipeline(
            withErrorHandling: false, withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: decoding)
        try pipeline.addHandler(HTTPConnection(self))
    }

    private func add(_ channel: any Channel) -> Bool {
        state.update { state in
            guard state.channels.count < limits.connections, !state.isEnding else { return false }
            state.channels[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    private func remove(_ channel: any Channel) { state.update { $0.channels[ObjectIdentifier(channel)] = nil } }

    /// Takes memory for a part of a body.
    func take(bodyBytes: Int) -> Bool {
        state.update { state in
            guard state.bodyBytes + bodyBytes <= limits.allBodyBytes else { return false }
            state.bodyBytes += bodyBytes
            return true
        }
    }

    func giveBack(bodyBytes: Int) { if bodyBytes > 0 { state.update { $0.bodyBytes -= bodyBytes } } }

    var isEnding: Bool { state.update { $0.isEnding } }

    /// Refuses new connections, finishes the requests in progress and closes all connections. Returns when all are closed.
    ///
    /// - Parameter seconds: the time after which requests in progress are cut off.
    public func end(within seconds: Double) {
        state.update { $0.isEnding = true }
        try? listener.withLock({ $0 })?.close().wait()
        let end = ContinuousClock().now + .seconds(seconds)
        while state.update({ $0.requests }) > 0, ContinuousClock().now < end { usleep(10_000) }
        for channel in state.update({ Array($0.channels.values) }) { channel.close(promise: nil) }
        try? group.syncShutdownGracefully()
    }
}
