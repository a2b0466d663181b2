/// Answers requests. `answer` must return soon: it runs on a thread that serves many connections.
public protocol RequestHandler: Sendable {
    /// - Parameter reply: takes the answer, at once or later, from any thread.
    func answer(_ request: HTTPRequest, to reply: HTTPReply)
}

/// Chooses a handler by the path of a request.
public struct Router: RequestHandler {
    private let routes: [String: any RequestHandler]
    private let others: any RequestHandler

    /// - Parameters:
    ///   - routes: the handlers of exact paths.
    ///   - others: the handler of all other paths.
    public init(_ routes: [String: any RequestHandler], others: any RequestHandler) {
        (self.routes, self.others) = (routes, others)
    }

    public func answer(_ request: HTTPRequest, to reply: HTTPReply) {
        (routes[request.path] ?? others).answer(request, to: reply)
    }
}

/// A handler of a page that is read with GET and HEAD, and is ready at once.
public struct PageHandler: RequestHandler {
    private let page: @Sendable () -> HTTPAnswer

    public init(_ page: @escaping @Sendable () -> HTTPAnswer) { self.page = page }

    public func answer(_ request: HTTPRequest, to reply: HTTPReply) {
        guard ["GET", "HEAD"].contains(request.method) else {
            return reply.send(
                .error(405, "\(request.method) is not allowed here; use GET or HEAD", headers: [("Allow", "GET, HEAD")]))
        }
        reply.send(page())
    }
}
