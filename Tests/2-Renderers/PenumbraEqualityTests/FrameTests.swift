import Penumbra
import PenumbraBitmap
import PenumbraCPU
import PenumbraFuzzing
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import TestSupport
import Testing

/// Tests that frames drawn in parts have the bytes of frames drawn whole.
@Suite(.timed) struct FrameTests {
    /// Frames that are drawn, wait, or are kept by an encoder, all count.
    @Test func frameMemoryIsSharedByWorkersAndFrames() {
        for megabytes in [1, 4, 33, 140, 400] {
            for workers in 1...9 {
                for bytes in [64 << 20, 300 << 20, 896 << 20, 8 << 30] {
                    let frame = megabytes << 20
                    let memory = FrameMemory(bytesOfFrame: frame, workers: workers, in: bytes)
                    #expect((1...workers).contains(memory.workers) && memory.bytesOfWorker >= frame && memory.framesAhead >= 1)
                    // A single worker may need more for one frame than is allowed. Such frames are refused.
                    #expect(memory.bytes <= bytes || memory.workers == 1 && memory.bytes == 8 * frame)
                }
            }
        }
        #expect(FrameMemory(bytesOfFrame: 8 << 20, workers: 2, in: 896 << 20).workers == 2)
    }

    /// Each worker used to take as much memory as the limit allowed for all.
    @Test func framesBeyondTheMemoryLimitAreRefused() throws {
        let layer = Layer(frame: Rect(x: 0, y: 0, width: 500, height: 500), backgroundColor: .rgb(1, 0, 0))
        let scene = Scene(canvas: Canvas(size: Size(width: 1000, height: 1000), duration: 1), layers: [layer])
        var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: try FrameRate("4")))
        let device = try Device.open(.cpu).device
        sequence.limits.memory = 31_000_000
        let failure = #expect(throws: AnimationError.self) { try sequence.run(on: device) { _ in } }
        guard case .render(0, .needsMemory(let needed, let allowed))? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(needed == 32_000_000 && allowed == 31_000_000)
        sequence.limits.memory = 64 << 20
        #expect(try sequence.run(on: device) { _ in }.frames == 4)
    }

    /// A random layer of the scene is changed a little. Outside the areas that may differ, nothing does; inside, the cropped
    /// plan has the bytes of the whole one.
    @Test func frameDifferencesLieInTheReportedAreas() throws {
        let cpu = CPURenderer()
        var partial = 0
        // Of fewer scenes, the share of small changes says little.
        let count = max(120, rounds(300))
        for seed in seeds(count) {
            let (scene, images) = seed % 2 == 0 ? CornerScene.make(seed: seed) : RandomScene.make(seed: seed)
            var random = SeededGenerator(seed: seed &+ 99)
            var other = scene
            change(&other.layers, &random)
            guard let plan = try RandomScene.plan(scene, images), let next = try RandomScene.plan(other, images),
                plan.width == next.width, plan.height == next.height
            else { continue }
            var comparison = PlanComparison()
            #expect(comparison.changes(in: plan) == [PixelRect(x: 0, y: 0, width: plan.width, height: plan.height)])
            #expect(comparison.changes(in: plan).isEmpty, "seed \(seed): a plan differs from itself")
            let areas = comparison.changes(in: next)
            let (before, after) = (try cpu.execute(plan), try cpu.execute(next))
            let covered = areas.reduce(0) { $0 + $1.width * $1.height }
            if covered > 0, covered < plan.width * plan.height / 2 { partial += 1 }
            for y in 0..<plan.height {
                for x in 0..<plan.width where before[x, y] != after[x, y] {
                    let isNamed = areas.contains { $0.contains(PixelRect(x: x, y: y, width: 1, height: 1)) }
                    #expect(isNamed, "seed \(seed): (\(x), \(y)) differs, the areas are \(areas)")
                    if !isNamed { return }
                }
            }
        }
        #expect(10 * partial > count, "few changes were small: \(partial)")
    }

    private func change(_ layers: inout [Layer], _ random: inout SeededGenerator) {
        guard !layers.isEmpty else { return }
        let index = random.integer(0...(layers.count - 1))
        if !layers[index].sublayers.isEmpty, random.chance(0.5) { return change(&layers[index].sublayers, &random) }
        switch random.integer(0...4) {
        case 0:
            if let frame = layers[index].frame {
                let move = Point(Double(random.integer(-4...4)), Double(random.integer(-4...4)))
                layers[index].frame = Rect(
                    x: frame.minX + move.x, y: frame.minY + move.y, width: frame.width, height: frame.height)
            }
        case 1: layers[index].opacity = random.number(0...1)
        case 2: layers[index].transform = .rotation(degrees: random.number(-20...20))
        case 3: layers.swapAt(index, random.integer(0...(layers.count - 1)))
        default: layers[index].backgroundColor = .rgb(random.number(0...1), 0.5, 0.5)
        }
    }

    private static let scene = """
        {"canvas": {"width": 96, "height": 60, "background": "white", "duration": 1.2}, "layers": [
          {"type": "gradient", "colors": ["#def", "#fed"]},
          {"frame": [8, 8, 30, 30], "backgroundColor": "tomato", "cornerRadius": 6, "shadows": [{"radius": 3, "offset": [0, 3]}],
           "animations": [
             {"keyPath": "position.x", "to": 70, "duration": 1, "timingFunction": "ease-in-out"},
             {"keyPath": "transform.rotation.z", "by": 90, "duration": 1, "fillMode": "forwards"}]},
          {"type": "text", "string": "abc", "fontSize": 14, "frame": [50, 30, 40, 20],
           "animations": [{"keyPath": "opacity", "values": [0, 1, 0.5], "calculationMode": "discrete", "duration": 1}]}
        ]}
        """

    private func frames(
        _ part: (Int, Int) = (1, 1), threads: Int = 2, on device: Device = .processor(threads: 1)
    ) throws -> [Int: [UInt8]] {
        let scene = try Scene(json: Array(Self.scene.utf8))
        var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: try FrameRate("250"), part: part))
        sequence.threads = threads
        var result: [Int: [UInt8]] = [:]
        var last = -1
        _ = try sequence.run(on: device) { frame in
            #expect(frame.number > last)
            last = frame.number
            withExtendedLifetime(frame.picture) { result[frame.number] = Array(frame.picture.pixels) }
        }
        return result
    }

    @Test func frameDependsOnlyOnItsTime() throws {
        let whole = try frames()
        #expect(whole.keys.sorted() == Array(0..<300))
        let scene = try Scene(json: Array(Self.scene.utf8))
        let renderer = try Renderer(backend: .cpu)
        for number in (0..<300).reversed() {
            var still = scene
            still.time = try Time(frame: number, rate: try FrameRate("250"))
            let picture = try renderer.render(still)
            withExtendedLifetime(picture) { #expect(Array(picture.pixels) == whole[number], "frame \(number)") }
        }
        var parts: [Int: [UInt8]] = [:]
        for part in 1...7 { parts.merge(try frames((part, 7), threads: part)) { _, _ in [] } }
        #expect(parts == whole)
        #expect(try frames(threads: 5) == whole)
        guard Requirement.hasSoftwareGL else { return }
        #expect(try frames(on: Device(.software)) == whole)
    }

    /// Frames of a video are kept as samples. Parts of them are drawn anew, or moved.
    @Test(arguments: ["#f4efe6", "#f4efe680", ""], [false, true])
    func videoFramesEqualConvertedFrames(background: String, isWhole: Bool) throws {
        let text = Self.videoScene.replacing("BACKGROUND", with: background.isEmpty ? "" : "\"background\": \"\(background)\",")
        let scene = try Scene(json: Array(text.utf8))
        var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: try FrameRate("25")))
        sequence.drawsWholeFrames = isWhole
        sequence.threads = 2
        let options = AnimatedOptions(matte: SIMD3(9, 130, 250))
        var expected: [UInt8] = []
        var encoder: AnimatedEncoder?
        _ = try sequence.run(on: .processor(threads: 1)) { frame in
            let now =
                try encoder
                ?? AnimatedEncoder(
                    .y4m, width: frame.picture.width, height: frame.picture.height, rate: AnimatedRate(25), options: options)
            encoder = now
            try now.append(frame.picture) { (bytes: UnsafeRawBufferPointer) throws(Never) in expected += bytes }
        }
        var devices = [Device.processor(threads: 1)]
        if Requirement.hasSoftwareGL { devices.append(try Device(.software)) }
        for device in devices {
            var file: [UInt8] = []
            let result = try AnimationFile(sequence, as: .y4m, options: options).write(on: device) { file += $0 }
            #expect(file == expected, "on \(device.name)")
            #expect(isWhole == (result.drawing.drawnFrames == 25), "\(result.drawing.drawnFrames) on \(device.name)")
            // Samples come back, not pixels.
            let least = 25 * 3 * 97 * 161
            if let bytes = device.counts?.readBackBytes, isWhole { #expect(least <= bytes && bytes < least + 25 * 256) }
        }
    }

    /// A list that scrolls by whole pixels, and a box that turns.
    private static let videoScene = """
        {"canvas": {"width": 97, "height": 161, BACKGROUND "duration": 1}, "layers": [
          {"frame": [4, 4, 40, 52], "masksToBounds": true, "sublayers": [
            {"frame": [0, 0, 40, 120], "sublayers": [
              {"frame": [3, 3, 34, 14], "backgroundColor": "teal"}, {"frame": [3, 23, 34, 14], "backgroundColor": "#2668"},
              {"frame": [3, 43, 34, 14], "backgroundColor": "gold"}, {"frame": [3, 63, 34, 14], "backgroundColor": "#226"}],
             "animations": [{"keyPath": "position.y", "by": -25, "duration": 1}]}]},
          {"frame": [56, 20, 22, 22], "backgroundColor": "tomato", "cornerRadius": 6, "shadows": [{"radius": 3}],
           "animations": [{"keyPath": "transform.rotation.z", "by": 90, "duration": 1}]}
        ]}
        """

    @Test func smallMoveRedrawsASmallArea() throws {
        var boxes: [Layer] = []
        for index in 0..<200 {
            boxes.append(
                Layer(
                    frame: Rect(x: Double(index % 20) * 32 + 4, y: Double(index / 20) * 32 + 4, width: 20, height: 20),
                    backgroundColor: .rgb(0.2, 0.5, 0.9), cornerRadii: CornerRadii(4),
                    shadows: [Shadow(opacity: 0.5, offset: Point(0, 2), radius: Sigma(2))]))
        }
        boxes[117].animations = [
            LayerAnimation(
                try #require(AnimationKeyPath("position.x")),
                .number(Animation(.basic(try BasicValues(by: 10.0)), timing: try Timing(duration: 1))))
        ]
        let scene = Scene(
            canvas: Canvas(size: Size(width: 640, height: 320), background: .white, duration: 1), layers: boxes)
        var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: .sixty))
        sequence.threads = 1
        let result = try sequence.run(on: .processor(threads: 1)) { _ in }
        #expect(result.frames == 60)
        // The first frame is drawn whole.
        #expect(result.drawnFrames < 2, "\(result.drawnFrames)")
    }

    @Test(arguments: [
        ("1/0", "there are no frames"), ("60/0", "at most 1000000"),
    ])
    func impossibleFrameRangesAreRefused(end: String, message: String) throws {
        let scene = try Scene(json: Array(Self.scene.utf8))
        let to = end == "1/0" ? Time.zero : try Time("99999")
        #expect {
            _ = try FrameRange(of: scene, rate: .sixty, to: to)
        } throws: {
            "\($0)".contains(message)
        }
    }
}
