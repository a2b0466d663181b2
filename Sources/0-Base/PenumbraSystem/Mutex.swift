#if PENUMBRA_WATCHED_LOCKS
    import Glibc

    /// `Synchronization.Mutex` on a pthreads lock, for builds under the thread sanitizer (`PENUMBRA_WATCHED_LOCKS=1`). The
    /// library's own mutex waits on a futex inside the standard library, which the sanitizer does not see. Every access
    /// under that mutex would be reported as a race.
    public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let lock: UnsafeMutablePointer<pthread_mutex_t>
        private let value: UnsafeMutablePointer<Value>

        public init(_ initialValue: consuming sending Value) {
            lock = .allocate(capacity: 1)
            pthread_mutex_init(lock, nil)
            value = .allocate(capacity: 1)
            value.initialize(to: initialValue)
        }

        deinit {
            value.deinitialize(count: 1)
            value.deallocate()
            pthread_mutex_destroy(lock)
            lock.deallocate()
        }

        public borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }
#else
    import Synchronization

    /// A lock with the value it guards. The name belongs to this module because sanitizer builds need another type: see
    /// above.
    public typealias Mutex<Value: ~Copyable> = Synchronization.Mutex<Value>
#endif
