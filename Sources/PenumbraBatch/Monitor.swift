import Glibc

/// A value that one thread at a time touches, and that threads wait on to change.
final class Monitor<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Changes the value and wakes all who wait for it.
    func update<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return try body(&value)
    }

    /// Changes the value in a way that one of those who wait for it can use, and wakes one.
    func updateForOne(_ body: (inout Value) -> Void) {
        pthread_mutex_lock(mutex)
        body(&value)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until `body` gives something, and wakes nobody: for values of which nothing is left that another one waits for.
    func take<Result>(_ body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits until `body` gives something.
    func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }
}

/// Threads that run one body each until it returns.
enum WorkerThreads {
    private final class Start: @unchecked Sendable {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Scenes may lie deep, and decoders use the stack.
    private static let stackBytes = 8 << 20

    struct Handle: @unchecked Sendable {
        fileprivate let thread: pthread_t

        /// Waits until the thread's body has returned.
        func join() { pthread_join(thread, nil) }
    }

    /// Starts a thread; nil where the system gives none.
    static func start(_ body: @escaping @Sendable () -> Void) -> Handle? {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, stackBytes)
        defer { pthread_attr_destroy(&attributes) }
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
            return nil
        }
        return Handle(thread: thread)
    }
}
