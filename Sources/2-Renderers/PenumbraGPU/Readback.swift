import CPenumbraEGL

/// Copies the finished pictures of a group to the host. Several plans come in one piece, and a large picture in slices of
/// rows. Two slices are on their way at a time, so that the device makes the next slice while the host copies.
///
/// Strips of files come in two steps: first the words that describe the strips, and then exactly the strips' bytes.
///
/// All of it belongs to the context's thread, but any thread may read mapped memory.
final class Readback {
    /// Queued rows. Their bytes are in `buffer` once `fence` is passed.
    private final class Slice {
        let parts: GroupExecution.Parts
        let buffer: GPUBuffer
        let fence: GLsync
        /// The plans whose pictures' statuses follow the parts, one word for each picture.
        let statusJobs: [Int]
        var mapped: UnsafeRawPointer?
        /// The pictures that have not been copied yet.
        var waiting: Set<Int>
        /// The pictures that a thread is copying now.
        var readers: Set<Int> = []
        var isArrived = false

        init(parts: GroupExecution.Parts, buffer: GPUBuffer, fence: GLsync, statusJobs: [Int], waiting: Set<Int>) {
            self.parts = parts
            self.statusJobs = statusJobs
            self.buffer = buffer
            self.fence = fence
            self.waiting = waiting
        }
    }

    private let execution: GroupExecution
    private var slices: [Slice?] = []
    private let sliceCount: Int
    /// The finished bytes of the group's files, until the strips' bytes are on their way.
    private var coded: GPUBuffer?
    /// The strips of each picture's file. Their places are relative to the picture's part of the second slice.
    private(set) var strips: [[CodedStrip]] = []
    /// The plans that show pictures whose codes the device could not read. Known once the first slice is mapped.
    private var undecoded: Set<Int> = []
    /// The pictures that a caller may still request.
    private var wanted: Set<Int>

    /// The state with which the pictures are made.
    var state: GPUState { execution.state }

    /// The number of bytes that wait on the device.
    var byteCount: Int { slices.reduce(coded?.capacity ?? 0) { $0 + ($1?.buffer.capacity ?? 0) } }

    /// - Parameter execution: a group whose passes are queued.
    init(_ execution: GroupExecution) throws(GPUError) {
        self.execution = execution
        let makesFiles = execution.jobs.contains { $0.file != nil }
        sliceCount = makesFiles ? 2 : execution.jobs.map(\.slices.count).max() ?? 0
        wanted = Set(execution.jobs.indices)
        do throws(GPUError) {
            if makesFiles {
                try queueTables()
            } else {
                try queueNext()
                try queueNext()
            }
        } catch {
            abandon()
            throw error
        }
        state.gl.flush()
    }

    deinit {
        if state.gl.life.isEnded { return }
        for case let slice? in slices { state.gl.deleteSync(slice.fence) }
    }

    /// Reports whether a slice can be mapped without waiting.
    ///
    /// - Throws: `GPUError.contextLost`.
    func isArrived(_ index: Int) throws(GPUError) -> Bool {
        guard let slice = try slice(index) else { throw .driver("a slice of a picture was given back") }
        if slice.isArrived { return true }
        switch state.gl.clientWaitSync(slice.fence, GL.syncFlush, 0) {
        case GL.alreadySignaled, GL.conditionSatisfied:
            slice.isArrived = true
            try state.checkNotLost(plans: execution.jobs.map(\.plan))
            return true
        case GL.timeoutExpired:
            try state.checkNotLost()
            return false
        default:
            try state.checkErrors(purpose: "the picture", bytes: slice.buffer.capacity)
            throw .driver("waiting for the device failed")
        }
    }

    /// Reports whether the strips of files can be mapped without waiting. They are queued once their sizes are known.
    ///
    /// - Throws: `GPUError.contextLost`.
    func areStripsArrived() throws(GPUError) -> Bool {
        if slices.count == 1 {
            guard try isArrived(0) else { return false }
            try queueStrips()
        }
        return try isArrived(1)
    }

    /// Maps a picture's rows of a slice. The address is valid until the slice is `release`d for the picture.
    ///
    /// - Throws: `GPUError.unreadCodes` if the picture must be made anew.
    func map(_ index: Int, job: Int) throws(GPUError) -> UnsafeRawPointer {
        guard let slice = try slice(index) else { throw .driver("a slice of a picture was given back") }
        let mapped = try map(slice)
        if undecoded.contains(job) { throw GPUError.unreadCodes }
        slice.readers.insert(job)
        return mapped + slice.parts.offsets[job]
    }

    private func map(_ slice: Slice) throws(GPUError) -> UnsafeRawPointer {
        if let mapped = slice.mapped { return mapped }
        let gl = state.gl
        gl.bindBuffer(GL.copyReadBuffer, slice.buffer.name)
        let bytes = slice.parts.byteCount + 4 * slice.statusJobs.count
        guard let mapped = gl.mapBufferRange(GL.copyReadBuffer, 0, max(1, bytes), GL.mapRead) else {
            try state.checkErrors(purpose: "the picture", bytes: slice.buffer.capacity)
            throw .driver("a buffer of \(slice.buffer.capacity) bytes cannot be mapped")
        }
        slice.mapped = UnsafeRawPointer(mapped)
        for (index, job) in slice.statusJobs.enumerated() {
            let status = UnsafeRawPointer(mapped).load(fromByteOffset: slice.parts.byteCount + 4 * index, as: UInt32.self)
            if status != 0 { undecoded.insert(job) }
        }
        return UnsafeRawPointer(mapped)
    }

    /// Marks a picture's rows of a slice as copied.
    ///
    /// - Throws: `GPUError.contextLost` if the copied bytes may differ from those the device made.
    func release(_ index: Int, job: Int) throws(GPUError) {
        try state.checkNotLost()
        guard let slice = try slice(index) else { return }
        slice.waiting.remove(job)
        slice.readers.remove(job)
        if index == sliceCount - 1 { wanted.remove(job) }
        guard slice.waiting.isEmpty else { return }
        slices[index] = nil
        state.gl.deleteSync(slice.fence)
        let isWhole = unmap(slice)
        state.pool.giveBack(slice.buffer)
        try queueNext()
        if !isWhole { throw .contextLost("a buffer was lost while it was read") }
    }

    /// Marks a picture as no longer wanted. A picture that is being copied is left to its reader.
    func drop(_ job: Int) {
        if slices.contains(where: { $0?.readers.contains(job) ?? false }) { return }
        guard wanted.remove(job) != nil, !state.gl.life.isEnded else { return }
        for (index, slice) in slices.enumerated() {
            guard let slice else { continue }
            slice.waiting.remove(job)
            guard slice.waiting.isEmpty else { continue }
            slices[index] = nil
            state.gl.deleteSync(slice.fence)
            _ = unmap(slice)
            state.pool.giveBack(slice.buffer)
        }
        if wanted.isEmpty {
            execution.end()
            endCoding()
        }
    }

    /// Gives everything back, for all pictures.
    func abandon() {
        for job in wanted { drop(job) }
    }

    /// True if every picture was collected or dropped.
    var isDone: Bool { wanted.isEmpty }

    private func unmap(_ slice: Slice) -> Bool {
        guard slice.mapped != nil else { return true }
        slice.mapped = nil
        state.gl.bindBuffer(GL.copyReadBuffer, slice.buffer.name)
        return state.gl.unmapBuffer(GL.copyReadBuffer) != 0
    }

    private func slice(_ index: Int) throws(GPUError) -> Slice? {
        try state.checkNotLost()
        return slices.indices.contains(index) ? slices[index] : nil
    }

    private func endCoding() {
        if let coded { state.pool.giveBack(coded) }
        coded = nil
    }

    /// Queues the pictures' files, and copies of the words that describe their strips.
    private func queueTables() throws(GPUError) {
        let made = try execution.finish(0)
        coded = made
        let finished = execution.finishedParts(0)
        let tables = GroupExecution.Parts(execution.jobs.map { $0.file?.tableBytes ?? 0 })
        try queue(
            tables, from: made,
            copies: execution.jobs.enumerated().map { job, recording in
                (finished.offsets[job], tables.offsets[job], recording.file?.tableBytes ?? 0)
            })
        execution.end()
    }

    /// Reads the words that describe the strips, and queues copies of the strips' bytes.
    private func queueStrips() throws(GPUError) {
        guard let made = coded, let first = try slice(0) else { throw .driver("strips of a file were given back") }
        let finished = execution.finishedParts(0)
        var pictures: [[CodedStrip]] = []
        let tables = try map(first)
        for (recording, offset) in zip(execution.jobs, first.parts.offsets) {
            guard let file = recording.file else { continue }
            pictures.append(file.strips((tables + offset).assumingMemoryBound(to: UInt32.self)))
        }
        slices[0] = nil
        state.gl.deleteSync(first.fence)
        let isWhole = unmap(first)
        state.pool.giveBack(first.buffer)
        if !isWhole { throw .contextLost("a buffer was lost while it was read") }

        let parts = GroupExecution.Parts(pictures.map { $0.reduce(0) { $0 + $1.bytes.count } })
        var copies: [(Int, Int, Int)] = []
        for (job, picture) in pictures.enumerated() {
            var place = 0
            for (index, strip) in picture.enumerated() {
                copies.append((finished.offsets[job] + strip.bytes.lowerBound, parts.offsets[job] + place, strip.bytes.count))
                pictures[job][index].bytes = place..<place + strip.bytes.count
                place += strip.bytes.count
            }
        }
        strips = pictures
        try queue(parts, from: made, copies: copies)
        endCoding()
        state.gl.flush()
    }

    /// Queues copies from a buffer as the next slice: each from an offset to an offset, and its size in bytes.
    private func queue(
        _ parts: GroupExecution.Parts, from source: GPUBuffer, copies: [(from: Int, to: Int, byteCount: Int)]
    ) throws(GPUError) {
        let statuses = slices.isEmpty ? execution.statuses : []
        let bytes = parts.byteCount + 4 * statuses.count
        let arrived = try state.pool.take(bytes, .readback, purpose: "the picture's way back")
        state.finishWrites()
        let gl = state.gl
        gl.bindBuffer(GL.copyReadBuffer, source.name)
        gl.bindBuffer(GL.copyWriteBuffer, arrived.name)
        for copy in copies where copy.byteCount > 0 {
            state.counts.readBackBytes += copy.byteCount
            gl.copyBufferSubData(GL.copyReadBuffer, GL.copyWriteBuffer, copy.from, copy.to, copy.byteCount)
        }
        for (index, status) in statuses.enumerated() {
            state.counts.readBackBytes += 4
            gl.bindBuffer(GL.copyReadBuffer, status.buffer.name)
            gl.copyBufferSubData(GL.copyReadBuffer, GL.copyWriteBuffer, status.offset, parts.byteCount + 4 * index, 4)
        }
        execution.releaseSlabs()
        state.shaderClock?.mark("copies to the host")
        let fence: GLsync
        do throws(GPUError) {
            // Rows for which the device had no memory are not the picture's rows.
            try state.checkErrors(purpose: "the finished picture", bytes: parts.byteCount)
            fence = try state.makeFence()
        } catch {
            state.pool.giveBack(arrived)
            throw error
        }
        slices.append(
            Slice(parts: parts, buffer: arrived, fence: fence, statusJobs: statuses.map(\.job), waiting: wanted))
    }

    private func queueNext() throws(GPUError) {
        let index = slices.count
        guard index < sliceCount, !wanted.isEmpty else { return }
        let parts = execution.finishedParts(index)
        let finished = try execution.finish(index)
        defer { state.pool.giveBack(finished) }
        try queue(parts, from: finished, copies: [(0, 0, parts.byteCount)])
        // The remaining slices are in buffers of their own.
        if slices.count == sliceCount { execution.end() }
    }
}
