import CPenumbraSystem
import Glibc
import Penumbra
import PenumbraSystem

/// The other side of a batch whose jobs are done in processes of their own: reads, decodes, plans, draws and encodes what it is
/// told to, and sends the files back. It writes nothing itself, so nothing is left behind when it dies.
public enum BatchWorker {
    /// Does jobs until the batch has no more, or is gone.
    ///
    /// - Parameters:
    ///   - options: as the batch's own.
    ///   - open: opens what it draws with: a device's name, or nil for all that the batch's options ask for.
    ///   - prepare: called with the number of threads before anything is begun.
    /// - Returns: false where the process was not started by a batch.
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
        // With a device one more: what it has drawn does not wait until the next job has come.
        options.threads = start.threads + (usesOnlyProcessor ? 0 : 1)
        options.memory = start.memory
        options.resumes = false
        options.stopsAtFailure = false
        options.shard = nil
        options.secondsAJob = nil
        // Drivers take memory as they like.
        let reader = ChannelReader(
            channel: channel, template: start.template, limits: options.limits.scene,
            limit: usesOnlyProcessor ? MemoryLimit(options) : nil)
        let engine = Engine(memory: options.memory, cacheMemory: options.cacheMemory)
        let run = BatchRun(
            reader: reader, options: options, memory: engine.memory, knowsOutputs: true, stop: StopSignal()
        ) { event in
            switch event {
            case .done, .checked: break
            case .proven(let line, _): channel.send(.unchanged(line: line))
            case .notice(let text): channel.send(.notice(text))
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

/// Sends files to the batch that a worker process works for.
private struct ChannelOutlet: JobOutlet {
    let channel: WorkerChannel
    let run: BatchRun
    /// The file is the batch's business, and so is its digest.
    var makesDigests: Bool { false }

    /// What the batch told of its journal.
    func isProven(_ read: ReadJob) -> Bool { read.job.claim == read.key }

    /// Sending takes less than waking another thread.
    func deliver(_ encoded: EncodedJob) {
        channel.send(.done(line: encoded.job.line, key: encoded.key, device: encoded.device, bytes: encoded.bytes))
        run.finish(givingBack: encoded.memory)
    }
}

/// The worker's end of the channel. Any thread may send.
final class WorkerChannel: Sendable {
    private let socket: Int32
    private let sending = Mutex(())

    init(_ socket: Int32) { self.socket = socket }

    /// Sends all of a message; it is lost where the batch is gone, which reading tells.
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

    /// Waits for a message; nil at the end, and for what is none.
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

/// Takes a worker's jobs from its channel.
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

/// Keeps a job whose need was guessed too low from taking the machine's memory: what goes beyond twice the guess is refused to
/// the process.
struct MemoryLimit {
    private let base: Int
    private let memory: Int
    private var current = 0

    /// For the program itself, what it keeps for further jobs, threads' stacks and what C libraries hold: far more than they
    /// take.
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
