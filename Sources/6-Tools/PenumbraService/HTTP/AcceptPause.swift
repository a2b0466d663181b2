import Glibc
import NIOCore
import PenumbraSystem

/// Stops accepting connections for a moment when the system has no descriptor or no memory for another one.
///
/// Such a connection stays in the system's queue, so the listening socket stays readable. Without a pause, the thread would
/// fail to accept the same connection again and again, and take a whole core.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// The time until the next try. Descriptors may become free at any time: other parts of the process use them too.
    private static let pause = TimeAmount.milliseconds(100)
    /// The time in which further failures belong to the same shortage, which is reported once.
    private static let shortage = Duration.seconds(60)

    private let notice: @Sendable (String) -> Void
    private var isPaused = false
    private var lastFailure: ContinuousClock.Instant?

    /// - Parameter notice: takes words about shortages.
    init(notice: @escaping @Sendable (String) -> Void) { self.notice = notice }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) else {
            return context.fireErrorCaught(error)
        }
        let now = ContinuousClock().now
        if lastFailure.map({ now - $0 > Self.shortage }) ?? true {
            let what = code == EMFILE || code == ENFILE ? "open files (ulimit -n)" : "memory"
            notice(
                "no connection can be accepted: \(String(cString: strerror(code))); clients wait. Give the service more \(what)"
            )
        }
        lastFailure = now
        guard !isPaused else { return }
        isPaused = true
        read(false, context)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.pause) {
            let (handler, context) = bound.value
            handler.isPaused = false
            if context.channel.isActive { handler.read(true, context) }
        }
    }

    /// Turns accepting on or off. A closed channel needs neither.
    private func read(_ isOn: Bool, _ context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(.autoRead, value: isOn)
    }
}
