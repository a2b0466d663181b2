import Penumbra
import PenumbraBitmap
import PenumbraScene
import TestSupport
import Testing

/// Tests that only the part of a frame is drawn in which a moving circle hasn't ended.
@Suite(.timed) struct GradientMotionTests {
    private func frames(_ sequence: FrameSequence) throws -> (pictures: [[UInt8]], result: FrameSequence.Result) {
        var pictures: [[UInt8]] = []
        let result = try sequence.run(on: .processor(threads: 1)) { frame in
            pictures.append(withExtendedLifetime(frame.picture) { Array(frame.picture.pixels) })
        }
        return (pictures, result)
    }

    private static func photo(_ width: Int, _ height: Int) -> Bitmap {
        Bitmap(width: width, height: height, isOpaque: true) { pixels in
            for index in pixels.indices { pixels[index] = index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: index * 7 / 3) }
        }
    }

    /// Masks and paints of random circles, also turned, with any ends and also between two circles.
    @Test func movingCircleGradientsEqualFramesFromScratch() throws {
        var saved = 0.0
        var all = 0
        for seed in seeds(rounds(150)) {
            var random = SeededGenerator(seed: seed)
            func point() -> String { "[\(random.integer(-20...120)), \(random.integer(-20...90))]" }
            func circle() -> String {
                let twoCircles =
                    random.chance(0.2) ? #""startCenter": \#(point()), "endCenter": \#(point())"# : #""center": \#(point())"#
                let start = random.chance(0.4) ? 0 : random.integer(1...20)
                let radii = #""startRadius": \#(start), "endRadius": \#(start + random.integer(0...30))"#
                let colors = random.chance(0.5) ? #"["transparent", "black"]"# : ##"["#f00c", "#0f08", "#00f"]"##
                let key = random.chance(0.5) && !twoCircles.contains("endCenter") ? "center" : "endRadius"
                let target = key == "center" ? point() : "\(start + random.integer(0...40))"
                let turned = random.chance(0.3) ? #", "transform": "rotate(\#(random.integer(-40...40))deg)""# : ""
                return
                    #""type": "gradient", "gradientType": "radial", "colors": \#(colors), \#(twoCircles), \#(radii)\#(turned), "#
                    + #""animations": [{"keyPath": "\#(key)", "to": \#(target), "duration": 1}]"#
            }
            var layers = [#"{"frame": [10, 10, 60, 40], "backgroundColor": "gold", "shadows": [{"radius": 4}]}"#]
            for _ in 0..<random.integer(1...3) {
                switch random.integer(0...3) {
                case 0: layers.append("{\(circle())}")
                case 1: layers.append(#"{"backdropBlur": \#(random.integer(1...6)), "mask": {\#(circle())}}"#)
                case 2: layers.append(#"{"backgroundColor": "rgba(0, 0, 0, 0.6)", "opacity": 0.7, "mask": {\#(circle())}}"#)
                default:
                    layers.append(
                        #"{"frame": [\#(random.integer(0...40)), 5, 50, 60], "masksToBounds": true, "cornerRadius": 9, "#
                            + #""sublayers": [{\#(circle())}]}"#)
                }
            }
            let depth = random.chance(0.2) ? #", "depth": 16"# : ""
            let json =
                #"{"canvas": {"width": 100, "height": 70, "background": "white", "duration": 1\#(depth)}, "#
                + #""layers": [\#(layers.joined(separator: ", "))]}"#
            let scene = try Scene(json: Array(json.utf8))
            var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: try FrameRate("6")))
            sequence.keptSurfaces = random.chance(0.5) ? .all : .worthwhile
            sequence.threads = random.integer(1...2)
            let made = try frames(sequence)
            sequence.drawsWholeFrames = true
            let whole = try frames(sequence)
            #expect(made.pictures == whole.pictures, "seed \(seed): \(json)")
            saved += Double(made.result.frames) - made.result.drawnFrames
            all += made.result.frames
        }
        #expect(saved > 0.1 * Double(all), "only \(saved) of \(all) frames were saved")
    }

    /// A circle that moves over a photo: outside it, the photo is dimmed or blurred as before.
    @Test(arguments: [Focus.Style.dim, .blur], [PixelDepth.eight, .sixteen])
    func movingFocusRedrawsOnlyItsCircle(style: Focus.Style, depth: PixelDepth) throws {
        let source = ImageSource.file("photo")
        var recipe = Focus(photo: source, size: Size(width: 400, height: 300), style: style)
        recipe.feather = 20
        let keys = [0.0, 1, 2].map {
            FocusTrack.Keyframe(time: $0, circle: Focus.Circle(center: Point(0.2 + 0.3 * $0, 0.5), diameter: 60))
        }
        var scene = try recipe.scene(following: try #require(FocusTrack(keys)), rate: .sixty)
        scene.canvas.depth = depth
        var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: try FrameRate("20"), to: try Time("2")))
        sequence.images = [source: Self.photo(400, 300)]
        sequence.threads = 1
        let made = try frames(sequence)
        sequence.drawsWholeFrames = true
        #expect(try made.pictures == frames(sequence).pictures)
        // The circle and its soft edge cover a twelfth of the photo.
        #expect(made.result.frames == 40 && made.result.drawnFrames < 4.45, "\(made.result.drawnFrames)")
    }
}
