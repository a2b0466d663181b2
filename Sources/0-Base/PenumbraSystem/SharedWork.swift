/// Runs work on several threads, which stay for the next work. If the system starts no threads, the caller works alone.
package enum SharedWork {
    private final class Work: @unchecked Sendable {
        private var body: (() -> Void)?
        /// The number of helpers that have begun, accessed under the lock of `waiting`.
        var begun = 0
        let ended = Monitor(0)

        init(_ body: @escaping () -> Void) { self.body = body }

        /// Runs the body. No helper holds the body when this method returns.
        @inline(never)
        func run() { body?() }

        func forget() { body = nil }
    }

    private struct Waiting {
        /// Work that helpers may begin, with one entry for each helper that is wanted.
        var works: [Work] = []
        /// The threads that have no work, and the calls for work that none of them has heard yet.
        var idle = 0
        var calls = 0
        var threads = 0
    }

    private static let waiting = Monitor(Waiting())

    /// The most threads per process.
    private static let mostThreads = 1024

    /// Calls `body` on this thread and on up to `threads - 1` other threads at once, and returns when all calls have
    /// returned. `body` takes pieces of the work until none is left, so any number of threads gives the same result.
    package static func perform(threads: Int, _ body: () -> Void) {
        guard threads > 1 else { return body() }
        withoutActuallyEscaping(body) { body in
            let work = Work(body)
            let missing = waiting.update { waiting in
                waiting.works += repeatElement(work, count: threads - 1)
                let missing = max(0, min(waiting.works.count - waiting.idle, mostThreads - waiting.threads))
                waiting.threads += missing
                waiting.calls += max(0, min(threads - 1, waiting.idle - waiting.calls))
                return missing
            }
            let started = WorkerThreads.start(missing, help)
            for thread in started { thread.detach() }
            if started.count < missing { waiting.update { $0.threads -= missing - started.count } }
            body()
            // The work is finished, so helpers that have not begun are no longer needed.
            let begun = waiting.update { waiting in
                waiting.works.removeAll { $0 === work }
                return work.begun
            }
            work.ended.wait { $0 == begun ? () : nil }
            work.forget()
        }
    }

    @Sendable
    private static func help() {
        var isIdle = false
        while true {
            // A thread that is called takes the work only once it runs, so that nobody waits for one that comes too late.
            let work = waiting.look { waiting -> Work? in
                let hasNone = waiting.works.isEmpty
                if hasNone != isIdle { waiting.idle += hasNone ? 1 : -1 }
                isIdle = hasNone
                guard !hasNone else { return nil }
                let work = waiting.works.removeFirst()
                work.begun += 1
                return work
            }
            guard let work else {
                waiting.wait { waiting -> Void? in
                    guard waiting.calls > 0 else { return nil }
                    waiting.calls -= 1
                    return ()
                }
                continue
            }
            work.run()
            work.ended.update { $0 += 1 }
        }
    }
}
