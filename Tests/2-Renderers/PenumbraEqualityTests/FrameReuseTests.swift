import Penumbra
import PenumbraBitmap
import PenumbraCPU
import PenumbraEngine
import PenumbraFuzzing
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import TestSupport
import Testing

/// Tests that frames made from kept surfaces and moved pixels have the bytes of frames drawn from scratch.
@Suite(.timed) struct FrameReuseTests {
    private func bytes(_ picture: Bitmap) -> [UInt8] { withExtendedLifetime(picture) { Array(picture.pixels) } }

    private func frames(_ sequence: FrameSequence) throws -> (pictures: [[UInt8]], result: FrameSequence.Result) {
        var pictures: [[UInt8]] = []
        let result = try sequence.run(on: .processor(threads: 1)) { pictures.append(bytes($0.picture)) }
        return (pictures, result)
    }

    /// Random surfaces of random plans are made beforehand. The whole picture and any part of it stay the same.
    @Test func keptSurfacesChangeNoPixel() throws {
        let cpu = CPURenderer()
        var kept = 0
        for seed in seeds(rounds(100)) {
            let (scene, images) = seed % 2 == 0 ? CornerScene.make(seed: seed) : RandomScene.make(seed: seed)
            guard let plan = try RandomScene.plan(scene, images) else { continue }
            var random = SeededGenerator(seed: seed &+ 7)
            var surfaces: [SurfaceID: KeptSurface] = [:]
            let read = Set(plan.passes.flatMap(\.sources)).sorted { $0.index < $1.index }
            for id in read where random.chance(0.3) { surfaces[id] = try cpu.make(id, of: plan) }
            let other = plan.using(surfaces)
            kept += other.kept.count
            let whole = try cpu.execute(plan)
            #expect(bytes(try cpu.execute(other)) == bytes(whole), "seed \(seed)")
            let (x, y) = (random.integer(0...(plan.width - 1)), random.integer(0...(plan.height - 1)))
            let wanted = PixelRect(
                x: x, y: y, width: random.integer(1...(plan.width - x)), height: random.integer(1...(plan.height - y)))
            let (part, area) = other.cropped(to: wanted)
            let (expected, same) = plan.cropped(to: wanted)
            #expect(area.contains(wanted) && same.contains(wanted), "seed \(seed)")
            let (drawn, reference) = (try cpu.execute(part), try cpu.execute(expected))
            for row in 0..<wanted.height {
                for column in 0..<wanted.width {
                    let (px, py) = (wanted.x + column, wanted.y + row)
                    guard drawn[px - area.x, py - area.y] == reference[px - same.x, py - same.y] else {
                        Issue.record("seed \(seed): (\(px), \(py)) of \(wanted)")
                        return
                    }
                }
            }
        }
        #expect(kept > rounds(100), "few surfaces were kept: \(kept)")
    }

    /// Random scenes whose layers move, turn and fade: frame by frame the same as drawn from scratch, however the work is
    /// divided.
    @Test func randomAnimationsEqualFramesFromScratch() throws {
        var (reused, moved) = (0, 0)
        for seed in seeds(rounds(120)) {
            var (scene, images) = seed % 2 == 0 ? CornerScene.make(seed: seed) : RandomScene.make(seed: seed)
            guard let plan = try RandomScene.plan(scene, images), plan.width * plan.height < 1 << 16 else { continue }
            // The size must not follow from layers that move.
            scene.canvas.fitsContent = false
            var random = SeededGenerator(seed: seed &+ 3)
            try animate(&scene.layers, &random)
            guard scene.isAnimated else { continue }
            var sequence = FrameSequence(
                scene, frames: try FrameRange(of: scene, rate: try FrameRate("5"), to: try Time("1.6")))
            sequence.images = images
            sequence.keptSurfaces = .all
            sequence.threads = random.integer(1...3)
            let whole: (pictures: [[UInt8]], result: FrameSequence.Result)
            sequence.drawsWholeFrames = true
            // Random animations may lead to values that scenes can't have.
            do { whole = try frames(sequence) } catch { continue }
            sequence.drawsWholeFrames = false
            let made = try frames(sequence)
            for (number, (one, other)) in zip(made.pictures, whole.pictures).enumerated() {
                #expect(one == other, "seed \(seed): frame \(number)")
            }
            #expect(made.pictures.count == whole.pictures.count)
            reused += made.result.reusedSurfaces
            moved += 1
        }
        #expect(moved > rounds(40) && reused > rounds(40), "\(moved) animations, \(reused) surfaces")
    }

    private func animate(_ layers: inout [Layer], _ random: inout SeededGenerator) throws {
        for index in layers.indices {
            try animate(&layers[index].sublayers, &random)
            guard random.chance(0.4) else { continue }
            let timing = try Timing(duration: 1.2)
            func number(_ path: String, _ by: Double) throws -> LayerAnimation {
                LayerAnimation(
                    AnimationKeyPath(pattern: path), .number(Animation(.basic(try BasicValues(by: by)), timing: timing)))
            }
            switch random.integer(0...3) {
            // Whole pixels per frame, where the scale is 1.
            case 0: layers[index].animations = [try number("transform.translation.x", Double(6 * random.integer(-3...3)))]
            case 1: layers[index].animations = [try number("transform.translation.y", random.number(-20...20))]
            case 2: layers[index].animations = [try number("opacity", -layers[index].opacity / 2)]
            default: layers[index].animations = [try number("transform.rotation.z", random.number(-30...30))]
            }
        }
    }

    private static let list = """
        {"canvas": {"width": 160, "height": 120, "background": "white", "duration": 2}, "layers": [
          {"frame": [10, 0, 140, 400], "sublayers": [
            {"frame": [0, 10, 140, 50], "backgroundColor": "tomato", "cornerRadius": 8, "shadows": [{"radius": 3}]},
            {"frame": [0, 80, 140, 50], "backgroundColor": "gold", "cornerRadius": 8, "shadows": [{"radius": 3}]},
            {"frame": [0, 150, 140, 50], "backgroundColor": "teal", "cornerRadius": 20, "shadows": [{"radius": 5}]},
            {"type": "text", "string": "abc", "fontSize": 30, "frame": [20, 90, 100, 40]}],
           "animations": [{"keyPath": "transform.translation.y", "to": -120, "duration": 2}]},
          {"frame": [0, 0, 160, 24], "backgroundColor": "#0008"}
        ]}
        """

    /// A list that scrolls by two pixels per frame under a bar. Only the bar, the new rows, and shadows that the canvas's edge
    /// cuts elsewhere are drawn.
    @Test(arguments: [PixelDepth.eight, .sixteen], [(shadows: true, most: 42.392), (shadows: false, most: 16.255)])
    func framesMovedByWholePixelsAreReused(depth: PixelDepth, list: (shadows: Bool, most: Double)) throws {
        var scene = try Scene(json: Array(Self.list.utf8))
        scene.canvas.depth = depth
        if !list.shadows {
            for index in scene.layers[0].sublayers.indices { scene.layers[0].sublayers[index].shadows = [] }
        }
        var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: try FrameRate("30")))
        sequence.threads = 1
        let moved = try frames(sequence)
        sequence.drawsWholeFrames = true
        #expect(try moved.pictures == frames(sequence).pictures)
        #expect(moved.pictures.count == 60 && moved.pictures[0].count == 160 * 120 * depth.bytesPerPixel)
        #expect(moved.result.drawnFrames <= list.most, "\(moved.result.drawnFrames) whole frames were drawn")
    }

    /// A photo that is blurred outside a moving circle: its blur is made once. The photo itself costs too little to keep.
    @Test func unchangedSurfacesAreDrawnOnce() throws {
        let photo = Bitmap(width: 400, height: 300, isOpaque: true) { pixels in
            for index in pixels.indices { pixels[index] = index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: index * 7 / 3) }
        }
        let source = ImageSource.file("photo")
        var recipe = Focus(photo: source, size: Size(width: 400, height: 300), style: .blur)
        recipe.feather = 40
        let keys = [0.0, 1, 2].map {
            FocusTrack.Keyframe(time: $0, circle: Focus.Circle(center: Point(0.2 + 0.3 * $0, 0.5), diameter: 80 + 20 * $0))
        }
        let scene = try recipe.scene(following: try #require(FocusTrack(keys)), rate: .sixty)
        var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: try FrameRate("10"), to: try Time("2")))
        sequence.images = [source: photo]
        sequence.threads = 1
        let reusing = try frames(sequence)
        sequence.drawsWholeFrames = true
        #expect(try reusing.pictures == frames(sequence).pictures)
        // One surface in each frame from the third on.
        #expect(reusing.result.reusedSurfaces == 18, "\(reusing.result.reusedSurfaces)")
    }
}
