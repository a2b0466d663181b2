import Dispatch
import Glibc
import PenumbraSystem

/// The one thread that a context is current on. Jobs run on it in the order they are given; those that first wait for the
/// device run when it is ready, and hold up none of the others meanwhile.
final class GPUThread: Sendable {
    /// What a job touches lives on this thread only, which is what makes sending it here safe.
    private struct Job: @unchecked Sendable {
        /// Gives back what is to be looked at again and again from now on.
        let run: () -> Poll?
    }

    private struct Poll {
        /// Does what waits for the device when that is ready, and says whether it did.
        let runsIfReady: () -> Bool
    }

    /// Shared with the thread, so that the thread does not keep its owner alive.
    private final class Queue: Sendable {
        let jobs = Mutex<(waiting: [Job], ended: Bool)>((waiting: [], ended: false))
        let signal = DispatchSemaphore(value: 0)

        /// How long the thread sleeps between two looks at what jobs wait for: at first a few microseconds, because most
        /// pictures are nearly done when they are waited for.
        static let pauses = [10, 20, 50, 100, 200]

        func loop() {
            var polled: [Poll] = []
            var round = 0
            while true {
                if polled.isEmpty {
                    signal.wait()
                } else if signal.wait(timeout: .now() + .microseconds(Self.pauses[min(round, Self.pauses.count - 1)]))
                    == .timedOut
                {
                    round += 1
                    polled.removeAll { $0.runsIfReady() }
                    continue
                }
                round = 0
                let job = jobs.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
                guard let job else {
                    if jobs.withLock({ $0.ended }) { return }
                    continue
                }
                if let poll = job.run() { polled.append(poll) }
                // Jobs may come without end.
                polled.removeAll { $0.runsIfReady() }
            }
        }
    }

    /// Where a job leaves its result for the caller that waits.
    private final class Outcome<Value>: @unchecked Sendable {
        var result: Result<Value, GPUError>?

        init() {}
    }

    private let queue = Queue()
    private let thread: WorkerThreads.Handle

    /// - Throws: `GPUError.noThread`.
    init() throws(GPUError) {
        guard let thread = WorkerThreads.start({ [queue] in queue.loop() }) else {
            throw .noThread(reason: String(cString: strerror(errno)))
        }
        self.thread = thread
    }

    /// Ends the thread after the jobs given so far.
    deinit {
        queue.jobs.withLock { $0.ended = true }
        queue.signal.signal()
        if thread.isCurrent { thread.detach() } else { thread.join() }
    }

    /// Runs `body` on the thread and waits for it.
    func run<Value>(_ body: @escaping () throws(GPUError) -> Value) throws(GPUError) -> Value {
        if thread.isCurrent { return try body() }
        return try wait { finish in
            add {
                finish(Result(catching: body))
                return nil
            }
        }
    }

    /// Runs `body` on the thread as soon as `isReady` says so there, and waits for it. Other jobs go on meanwhile.
    ///
    /// - Throws: what `isReady` or `body` throws. Not to be called on the thread itself.
    func run<Value>(
        when isReady: @escaping () throws(GPUError) -> Bool, _ body: @escaping () throws(GPUError) -> Value
    ) throws(GPUError) -> Value {
        try wait { finish in
            add {
                Poll {
                    do throws(GPUError) {
                        guard try isReady() else { return false }
                        finish(.success(try body()))
                    } catch {
                        finish(.failure(error))
                    }
                    return true
                }
            }
        }
    }

    /// Runs `body` on the thread some time later.
    func start(_ body: @escaping () -> Void) {
        add {
            body()
            return nil
        }
    }

    private func wait<Value>(
        _ begin: (_ finish: @escaping (Result<Value, GPUError>) -> Void) -> Void
    ) throws(GPUError) -> Value {
        let outcome = Outcome<Value>()
        let done = DispatchSemaphore(value: 0)
        begin { result in
            outcome.result = result
            done.signal()
        }
        done.wait()
        guard let result = outcome.result else { throw .driver("the GPU's thread ended") }
        return try result.get()
    }

    private func add(_ run: @escaping () -> Poll?) {
        let job = Job(run: run)
        queue.jobs.withLock { $0.waiting.append(job) }
        queue.signal.signal()
    }
}
