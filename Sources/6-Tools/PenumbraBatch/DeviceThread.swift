import Penumbra

/// Keeps one GPU at work: takes planned jobs, several at a time, and hands their pictures on.
struct DeviceThread {
    let batch: LocalBatch
    let device: Device

    /// Pictures that a device is given at once.
    static let mostAtOnce = 32
    /// Pictures that may be on their way through a device.
    static let mostUnderWay = 96

    /// Returns when there is nothing more to draw.
    func work() {
        let run = batch.run
        var pending: [(read: ReadJob, picture: PendingPicture)] = []
        var times = StageTimes()
        while true {
            let jobs = nextJobs(waits: pending.isEmpty)
            if jobs.isEmpty && pending.isEmpty { break }
            if !jobs.isEmpty {
                let pictures = times.measure(.draw) { batch.steps.engine.submit(jobs.map(\.picture), to: device) }
                for (job, picture) in zip(jobs, pictures) { pending.append((job.read, picture)) }
            }
            // The oldest is waited for when nothing new came, or when enough is under way.
            while !pending.isEmpty, jobs.isEmpty || pending.count > Self.mostUnderWay - Self.mostAtOnce {
                let (read, picture) = pending.removeFirst()
                do throws(JobError) {
                    let drawn = try batch.steps.finish(picture, of: read, &times)
                    run.state.update { $0.toEncode.append(drawn) }
                } catch {
                    run.failed(read.job, error, memory: read.memory)
                }
                if device.isGivenUp || jobs.isEmpty { break }
            }
            if device.isGivenUp {
                giveUp(pending.map { PlannedJob(read: $0.read, picture: $0.picture.picture) })
                break
            }
        }
        let spent = times
        run.state.update { $0.summary.stages.add(spent) }
    }

    /// - Parameter waits: whether to wait for a job; with something under way the device is not waited for twice.
    private func nextJobs(waits: Bool) -> [PlannedJob] {
        batch.run.state.wait { state -> [PlannedJob]? in
            if state.toDraw.isEmpty { return waits && !state.isDone ? nil : [] }
            // Some are left for the other devices.
            let devices = max(1, state.devices)
            let count = min(Self.mostAtOnce, (state.toDraw.count + devices - 1) / devices)
            let jobs = Array(state.toDraw[..<count])
            state.toDraw.removeFirst(count)
            return jobs
        }
    }

    /// Leaves what it has not drawn, and all that would come, to the other devices, or to the CPU where there is none.
    private func giveUp(_ jobs: [PlannedJob]) {
        batch.run.notice(Self.givenUp(device.name, "was reset"))
        let name = device.name
        batch.run.state.update { state in
            state.devices -= 1
            state.summary.givenUpDevices.append(name)
            state.toDraw.insert(contentsOf: jobs, at: 0)
        }
    }

    /// What is said of a device whose jobs go elsewhere from now on.
    static func givenUp(_ device: String, _ what: String) -> String {
        "\(device) \(what) \(FailureRow.most) times in a row; its jobs are drawn elsewhere from here on, with the same bytes"
    }
}
