import Glibc

/// A value that only one thread at a time can access. Threads can wait for it to change.
///
/// A thread that changes the value looks for the others whether they wait for that, and wakes only those that do. Many threads
/// that wait for different things would otherwise wake at each change, and most for nothing.
package final class Monitor<Value>: @unchecked Sendable {
    /// A thread that waits.
    private final class Waiter {
        /// Takes from the value what the thread waits for. False if there is nothing yet.
        let take: (inout Value) -> Bool
        let until: (Value) -> ContinuousClock.Instant?
        var time: ContinuousClock.Instant?
        /// Set before the thread is woken.
        var isServed = false
        let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

        init(_ take: @escaping (inout Value) -> Bool, until: @escaping (Value) -> ContinuousClock.Instant?) {
            (self.take, self.until) = (take, until)
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        }

        deinit {
            pthread_cond_destroy(condition)
            condition.deallocate()
        }
    }

    private var value: Value
    /// The waiting threads. The last that came is served first, because caches still know what it worked with.
    private var waiters: [Waiter] = []
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Changes the value, and wakes the threads that waited for that. The caller may hold no lock that one of them takes in the
    /// body that it passed to `wait`.
    package func update<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer {
            serve()
            pthread_mutex_unlock(mutex)
        }
        return try body(&value)
    }

    /// Accesses the value, and wakes no thread. It is meant for changes that no other thread waits for.
    package func look<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Waits until `body` returns a value.
    ///
    /// - Parameters:
    ///   - until: returns a time at which `body` is called again even if nothing changes. Nil if there is no such time.
    ///   - body: takes what the thread waits for, or returns nil and changes nothing that others wait for. Any thread may call
    ///     it, while it has the value for itself.
    package func wait<Result>(
        until: (Value) -> ContinuousClock.Instant? = { _ in nil }, _ body: (inout Value) -> Result?
    ) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var result = body(&value)
        if result != nil {
            serve()
        } else {
            func take(_ value: inout Value) -> Bool {
                result = body(&value)
                return result != nil
            }
            withoutActuallyEscaping(take) { take in
                withoutActuallyEscaping(until) { until in wait(Waiter(take, until: until)) }
            }
        }
        guard let result else { preconditionFailure("a thread was woken without what it waits for") }
        return result
    }

    /// Waits until the waiter is served.
    private func wait(_ waiter: Waiter) {
        waiters.append(waiter)
        waiter.time = waiter.until(value)
        while !waiter.isServed {
            guard let time = waiter.time else {
                pthread_cond_wait(waiter.condition, mutex)
                continue
            }
            wait(waiter, until: time)
            guard !waiter.isServed, ContinuousClock.now >= time else { continue }
            if waiter.take(&value) {
                waiters.removeAll { $0 === waiter }
                return serve()
            }
            waiter.time = waiter.until(value)
        }
    }

    /// Lets the waiting threads take what they wait for, and wakes those that got it or must look earlier than they would.
    private func serve() {
        var index = waiters.count - 1
        while index >= 0 {
            let waiter = waiters[index]
            if waiter.take(&value) {
                waiters.remove(at: index)
                waiter.isServed = true
                pthread_cond_signal(waiter.condition)
                // Others may have waited for this thread's change.
                index = waiters.count - 1
                continue
            }
            if let time = waiter.until(value), waiter.time.map({ time < $0 }) ?? true {
                waiter.time = time
                pthread_cond_signal(waiter.condition)
            }
            index -= 1
        }
    }

    private func wait(_ waiter: Waiter, until time: ContinuousClock.Instant) {
        let (seconds, attoseconds) = max(.zero, time - .now).components
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
        end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        pthread_cond_timedwait(waiter.condition, mutex, &end)
    }
}
