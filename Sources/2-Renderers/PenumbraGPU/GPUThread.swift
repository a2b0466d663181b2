import Dispatch
import Glibc
import PenumbraSystem
import Synchronization

/// The only thread on which a context is current. Jobs run on it in the order they are given. Jobs that must first wait for
/// the device run when the device is ready, and do not hold up other jobs meanwhile.
package final class GPUThread: Sendable {
    /// A job for the thread. The objects it uses live on this thread only, so it is safe to send the job here.
    private struct Job: @unchecked Sendable {
        /// Runs the job; returns a condition to poll from now on, if there is one.
        let run: () -> Poll?
    }

    private struct Poll {
        /// What the work waits for. If one work finds it not ready, others that wait for it are not asked.
        let object: AnyObject
        /// Runs the waiting work if the device is ready, and reports whether it did.
        let runsIfReady: () -> Bool

        static func run(_ polls: inout [Poll]) {
            var pending: [ObjectIdentifier] = []
            polls.removeAll { poll in
                let object = ObjectIdentifier(poll.object)
                if pending.contains(object) { return false }
                let isDone = poll.runsIfReady()
                if !isDone { pending.append(object) }
                return isDone
            }
        }
    }

    /// The queue is shared with the thread, so that the thread does not keep its owner alive.
    private final class Queue: Sendable {
        let jobs = PenumbraSystem.Mutex<(waiting: [Job], ended: Bool)>((waiting: [], ended: false))
        let signal = DispatchSemaphore(value: 0)
        /// The time in which the thread did not wait for jobs.
        let busyNanoseconds = Atomic(0)

        /// The pauses between two polls of the waiting jobs. They begin with a few microseconds, because most pictures are
        /// nearly finished when a caller waits for them.
        static let pauses = [10, 20, 50, 100, 200]

        /// Names this thread for `top -H` and profilers. Swift doesn't see glibc's function for that.
        private static func nameThread(_ name: String) {
            let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            _ = name.withCString { write(file, $0, strlen($0)) }
            close(file)
        }

        func loop() {
            Self.nameThread("penumbra-gpu")
            var polled: [Poll] = []
            var round = 0
            var start = ThreadClock.monotonicNanoseconds
            while true {
                busyNanoseconds.add(ThreadClock.monotonicNanoseconds - start, ordering: .relaxed)
                var isJob = true
                if polled.isEmpty {
                    signal.wait()
                } else {
                    let pause = Self.pauses[min(round, Self.pauses.count - 1)]
                    isJob = signal.wait(timeout: .now() + .microseconds(pause)) == .success
                }
                start = ThreadClock.monotonicNanoseconds
                if !isJob {
                    round += 1
                    Poll.run(&polled)
                    continue
                }
                round = 0
                let job = jobs.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
                guard let job else {
                    if jobs.withLock({ $0.ended }) { return }
                    continue
                }
                if let poll = job.run() { polled.append(poll) }
                // New jobs may arrive without end, so polling must not wait for an empty queue.
                Poll.run(&polled)
            }
        }
    }

    /// The place where a job leaves its result for the waiting caller.
    private final class Outcome<Value>: @unchecked Sendable {
        var result: Result<Value, GPUError>?

        init() {}
    }

    private let queue = Queue()
    private let thread: WorkerThreads.Handle

    /// Starts the thread.
    ///
    /// - Throws: `GPUError.noThread`.
    package init() throws(GPUError) {
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

    /// The time in which the thread did not wait for jobs.
    var busyNanoseconds: Int { queue.busyNanoseconds.load(ordering: .relaxed) }

    /// Runs `body` on the thread and waits for it.
    package func run<Value>(_ body: @escaping () throws(GPUError) -> Value) throws(GPUError) -> Value {
        if thread.isCurrent { return try body() }
        return try wait { finish in
            add {
                finish(Result(catching: body))
                return nil
            }
        }
    }

    /// Runs `body` on the thread once `isReady`, called there, returns true, and waits for it. Other jobs continue
    /// meanwhile.
    ///
    /// - Parameter object: what `isReady` asks. If it isn't ready for one caller, it is not for others that name it.
    /// - Throws: the error that `isReady` or `body` throws. Do not call it on the thread itself.
    package func run<Value>(
        waitingFor object: AnyObject, when isReady: @escaping () throws(GPUError) -> Bool,
        _ body: @escaping () throws(GPUError) -> Value
    ) throws(GPUError) -> Value {
        try wait { finish in
            add {
                Poll(object: object) {
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

    /// Runs `body` on the thread at some later time.
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
