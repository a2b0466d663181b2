import Glibc
import PenumbraBitmap
import PenumbraCodecs
import PenumbraSystem
import Synchronization

/// An open device and the groups in progress on it. Only the context's thread may use it; any thread may count its copies.
final class GPUSession: @unchecked Sendable {
    private let selector: GPUDeviceSelector
    private let options: GPUOptions
    private var state: GPUState?
    private var counts = GPUCounts()
    /// The number of threads that are copying from mapped memory. Ending the context would take that memory away from them.
    let copies = Atomic(0)
    /// Groups whose pictures have not all been collected, the oldest first.
    private var underWay: [Group] = []

    /// The pictures of a group that is queued.
    typealias Group = (readback: Readback, tickets: [Ticket])

    init(selector: GPUDeviceSelector, options: GPUOptions) {
        self.selector = selector
        self.options = options
    }

    /// Returns the device, which is opened again after it was lost.
    func opened() throws(GPUError) -> GPUState {
        if let state, !state.gl.life.isEnded { return state }
        let made = GPUState(
            context: try GPUContext.open(selector, libraryName: options.libraryName), options: options, counts: counts)
        state = made
        return made
    }

    /// The work done so far.
    var countsSoFar: GPUCounts {
        var result = state?.counts ?? counts
        result.buffers = state?.pool.made ?? 0
        result.threadSeconds = Double(ThreadClock.nanoseconds) / 1e9
        return result
    }

    /// Ends the context. Objects that still refer to it find it lost.
    func close() {
        if let state { counts = state.counts }
        while copies.load(ordering: .acquiring) > 0 { usleep(20) }
        state?.context.end()
        state = nil
    }

    /// Ends a context that was reset, so that the next caller gets a new context.
    func closeIfLost() {
        guard let state else { return }
        do throws(GPUError) { try state.checkNotLost() } catch { close() }
    }

    /// A group that was begun. Any thread merges its dispatches, and the session stages it. Any thread writes its inputs, and
    /// the session queues it.
    struct Begun: @unchecked Sendable {
        fileprivate let execution: GroupExecution
        fileprivate let tickets: [Ticket]
        fileprivate let session: GPUSession

        func merge() -> Result<Void, GPUError> { Result { () throws(GPUError) in try execution.merge() } }

        /// Writes the inputs.
        func write() {
            execution.write()
            session.copies.subtract(1, ordering: .releasing)
        }
    }

    /// Begins a group of pictures whose plans are aligned. A picture that cannot be made gets its error. A group that fails is
    /// halved and tried again. The group may be too large for the device's memory, or one of its plans may reset the device.
    ///
    /// - Returns: the group. Nil if it failed, and its pictures were made in other groups.
    func begin(_ tickets: [Ticket]) -> Begun? {
        do throws(GPUError) {
            let execution = try Self.execution(try opened(), tickets.map(\.recording))
            return Begun(execution: execution, tickets: tickets, session: self)
        } catch {
            split(tickets, after: error, of: state)
            return nil
        }
    }

    /// Takes the memory that the inputs of a group are written to. False if the group failed, as in `begin`.
    func stage(_ group: Begun, _ merged: Result<Void, GPUError>) -> Bool {
        let state = group.execution.state
        do throws(GPUError) {
            do throws(GPUError) {
                try merged.get()
            } catch {
                group.execution.end()
                throw error
            }
            try Self.naming(resetsOf: state) { () throws(GPUError) in try group.execution.stage() }
            copies.add(1, ordering: .acquiring)
            return true
        } catch {
            split(group.tickets, after: error, of: state)
            return false
        }
    }

    /// Queues a group whose inputs are written.
    func queue(_ group: Begun) {
        do throws(GPUError) {
            let readback = try Self.readback(group.execution)
            for (job, ticket) in group.tickets.enumerated() { ticket.source = .readback(readback, job: job) }
            underWay.append((readback, group.tickets))
        } catch {
            split(group.tickets, after: error, of: group.execution.state)
        }
    }

    private func queue(_ tickets: [Ticket]) {
        guard let group = begin(tickets), stage(group, group.merge()) else { return }
        group.write()
        queue(group)
    }

    /// Returns the tickets of the oldest groups that must be copied to the host to keep the waiting bytes within the
    /// options' limit.
    ///
    /// - Returns: also the groups that are done, for another thread to free: they hold nothing of the device.
    func ticketsToSettle() -> (tickets: [Ticket], done: [Group]) {
        let done = underWay.filter { $0.readback.isDone }
        if !done.isEmpty { underWay.removeAll { $0.readback.isDone } }
        var bytes = underWay.reduce(0) { $0 + $1.readback.byteCount }
        var result: [Ticket] = []
        let most = options.mostBytesUnderWay(isSoftware: state?.context.device.isSoftware ?? true)
        for (readback, tickets) in underWay.dropLast() where bytes > most {
            bytes -= readback.byteCount
            result += tickets
        }
        return (result, done)
    }

    /// Retries a picture whose group failed while the picture was waited for, together with the group's other uncollected
    /// pictures.
    func recover(_ ticket: Ticket, from failed: Readback, after error: GPUError) {
        // Another picture of the group may have got here before.
        guard case .readback(let current, _) = ticket.source, current === failed else { return }
        let members = underWay.first { $0.readback === failed }?.tickets ?? [ticket]
        underWay.removeAll { $0.readback === failed }
        failed.abandon()
        split(
            members.filter { member in
                if case .readback(let readback, _) = member.source { return readback === failed }
                return false
            }, after: error, of: failed.state)
    }

    /// Draws a picture again, from a recording that leaves no codes to the device.
    func redraw(_ ticket: Ticket, with recording: PlanRecording) {
        ticket.drop()
        ticket.recording = recording
        queue([ticket])
    }

    /// Handles a failed group: several pictures are queued again as two halves; one picture is made alone or gets the error.
    ///
    /// - Parameter failed: the state with which the pictures were made. Other pictures may have begun with a new context
    ///   since it was lost, which does no harm.
    private func split(_ tickets: [Ticket], after error: GPUError, of failed: GPUState?) {
        switch error {
        case .contextLost: if failed === state { close() }
        case .outOfMemory: state?.freeUnused()
        default: break
        }
        if tickets.count > 1 {
            let middle = tickets.count / 2
            queue(Array(tickets[..<middle]))
            queue(Array(tickets[middle...]))
        } else if let ticket = tickets.first {
            switch error {
            case .contextLost, .outOfMemory: ticket.source = madeAlone(ticket.recording)
            default: ticket.source = .failed(error)
            }
        }
    }

    /// Makes a picture by itself. If the device is reset while other groups are in progress, that may be the fault of their
    /// pictures, so this one is tried once more, with a context of its own.
    private func madeAlone(_ recording: PlanRecording, mayShare: Bool = true) -> Ticket.Source {
        let isShared = mayShare && underWay.contains { !$0.readback.isDone }
        do throws(GPUError) {
            let execution = try Self.execution(try opened(), [recording])
            try Self.naming(resetsOf: execution.state) { () throws(GPUError) in try execution.prepare() }
            execution.write()
            let readback = try Self.readback(execution)
            defer { readback.abandon() }
            if recording.file != nil {
                while !(try readback.areStripsArrived()) { usleep(50) }
                let mapped = try readback.map(1, job: 0)
                let file = Result { () throws(GPUError) in try recording.file(readback.strips[0], at: mapped) }
                try readback.release(1, job: 0)
                return .made(.file(try file.get()))
            }
            return .made(
                try recording.picture(threads: options.threads) { (slice, copy) throws(GPUError) in
                    while !(try readback.isArrived(slice)) { usleep(50) }
                    copy(try readback.map(slice, job: 0))
                    try readback.release(slice, job: 0)
                })
        } catch {
            guard case .contextLost = error else { return .failed(error) }
            close()
            return isShared ? madeAlone(recording, mayShare: false) : .failed(error)
        }
    }

    private static func execution(_ state: GPUState, _ recordings: [PlanRecording]) throws(GPUError) -> GroupExecution {
        try state.checkNotLost()
        state.forgetErrors()
        return try naming(resetsOf: state) { () throws(GPUError) in try GroupExecution(state, recordings) }
    }

    /// Every failure on a device that was reset is due to the reset.
    private static func naming<Value>(
        resetsOf state: GPUState, _ body: () throws(GPUError) -> Value
    ) throws(GPUError) -> Value {
        do throws(GPUError) {
            return try body()
        } catch {
            try state.checkNotLost()
            throw error
        }
    }

    /// Queues a group whose inputs are written.
    private static func readback(_ execution: GroupExecution) throws(GPUError) -> Readback {
        let state = execution.state
        var queued: Readback?
        do throws(GPUError) {
            try state.checkNotLost()
            state.forgetErrors()
            try execution.begin()
            try execution.run()
            let readback = try Readback(execution)
            queued = readback
            try state.closeStaging()
            try state.checkErrors(purpose: "the passes", bytes: readback.byteCount)
            state.images.trim()
            state.counts.pictures += execution.jobs.count
            state.counts.groups += 1
            return readback
        } catch {
            queued?.abandon()
            execution.end()
            // The failure may have happened while the pictures were copied to the device.
            state.images.empty()
            // Every failure on a device that was reset is due to the reset.
            try state.checkNotLost()
            throw error
        }
    }
}

extension PlanRecording {
    /// Assembles the finished picture, or the samples of a video's frame, slice by slice.
    ///
    /// - Parameters:
    ///   - threads: the threads that copy the rows of a picture, at most.
    ///   - each: called for every slice in order. It must call the given function with the address of the slice's rows.
    func picture(
        threads: Int, _ each: (Int, (UnsafeRawPointer) -> Void) throws(GPUError) -> Void
    ) throws(GPUError) -> DevicePicture {
        if let video { .video(try samples(video, each)) } else { .bitmap(try bitmap(threads: threads, each)) }
    }

    /// A driver may have taken nearly all memory, so room is requested even for a small picture.
    private func checkRoom(_ bytes: Int) throws(GPUError) {
        guard AddressSpace.hasRoom(for: max(AddressSpace.leastAsked, bytes)) else {
            throw .outOfMemory(bytes: bytes, purpose: "the picture on the host")
        }
    }

    private func samples(
        _ form: VideoForm, _ each: (Int, (UnsafeRawPointer) -> Void) throws(GPUError) -> Void
    ) throws(GPUError) -> VideoPicture {
        try checkRoom(VideoPicture.planes * plan.width * plan.height)
        return try VideoPicture(width: plan.width, height: plan.height, in: form.memory) { (planes) throws(GPUError) in
            for (index, slice) in slices.enumerated() {
                guard case .video(let rows) = slice.form else { continue }
                try each(index) { mapped in
                    rows.copy(
                        from: mapped, to: planes + slice.rows.lowerBound * plan.width, step: plan.width * plan.height)
                }
            }
        }
    }

    /// Assembles a picture that is neither a file nor a frame of a video.
    ///
    /// Its parameters are those of `picture`.
    func bitmap(
        threads: Int, _ each: (Int, (UnsafeRawPointer) -> Void) throws(GPUError) -> Void
    ) throws(GPUError) -> Bitmap {
        try checkRoom(plan.pictureBytes)
        let isOpaque: Bool? = plan.isCertainlyOpaque ? true : nil
        return try Bitmap(
            width: plan.width, height: plan.height, depth: plan.depth, isOpaque: isOpaque
        ) { (pixels) throws(GPUError) in
            guard let base = UnsafeMutableRawPointer(pixels.baseAddress) else { return }
            let rowBytes = plan.width * plan.depth.bytesPerPixel
            for (index, slice) in slices.enumerated() {
                guard case .pixels(let layout) = slice.form else { continue }
                let start = base + slice.rows.lowerBound * rowBytes
                try each(index) { mapped in
                    copyRows(0..<slice.rows.count, rowBytes: rowBytes, threads: threads) { band in
                        let (from, to) = (mapped + band.lowerBound * layout.rowBytes, start + band.lowerBound * rowBytes)
                        if layout.rowBytes == rowBytes { return to.copyMemory(from: from, byteCount: band.count * rowBytes) }
                        for row in 0..<band.count {
                            (to + row * rowBytes).copyMemory(from: from + row * layout.rowBytes, byteCount: rowBytes)
                        }
                    }
                }
            }
        }
    }
}
