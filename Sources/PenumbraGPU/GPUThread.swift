import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The one thread that a context is current on. Jobs run on it in the order they are given.
final class GPUThread: Sendable {
    /// What a job touches lives on this thread only, which is what makes sending it here safe.
    private struct Job: @unchecked Sendable {
        let run: () -> Void
    }

    /// Shared with the thread, so that the thread does not keep its owner alive.
    private final class Queue: Sendable {
        let jobs = Mutex<(waiting: [Job], ended: Bool)>((waiting: [], ended: false))
        let signal = DispatchSemaphore(value: 0)

        func loop() {
            while true {
                signal.wait()
                let job = jobs.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
                guard let job else {
                    if jobs.withLock({ $0.ended }) { return }
                    continue
                }
                job.run()
            }
        }
    }

    /// Where a job leaves its result for the caller that waits.
    private final class Outcome<Value>: @unchecked Sendable {
        var result: Result<Value, GPUError>?

        init() {}
    }

    private let queue = Queue()
    private let thread: pthread_t

    /// - Throws: `GPUError.driver` when the system gives no thread.
    init() throws(GPUError) {
        var thread = pthread_t()
        let passed = Unmanaged.passRetained(queue)
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Queue>.fromOpaque(argument).takeRetainedValue().loop()
                return nil
            }, passed.toOpaque())
        guard status == 0 else {
            passed.release()
            throw .driver("no thread for the GPU: \(String(cString: strerror(status)))")
        }
        self.thread = thread
    }

    /// Ends the thread after the jobs given so far.
    deinit {
        queue.jobs.withLock { $0.ended = true }
        queue.signal.signal()
        if isCurrent { pthread_detach(thread) } else { pthread_join(thread, nil) }
    }

    private var isCurrent: Bool { pthread_equal(pthread_self(), thread) != 0 }

    /// Runs `body` on the thread and waits for it.
    func run<Value>(_ body: @escaping () throws(GPUError) -> Value) throws(GPUError) -> Value {
        if isCurrent { return try body() }
        let outcome = Outcome<Value>()
        let done = DispatchSemaphore(value: 0)
        start {
            do throws(GPUError) {
                outcome.result = .success(try body())
            } catch {
                outcome.result = .failure(error)
            }
            done.signal()
        }
        done.wait()
        guard let result = outcome.result else { throw .driver("the GPU's thread ended") }
        return try result.get()
    }

    /// Runs `body` on the thread some time later.
    func start(_ body: @escaping () -> Void) {
        let job = Job(run: body)
        queue.jobs.withLock { $0.waiting.append(job) }
        queue.signal.signal()
    }
}
