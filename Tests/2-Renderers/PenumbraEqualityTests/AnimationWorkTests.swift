import Penumbra
import PenumbraBitmap
import PenumbraCodecs
import PenumbraEngine
import PenumbraScene
import TestSupport
import Testing

/// Tests that all frames of an animation together are limited, not only each of them.
@Suite(.timed) struct AnimationWorkTests {
    private struct Stop: Error {}

    private func scene(_ json: String) throws -> Scene { try Scene(json: Array(json.utf8)) }

    private static let move = """
        {"frame": [0, 0, 9, 9], "backgroundColor": "red",
         "animations": [{"keyPath": "position.x", "to": 60, "duration": 1, "repeatCount": "infinite"}]}
        """

    /// Runs the frames of a scene and stops behind some of them.
    ///
    /// - Returns: the number of frames that were delivered, and the error that ended the animation.
    private func run(
        _ scene: Scene, rate: String = "60", work: Double? = nil, memory: Int? = nil, stopping stop: Int = .max,
        threads: Int = 2
    ) throws -> (delivered: Int, error: AnimationError?) {
        var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: try FrameRate(rate)))
        sequence.threads = threads
        if let work { sequence.limits.animationWork = work }
        sequence.limits.memory = memory
        var delivered = 0
        do {
            _ = try sequence.run(on: Device.processor(threads: 1)) { _ in
                delivered += 1
                if delivered == stop { throw Stop() }
            }
        } catch let error as AnimationError {
            return (delivered, error)
        } catch is Stop {}
        return (delivered, nil)
    }

    private func expect(_ frames: Int, _ result: (delivered: Int, error: AnimationError?)) {
        #expect(result.delivered == frames && result.error == nil, "\(result)")
    }

    private func isTooMuch(_ error: AnimationError?) -> Bool {
        if case .tooMuchWork(let frames, let work, let allowed)? = error { frames > 0 && work > allowed } else { false }
    }

    @Test(arguments: [2000, 3333, 16_000])
    func manyFramesAreRefusedBeforeTheFirst(seconds: Int) throws {
        let scene = try scene(#"{"canvas": {"width": 64, "height": 64, "duration": \#(seconds)}, "layers": [\#(Self.move)]}"#)
        let (delivered, error) = try run(scene)
        #expect(delivered == 0 && isTooMuch(error), "\(delivered), \(String(describing: error))")
        try expect(5, run(scene, work: 3600, stopping: 5))
    }

    /// Texts that each frame lays out or places anew.
    @Test(arguments: ["fontSize", "letterSpacing"])
    func longAnimatedTextsAreRefusedBeforeTheFirstFrame(key: String) throws {
        let text = String(repeating: "the quick brown fox ", count: 4000)
        let scene = try scene(
            """
            {"canvas": {"width": 300, "height": 300}, "layers": [{"type": "text", "string": "\(text)", "fontSize": 9,
             "animations": [{"keyPath": "\(key)", "to": 12, "duration": 2}]}]}
            """)
        let (delivered, error) = try run(scene)
        #expect(delivered == 0 && isTooMuch(error), "\(delivered), \(String(describing: error))")
    }

    /// A text that stays the same beside nothing that moves is laid out once.
    @Test func textsOfFramesThatAreEqualCostNothing() throws {
        let text = String(repeating: "abc ", count: 2000)
        let scene = try scene(
            #"{"canvas": {"width": 40, "height": 40, "duration": 20}, "layers": [{"type": "text", "string": "\#(text)"}]}"#)
        try expect(3, run(scene, stopping: 3))
    }

    /// Frames that cost much between the frames that are looked at first.
    @Test func expensiveFramesBetweenSamplesEndTheAnimation() throws {
        let blurs = String(repeating: "blur(3px) ", count: 60)
        let heavy = """
            {"backgroundColor": "blue", "filter": "\(blurs)", "hidden": true,
             "animations": [{"keyPath": "hidden", "from": false, "to": false, "duration": 0.2},
              {"keyPath": "position.x", "to": 50, "duration": 0.2}]}
            """
        let scene = try scene(
            #"{"canvas": {"width": 100, "height": 100, "duration": 4}, "layers": [\#(heavy), \#(Self.move)]}"#)
        // 400 frames of 10,000 pixels may take 0.16 s besides.
        let (delivered, error) = try run(scene, rate: "100", work: 0.1)
        guard case .tooMuchWorkSoFar(let frame, 260_000_000)? = error else {
            Issue.record("\(delivered), \(String(describing: error))")
            return
        }
        let words = "\(try #require(error))"
        #expect(frame < 60 && delivered < 60 && words.contains("raise the limit animationWork"), "\(words)")
    }

    /// Choosing the colours of a GIF takes milliseconds for each frame, which are known only once the frame is drawn.
    @Test func coloursOfGIFsCountWhileFramesAreWritten() throws {
        let scene = try scene(
            """
            {"canvas": {"width": 40, "height": 40, "duration": 1}, "layers": [
             {"type": "gradient", "gradientType": "conic", "colors": ["red", "lime", "blue", "white"],
              "animations": [{"keyPath": "transform.rotation", "to": 6, "duration": 1}]}]}
            """)
        var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: try FrameRate("50")))
        let encoder = try AnimatedEncoder(.gif, width: 40, height: 40, rate: AnimatedRate(50))
        _ = try sequence.run(on: Device.processor(threads: 1)) { try encoder.append($0.picture) { _ in } }
        #expect(encoder.work > 30_000_000, "\(encoder.work)")
        // Less than the colours take, and more than what is known before the first frame.
        sequence.limits.animationWork = Double(encoder.work) * 0.75e-9
        var delivered = 0
        let error = #expect(throws: AnimationError.self) {
            _ = try AnimationFile(sequence, as: .gif).write(
                on: Device.processor(threads: 1), onFrame: { _ in delivered += 1 }, emit: { _ in })
        }
        guard case .tooMuchWorkSoFar? = error else {
            Issue.record("\(delivered), \(String(describing: error))")
            return
        }
        #expect(delivered < 50)
    }

    /// The effort `small` takes up to 860 nanoseconds for a pixel of a gradient.
    @Test func smallPNGsCountAtLeastAThirdOfTheirTime() {
        let frames = FrameHandling(storing: PNGOptions(effort: .small))
        #expect(frames.ofPixel * 3 >= 860 && FrameHandling(storing: .default).ofPixel < 10)
    }

    /// Pixels of frames count besides the limit, so two seconds of a simple video are drawn under a low limit. A minute needs
    /// a limit of its own.
    @Test func videosAreDrawnWithinAHigherLimit() throws {
        let scene = try scene(#"{"canvas": {"width": 1920, "height": 1080, "duration": 60}, "layers": [\#(Self.move)]}"#)
        try expect(3, run(scene, work: 600, stopping: 3))
        var short = scene
        short.canvas.duration = 2
        try expect(3, run(short, work: 1, stopping: 3))
    }

    // MARK: - Pictures that move

    private static func scene(showing file: GIFFile, duration: Double = 20) -> Scene {
        let layer = Layer(
            kind: .image(ImageContents(source: .data(file.bytes))), frame: Rect(x: 0, y: 0, width: 20, height: 20))
        return Scene(canvas: Canvas(size: Size(width: 20, height: 20), duration: duration), layers: [layer])
    }

    /// Each frame of a GIF is a copy of its whole screen, however small it is.
    @Test func largeMovingPicturesAreRefusedBeforeTheFirstFrame() throws {
        let large = GIFFile(width: 9000, height: 9000, frames: 100)
        #expect(large.bytes.count < 4000)
        let (delivered, error) = try run(Self.scene(showing: large))
        #expect(delivered == 0 && isTooMuch(error), "\(delivered), \(String(describing: error))")
        // Their frames are as large as they say, whatever the file holds.
        var frames = GIFFile(width: 100, height: 100, frames: 100)
        frames.frameSize = (5000, 5000)
        let (drawn, reason) = try run(Self.scene(showing: frames))
        #expect(drawn == 0 && isTooMuch(reason), "\(drawn), \(String(describing: reason))")
        try expect(9, run(Self.scene(showing: GIFFile(width: 100, height: 100, frames: 100)), stopping: 9))
    }

    @Test func movingPicturesNeedMemoryForTwoFrames() throws {
        let scene = Self.scene(showing: GIFFile(width: 3000, height: 3000, frames: 9), duration: 0.3)
        let (delivered, error) = try run(scene, rate: "10", work: 100, memory: 64 << 20)
        guard case .render(_, .needsMemory(let needed, 67_108_864))? = error else {
            Issue.record("\(delivered), \(String(describing: error))")
            return
        }
        #expect(delivered == 0 && needed > 72_000_000)
        try expect(3, run(scene, rate: "10", work: 100, memory: 160 << 20))
        let pictures = 300 << 20
        #expect(FrameMemory(bytesOfFrame: 1 << 20, workers: 4, in: 896 << 20).workers == 4)
        #expect(FrameMemory(bytesOfFrame: 1 << 20, bytesOfPictures: pictures, workers: 4, in: 896 << 20).workers == 2)
    }

    /// A picture that isn't kept among others is neither decoded again for the next frame, nor drawn from its first frame on.
    @Test func movingPicturesContinueFromTheFrameBefore() throws {
        var scene = Self.scene(showing: GIFFile(width: 40, height: 30, frames: 8))
        let engine = Engine(memory: 64 << 20, pictureMemory: 0)
        let shaper = TextShaper()
        func assets(_ time: String, after earlier: EarlierPictures = EarlierPictures()) throws -> SceneAssets {
            scene.time = try Time(time)
            return try engine.assets(for: scene, shaper: shaper, after: earlier)
        }
        func picture(_ assets: SceneAssets) throws -> Bitmap { try #require(assets.images.values.first) }
        func bytes(_ assets: SceneAssets) throws -> [UInt8] {
            let picture = try picture(assets)
            return withExtendedLifetime(picture) { Array(picture.pixels) }
        }
        let first = try assets("0.52")
        #expect(try picture(first) !== picture(assets("0.58")))
        let same = try assets("0.58", after: first.shownPictures)
        #expect(try picture(same) === picture(first))
        // The frame after it, and an earlier one of the next play.
        for time in ["0.6", "0.75", "0.9"] {
            #expect(try bytes(assets(time, after: same.shownPictures)) == bytes(assets(time)), "\(time) s")
        }
    }

    @Test func frameBehindManyLargeFramesIsRefusedBeforeItIsDecoded() throws {
        var file = GIFFile(width: 4000, height: 4000, frames: 200)
        file.frameSize = (4000, 4000)
        var scene = Self.scene(showing: file)
        scene.time = try Time("19.9")
        let error = #expect(throws: RenderError.self) { try Renderer().render(scene) }
        guard case .image("layers[0].contents", nil, .tooMuchWork(.gif, 199, let work, let allowed))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let words = "\(try #require(error))"
        #expect(work > allowed && words.contains("raise the limit work"), "\(words)")
    }
}
