import PenumbraEngine
import PenumbraSystem
import PenumbraText
import TestSupport
import Testing

/// Tests of how a queue shares pictures among devices, with a clock of their own and devices of set speeds.
@Suite(.timed) struct SeveralDevicesTests {
    /// A device that takes a set time for each group and for each picture, one group after another.
    private struct SimulatedDevice {
        var secondsOfGroup = 0.0002
        var secondsOfPicture: Double
        var isFreeAt = 0.0

        init(picturesPerSecond: Double) { secondsOfPicture = 1 / picturesPerSecond }

        /// Takes a group, and returns the time at which its pictures are drawn.
        mutating func draw(_ pictures: Int, at time: Double) -> Double {
            isFreeAt = max(isFreeAt, time) + secondsOfGroup + Double(pictures) * secondsOfPicture
            return isFreeAt
        }
    }

    private static func planned() throws -> QueueState<TestJob>.Planned {
        let engine = Engine(threads: 1)
        var (job, times) = (TestJob(), StageTimes())
        var prepared = try #require(try job.prepare(with: engine, TextShaper(), within: .max, &times))
        let planned = try engine.plan(&prepared, limits: .default, within: .max, times: &times)
        return QueueState<TestJob>.Planned(job: job, picture: planned, share: DrawingShare(bytes: 0) { _ in })
    }

    /// The pictures per second that devices draw together.
    ///
    /// - Parameter planned: the pictures per second that the processors plan.
    private func rate(_ speeds: [Double], planned rate: Double = .infinity, count: Int = 6000) throws -> Double {
        let picture = try Self.planned()
        var state = QueueState<TestJob>(memory: MemoryBudget(bytes: 10), patience: .milliseconds(2))
        (state.devices, state.busyThreads) = (speeds.count, 1)
        var devices = speeds.map { SimulatedDevice(picturesPerSecond: $0) }
        var threads = devices.indices.flatMap { device in (0..<Device.groupsUnderWay).map { _ in (device: device, time: 0.0) } }
        let start = ContinuousClock.now
        var (brought, drawn, end) = (0, 0, 0.0)
        // Planning stops while many pictures wait.
        let room = speeds.count * Device.mostUnderWay
        while drawn < count {
            let next = try #require(threads.indices.min { threads[$0].time < threads[$1].time })
            let (device, time) = threads[next]
            while brought < count, brought - drawn < room, Double(brought) / rate <= time {
                state.addToDraw([picture])
                brought += 1
            }
            if brought == count { state.busyThreads = 0 }
            let taken = state.takePictures(Device.mostAtOnce, now: start + .seconds(time)).count
            drawn += taken
            threads[next].time = taken > 0 ? devices[device].draw(taken, at: time) : time + 0.0001
            if taken > 0 { end = max(end, threads[next].time) }
        }
        return Double(count) / end
    }

    @Test(arguments: [2, 4, 8]) func equalDevicesAddTheirSpeeds(count: Int) throws {
        let one = try rate([4000])
        let all = try rate(Array(repeating: 4000, count: count))
        #expect(all >= 0.95 * Double(count) * one, "\(all / one)")
        #expect(all <= 1.01 * Double(count) * one, "\(all / one)")
    }

    /// No fast device waits for a slow one, apart from the last groups.
    @Test func devicesOfOtherSpeedsAddTheirSpeeds() throws {
        let speeds = [4000.0, 2000, 1000]
        let alone = try speeds.map { try rate([$0]) }.reduce(0, +)
        let all = try rate(speeds)
        #expect(all >= 0.93 * alone, "\(all / alone)")
        let many = try rate(speeds, count: 60000)
        #expect(many >= 0.99 * alone, "\(many / alone)")
    }

    /// Devices that are faster than the processors plan wait for full groups only shortly.
    @Test(arguments: [1, 4]) func fastDevicesKeepUpWithTheProcessors(count: Int) throws {
        let all = try rate(Array(repeating: 4000, count: count), planned: 3000)
        #expect(all >= 0.97 * 3000, "\(all)")
    }
}
