import Glibc

/// A value that only one thread at a time can access. Threads can wait for it to change.
package final class Monitor<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Changes the value and wakes all waiting threads.
    package func update<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return try body(&value)
    }

    /// Changes the value and wakes one waiting thread, for a change that only one thread can use.
    package func updateForOne(_ body: (inout Value) -> Void) {
        pthread_mutex_lock(mutex)
        body(&value)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Accesses the value, and wakes no thread. It is meant for changes that no other thread waits for.
    package func look<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Waits until `body` returns a value, and wakes no other thread. It is meant for values of which nothing is left for
    /// another waiting thread.
    package func take<Result>(_ body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits until `body` returns a value.
    ///
    /// - Parameters:
    ///   - until: returns a time at which `body` is called again even if nothing changes. Nil if there is no such time.
    ///   - wakesOthers: whether other threads may wait for what `body` changed.
    package func wait<Result>(
        until: (Value) -> ContinuousClock.Instant? = { _ in nil }, wakesOthers: (Value) -> Bool = { _ in true },
        _ body: (inout Value) -> Result?
    ) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            if wakesOthers(value) { pthread_cond_broadcast(condition) }
            pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = body(&value) { return result }
            if let time = until(value) {
                wait(until: time)
            } else {
                pthread_cond_wait(condition, mutex)
            }
        }
    }

    private func wait(until time: ContinuousClock.Instant) {
        let (seconds, attoseconds) = max(.zero, time - .now).components
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
        end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        pthread_cond_timedwait(condition, mutex, &end)
    }
}
