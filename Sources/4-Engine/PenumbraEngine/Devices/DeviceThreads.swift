import PenumbraCodecs
import PenumbraGPU
import PenumbraSystem

/// Gives planned pictures to the threads of a GPU, and takes the results. Any thread may call it.
package protocol DeviceJobs: Sendable {
    associatedtype Job: Sendable

    /// Waits for the next jobs of a device and takes them. Returns none if no job will come, or if the device is given up.
    func nextJobs(_ most: Int, of device: Device) -> [Job]
    /// Lets threads that wait for jobs look whether their device is given up.
    func wake()
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

/// Keeps one GPU busy with several groups of pictures. While the GPU works on one group, the host records the next group and
/// takes the pictures of the one before.
package struct DeviceThreads<Jobs: DeviceJobs> {
    private let engine: Engine
    private let device: Device
    private let jobs: Jobs

    package init(_ engine: Engine, _ device: Device, _ jobs: Jobs) {
        (self.engine, self.device, self.jobs) = (engine, device, jobs)
    }

    /// Draws until no jobs are left, or until the device is given up.
    package func work() -> StageTimes {
        let results = Mutex<(times: StageTimes, undrawn: [Jobs.Job])>((times: StageTimes(), undrawn: []))
        let others = WorkerThreads.start(Device.groupsUnderWay - 1) { drawGroups(results) }
        drawGroups(results)
        for thread in others { thread.join() }
        let (times, undrawn) = results.withLock { $0 }
        if device.isGivenUp {
            jobs.notice(Device.givenUp(device.name, "was reset"))
            jobs.gaveUp(device, leaving: undrawn)
        }
        return times
    }

    /// Draws one group after the other.
    private func drawGroups(_ results: borrowing Mutex<(times: StageTimes, undrawn: [Jobs.Job])>) {
        var times = StageTimes()
        var undrawn: [Jobs.Job] = []
        while !device.isGivenUp {
            let group = jobs.nextJobs(Device.mostAtOnce, of: device)
            if group.isEmpty { break }
            let requests = group.map(jobs.request)
            let pictures = times.measure(.draw) {
                engine.submit(requests.map(\.picture), to: device, files: requests.map(\.file))
            }
            for (index, picture) in pictures.enumerated() {
                if device.isGivenUp {
                    undrawn.append(group[index])
                } else {
                    jobs.drew(group[index], times.measure(.draw) { result(of: picture, requests[index]) })
                }
            }
        }
        if device.isGivenUp { jobs.wake() }
        let spent = (times, undrawn)
        results.withLock { results in
            results.times.add(spent.0)
            results.undrawn += spent.1
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

extension [Device] {
    /// Whether a GPU takes over work that the processor could do: decoding JPEGs, or making files.
    ///
    /// - Parameter wanted: nil means yes, except for a software GL. The processor is faster there.
    package func takesOver(_ wanted: Bool?) -> Bool {
        contains { device in device.facts.map { wanted ?? !$0.isSoftware } ?? false }
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
    package static let mostAtOnce = 16
    /// The number of groups of pictures in progress on a device. Some are recorded, one or two are drawn, and others are taken.
    static let groupsUnderWay = 6
    /// The maximum number of pictures in progress on a device.
    package static let mostUnderWay = groupsUnderWay * mostAtOnce

    /// The notice that a device's jobs go elsewhere from now on.
    package static func givenUp(_ device: String, _ what: String) -> String {
        "\(device) \(what) \(FailureRow.most) times in a row; its jobs are drawn elsewhere from here on, with the same bytes"
    }
}
