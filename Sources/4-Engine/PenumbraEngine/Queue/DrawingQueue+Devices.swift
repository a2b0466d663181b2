import PenumbraGPU
import PenumbraSystem

/// The threads of a GPU, which keep it busy with several groups of pictures. While the GPU works on one group, the host records
/// the next group and takes the pictures of the one before.
extension DrawingQueue {
    /// Draws on a GPU until no jobs are left, or until it is given up.
    func draw(on device: Device) {
        let undrawn = Mutex<[QueueState<Job>.Planned]>([])
        let others = WorkerThreads.start(Device.groupsUnderWay - 1) { self.drawGroups(on: device, undrawn) }
        drawGroups(on: device, undrawn)
        for thread in others { thread.join() }
        guard device.isGivenUp else { return }
        options.notice(Device.givenUp(device.name, "was reset"))
        gaveUp(device, leaving: undrawn.withLock { $0 })
    }

    /// Draws one group after the other.
    private func drawGroups(on device: Device, _ undrawn: borrowing Mutex<[QueueState<Job>.Planned]>) {
        var times = StageTimes()
        while !device.isGivenUp {
            let group = state.wait(until: \.waitsUntil) { state -> [QueueState<Job>.Planned]? in
                if device.isGivenUp { return [] }
                let taken = state.takePictures(Device.mostAtOnce)
                return taken.isEmpty && !state.isDone ? nil : taken
            }
            if group.isEmpty { break }
            let pictures = times.measure(.draw) {
                engine.submit(group.map(\.picture), to: device, files: group.map { $0.job.encoding(on: options.devices) })
            }
            for (planned, picture) in zip(group, pictures) {
                if device.isGivenUp {
                    undrawn.withLock { $0.append(planned) }
                } else {
                    take(picture, of: planned, &times)
                }
            }
        }
        if device.isGivenUp { wake() }
        add(times)
    }

    private func take(_ picture: PendingPicture, of planned: QueueState<Job>.Planned, _ times: inout StageTimes) {
        do throws(RenderError) {
            let drawn = try times.measure(.draw) { () throws(RenderError) in
                try engine.finish(picture, until: planned.job.deadline, notice: options.notice)
            }
            let whole = QueueState<Job>.Drawn(
                job: planned.job, picture: drawn.picture, device: drawn.device, share: planned.share)
            state.update { $0.toEncode.append(whole) }
        } catch {
            planned.job.fail(planned.job.failure(error), planned.share)
        }
    }

    /// Hands a device's undrawn pictures and all later ones to the other devices, or to the processor if no other is left.
    func gaveUp(_ device: Device, leaving pictures: [QueueState<Job>.Planned]) {
        options.lostDevice(device.name)
        let isLast = state.update { state in
            state.devices -= 1
            state.addToDraw(pictures, isFirst: true)
            return state.devices == 0
        }
        if isLast { engine.leaveDevices() }
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

extension Device {
    /// The maximum number of pictures submitted to a device at once.
    package static let mostAtOnce = 16
    /// The number of groups of pictures in progress on a device. Some are recorded, one or two are drawn, and others are taken.
    package static let groupsUnderWay = 6
    /// The maximum number of pictures in progress on a device.
    package static let mostUnderWay = groupsUnderWay * mostAtOnce

    /// The notice that a device's jobs go elsewhere from now on.
    package static func givenUp(_ device: String, _ what: String) -> String {
        "\(device) \(what) \(FailureRow.most) times in a row; its jobs are drawn elsewhere from here on, with the same bytes"
    }
}
