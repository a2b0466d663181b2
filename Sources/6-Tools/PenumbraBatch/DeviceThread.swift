import Penumbra

/// Keeps one GPU busy: takes several planned jobs at a time and passes on their pictures.
struct DeviceThread {
    let batch: LocalBatch
    let device: Device

    /// The maximum number of pictures submitted to a device at once.
    static let mostAtOnce = 32
    /// The maximum number of pictures in progress on a device.
    static let mostUnderWay = 96

    /// Draws until no jobs are left.
    func work() {
        let run = batch.run
        var pending: [(read: ReadJob, picture: PendingPicture)] = []
        var times = StageTimes()
        while true {
            let jobs = nextJobs(waits: pending.isEmpty)
            if jobs.isEmpty && pending.isEmpty { break }
            if !jobs.isEmpty {
                let pictures = times.measure(.draw) {
                    batch.steps.engine.submit(
                        jobs.map(\.picture), to: device, png: jobs.map { batch.steps.deviceEncoding(of: $0.read) })
                }
                for (job, picture) in zip(jobs, pictures) { pending.append((job.read, picture)) }
            }
            // Wait for the oldest picture if no new job came or if enough pictures are in progress.
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

    /// Takes the next jobs for this device. Leaves some jobs for other devices.
    ///
    /// - Parameter waits: whether to wait for a job. With pictures in progress, the thread waits only for the device.
    private func nextJobs(waits: Bool) -> [PlannedJob] {
        batch.run.state.wait { state -> [PlannedJob]? in
            if state.toDraw.isEmpty { return waits && !state.isDone ? nil : [] }
            // Leave some jobs for the other devices.
            let devices = max(1, state.devices)
            let count = min(Self.mostAtOnce, (state.toDraw.count + devices - 1) / devices)
            let jobs = Array(state.toDraw[..<count])
            state.toDraw.removeFirst(count)
            return jobs
        }
    }

    /// Hands its undrawn jobs and all later jobs to the other devices, or to the CPU if no other device is left.
    private func giveUp(_ jobs: [PlannedJob]) {
        batch.run.notice(Self.givenUp(device.name, "was reset"))
        let name = device.name
        let isLast = batch.run.state.update { state in
            state.devices -= 1
            state.summary.givenUpDevices.append(name)
            state.toDraw.insert(contentsOf: jobs, at: 0)
            return state.devices == 0
        }
        if isLast { batch.steps.engine.leaveDevices() }
    }

    /// The notice that a device's jobs go elsewhere from now on.
    static func givenUp(_ device: String, _ what: String) -> String {
        "\(device) \(what) \(FailureRow.most) times in a row; its jobs are drawn elsewhere from here on, with the same bytes"
    }
}
