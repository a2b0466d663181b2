import CPenumbraSystem
import Glibc

/// Starts threads, each of which runs one body until it returns.
package enum WorkerThreads {
    private final class Start: @unchecked Sendable {
        let body: () -> Void
        let stackBytes: Int

        init(_ body: @escaping () -> Void, stackBytes: Int) { (self.body, self.stackBytes) = (body, stackBytes) }

        func run() {
            penumbra_begin_stack(stackBytes)
            body()
        }
    }

    /// The size of a thread's stack. Decoders use the stack, and scenes may be nested deeply.
    private static let stackBytes = 8 << 20

    package struct Handle: @unchecked Sendable {
        fileprivate let thread: pthread_t

        /// True if this is the caller's thread.
        package var isCurrent: Bool { pthread_equal(pthread_self(), thread) != 0 }

        /// Waits until the thread's body has returned, and adds its processor time to that of the calling thread.
        package func join() {
            var time: UnsafeMutableRawPointer?
            if pthread_join(thread, &time) == 0 { ThreadClock.add(Int(bitPattern: time)) }
        }

        /// Stops waiting for the thread. Call it instead of `join`.
        package func detach() { pthread_detach(thread) }
    }

    /// Starts a thread; nil if the system gives none, with the reason in `errno`.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Handle? { start(body, stackBytes: stackBytes) }

    /// Starts threads with the same body, at most `count`. There may be fewer if the system gives fewer or has no room for
    /// their stacks.
    ///
    /// - Parameter hasLargeStacks: whether `LargeStack` needs no other threads for these, unless the system limits addresses.
    package static func start(
        _ count: Int, hasLargeStacks: Bool = false, _ body: @escaping @Sendable () -> Void
    ) -> [Handle] {
        let count = AddressSpace.threads(count, stackBytes: stackBytes)
        let bytes = stackBytes + (hasLargeStacks && AddressSpace.roomForPictures == nil ? LargeStack.bytes : 0)
        var handles: [Handle] = []
        // A system that promises no more memory than it has may refuse the larger stacks.
        while handles.count < count, let handle = start(body, stackBytes: bytes) ?? start(body, stackBytes: stackBytes) {
            handles.append(handle)
        }
        return handles
    }

    /// Lets the system run other threads before the calling thread and the threads that it starts, if processors are scarce.
    package static func lowerPriority() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5) }

    fileprivate static func start(_ body: @escaping () -> Void, stackBytes: Int) -> Handle? {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        guard pthread_attr_setstacksize(&attributes, stackBytes) == 0 else { return nil }
        var thread = pthread_t()
        let passed = Unmanaged.passRetained(Start(body, stackBytes: stackBytes))
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
                return UnsafeMutableRawPointer(bitPattern: ThreadClock.nanosecondsWithChildren)
            }, passed.toOpaque())
        guard status == 0 else {
            passed.release()
            errno = status
            return nil
        }
        return Handle(thread: thread)
    }
}

/// A stack with room for deep recursion.
package enum LargeStack {
    /// The size of the stack. The deepest layers that scenes may have use less than a quarter of it.
    fileprivate static let bytes = 32 << 20

    /// Runs `body` on the calling thread if its stack has enough room, and otherwise on a thread of its own. The result is nil,
    /// and `body` did not run, if the system gives no thread.
    package static func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value? {
        if penumbra_free_stack() >= bytes { return try body() }
        var result: Result<Value, Failure>?
        let keep = { result = Result(catching: body) }
        withoutActuallyEscaping(keep) { keep in
            WorkerThreads.start(keep, stackBytes: bytes)?.join()
        }
        return try result?.get()
    }
}
