import PenumbraBitmap
import PenumbraPlan
import PenumbraSystem
import Synchronization

/// Executes plans on a GPU.
///
/// The renderer owns a thread with an OpenGL ES 3.1 context; its methods may be called from any thread and are served in
/// order. Buffers and compiled programs are kept from picture to picture, and source pictures as long as their bitmaps live and
/// `GPUOptions.imageCacheBytes` allow. Two renderers that share a device work side by side.
public final class GPURenderer: Sendable {
    /// What is rendered on.
    public let device: GPUDevice
    private let thread: GPUThread
    private let session: GPUSession
    private let options: GPUOptions
    private let limits: GPULimits
    private let pending = Atomic(0)

    /// Pictures that were submitted and whose `PendingBitmap` is still held.
    public var picturesUnderWay: Int { pending.load(ordering: .relaxed) }

    /// Opens a device.
    ///
    /// - Throws: `GPUError.noDevice` when `selector` is `.firstHardware` and there is none, `GPUError.deviceNotFound` when a
    ///   device is named and not there; both carry a report. Shaders are compiled when first needed.
    public init(_ selector: GPUDeviceSelector = .firstHardware, options: GPUOptions = GPUOptions()) throws(GPUError) {
        let session = GPUSession(selector: selector, options: options)
        let thread = try GPUThread()
        self.session = session
        self.thread = thread
        self.options = options
        device = try thread.run { () throws(GPUError) in try session.opened().context.device }
        limits = options.limited(device.limits)
    }

    deinit {
        let session = session
        thread.start { session.close() }
    }

    /// The picture that a plan describes.
    ///
    /// If the device is reset meanwhile, the context is made anew and the plan tried once more.
    /// - Throws: `GPUError`. After one the renderer can be used further.
    public func execute(_ plan: RenderPlan) throws(GPUError) -> Bitmap { try submit(plan).wait() }

    /// Queues a plan without waiting for its picture, so that the device works while the caller does something else.
    ///
    /// - Throws: `GPUError.invalidPlan` and `GPUError.limitExceeded`. Errors of the device come from `PendingBitmap.wait()`.
    public func submit(_ plan: RenderPlan) throws(GPUError) -> PendingBitmap {
        queue([Ticket(try record(plan))])[0]
    }

    /// Queues many plans, each pass of those that are aligned in one dispatch for all of them.
    ///
    /// Plans made from one template are aligned as long as the same things are shown: they have surfaces of the same formats
    /// and the same passes with the same sources and targets (`PlanAlignment`), whatever their sizes, colours, texts and
    /// pictures. On small pictures the driver's work for a dispatch takes longer than the dispatch, so groups of 16 and more
    /// pay most. The bytes are those of `execute`.
    ///
    /// Pictures wait on the device until they are taken; when more than `GPUOptions.bytesUnderWay` do, this call brings
    /// the oldest to the host first.
    /// - Returns: a picture for each plan, in order. The error of one comes from its own `wait()` and leaves the others alone.
    public func submit(_ plans: [RenderPlan]) -> [PendingBitmap] {
        let window = 4 * max(1, options.largestGroup)
        // What is recorded of a plan, its tables above all, is held until its picture is on the host.
        return stride(from: 0, to: plans.count, by: window).flatMap { start in
            submit(window: plans[start..<min(plans.count, start + window)])
        }
    }

    private func submit(window plans: ArraySlice<RenderPlan>) -> [PendingBitmap] {
        var result: [PendingBitmap?] = Array(repeating: nil, count: plans.count)
        var recordings: [PlanRecording] = []
        var positions: [Int] = []
        for (index, plan) in plans.enumerated() {
            do throws(GPUError) {
                recordings.append(try record(plan))
                positions.append(index)
            } catch {
                pending.add(1, ordering: .relaxed)
                result[index] = PendingBitmap(failed: error, renderer: self)
            }
        }
        let bounds = PlanAlignment.Bounds(
            plans: max(1, options.largestGroup), finishedBytes: options.readbackBytes, surfaceBytes: 512 << 20)
        for group in PlanAlignment.groups(recordings, bounds) {
            for (member, pending) in zip(group, queue(group.map { Ticket(recordings[$0]) })) {
                result[positions[member]] = pending
            }
        }
        return result.compactMap { $0 }
    }

    /// What has been done since the renderer was opened, for measuring.
    public func counts() -> GPUCounts {
        let session = session
        return (try? thread.run { () throws(GPUError) in session.countsSoFar }) ?? GPUCounts()
    }

    private func record(_ plan: RenderPlan) throws(GPUError) -> PlanRecording {
        // Drivers end the process where compiling or drawing has no memory.
        let bytes = max(AddressSpace.leastAsked, 4 * plan.width * plan.height)
        guard AddressSpace.hasRoom(for: bytes) else { throw .outOfMemory(bytes: bytes, purpose: "the picture on the host") }
        return try PlanRecording(plan, limits: limits, sliceBytes: options.readbackBytes)
    }

    private func queue(_ tickets: [Ticket]) -> [PendingBitmap] {
        let session = session
        pending.add(tickets.count, ordering: .relaxed)
        let result = tickets.map { PendingBitmap($0, renderer: self) }
        let settled = try? thread.run { () throws(GPUError) in
            session.queue(tickets)
            return session.ticketsToSettle()
        }
        for ticket in settled ?? [] { ticket.settle { () throws(GPUError) in try bring(ticket) } }
        return result
    }

    /// Brings a picture to the host. The calling thread copies it; the renderer's thread only waits for it when nothing else
    /// is to be done.
    func bring(_ ticket: Ticket) throws(GPUError) -> Bitmap {
        let session = session
        while true {
            switch try thread.run({ () throws(GPUError) in ticket.source }) {
            case .none: throw .driver("a picture was never queued")
            case .made(let bitmap): return bitmap
            case .failed(let error): throw error
            case .readback(let readback, let job):
                do throws(GPUError) {
                    let bitmap = try copied(ticket.recording, readback, job)
                    thread.start { ticket.drop() }
                    return bitmap
                } catch {
                    let failure = error
                    try thread.run { () throws(GPUError) in
                        session.recover(ticket, from: readback, after: failure)
                    }
                }
            }
        }
    }

    private func copied(_ recording: PlanRecording, _ readback: Readback, _ job: Int) throws(GPUError) -> Bitmap {
        let onThread = OnThread(readback)
        let session = session
        return try recording.bitmap { (slice, copy) throws(GPUError) in
            let mapped = try thread.run(when: { () throws(GPUError) in try onThread.value.isArrived(slice) }) {
                () throws(GPUError) in
                let mapped = try onThread.value.map(slice, job: job)
                session.copies.add(1, ordering: .acquiring)
                return mapped
            }
            copy(mapped)
            session.copies.subtract(1, ordering: .releasing)
            try thread.run { () throws(GPUError) in try onThread.value.release(slice, job: job) }
        }
    }

    fileprivate func drop(_ ticket: Ticket?) {
        pending.subtract(1, ordering: .relaxed)
        guard let ticket else { return }
        thread.start { ticket.drop() }
    }

    /// Runs `body` with the renderer's state, on its thread.
    func withState<Value>(_ body: @escaping (GPUState) throws(GPUError) -> Value) throws(GPUError) -> Value {
        let session = session
        return try thread.run { () throws(GPUError) in
            do throws(GPUError) {
                return try body(try session.opened())
            } catch {
                session.closeIfLost()
                throw error
            }
        }
    }

    /// The recording of a plan as this renderer's device takes it.
    func recording(_ plan: RenderPlan) throws(GPUError) -> PlanRecording { try record(plan) }

    /// Something whose methods are called on the renderer's thread only.
    private struct OnThread<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }
}

/// A picture that a device is working on.
public final class PendingBitmap: Sendable {
    /// The device that makes the picture.
    public var device: GPUDevice { renderer.device }
    private let renderer: GPURenderer
    private let source: Result<Ticket, GPUError>

    fileprivate init(_ ticket: Ticket, renderer: GPURenderer) {
        self.renderer = renderer
        source = .success(ticket)
    }

    fileprivate init(failed error: GPUError, renderer: GPURenderer) {
        self.renderer = renderer
        source = .failure(error)
    }

    deinit {
        renderer.drop(try? source.get())
    }

    /// Waits until the picture is there. It can be taken once.
    ///
    /// When the device has no memory for a group of pictures, or is reset while it works on one, the group is halved and tried
    /// again, down to single pictures.
    /// - Throws: `GPUError`, the picture's own; `invalidPlan` when the picture was taken before.
    public func wait() throws(GPUError) -> Bitmap {
        let ticket = try source.get()
        return try ticket.take { () throws(GPUError) in try renderer.bring(ticket) }
    }
}

extension GPUContext {
    /// Opens the first usable device that a selector names, without opening more devices than it must.
    static func open(_ selector: GPUDeviceSelector, libraryName: String) throws(GPUError) -> GPUContext {
        if let egl = try? EGLLibrary(name: libraryName) {
            for candidate in EGLCandidate.all(egl) where selector.mayMatch(candidate) {
                guard let context = try? GPUContext(egl: egl, candidate: candidate) else { continue }
                if context.device.isUsable && selector.matches(context.device) { return context }
            }
        }
        let report = GPUDevices.report(libraryName: libraryName)
        if selector == .firstHardware { throw .noDevice(report) }
        throw .deviceNotFound(selector: "\(selector)", report: report)
    }
}

extension GPUDeviceSelector {
    /// False where a candidate is known not to be meant before it is opened.
    fileprivate func mayMatch(_ candidate: EGLCandidate) -> Bool {
        switch self {
        case .firstHardware: !candidate.declaredSoftware
        case .software: true
        case .egl(let index): candidate.index == index
        case .cuda(let index): candidate.cudaIndex == index
        case .drmNode(let path): candidate.drmNode == path
        case .pci: candidate.drmNode != nil
        }
    }
}
