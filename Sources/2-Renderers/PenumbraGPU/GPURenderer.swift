import PenumbraBitmap
import PenumbraCodecs
import PenumbraPlan
import PenumbraSystem
import Synchronization

/// Executes plans on a GPU.
///
/// The renderer owns a thread with an OpenGL ES 3.1 context. Any thread may call its methods; groups of pictures are queued
/// in turn.
/// Buffers and compiled programs are kept from picture to picture. Source pictures are kept as long as their bitmaps live
/// and `GPUOptions.imageCacheBytes` allows. Two renderers that share a device work side by side.
public final class GPURenderer: Sendable {
    /// The device that renders.
    public let device: GPUDevice
    private let thread: GPUThread
    private let session: GPUSession
    let options: GPUOptions
    private let limits: GPULimits
    private let pending = Atomic(0)

    /// The number of submitted pictures whose `PendingBitmap` is still held.
    public var picturesUnderWay: Int { pending.load(ordering: .relaxed) }

    /// Opens a device. Shaders are compiled when they are first needed.
    ///
    /// - Throws: `GPUError.noDevice` if `selector` is `.firstHardware` and no hardware device exists.
    ///   `GPUError.deviceNotFound` if the named device does not exist. Both carry a report.
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

    /// Draws the picture of a plan.
    ///
    /// If the device is reset meanwhile, the context is created again and the plan is tried once more.
    /// - Throws: `GPUError`. The renderer stays usable after an error.
    public func execute(_ plan: RenderPlan) throws(GPUError) -> Bitmap { try submit(plan).wait() }

    /// Queues a plan without waiting for its picture, so that the device works while the caller does other work.
    ///
    /// - Throws: `GPUError.invalidPlan` and `GPUError.limitExceeded`. `PendingBitmap.wait()` reports errors of the device.
    public func submit(_ plan: RenderPlan) throws(GPUError) -> PendingBitmap {
        queue([Ticket(try record(plan))])[0]
    }

    /// Queues many plans. Each pass of aligned plans runs in one dispatch for all of them.
    ///
    /// Plans made from one template are aligned as long as they show the same things. They have surfaces of the same formats
    /// and the same passes with the same sources and targets (`PlanAlignment`). Their sizes, colours, texts and pictures may
    /// differ. On small pictures the driver's work for a dispatch takes longer than the dispatch, so groups of 16 and more
    /// pay most. The resulting bytes are the same as with `execute`.
    ///
    /// Pictures wait on the device until they are taken. If more bytes than `GPUOptions.bytesUnderWay` wait, this call first
    /// copies the oldest to the host.
    /// - Parameter files: for each plan, the file that the device makes of the picture. Nil, or no element at all, means a
    ///   bitmap. Pictures of more than 32 MiB, and those that the device can't make a file of, still come as bitmaps.
    /// - Returns: a picture for each plan, in order. The error of a picture comes from its own `wait()` and does not affect
    ///   the others.
    public func submit(_ plans: [RenderPlan], files: [FileEncoding?] = []) -> [PendingBitmap] {
        let window = 4 * max(1, options.largestGroup)
        // The recording of a plan, above all its tables, is held until its picture is on the host.
        return stride(from: 0, to: plans.count, by: window).flatMap { start in
            submit(window: plans[start..<min(plans.count, start + window)], files: files)
        }
    }

    private func submit(window plans: ArraySlice<RenderPlan>, files: [FileEncoding?]) -> [PendingBitmap] {
        var result: [PendingBitmap?] = Array(repeating: nil, count: plans.count)
        var recordings: [PlanRecording] = []
        var positions: [Int] = []
        for (index, place) in plans.indices.enumerated() {
            do throws(GPUError) {
                recordings.append(try record(plans[place], file: files.indices.contains(place) ? files[place] : nil))
                positions.append(index)
            } catch {
                pending.add(1, ordering: .relaxed)
                result[index] = PendingBitmap(failed: error, renderer: self)
            }
        }
        let bounds = PlanAlignment.Bounds(
            plans: max(1, options.largestGroup), finishedBytes: options.mostGroupBytes(isSoftware: device.isSoftware),
            surfaceBytes: 512 << 20)
        for group in PlanAlignment.groups(recordings, bounds) {
            for (member, pending) in zip(group, queue(group.map { Ticket(recordings[$0]) })) {
                result[positions[member]] = pending
            }
        }
        return result.compactMap { $0 }
    }

    /// Returns the work done since the renderer was opened, for measurements.
    public func counts() -> GPUCounts {
        let session = session
        var counts = (try? thread.run { () throws(GPUError) in session.countsSoFar }) ?? GPUCounts()
        counts.busySeconds = Double(thread.busyNanoseconds) / 1e9
        return counts
    }

    func record(_ plan: RenderPlan, file: FileEncoding? = nil) throws(GPUError) -> PlanRecording {
        // Drivers end the process if compiling or drawing finds no memory.
        let bytes = max(AddressSpace.leastAsked, plan.pictureBytes)
        guard AddressSpace.hasRoom(for: bytes) else { throw .outOfMemory(bytes: bytes, purpose: "the picture on the host") }
        return try PlanRecording(plan, limits: limits, sliceBytes: options.readbackBytes, file: file)
    }

    private func queue(_ tickets: [Ticket]) -> [PendingBitmap] {
        let session = session
        pending.add(tickets.count, ordering: .relaxed)
        let result = tickets.map { PendingBitmap($0, renderer: self) }
        // This thread merges dispatches and writes what the device reads, and the renderer's thread serves others meanwhile.
        var group = try? thread.run { () throws(GPUError) in session.begin(tickets) }
        if let begun = group {
            let merged = begun.merge()
            let isStaged = try? thread.run { () throws(GPUError) in session.stage(begun, merged) }
            if isStaged == true { begun.write() } else { group = nil }
        }
        let settled = try? thread.run { [group] () throws(GPUError) in
            if let group { session.queue(group) }
            return session.ticketsToSettle()
        }
        for ticket in settled?.tickets ?? [] { ticket.settle { () throws(GPUError) in try bring(ticket) } }
        return result
    }

    /// Copies a picture to the host. The calling thread copies it. The renderer's thread waits for it only when there is no
    /// other work.
    func bring(_ ticket: Ticket) throws(GPUError) -> DevicePicture {
        let session = session
        while true {
            switch try thread.run({ () throws(GPUError) in ticket.source }) {
            case .none: throw .driver("a picture was never queued")
            case .made(let picture): return picture
            case .failed(.picture): try redraw(ticket)
            case .failed(let error): throw error
            case .readback(let readback, let job):
                do throws(GPUError) {
                    let recording = ticket.recording
                    let picture: DevicePicture =
                        recording.file == nil
                        ? try copied(recording, readback, job) : .file(try assembled(recording, readback, job))
                    thread.start { ticket.drop() }
                    return picture
                } catch {
                    if case .picture = error {
                        try redraw(ticket)
                        continue
                    }
                    let failure = error
                    try thread.run { () throws(GPUError) in
                        session.recover(ticket, from: readback, after: failure)
                    }
                }
            }
        }
    }

    /// Draws a picture again whose codes the device could not read. This thread reads them.
    ///
    /// - Throws: `GPUError.picture` if the codes are damaged.
    private func redraw(_ ticket: Ticket) throws(GPUError) {
        let left = ticket.recording
        guard left.readsCodes else { throw .unreadCodes }
        try left.settlePictures()
        let recording = try record(left.plan, file: left.encoding)
        let session = session
        try thread.run { () throws(GPUError) in session.redraw(ticket, with: recording) }
    }

    private func copied(_ recording: PlanRecording, _ readback: Readback, _ job: Int) throws(GPUError) -> DevicePicture {
        let onThread = OnThread(readback)
        let session = session
        return try recording.picture(threads: options.threads) { (slice, copy) throws(GPUError) in
            let mapped = try thread.run(
                waitingFor: readback, when: { () throws(GPUError) in try onThread.value.isArrived(slice) }
            ) {
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

    private func assembled(_ recording: PlanRecording, _ readback: Readback, _ job: Int) throws(GPUError) -> [UInt8] {
        let onThread = OnThread(readback)
        let session = session
        let areThere = { () throws(GPUError) in try onThread.value.areStripsArrived() }
        let (strips, mapped) = try thread.run(waitingFor: readback, when: areThere) { () throws(GPUError) in
            let mapped = try onThread.value.map(1, job: job)
            session.copies.add(1, ordering: .acquiring)
            return (onThread.value.strips[job], mapped)
        }
        let file = Result { () throws(GPUError) in try recording.file(strips, at: mapped) }
        session.copies.subtract(1, ordering: .releasing)
        try thread.run { () throws(GPUError) in try onThread.value.release(1, job: job) }
        return try file.get()
    }

    fileprivate func drop(_ ticket: Ticket?) {
        pending.subtract(1, ordering: .relaxed)
        guard let ticket else { return }
        thread.start { ticket.drop() }
    }

    /// Runs `body` with the renderer's state, on the renderer's thread.
    package func withState<Value>(_ body: @escaping (GPUState) throws(GPUError) -> Value) throws(GPUError) -> Value {
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

    /// Returns the recording of a plan for this renderer's device.
    func recording(_ plan: RenderPlan) throws(GPUError) -> PlanRecording { try record(plan) }

    /// A value whose methods are called only on the renderer's thread.
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

    /// Waits until the picture is finished. It can be taken only once.
    ///
    /// - Throws: what `picture` throws; `invalidPlan` if a file was asked for.
    public func wait() throws(GPUError) -> Bitmap {
        guard case .bitmap(let bitmap) = try picture() else {
            throw .invalidPlan(pass: nil, reason: "its picture is a file")
        }
        return bitmap
    }

    /// Waits until the picture is finished, and returns the file if one was asked for. It can be taken only once.
    ///
    /// A group of pictures fails if the device has no memory for it, or is reset while working on it. The group is then
    /// halved and tried again, down to single pictures.
    /// - Throws: `GPUError`, for this picture only; `invalidPlan` if the picture was taken before.
    public func picture() throws(GPUError) -> DevicePicture {
        let ticket = try source.get()
        return try ticket.take { () throws(GPUError) in try renderer.bring(ticket) }
    }
}

extension GPUContext {
    /// Opens the first usable device that a selector names, without opening more devices than necessary.
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
    /// False if it is clear, before opening a candidate, that the selector does not mean it.
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
