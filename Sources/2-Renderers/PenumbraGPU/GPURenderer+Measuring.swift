import PenumbraBitmap
import PenumbraPlan
import PenumbraSystem

/// The time spent on each stage of one picture, in milliseconds.
public struct GPUStages: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable {
        /// The device's own clock, EXT_disjoint_timer_query.
        case timerQueries = "EXT_disjoint_timer_query"
        /// The host's clock; it waits for the device after each stage.
        case fences = "host clock between fences"
    }

    /// The method by which the device's times were measured.
    public var method: Method
    /// The time from the plan to the picture, by the host's clock.
    public var total: Double
    /// The time for tables and pictures: writing on the host and copying on the device.
    public var upload: Double
    /// The time for the passes.
    public var kernels: Double
    /// The time for rounding to bytes and copying on the device, and for mapping and copying on the host.
    public var readback: Double
    /// The remaining time: checking the plan, queueing, the driver, waiting.
    public var rest: Double { max(0, total - upload - kernels - readback) }
}

extension GPURenderer {
    /// Draws a plan and measures its stages, which makes it slower than `execute`. The time for recording the plan's
    /// dispatches, on the calling thread, is not included.
    ///
    /// - Parameter method: timer queries fall back to fences if the device has no clock.
    /// - Throws: the errors of `execute`. A reset is not retried.
    public func measure(
        _ plan: RenderPlan, by method: GPUStages.Method = .timerQueries
    ) throws(GPUError) -> (picture: Bitmap, stages: GPUStages) {
        let first = try recording(plan)
        do throws(GPUError) {
            return try measure(first, method)
        } catch {
            guard case .picture = error, first.readsCodes else { throw error }
            try first.settlePictures()
            return try measure(try recording(plan), method)
        }
    }

    private func measure(
        _ recording: PlanRecording, _ method: GPUStages.Method
    ) throws(GPUError) -> (picture: Bitmap, stages: GPUStages) {
        try withState { state throws(GPUError) in
            let measured = try Self.measure(state, recording, method)
            if let stages = measured.stages { return (measured.picture, stages) }
            // The device's clock was disturbed.
            let again = try Self.measure(state, recording, .fences)
            guard let stages = again.stages else { throw .driver("the host's clock runs backwards") }
            return (again.picture, stages)
        }
    }

    private static func measure(
        _ state: GPUState, _ recording: PlanRecording, _ method: GPUStages.Method
    ) throws(GPUError) -> (picture: Bitmap, stages: GPUStages?) {
        try state.waitForDevice()
        let start = ContinuousClock.now
        let clock = try StageClock(state, method)
        state.stageClock = clock
        defer { state.stageClock = nil }
        let execution = try GroupExecution(state, [recording])
        try execution.prepare()
        let writing = ContinuousClock.now
        execution.write()
        clock.addHostUpload(.now - writing)
        let readback: Readback
        var queued: Readback?
        do throws(GPUError) {
            try execution.begin()
            try execution.run()
            try clock.mark(.kernels)
            readback = try Readback(execution)
            queued = readback
            try clock.mark(.readback)
            try state.closeStaging()
            state.images.trim()
            try state.waitForDevice()
        } catch {
            queued?.abandon()
            execution.end()
            state.images.empty()
            throw error
        }
        defer { readback.abandon() }
        let arrived = ContinuousClock.now
        let picture = try recording.bitmap(threads: state.threads) { (slice, copy) throws(GPUError) in
            while !(try readback.isArrived(slice)) {}
            copy(try readback.map(slice, job: 0))
            try readback.release(slice, job: 0)
        }
        let end = ContinuousClock.now
        guard let times = clock.times() else { return (picture, nil) }
        let stages = GPUStages(
            method: clock.method, total: start.duration(to: end).inMilliseconds,
            upload: times[.upload, default: 0] + clock.hostUpload.inMilliseconds, kernels: times[.kernels, default: 0],
            readback: times[.readback, default: 0] + arrived.duration(to: end).inMilliseconds)
        return (picture, stages)
    }

    /// Frees the buffers and pictures that are kept on the device for later.
    public func freeBuffers() throws(GPUError) {
        try withState { state in state.freeUnused() }
    }
}
