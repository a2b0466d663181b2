import Penumbra
import PenumbraEngine
import PenumbraSystem

/// Collects planned pictures for the threads of the GPUs, which take several at a time.
package final class DeviceQueue: Sendable, DeviceJobs {
    private struct State {
        var planned: [PlannedRequest] = []
        /// The devices that are not given up.
        var devices: Int
        var isEnding = false
    }

    private struct Receivers: Sendable {
        var drew: @Sendable (PlannedRequest, Result<DevicePicture, RenderError>) -> Void
        var gaveUp: @Sendable ([PlannedRequest]) -> Void
    }

    private let drawing: PictureDrawing
    private let tell: @Sendable (String) -> Void
    private let state: Monitor<State>
    private let receivers = Mutex<Receivers?>(nil)
    private let threads = Mutex<[WorkerThreads.Handle]>([])

    /// - Parameter devices: the number of GPUs.
    package init(_ drawing: PictureDrawing, devices: Int, notice: @escaping @Sendable (String) -> Void) {
        (self.drawing, tell) = (drawing, notice)
        state = Monitor(State(devices: devices))
    }

    /// Starts the threads of each device.
    ///
    /// - Parameters:
    ///   - drew: takes each picture.
    ///   - gaveUp: takes pictures that no device draws.
    package func start(
        _ devices: [Device], drew: @escaping @Sendable (PlannedRequest, Result<DevicePicture, RenderError>) -> Void,
        gaveUp: @escaping @Sendable ([PlannedRequest]) -> Void
    ) {
        receivers.withLock { $0 = Receivers(drew: drew, gaveUp: gaveUp) }
        for device in devices {
            if let thread = WorkerThreads.start({ [self] in _ = DeviceThreads(drawing.engine, device, self).work() }) {
                threads.withLock { $0.append(thread) }
            } else {
                self.gaveUp(device, leaving: [])
            }
        }
    }

    /// Ends the threads. No picture may be under way.
    func end() {
        state.update { $0.isEnding = true }
        for thread in threads.withLock({ $0 }) { thread.join() }
        threads.withLock { $0 = [] }
        receivers.withLock { $0 = nil }
    }

    /// False if no device is left.
    package func add(_ planned: PlannedRequest) -> Bool {
        state.update { state in
            if state.devices > 0 { state.planned.append(planned) }
            return state.devices > 0
        }
    }

    package func nextJobs(_ most: Int, of device: Device) -> [PlannedRequest] {
        state.take { state -> [PlannedRequest]? in
            if device.isGivenUp { return [] }
            if state.planned.isEmpty { return state.isEnding ? [] : nil }
            return state.planned.takeJobs(most, devices: state.devices)
        }
    }

    package func wake() { state.update { _ in } }

    package func request(of planned: PlannedRequest) -> DeviceRequest {
        DeviceRequest(planned.picture, file: drawing.deviceEncoding(of: planned), deadline: planned.deadline)
    }

    package func drew(_ planned: PlannedRequest, _ result: Result<(picture: DevicePicture, device: String), RenderError>) {
        receivers.withLock { $0 }?.drew(planned, result.map(\.picture))
    }

    package func notice(_ line: String) { tell(line) }

    package func gaveUp(_ device: Device, leaving jobs: [PlannedRequest]) {
        let undrawn = state.update { state -> [PlannedRequest] in
            state.devices -= 1
            state.planned.insert(contentsOf: jobs, at: 0)
            guard state.devices == 0 else { return [] }
            defer { state.planned = [] }
            return state.planned
        }
        guard state.update({ $0.devices == 0 }) else { return }
        drawing.engine.leaveDevices()
        receivers.withLock { $0 }?.gaveUp(undrawn)
    }
}
