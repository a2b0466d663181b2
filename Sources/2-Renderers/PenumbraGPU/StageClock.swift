import PenumbraSystem

/// Measures the device's time for the parts of a picture. Only `GPURenderer.measure` makes a clock; without a clock nothing
/// is measured.
package final class StageClock {
    enum Stage: Hashable {
        case upload
        case kernels
        case readback
        /// The host is writing, and the device may be idle.
        case host
    }

    let method: GPUStages.Method
    private let state: GPUState
    private let queries: TimerQueries?
    private var stages: [Stage] = []
    private var hostTimes: [ContinuousClock.Instant] = []
    /// The time that the host spends on writing to upload buffers.
    private(set) var hostUpload = Duration.zero

    /// Starts the clock.
    init(_ state: GPUState, _ method: GPUStages.Method) throws(GPUError) {
        self.state = state
        queries = method == .timerQueries ? TimerQueries(state.context) : nil
        self.method = queries == nil ? .fences : .timerQueries
        if let queries { queries.stamp() } else { try synchronise() }
    }

    /// Counts the commands queued since the last mark as `stage`. With fences, the call waits for all of them.
    func mark(_ stage: Stage) throws(GPUError) {
        stages.append(stage)
        if let queries { queries.stamp() } else { try synchronise() }
    }

    func addHostUpload(_ time: Duration) { hostUpload += time }

    /// Returns the milliseconds of each stage; nil if the device's clock was disturbed or runs backwards.
    func times() -> [Stage: Double]? {
        let points: [Double]
        if let queries {
            guard let times = queries.milliseconds() else { return nil }
            points = times
        } else {
            points = hostTimes.map { hostTimes[0].duration(to: $0).inMilliseconds }
        }
        var result: [Stage: Double] = [:]
        for (index, stage) in stages.enumerated() {
            guard points[index + 1] >= points[index] else { return nil }
            result[stage, default: 0] += points[index + 1] - points[index]
        }
        return result
    }

    private func synchronise() throws(GPUError) {
        try state.waitForDevice()
        hostTimes.append(.now)
    }
}

extension GPUState {
    /// Waits on the host until the device has done all that is queued.
    package func waitForDevice() throws(GPUError) {
        let fence = try makeFence()
        defer { gl.deleteSync(fence) }
        while true {
            switch gl.clientWaitSync(fence, GL.syncFlush, 1_000_000_000) {
            case GL.alreadySignaled, GL.conditionSatisfied: return
            case GL.timeoutExpired: try context.checkNotLost()
            default:
                try checkErrors(purpose: "a measurement", bytes: 0)
                throw .driver("waiting for the device failed")
            }
        }
    }
}
