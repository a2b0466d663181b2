import Penumbra
import PenumbraBatch
import PenumbraSystem

/// Brings the pictures of a service to the queue. Equal requests share one drawing, and finished files are kept.
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

    private struct State {
        /// Who waits for each picture that is in the queue.
        var waiters: [Digest: [Waiter]] = [:]
        var isEnding = false
    }

    let options: PainterOptions
    let notice: @Sendable (String) -> Void
    private let engine: Engine
    /// The chunks that PNG files have in common.
    var chunks: PNGStripCache? { engine.chunks }
    private let queue: DrawingQueue<PictureJob>
    private let cache: ContentCache<Digest, [UInt8]>
    private let store: PictureStore?
    private let state = Mutex(State())
    private let metrics: Metrics
    /// When the last drawing ended, if memory was not given back since then.
    private let lastEnd = Mutex<ContinuousClock.Instant?>(nil)

    /// How long no picture may be wanted before memory is given back.
    private static let pause = Duration.seconds(1)
    /// The bytes of decoded pictures, texts and outlines that are kept.
    private static let cachedBytes = 128 << 20

    /// - Throws: an error if the folder of kept files can't be used.
    init(_ options: PainterOptions, metrics: Metrics, notice: @escaping @Sendable (String) -> Void) throws(FileError) {
        (self.options, self.metrics, self.notice) = (options, metrics, notice)
        if let folder = options.storeFolder {
            store = try PictureStore(folder: folder, budget: options.storedBytes, notice: notice)
        } else {
            store = nil
        }
        let memory = options.limits.pictureMemory
        engine = Engine(
            memory: memory, cacheMemory: min(memory / 4, Self.cachedBytes),
            keepsCoefficients: options.devices.takesOver(options.decodesOnDevice))
        var drawing = DrawingQueueOptions(threads: options.threads, devices: options.devices, notice: notice)
        // Refusals and finished pictures are sent before more pictures are drawn.
        drawing.yields = true
        queue = DrawingQueue(engine, drawing)
        cache = ContentCache(budget: options.keptBytes, keepsAtOnce: true)
    }

    /// Starts the threads. False if the system gives none.
    func start() -> Bool { queue.start() }

    var keptBytes: Int { cache.bytes }
    var storedBytes: Int { store?.bytes ?? 0 }
    /// The number of pictures that wait for a thread or for memory.
    var waiting: Int { queue.waiting }

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
        let refusal = state.withLock { state -> ServiceError? in
            if state.waiters[request.key] != nil {
                metrics.count(.joined)
                state.waiters[request.key]?.append(Waiter(isWanted: isWanted, take: take, source: .joined))
                return nil
            }
            guard !state.isEnding else { return ServiceError(503, "the server is ending; try again", retryAfter: 1) }
            guard queue.waiting < options.queueLength else {
                return ServiceError(503, "too many pictures are waiting; try again later", retryAfter: 1)
            }
            metrics.count(.misses)
            state.waiters[request.key] = [Waiter(isWanted: isWanted, take: take, source: .miss)]
            queue.add(PictureJob(request, until: ContinuousClock().now + .seconds(options.seconds), for: self))
            return nil
        }
        if let refusal { take(.failure(refusal), .miss) }
    }

    /// Gives the working memory back to the system in a pause between pictures. Meant to be called now and then.
    func rest() {
        let isDue = lastEnd.withLock { time in
            guard let end = time, ContinuousClock().now - end >= Self.pause, state.withLock({ $0.waiters.isEmpty }) else {
                return false
            }
            time = nil
            return true
        }
        if isDue { engine.giveBackMemory() }
    }

    /// Waits until all pictures in progress are done, and ends the threads.
    func end() {
        state.withLock { $0.isEnding = true }
        queue.close()
        _ = queue.join()
    }

    // MARK: For jobs

    /// Whether a picture is begun. Otherwise its requests are refused: nobody waits any longer, or all have waited too long.
    func begins(_ job: PictureJob) -> Bool {
        let refused = state.withLock { state -> (waiters: [Waiter], error: ServiceError)? in
            let waiters = state.waiters[job.request.key] ?? []
            var error: ServiceError?
            if !waiters.contains(where: { $0.isWanted() }) {
                error = ServiceError(503, "the client is gone")
            } else if let deadline = job.deadline, ContinuousClock().now >= deadline {
                error = ServiceError(504, "the picture waited too long; try again later", retryAfter: 1)
            }
            guard let error else { return nil }
            state.waiters[job.request.key] = nil
            return (waiters, error)
        }
        guard let refused else { return true }
        for waiter in refused.waiters { waiter.take(.failure(refused.error), waiter.source) }
        return false
    }

    /// The refusal of a picture. A failure of the service itself is none of the client's business, and may name its files.
    func refusal(_ error: JobError) -> ServiceError {
        let refusal = ServiceError(error)
        guard refusal.status == 500 else { return refusal }
        notice("\(error)")
        return ServiceError(500, "the picture can't be drawn; the server's log has the reason")
    }

    /// The file of a picture that was kept on the disk.
    func storedFile(for key: Digest) -> [UInt8]? { store?.file(for: key) }

    /// Answers the requests for a picture, and keeps its file.
    ///
    /// - Parameter device: the device that drew the picture. Nil if none did.
    func finish(_ key: Digest, _ outcome: Outcome, device: String? = nil, isStored: Bool = false) {
        if isStored { metrics.count(.stored) }
        if device != nil { metrics.count(.pictures) }
        if let device, device != Device.processorName { metrics.count(.devicePictures) }
        if case .success(let bytes) = outcome { cache.keep(bytes, bytes: bytes.count + 512, for: key) }
        let waiters = state.withLock { $0.waiters.removeValue(forKey: key) ?? [] }
        lastEnd.withLock { $0 = ContinuousClock().now }
        for waiter in waiters { waiter.take(outcome, isStored && waiter.source == .miss ? .disk : waiter.source) }
        if !isStored, case .success(let bytes) = outcome { store?.keep(bytes, for: key) }
    }
}
