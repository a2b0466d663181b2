import Penumbra
import PenumbraBatch
import PenumbraSystem

/// Draws the pictures of a service on worker threads. Equal requests share one drawing, and finished files are kept.
final class Painter: Sendable {
    typealias Outcome = Result<[UInt8], ServiceError>

    /// Where a picture came from, for the access log.
    enum Source: String, Sendable {
        /// From memory, from the disk, drawn for this request, or drawn for an equal request at the same time.
        case hit, disk, miss, joined
    }

    private struct Waiter {
        var isWanted: @Sendable () -> Bool
        var take: @Sendable (Outcome, Source) -> Void
        var source: Source
    }

    private struct Job {
        var request: PictureRequest
        var deadline: ContinuousClock.Instant
        var waiters: [Waiter]
    }

    private struct State {
        var jobs: [Digest: Job] = [:]
        /// Keys of the jobs that wait, the oldest first.
        var queue: [Digest] = []
        var isEnding = false
    }

    private enum Task {
        case draw(PictureRequest, ContinuousClock.Instant)
        case drop([Waiter], ServiceError)
        case end
    }

    private let options: PainterOptions
    private let drawing: PictureDrawing
    private let cache: ContentCache<Digest, [UInt8]>
    private let store: PictureStore?
    private let state = Monitor(State())
    private let metrics: Metrics
    private let threads = Mutex<[WorkerThreads.Handle]>([])

    /// - Throws: an error if the folder of kept files can't be used.
    init(_ options: PainterOptions, metrics: Metrics, notice: @escaping @Sendable (String) -> Void) throws(FileError) {
        (self.options, self.metrics) = (options, metrics)
        if let folder = options.storeFolder {
            store = try PictureStore(folder: folder, budget: options.storedBytes, notice: notice)
        } else {
            store = nil
        }
        drawing = PictureDrawing(options, notice: notice)
        cache = ContentCache(budget: options.keptBytes, keepsAtOnce: true)
    }

    /// Starts the worker threads. False if the system gives none.
    func start() -> Bool {
        let started = WorkerThreads.start(options.threads) { [self] in work() }
        threads.withLock { $0 = started }
        return !started.isEmpty
    }

    var keptBytes: Int { cache.bytes }
    var storedBytes: Int { store?.bytes ?? 0 }
    var waiting: Int { state.update { $0.queue.count } }

    /// Asks for a picture. `take` is called once, on this thread or on another.
    ///
    /// - Parameter isWanted: false once the client is gone. A picture that nobody wants isn't drawn.
    func picture(
        _ request: PictureRequest, isWanted: @escaping @Sendable () -> Bool,
        take: @escaping @Sendable (Outcome, Source) -> Void
    ) {
        if let bytes = cache[request.key] {
            metrics.count(.hits)
            return take(.success(bytes), .hit)
        }
        var refusal: ServiceError?
        let (options, metrics) = (options, metrics)
        state.updateForOne { state in
            if state.jobs[request.key] != nil {
                metrics.count(.joined)
                state.jobs[request.key]?.waiters.append(Waiter(isWanted: isWanted, take: take, source: .joined))
                return
            }
            guard !state.isEnding else {
                refusal = ServiceError(503, "the server is ending; try again", retryAfter: 1)
                return
            }
            guard state.queue.count < options.queueLength else {
                refusal = ServiceError(503, "too many pictures are waiting; try again later", retryAfter: 1)
                return
            }
            metrics.count(.misses)
            state.jobs[request.key] = Job(
                request: request, deadline: ContinuousClock().now + .seconds(options.seconds),
                waiters: [Waiter(isWanted: isWanted, take: take, source: .miss)])
            state.queue.append(request.key)
        }
        if let refusal { take(.failure(refusal), .miss) }
    }

    /// Waits until all pictures in progress are done, and ends the threads.
    func end() {
        state.update { $0.isEnding = true }
        for thread in threads.withLock({ $0 }) { thread.join() }
        threads.withLock { $0 = [] }
    }

    // MARK: Worker threads

    private func work() {
        let shaper = TextShaper()
        while true {
            switch state.take({ Self.next(&$0) }) {
            case .end:
                // Wakes the other threads, which end too.
                return state.update { _ in }
            case .drop(let waiters, let error):
                for waiter in waiters { waiter.take(.failure(error), waiter.source) }
            case .draw(let request, let deadline):
                let stored = store?.file(for: request.key)
                let outcome: Outcome
                if let stored {
                    metrics.count(.stored)
                    outcome = .success(stored)
                } else {
                    outcome = draw(request, shaper, until: deadline)
                }
                if case .success(let bytes) = outcome { cache.keep(bytes, bytes: bytes.count + 512, for: request.key) }
                let waiters = state.update { $0.jobs.removeValue(forKey: request.key)?.waiters ?? [] }
                for waiter in waiters { waiter.take(outcome, stored != nil && waiter.source == .miss ? .disk : waiter.source) }
                if stored == nil, case .success(let bytes) = outcome { store?.keep(bytes, for: request.key) }
            }
        }
    }

    private func draw(_ request: PictureRequest, _ shaper: TextShaper, until deadline: ContinuousClock.Instant) -> Outcome {
        do throws(JobError) {
            let bytes = try drawing.file(of: request, shaper, until: deadline)
            metrics.count(.pictures)
            return .success(bytes)
        } catch {
            return .failure(ServiceError(error))
        }
    }

    private static func next(_ state: inout State) -> Task? {
        guard let key = state.queue.first else { return state.isEnding ? .end : nil }
        state.queue.removeFirst()
        guard let job = state.jobs[key] else { return .drop([], ServiceError(500, "")) }
        guard job.waiters.contains(where: { $0.isWanted() }) else {
            state.jobs[key] = nil
            return .drop(job.waiters, ServiceError(503, "the client is gone"))
        }
        guard ContinuousClock().now < job.deadline else {
            state.jobs[key] = nil
            return .drop(job.waiters, ServiceError(504, "the picture waited too long; try again later", retryAfter: 1))
        }
        return .draw(job.request, job.deadline)
    }
}
