import PenumbraBitmap
import PenumbraCodecs
import PenumbraFiles
import PenumbraScene
import PenumbraSystem

/// The moving pictures of an animation.
struct MovingPictures {
    fileprivate var motions: [ImageSource: PictureMotion] = [:]
    /// The memory for decoded pictures and texts that frames share.
    fileprivate(set) var bytesToKeep = 0

    /// The bytes of frames of moving pictures that are kept although no worker shows them.
    var bytesOfOtherFrames: Int { motions.isEmpty ? 0 : bytesToKeep }

    /// The bytes that each worker holds: of each picture the frame that it draws, and the one before.
    var bytesOfWorker: Int { motions.values.reduce(0) { $0 + 2 * $1.byteCount } }
}

extension FrameSequence {
    /// The most pairs of frames that are looked at before an animation is drawn.
    private static let mostSamples = 4

    /// The nanoseconds of one core that drawing and encoding a pixel may take besides the limit, and the most pixels for
    /// which they may.
    private static let workOfPixel = 40.0
    private static let mostPixels = 250e6

    /// The most work of all frames in nanoseconds: the limit, and some for each pixel, so that videos of simple frames need no
    /// higher limit.
    func allowedWork(_ frames: Int) -> Int {
        let canvas = scene.canvas
        let pixels = Double(frames) * canvas.size.width * canvas.size.height * canvas.scale * canvas.scale
        return limits.animationWorkInNanoseconds + Int(Self.workOfPixel * max(0, min(Self.mostPixels, pixels)))
    }

    /// The nanoseconds of one core that laying out and placing one byte of a text takes in each frame, at least.
    private static let workOfTextByte = 1500

    /// Finds the pictures that move, and refuses frames that are too many, or pictures that take too long, before any picture
    /// is decoded and any text is laid out.
    func movingPictures(_ numbers: [Int]) throws(AnimationError) -> MovingPictures {
        let allowed = limits.animationWorkInNanoseconds
        var result = MovingPictures()
        result.bytesToKeep = min(Self.pictureBytes, limits.pictureMemory / 2)
        func check(_ work: Double) throws(AnimationError) {
            guard work <= Double(allowed) else {
                throw .tooMuchWork(frames: numbers.count, work: Int(min(1e18, work)), allowed: allowed)
            }
        }
        var work = Double(numbers.count) * Double(FrameHandling.ofAnyFrame)
        try check(work)
        guard let first = numbers.first, let last = numbers.last else { return result }
        let samples = samples(of: numbers)
        var known: Set<String> = []
        for sample in samples {
            let (scene, next) = (try moment(sample).scene, try moment(sample + 1).scene)
            // Drawing reports broken inputs, and where they are first shown.
            guard
                let inputs = try? FrameInputs(
                    next, after: scene, images: images, known: known, limits: limits, roots: files)
            else { continue }
            work += Double(inputs.changedTextBytes * Self.workOfTextByte) * Double(numbers.count) / Double(samples.count)
            result.motions.merge(inputs.motions) { $1 }
            known.formUnion(inputs.files)
            try check(work)
        }
        guard !result.motions.isEmpty else { return result }
        // Frames of pictures that are too large to be kept need no memory for others.
        let kept = min(Self.pictureBytes, limits.pictureMemory / 4)
        let all = result.motions.values.reduce(0) { $0 + $1.byteCount * min($1.frames, 1 << 20) }
        let needsNone = result.motions.values.contains { $0.byteCount > AssetStore.pictureShare(of: kept) }
        result.bytesToKeep = needsNone ? Self.bytesWithoutPictures : kept
        let seconds = Double(last - first + 1) * Double(frames.rate.denominator) / Double(frames.rate.numerator)
        for motion in result.motions.values {
            work += Double(
                motion.work(
                    shownIn: numbers.count, for: seconds,
                    keeping: all <= AssetStore.pictureShare(of: result.bytesToKeep) ? .max : 0))
        }
        try check(work)
        return result
    }

    /// The bytes of texts and small pictures that are kept beside moving pictures that are too large to be kept.
    private static let bytesWithoutPictures = 8 << 20

    /// Refuses an animation whose frames together take too long, estimated from pairs of frames.
    ///
    /// Each pair stands for an equal part of the frames. A pair far below the limit is enough, since the work is counted again
    /// while frames are drawn.
    func checkWork(_ numbers: [Int], _ moving: MovingPictures, _ drawing: FrameDrawing<some FrameForm>) throws(AnimationError) {
        let allowed = allowedWork(numbers.count)
        let samples = samples(of: numbers)
        guard numbers.count > samples.count else { return }
        var work = 0.0
        for sample in samples {
            let (scene, next) = (try moment(sample), try moment(sample + 1))
            do throws(RenderError) {
                let both = try drawing.work(of: next.scene, after: scene.scene) + min(scene.work, next.work)
                work += Double(both) * Double(numbers.count) / Double(samples.count)
            } catch {
                switch error {
                case .text, .planning, .needsMemory: throw .render(frame: sample, error)
                // Drawing reports broken inputs, and where they are first shown.
                default: return
                }
            }
            guard work <= Double(allowed) else {
                throw .tooMuchWork(frames: numbers.count, work: Int(min(1e18, work)), allowed: allowed)
            }
            if work * Double(4 * samples.count) < Double(allowed) { return }
        }
    }

    /// Frames in the middle of equal parts of all frames.
    private func samples(of numbers: [Int]) -> [Int] {
        let count = min(Self.mostSamples, numbers.count)
        return (0..<count).map { numbers[(2 * $0 + 1) * numbers.count / (2 * count)] }
    }

    /// The scene of a frame, and the work of making it in nanoseconds of one core.
    func moment(_ number: Int) throws(AnimationError) -> (scene: Scene, work: Int) {
        let time = try frames.time(of: number)
        if let sceneAtTime {
            let start = ThreadClock.nanosecondsWithChildren
            do throws(RenderError) {
                let scene = try sceneAtTime(time)
                return (scene, ThreadClock.nanosecondsWithChildren - start)
            } catch {
                throw .render(frame: number, error)
            }
        }
        var scene = scene
        scene.time = time
        return (scene, 0)
    }

    /// The device that draws whole frames faster, judged by the first: one device draws all frames. It stays the given one if
    /// that has no model, or if the first frame has a fault, which drawing reports.
    func chosen(_ device: Device, first: Int, _ engine: Engine, _ form: some FrameForm) -> Device {
        guard let model = device.model, let scene = try? moment(first).scene else { return device }
        let processor = Device.processor(threads: 1)
        let drawing = FrameDrawing(
            as: form, engine: engine, device: processor, mayLeaveDevice: true, limits: limits, files: files, images: images)
        guard let estimate = try? drawing.estimate(scene, by: model) else { return device }
        return estimate.prefersDevice ? device : processor
    }
}
