import Glibc
import PenumbraBitmap
import PenumbraSystem
import Synchronization

/// An open device and the groups under way on it. Touched on the context's thread only.
final class GPUSession: @unchecked Sendable {
    private let selector: GPUDeviceSelector
    private let options: GPUOptions
    private var state: GPUState?
    private var counts = GPUCounts()
    /// Threads that copy from mapped memory at the moment. Ending the context would take it away from them.
    let copies = Atomic(0)
    /// Groups whose pictures have not all been collected, the oldest first.
    private var underWay: [(readback: Readback, tickets: [Ticket])] = []

    init(selector: GPUDeviceSelector, options: GPUOptions) {
        self.selector = selector
        self.options = options
    }

    /// The device, opened again after it was lost.
    func opened() throws(GPUError) -> GPUState {
        if let state, !state.gl.life.isEnded { return state }
        let made = GPUState(
            context: try GPUContext.open(selector, libraryName: options.libraryName), options: options, counts: counts)
        state = made
        return made
    }

    /// What has been done so far.
    var countsSoFar: GPUCounts { state?.counts ?? counts }

    /// Ends the context. What still refers to it finds it lost.
    func close() {
        if let state { counts = state.counts }
        while copies.load(ordering: .acquiring) > 0 { usleep(20) }
        state?.context.end()
        state = nil
    }

    /// Ends a context that was reset, so that whoever comes next gets a new one.
    func closeIfLost() {
        guard let state else { return }
        do throws(GPUError) { try state.checkNotLost() } catch { close() }
    }

    /// Queues pictures whose plans are aligned. One that cannot be made gets its error; a group that fails is halved and
    /// tried again, because it may be too large for the device's memory, or one of its plans may reset the device.
    func queue(_ tickets: [Ticket]) {
        do throws(GPUError) {
            let state = try opened()
            let readback = try Self.readback(state, tickets.map(\.recording))
            for (job, ticket) in tickets.enumerated() { ticket.source = .readback(readback, job: job) }
            underWay.append((readback, tickets))
        } catch {
            split(tickets, after: error, of: state)
        }
    }

    /// The tickets of the oldest groups that have to be brought to the host, so that no more is under way than the options say.
    func ticketsToSettle() -> [Ticket] {
        underWay.removeAll { $0.readback.isDone }
        var bytes = underWay.reduce(0) { $0 + $1.readback.byteCount }
        var result: [Ticket] = []
        for (readback, tickets) in underWay.dropLast() where bytes > options.bytesUnderWay {
            bytes -= readback.byteCount
            result += tickets
        }
        return result
    }

    /// Tries a picture again whose group failed while it was waited for, with the others of its group that nobody has yet.
    func recover(_ ticket: Ticket, from failed: Readback, after error: GPUError) {
        // Another picture of the group may have been here before.
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

    /// - Parameter failed: what they were made with. Others may have begun with a new context since it was lost, which is none
    ///   the worse.
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

    /// Makes a picture while nothing else is queued, so that what goes wrong now is its own fault.
    private func madeAlone(_ recording: PlanRecording) -> Ticket.Source {
        do throws(GPUError) {
            let readback = try Self.readback(try opened(), [recording])
            defer { readback.abandon() }
            return .made(
                try recording.bitmap { (slice, copy) throws(GPUError) in
                    while !(try readback.isArrived(slice)) { usleep(50) }
                    copy(try readback.map(slice, job: 0))
                    try readback.release(slice, job: 0)
                })
        } catch {
            if case .contextLost = error { close() }
            return .failed(error)
        }
    }

    private static func readback(_ state: GPUState, _ recordings: [PlanRecording]) throws(GPUError) -> Readback {
        try state.checkNotLost()
        state.forgetErrors()
        var queued: Readback?
        var begun: GroupExecution?
        do throws(GPUError) {
            let execution = try GroupExecution(state, recordings)
            begun = execution
            try execution.run()
            let readback = try Readback(execution)
            queued = readback
            try state.closeStaging()
            try state.checkErrors(purpose: "the passes", bytes: readback.byteCount)
            state.images.trim()
            state.counts.pictures += recordings.count
            state.counts.groups += 1
            return readback
        } catch {
            queued?.abandon()
            begun?.end()
            // Copying them to the device may be what failed.
            state.images.empty()
            // Whatever fails on a device that was reset fails for that reason.
            try state.checkNotLost()
            throw error
        }
    }
}

extension PlanRecording {
    /// The finished picture, slice by slice.
    ///
    /// - Parameter each: called for every slice in order; it must call the function it is given with where the slice's rows
    ///   are.
    func bitmap(
        _ each: (Int, (UnsafeRawPointer) -> Void) throws(GPUError) -> Void
    ) throws(GPUError) -> Bitmap {
        let bytes = 4 * plan.width * plan.height
        // A driver may have taken nearly all there is, so room is asked for however small the picture is.
        guard AddressSpace.hasRoom(for: max(AddressSpace.leastAsked, bytes)) else {
            throw .outOfMemory(bytes: bytes, purpose: "the picture on the host")
        }
        return try Bitmap(width: plan.width, height: plan.height) { (pixels) throws(GPUError) in
            guard let base = UnsafeMutableRawPointer(pixels.baseAddress) else { return }
            let rowBytes = plan.width * 4
            for (index, slice) in slices.enumerated() {
                let start = base + slice.rows.lowerBound * rowBytes
                try each(index) { mapped in
                    if slice.layout.rowBytes == rowBytes {
                        start.copyMemory(from: mapped, byteCount: slice.rows.count * rowBytes)
                        return
                    }
                    for row in 0..<slice.rows.count {
                        (start + row * rowBytes).copyMemory(from: mapped + row * slice.layout.rowBytes, byteCount: rowBytes)
                    }
                }
            }
        }
    }
}
