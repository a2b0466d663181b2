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
        var resets = FailureRow()
        while true {
            let jobs = run.state.wait { state -> [PlannedJob]? in
                if state.toDraw.isEmpty {
                    // With something under way the device is not waited for twice.
                    return pending.isEmpty && !(state.isOver && state.underWay == 0) ? nil : []
                }
                // Some are left for the other devices.
                let devices = max(1, state.devices)
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
                    resets.succeeded()
                    deliver(DrawnJob(read: job.read.withoutAssets, bitmap: bitmap, device: name))
                } catch {
                    if case .contextLost = error { resets.failed() }
                    drawElsewhere(job, error, &times)
                }
                if resets.isTooLong {
                    giveUp(pending.map(\.job))
                    pending = []
                    break
                }
                if jobs.isEmpty { break }
            }
            if resets.isTooLong { break }
        }
        let spent = times
        run.state.update { $0.summary.stages.add(spent) }
    }

    /// In tiles, or on the CPU: the picture is the same.
    private func drawElsewhere(_ job: PlannedJob, _ error: GPUError, _ times: inout StageTimes) {
        switch error {
        case .outOfMemory, .limitExceeded:
            let result = times.measure(.draw) { Result { () throws(GPUError) in try run.draw(job, inTilesOn: renderer, name) } }
            if case .success(let drawn) = result {
                run.notice("\(name): \(error); such pictures are drawn in tiles")
                if let drawn { return deliver(drawn) }
                return run.failed(job.read.job, .timeout(seconds: run.options.secondsAJob ?? 0), memory: job.read.memory)
            }
        default: break
        }
        run.notice("\(name): \(error); such pictures are drawn on the CPU")
        do throws(JobError) {
            deliver(try run.draw(job, &times))
        } catch {
            run.failed(job.read.job, error, memory: job.read.memory)
        }
    }

    /// Leaves what it has not drawn, and all that would come, to the other devices, or to the CPU where there is none.
    private func giveUp(_ jobs: [PlannedJob]) {
        run.notice(BatchRun.givenUp(name, "was reset"))
        run.state.update { state in
            state.devices -= 1
            state.summary.givenUpDevices.append(name)
            state.toDraw.insert(contentsOf: jobs, at: 0)
        }
    }

    private func deliver(_ job: DrawnJob) { run.state.update { $0.toEncode.append(job) } }
}

extension BatchRun {
    /// What is said of a device whose jobs go elsewhere from now on.
    static func givenUp(_ device: String, _ what: String) -> String {
        "\(device) \(what) \(FailureRow.most) times in a row; its jobs are drawn elsewhere from here on, with the same bytes"
    }
}

/// Failures without a success between them.
struct FailureRow: Equatable {
    /// So many in a row are no accident.
    static let most = 3
    private var count = 0

    var isTooLong: Bool { count >= Self.most }

    mutating func failed() { count += 1 }

    mutating func succeeded() { count = 0 }
}

extension PipelineState {
    /// No job will be taken from the manifest any more.
    var isOver: Bool { isAtEnd || isStopped }
}
