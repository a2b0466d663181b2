import PenumbraEngine
import PenumbraPlan
import PenumbraScene
import PenumbraText
import Testing

/// Tests of the choice between the processors and a GPU, with fixed speeds.
@Suite(.timed) struct DeviceModelTests {
    private static let speeds = DeviceSpeeds(
        start: 150e-6, dispatch: 5e-6, barrier: 5e-6, memory: 2.8e12, up: 10e9, down: 12e9)

    /// A picture of a blurred shadow.
    private func plan(_ side: Int) throws -> RenderPlan {
        let json = """
            {"canvas":{"width":\(side),"height":\(side)},"layers":[{"frame":[\(side / 8),\(side / 8),\(side / 2),\(side / 2)],
            "backgroundColor":"red","shadows":[{"radius":6}],"innerShadows":[{"radius":4}]}]}
            """
        let engine = Engine(threads: 1)
        let scene = try Scene(json: Array(json.utf8))
        return try engine.passes(of: scene, try engine.assets(for: scene, shaper: TextShaper()))
    }

    @Test func smallPicturesStayAndLargeOnesGo() throws {
        let model = DeviceModel(Self.speeds, threads: 16)
        let choices = try (6...12).map { model.estimate(try plan(1 << $0)).prefersDevice }
        #expect(choices.first == false && choices.last == true, "\(choices)")
        // From some size on, all go.
        #expect(choices == choices.sorted { !$0 && $1 }, "\(choices)")
    }

    @Test func moreThreadsKeepMorePictures() throws {
        let plans = try (6...12).map { try plan(1 << $0) }
        var earlier = plans.count
        for threads in [1, 2, 4, 16, 64] {
            let model = DeviceModel(Self.speeds, threads: threads)
            let chosen = plans.count { model.estimate($0).prefersDevice }
            #expect(chosen <= earlier, "\(threads) threads")
            earlier = chosen
        }
    }

    /// What the device is slower at makes it lose, for each of its speeds.
    @Test func slowerDevicesTakeLonger() throws {
        let plan = try plan(1024)
        let usual = DeviceModel(Self.speeds, threads: 2).estimate(plan)
        let changes: [WritableKeyPath<DeviceSpeeds, Double>] = [\.start, \.dispatch, \.barrier]
        for change in changes {
            var speeds = Self.speeds
            speeds[keyPath: change] = 1
            let slow = DeviceModel(speeds, threads: 2).estimate(plan)
            #expect(slow.device > usual.device && slow.processor == usual.processor && !slow.prefersDevice)
        }
        let rates: [WritableKeyPath<DeviceSpeeds, Double>] = [\.memory, \.up, \.down]
        for change in rates {
            var speeds = Self.speeds
            speeds[keyPath: change] = 1e3
            let slow = DeviceModel(speeds, threads: 2).estimate(plan)
            #expect(slow.device > usual.device && slow.processor == usual.processor)
        }
    }

    @Test func reasonNamesBothTimes() throws {
        let small = DeviceModel(Self.speeds, threads: 16).estimate(try plan(64)).reason("egl:0")
        #expect(small.hasSuffix(" ms on egl:0") && small.contains(" ms expected, "))
        let large = DeviceModel(Self.speeds, threads: 1).estimate(try plan(4096)).reason("egl:0")
        #expect(large.hasSuffix(" ms on the CPU"))
    }
}
