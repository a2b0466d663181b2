import Penumbra
import PenumbraBatch
import PenumbraSystem

/// Draws the pictures of a service on worker threads and on GPUs. Equal requests share one drawing, and finished files are kept.
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
        /// Pictures that come from a GPU and have no file yet.
        var drawn: [(PlannedRequest, Result<DevicePicture, RenderError>)] = []
        /// Pictures that a GPU was to draw before it failed.
        var undrawn: [PlannedRequest] = []
        /// The number and the bytes of pictures that were planned for GPUs and have no file yet.
        var underWay = (count: 0, bytes: 0)
        var isEnding = false
    }

    private enum Task {
        case draw(PictureRequest, ContinuousClock.Instant)
        case drawHere(PlannedRequest)
        case encode(PlannedRequest, Result<DevicePicture, RenderError>)
        case drop([Waiter], ServiceError)
        case end
    }

    private let options: PainterOptions
    private let drawing: PictureDrawing
    private let deviceQueue: DeviceQueue
    private let cache: ContentCache<Digest, [UInt8]>
    private let store: PictureStore?
    private let state = Monitor(State())
    private let metrics: Metrics
    private let notice: @Sendable (String) -> Void
    private let threads = Mutex<[WorkerThreads.Handle]>([])
    /// When the last drawing ended, if memory was not given back since then.
    private let lastEnd = Mutex<ContinuousClock.Instant?>(nil)

    /// How long no picture may be wanted before memory is given back.
    private static let pause = Duration.seconds(1)

    /// - Throws: an error if the folder of kept files can't be used.
    init(_ options: PainterOptions, metrics: Metrics, notice: @escaping @Sendable (String) -> Void) throws(FileError) {
        (self.options, self.metrics, self.notice) = (options, metrics, notice)
        if let folder = options.storeFolder {
            store = try PictureStore(folder: folder, budget: options.storedBytes, notice: notice)
        } else {
            store = nil
        }
        drawing = PictureDrawing(options, notice: notice)
        deviceQueue = DeviceQueue(drawing, devices: options.devices.count, notice: notice)
        cache = ContentCache(budget: options.keptBytes, keepsAtOnce: true)
    }

    /// Starts the threads. False if the system gives none.
    func start() -> Bool {
        let room = (count: Device.mostUnderWay * options.devices.count, bytes: options.bytesOnDevices)
        deviceQueue.start(
            options.devices,
            drew: { [self] planned, result in state.update { $0.drawn.append((planned, result)) } },
            gaveUp: { [self] planned in state.update { $0.undrawn += planned } })
        let started = WorkerThreads.start(options.threads) { [self] in work(within: room) }
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

    /// Gives the working memory back to the system in a pause between pictures. Meant to be called now and then.
    func rest() {
        let isDue = lastEnd.withLock { time in
            guard let end = time, ContinuousClock().now - end >= Self.pause, state.look({ $0.jobs.isEmpty }) else {
                return false
            }
            time = nil
            return true
        }
        if isDue { drawing.engine.giveBackMemory() }
    }

    /// Waits until all pictures in progress are done, and ends the threads.
    func end() {
        state.update { $0.isEnding = true }
        for thread in threads.withLock({ $0 }) { thread.join() }
        threads.withLock { $0 = [] }
        deviceQueue.end()
    }

    // MARK: Worker threads

    /// - Parameter room: the number and the bytes of pictures that may be planned for GPUs.
    private func work(within room: (count: Int, bytes: Int)) {
        // Refusals and finished pictures are sent before more pictures are drawn.
        WorkerThreads.lowerPriority()
        let shaper = TextShaper()
        while true {
            switch state.take({ Self.next(&$0, within: room) }) {
            case .end:
                // Wakes the other threads, which end too.
                return state.update { _ in }
            case .drop(let waiters, let error):
                for waiter in waiters { waiter.take(.failure(error), waiter.source) }
            case .draw(let request, let deadline):
                if let stored = store?.file(for: request.key) {
                    metrics.count(.stored)
                    finish(request.key, .success(stored), isStored: true)
                } else {
                    draw(request, shaper, until: deadline)
                }
            case .drawHere(let planned):
                finish(planned.request.key, file(of: planned) { () throws(JobError) in try drawing.draw(planned) })
            case .encode(let planned, let result):
                metrics.count(.devicePictures)
                let outcome = file(of: planned) { () throws(JobError) in
                    try rethrowing(try result.get(), as: { drawing.jobError($0, planned.request.template.name) })
                }
                finish(planned.request.key, outcome)
            }
        }
    }

    /// Plans a picture, and draws it here unless a GPU takes it.
    private func draw(_ request: PictureRequest, _ shaper: TextShaper, until deadline: ContinuousClock.Instant) {
        let outcome: Outcome
        do throws(JobError) {
            let planned = try drawing.plan(request, shaper, until: deadline)
            if !options.devices.isEmpty {
                state.update { state in
                    state.underWay.count += 1
                    state.underWay.bytes += planned.picture.bytes
                }
                if deviceQueue.add(planned) { return }
            }
            outcome = file(of: planned) { () throws(JobError) in try drawing.draw(planned) }
        } catch {
            outcome = refusal(error)
        }
        finish(request.key, outcome)
    }

    /// The file of a picture, which `draw` draws or hands over.
    private func file(of planned: PlannedRequest, _ draw: () throws(JobError) -> DevicePicture) -> Outcome {
        defer {
            if !options.devices.isEmpty {
                state.update { state in
                    state.underWay.count -= 1
                    state.underWay.bytes -= planned.picture.bytes
                }
            }
        }
        do throws(JobError) {
            let bytes = try drawing.file(of: planned, try draw())
            metrics.count(.pictures)
            return .success(bytes)
        } catch {
            return refusal(error)
        }
    }

    /// The refusal of a picture. A failure of the service itself is none of the client's business, and may name its files.
    private func refusal(_ error: JobError) -> Outcome {
        let refusal = ServiceError(error)
        guard refusal.status == 500 else { return .failure(refusal) }
        notice("\(error)")
        return .failure(ServiceError(500, "the picture can't be drawn; the server's log has the reason"))
    }

    /// Answers the requests for a picture, and keeps its file.
    private func finish(_ key: Digest, _ outcome: Outcome, isStored: Bool = false) {
        if case .success(let bytes) = outcome { cache.keep(bytes, bytes: bytes.count + 512, for: key) }
        let waiters = state.update { $0.jobs.removeValue(forKey: key)?.waiters ?? [] }
        lastEnd.withLock { $0 = ContinuousClock().now }
        for waiter in waiters { waiter.take(outcome, isStored && waiter.source == .miss ? .disk : waiter.source) }
        if !isStored, case .success(let bytes) = outcome { store?.keep(bytes, for: key) }
    }

    private static func next(_ state: inout State, within room: (count: Int, bytes: Int)) -> Task? {
        if !state.drawn.isEmpty {
            let (planned, result) = state.drawn.removeFirst()
            return .encode(planned, result)
        }
        if !state.undrawn.isEmpty { return .drawHere(state.undrawn.removeFirst()) }
        guard let key = state.queue.first else { return state.isEnding && state.jobs.isEmpty ? .end : nil }
        // Pictures on GPUs and one picture for each thread fit in the memory together.
        guard state.underWay.count == 0 || state.underWay.count < room.count && state.underWay.bytes < room.bytes else {
            return nil
        }
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
