import CPenumbraSystem
import Glibc
import Penumbra
import PenumbraSystem

/// The worker process of a batch with `--isolate`. It reads, decodes, plans, draws and encodes the jobs it gets, and sends the
/// files back.
///
/// A worker writes no files itself, so nothing is left behind when it dies.
public enum BatchWorker {
    /// Runs jobs until the batch sends no more jobs or is gone.
    ///
    /// - Parameters:
    ///   - options: the same options as the batch's own.
    ///   - open: opens the devices to draw with: the named device, or nil for all devices that the batch's options ask for.
    ///   - prepare: called with the number of threads before any work starts.
    /// - Returns: false if the process wasn't started by a batch.
    public static func serve(
        options: BatchOptions, prepare: (Int) -> Void,
        open: (String?) throws(RenderError) -> (devices: [Device], warnings: [Message])
    ) -> Bool {
        let channel = WorkerChannel(WorkerProcess.channel)
        penumbra_become_worker("penumbra-worker")
        guard let frame = channel.receive(),
            case .start(let start)? = try? WorkerRequest(frame, shared: nil, limits: options.limits.scene),
            let roots = try? BatchRoots(folder: start.folder, roots: options.roots)
        else { return false }
        prepare(start.threads)
        let opened: (devices: [Device], warnings: [Message])
        do {
            opened = try open(start.device)
        } catch {
            let fault: WorkerAnswer.BackendFault
            switch error {
            case .backendUnavailable: fault = .unavailable
            case .badDevice: fault = .badDevice
            default: fault = .other
            }
            channel.send(.refused(fault, error.words.text(options.wording)))
            return true
        }
        channel.send(.ready(devices: opened.devices.map(\.name), warnings: opened.warnings.map { $0.text(options.wording) }))
        if start.device == nil { return true }
        let wording = options.wording
        var options = options
        let usesOnlyProcessor = opened.devices.allSatisfy(\.isProcessor)
        // A device gets one more thread, so that drawn pictures don't wait until the next job comes.
        options.threads = start.threads + (usesOnlyProcessor ? 0 : 1)
        options.memory = start.memory
        options.resumes = false
        options.stopsAtFailure = false
        options.shard = nil
        options.secondsAJob = nil
        // GPU drivers allocate memory at will, so the memory limit applies to the CPU only.
        let reader = ChannelReader(
            channel: channel, template: start.template, limits: options.limits.scene,
            limit: usesOnlyProcessor ? MemoryLimit(options) : nil)
        let engine = Engine(
            memory: options.memory, cacheMemory: options.cacheMemory,
            keepsCoefficients: opened.devices.takesOver(options.decodesOnDevice))
        let run = BatchRun(
            reader: reader, options: options, memory: engine.memory, knowsOutputs: true, stop: StopSignal()
        ) { event in
            switch event {
            case .done, .checked: break
            case .skipped(let line, _): channel.send(.unchanged(line: line))
            case .notice(let text, let line, _): channel.send(.notice(text, line: line))
            case .failed(let failure):
                if case .needsMemory(let bytes, _) = failure.error {
                    channel.send(.needsMemory(line: failure.line, bytes: bytes))
                } else {
                    let error = failure.error
                    channel.send(.failed(line: failure.line, kind: error.kind, words: error.words.text(wording)))
                }
            }
        }
        let steps = JobSteps(run, engine, roots: roots)
        let batch = LocalBatch(run, steps, devices: opened.devices, outlet: ChannelOutlet(channel: channel, run: run))
        batch.work()
        guard let summary = try? run.outcome() else { return false }
        channel.send(.finished(summary.stages))
        return true
    }
}

/// Sends finished files to the batch that started this worker process.
private struct ChannelOutlet: JobOutlet {
    let channel: WorkerChannel
    let run: BatchRun
    /// The batch writes the file, so it also computes the digest.
    var makesDigests: Bool { false }

    /// Compares the job's key with the key that the batch sent from its journal.
    func isProven(_ read: ReadJob) -> Bool { read.job.claim == read.key }

    /// Sending takes less time than waking another thread.
    func deliver(_ encoded: EncodedJob) {
        channel.send(.done(line: encoded.job.line, key: encoded.key, device: encoded.device, bytes: encoded.bytes))
        encoded.share.end()
    }

    /// Collects the frames, which the batch writes.
    func deliver(
        _ read: ReadJob, frames span: FrameSpan, _ share: DrawingShare, _ make: @escaping FrameMaker
    ) throws(JobError) {
        let allowed = max(run.memory.bytes, read.job.allowance ?? 0)
        var bytes: [UInt8] = []
        var lengths: [Int] = []
        try make { _, file in
            let needed = share.bytes + 2 * (bytes.count + file.count)
            guard needed <= allowed else { throw JobError.needsMemory(bytes: 2 * needed, allowed: allowed) }
            bytes += file
            lengths.append(file.count)
        }
        channel.send(.frames(line: read.job.line, key: read.key, first: span.first, lengths: lengths, bytes: bytes))
        share.end()
    }

    /// Collects the file, which the batch writes. A file that outgrows the job's memory makes the job ask for more.
    func deliver(_ read: ReadJob, _ share: DrawingShare, _ make: @escaping AnimationMaker) throws(JobError) {
        let allowed = max(run.memory.bytes, read.job.allowance ?? 0)
        var bytes: [UInt8] = []
        let patches = try make { piece in
            let needed = share.bytes + 2 * (bytes.count + piece.count)
            guard needed <= allowed else { throw JobError.needsMemory(bytes: 2 * needed, allowed: allowed) }
            bytes += piece
        }
        for patch in patches { bytes.replaceSubrange(patch.offset..<patch.offset + patch.bytes.count, with: patch.bytes) }
        deliver(
            EncodedJob(
                job: read.job, name: read.name, bytes: bytes, digest: nil, key: read.key, device: Device.processorName,
                share: share))
    }
}

/// The worker's end of the channel. Any thread may send.
final class WorkerChannel: Sendable {
    private let socket: Int32
    private let sending = Mutex(())

    init(_ socket: Int32) { self.socket = socket }

    /// Sends a whole message. If the batch is gone, the message is lost; reading then reports the end.
    func send(_ answer: WorkerAnswer) {
        let (head, rest) = answer.message
        sending.withLock { _ in
            send(head)
            send(rest)
        }
    }

    private func send(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = write(socket, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    /// Waits for a message. Returns nil at the end of the channel and for an invalid message.
    func receive() -> MessageFrame? {
        guard let header = receive(MessageFrame.headerBytes), let (kind, length) = MessageFrame.read(header: header[...]),
            let body = receive(length)
        else { return nil }
        return MessageFrame(kind: kind, body: body)
    }

    private func receive(_ count: Int) -> [UInt8]? {
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while initialized < count {
                let received = read(socket, buffer.baseAddress.map { $0 + initialized }, count - initialized)
                if received < 0, errno == EINTR { continue }
                guard received > 0 else {
                    isWhole = false
                    return
                }
                initialized += received
            }
        }
        return isWhole ? bytes : nil
    }
}

/// Reads a worker's jobs from its channel.
struct ChannelReader: EntryReader {
    let channel: WorkerChannel
    let template: SceneTemplate?
    let limits: SceneLimits
    var limit: MemoryLimit?
    var notices: [String] { [] }

    mutating func next() throws(BatchError) -> ManifestEntry? {
        guard let frame = channel.receive() else { return nil }
        guard case .job(let job)? = try? WorkerRequest(frame, shared: template, limits: limits) else { throw .stopped }
        limit?.set(for: job)
        return .job(job)
    }
}

/// Stops a job with a far too low memory estimate from exhausting the machine. The process gets at most twice the worker's
/// memory or the job's allowance, plus a base for the program itself.
struct MemoryLimit {
    private let base: Int
    private let memory: Int
    private var current = 0

    /// An allowance for the program, its caches, thread stacks and C libraries; it is far more than they use.
    private static let slack = 256 << 20

    init(_ options: BatchOptions) {
        base = Int(clamping: penumbra_data_bytes()) + options.cacheMemory + Self.slack
        memory = options.memory
    }

    mutating func set(for job: BatchJob) {
        let (twice, isTooMuch) = max(memory, job.allowance ?? 0).multipliedReportingOverflow(by: 2)
        let bytes = isTooMuch ? Int.max : min(Int.max - base, twice) + base
        guard bytes != current else { return }
        current = bytes
        penumbra_limit_data_bytes(UInt(bytes))
    }
}
