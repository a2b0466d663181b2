import PenumbraCodecs
import PenumbraGPU

/// Gives planned pictures to the thread of a GPU, and takes the results.
package protocol DeviceJobs: Sendable {
    associatedtype Job

    /// Takes the next jobs. Returns none if there is no job now.
    ///
    /// - Parameter waits: true waits for a job. Then none are returned only if no job will come.
    func nextJobs(_ most: Int, waits: Bool) -> [Job]
    func request(of job: Job) -> DeviceRequest
    func drew(_ job: Job, _ result: Result<(picture: DevicePicture, device: String), RenderError>)
    func notice(_ line: String)
    /// Takes back the jobs of a device that draws no more.
    func gaveUp(_ device: Device, leaving jobs: [Job])
}

/// A picture for a GPU.
package struct DeviceRequest {
    var picture: PlannedPicture
    /// The file that the GPU makes of the picture. Nil for a bitmap.
    var file: FileEncoding?
    /// The time by which the picture must be drawn, if the GPU fails.
    var deadline: ContinuousClock.Instant?

    package init(_ picture: PlannedPicture, file: FileEncoding?, deadline: ContinuousClock.Instant?) {
        (self.picture, self.file, self.deadline) = (picture, file, deadline)
    }
}

/// Keeps one GPU busy: submits several pictures at a time and passes on the results.
package struct DeviceThread<Jobs: DeviceJobs> {
    private let engine: Engine
    private let device: Device
    private let jobs: Jobs

    package init(_ engine: Engine, _ device: Device, _ jobs: Jobs) {
        (self.engine, self.device, self.jobs) = (engine, device, jobs)
    }

    /// Draws until no jobs are left, or until the device is given up.
    package func work() -> StageTimes {
        var pending: [(job: Jobs.Job, request: DeviceRequest, picture: PendingPicture)] = []
        var times = StageTimes()
        while true {
            let next = jobs.nextJobs(Device.mostAtOnce, waits: pending.isEmpty)
            if next.isEmpty && pending.isEmpty { return times }
            if !next.isEmpty {
                let requests = next.map(jobs.request)
                let pictures = times.measure(.draw) {
                    engine.submit(requests.map(\.picture), to: device, files: requests.map(\.file))
                }
                for (index, picture) in pictures.enumerated() { pending.append((next[index], requests[index], picture)) }
            }
            // Wait for the oldest picture if no new job came or if enough pictures are in progress.
            while !pending.isEmpty, next.isEmpty || pending.count > Device.mostUnderWay - Device.mostAtOnce {
                let (job, request, picture) = pending.removeFirst()
                jobs.drew(job, times.measure(.draw) { result(of: picture, request) })
                if device.isGivenUp || next.isEmpty { break }
            }
            if device.isGivenUp {
                jobs.notice(Device.givenUp(device.name, "was reset"))
                jobs.gaveUp(device, leaving: pending.map(\.job))
                return times
            }
        }
    }

    private func result(
        of picture: PendingPicture, _ request: DeviceRequest
    ) -> Result<(picture: DevicePicture, device: String), RenderError> {
        Result { () throws(RenderError) in
            try engine.finish(picture, until: request.deadline) { jobs.notice($0) }
        }
    }
}

extension Array {
    /// Takes the jobs for one device from the start of a queue, and leaves a part for the other devices.
    package mutating func takeJobs(_ most: Int, devices: Int) -> Self {
        let devices = Swift.max(1, devices)
        let taken = Array(prefix(Swift.min(most, (count + devices - 1) / devices)))
        removeFirst(taken.count)
        return taken
    }
}

extension Device {
    /// The maximum number of pictures submitted to a device at once.
    package static let mostAtOnce = 32
    /// The maximum number of pictures in progress on a device.
    package static let mostUnderWay = 96

    /// The notice that a device's jobs go elsewhere from now on.
    package static func givenUp(_ device: String, _ what: String) -> String {
        "\(device) \(what) \(FailureRow.most) times in a row; its jobs are drawn elsewhere from here on, with the same bytes"
    }
}
