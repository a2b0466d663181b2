import Penumbra

extension LocalBatch: DeviceJobs {
    /// Draws jobs on a GPU until none are left, or until it is given up.
    func draw(on device: Device) {
        let times = DeviceThreads(steps.engine, device, self).work()
        run.state.update { $0.summary.stages.add(times) }
    }

    func nextJobs(_ most: Int, of device: Device) -> [PlannedJob] {
        run.state.wait(until: \.waitsUntil) { state -> [PlannedJob]? in
            if device.isGivenUp { return [] }
            let taken = state.takeJobs(most)
            return taken.isEmpty && !state.isDone ? nil : taken
        }
    }

    func wake() { run.state.update { _ in } }

    func request(of job: PlannedJob) -> DeviceRequest {
        DeviceRequest(job.picture, file: steps.encoding(of: job.read, on: devices), deadline: job.read.deadline)
    }

    func drew(_ job: PlannedJob, _ result: Result<(picture: DevicePicture, device: String), RenderError>) {
        switch result {
        case .success(let drawn):
            let job = DrawnJob(job.read, drawn.picture, device: drawn.device)
            run.state.update { $0.toEncode.append(job) }
        case .failure(let error):
            run.failed(job.read.job, steps.jobError(error, job.read.scene), memory: job.read.memory)
        }
    }

    func notice(_ line: String) { run.notice(line) }

    /// Hands a device's undrawn jobs and all later jobs to the other devices, or to the CPU if no other device is left.
    func gaveUp(_ device: Device, leaving jobs: [PlannedJob]) {
        let name = device.name
        let isLast = run.state.update { state in
            state.devices -= 1
            state.summary.givenUpDevices.append(name)
            state.addToDraw(jobs, isFirst: true)
            return state.devices == 0
        }
        if isLast { steps.engine.leaveDevices() }
    }
}
