import PenumbraPlan

/// The device's time for the dispatches of one shader, or for copies.
public struct ShaderTime: Hashable, Sendable {
    public var name: String
    public var dispatches = 0
    public var milliseconds = 0.0
}

/// Measures the device's time after each dispatch. Only `GPURenderer.shaderTimes` makes a clock.
final class ShaderClock {
    private let queries: TimerQueries
    private var names: [String] = []

    /// Nil if the device has no clock.
    init?(_ state: GPUState) {
        guard let queries = TimerQueries(state.context) else { return nil }
        self.queries = queries
        queries.stamp()
    }

    /// Counts the commands queued since the last mark as those of `name`.
    func mark(_ name: String) {
        names.append(name)
        queries.stamp()
    }

    /// Returns the times by name, the longest first. Nil if the device's clock was disturbed.
    func times() -> [ShaderTime]? {
        guard let points = queries.milliseconds() else { return nil }
        var result: [String: ShaderTime] = [:]
        for (index, name) in names.enumerated() {
            result[name, default: ShaderTime(name: name)].dispatches += 1
            result[name, default: ShaderTime(name: name)].milliseconds += points[index + 1] - points[index]
        }
        return result.values.sorted { ($1.milliseconds, $0.name) < ($0.milliseconds, $1.name) }
    }
}

extension GPURenderer {
    /// Draws a group of aligned plans and measures the device's time for each shader. Waiting for the time after each dispatch
    /// keeps the device from overlapping dispatches, so the sum is more than a group takes otherwise.
    ///
    /// - Parameter files: as for `submit`.
    /// - Returns: the times, the longest first. Nil if the device has no clock of its own, or if it was disturbed.
    public func shaderTimes(of plans: [RenderPlan], files: [FileEncoding?]) throws(GPUError) -> [ShaderTime]? {
        var recordings: [PlanRecording] = []
        for (plan, file) in zip(plans, files) { recordings.append(try record(plan, file: file)) }
        let group = recordings
        return try withState { state throws(GPUError) in
            guard !group.isEmpty, let clock = ShaderClock(state) else { return nil }
            state.shaderClock = clock
            defer { state.shaderClock = nil }
            let execution = try GroupExecution(state, group)
            defer { execution.end() }
            try execution.prepare()
            execution.write()
            do throws(GPUError) {
                try execution.begin()
                try execution.run()
                let readback = try Readback(execution)
                defer { readback.abandon() }
                try state.closeStaging()
                try state.waitForDevice()
                if group.contains(where: { $0.file != nil }) { while !(try readback.areStripsArrived()) {} }
                try state.waitForDevice()
            } catch {
                // The failure may have happened while the pictures were copied to the device.
                state.images.empty()
                throw error
            }
            return clock.times()
        }
    }
}
