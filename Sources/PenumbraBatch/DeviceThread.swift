import Penumbra
import PenumbraBitmap
import PenumbraGPU

/// Keeps one GPU at work: takes planned jobs, several at a time, and hands their pictures on.
struct DeviceThread {
    let run: BatchRun
    let renderer: GPURenderer
    let name: String

    /// Pictures that a device is given at once.
    static let mostAtOnce = 32
    /// Pictures that may be on their way through a device.
    static let mostUnderWay = 96

    /// Returns when there is nothing more to draw.
    func work() {
        var pending: [(job: PlannedJob, picture: PendingBitmap)] = []
        var times = StageTimes()
        let devices = max(1, run.devices.count)
        while true {
            let jobs = run.state.wait { state -> [PlannedJob]? in
                if state.toDraw.isEmpty {
                    // With something under way the device is not waited for twice.
                    return pending.isEmpty && !(state.isOver && state.underWay == 0) ? nil : []
                }
                // Some are left for the other devices.
                let count = min(Self.mostAtOnce, (state.toDraw.count + devices - 1) / devices)
                let jobs = Array(state.toDraw[..<count])
                state.toDraw.removeFirst(count)
                return jobs
            }
            if jobs.isEmpty && pending.isEmpty { break }
            if !jobs.isEmpty {
                // Those of one template go through each pass together.
                let pictures = times.measure(.draw) { renderer.submit(jobs.map(\.plan)) }
                for (job, picture) in zip(jobs, pictures) { pending.append((job, picture)) }
            }
            // The oldest is waited for when nothing new came, or when enough is under way.
            while !pending.isEmpty, jobs.isEmpty || pending.count > Self.mostUnderWay - Self.mostAtOnce {
                let (job, picture) = pending.removeFirst()
                do {
                    let bitmap = try times.measure(.draw) { () throws(GPUError) in try picture.wait() }
                    deliver(DrawnJob(read: job.read.withoutAssets, bitmap: bitmap, device: name))
                } catch {
                    drawElsewhere(job, error, &times)
                }
                if jobs.isEmpty { break }
            }
        }
        let spent = times
        run.state.update { $0.summary.stages.add(spent) }
    }

    /// The CPU's picture is the same.
    private func drawElsewhere(_ job: PlannedJob, _ error: GPUError, _ times: inout StageTimes) {
        run.notice("\(name): \(error); such pictures are drawn on the CPU")
        deliver(run.draw(job, &times))
    }

    private func deliver(_ job: DrawnJob) { run.state.update { $0.toEncode.append(job) } }
}

extension PipelineState {
    /// No job will be taken from the manifest any more.
    var isOver: Bool { isAtEnd || isStopped }
}
