import Glibc

/// Threads that run one body each until it returns.
package enum WorkerThreads {
    private final class Start: @unchecked Sendable {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Decoders use the stack, and scenes may be nested deeply.
    private static let stackBytes = 8 << 20

    package struct Handle: @unchecked Sendable {
        fileprivate let thread: pthread_t

        /// Whether it is the thread of the caller.
        package var isCurrent: Bool { pthread_equal(pthread_self(), thread) != 0 }

        /// Waits until the thread's body has returned.
        package func join() { pthread_join(thread, nil) }

        /// Gives up waiting for it. To be called instead of `join`.
        package func detach() { pthread_detach(thread) }
    }

    /// Starts a thread; nil where the system gives none, and `errno` tells why.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Handle? { start(body, stackBytes: stackBytes) }

    /// Starts threads with the same body, as many as the system gives and have room for their stacks.
    package static func start(_ count: Int, _ body: @escaping @Sendable () -> Void) -> [Handle] {
        let count = AddressSpace.threads(count, stackBytes: stackBytes)
        var handles: [Handle] = []
        while handles.count < count, let handle = start(body) { handles.append(handle) }
        return handles
    }

    fileprivate static func start(_ body: @escaping () -> Void, stackBytes: Int) -> Handle? {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        guard pthread_attr_setstacksize(&attributes, stackBytes) == 0 else { return nil }
        var thread = pthread_t()
        let passed = Unmanaged.passRetained(Start(body))
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, passed.toOpaque())
        guard status == 0 else {
            passed.release()
            errno = status
            return nil
        }
        return Handle(thread: thread)
    }
}

/// A thread with room for deep recursion.
package enum LargeStack {
    /// The deepest layers that scenes may have take less than a quarter of it.
    private static let bytes = 32 << 20

    /// Runs `body` on a stack of its own and waits for it; nil when the system gives no thread, and nothing ran.
    package static func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value? {
        var result: Result<Value, Failure>?
        let keep = { result = Result(catching: body) }
        withoutActuallyEscaping(keep) { keep in
            WorkerThreads.start(keep, stackBytes: bytes)?.join()
        }
        return try result?.get()
    }
}
