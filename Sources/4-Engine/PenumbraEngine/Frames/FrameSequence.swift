import PenumbraBitmap
import PenumbraFiles
import PenumbraScene
import PenumbraSystem

/// Draws the frames of a scene in parallel and delivers them in order.
///
/// Each worker draws every n-th frame, and of it only what differs from the worker's frame before. The number of frames in
/// memory depends on the number of workers alone.
public struct FrameSequence: Sendable {
    public var scene: Scene
    public var frames: FrameRange
    /// Makes the scene of a time, where the scene is a document that is laid out again for each moment. All scenes have one
    /// canvas. Nil shows `scene` at its times. Several threads call it.
    public var sceneAtTime: (@Sendable (_ time: Time) throws(RenderError) -> Scene)?
    /// The limits for each frame.
    public var limits = RenderLimits.default
    /// The folders that may contain the files that the scene names.
    public var files: FileRoots?
    /// Pictures of the scene that are already decoded.
    public var images: [ImageSource: Bitmap] = [:]
    /// Whether each frame is drawn as a whole, as if there were no frame before. The bytes are the same.
    public var drawsWholeFrames = false
    /// Which surfaces inside frames are kept for later frames, within a quarter of the memory.
    package var keptSurfaces = SurfaceStore.Policy.worthwhile
    /// The number of workers on the processor.
    public var threads = processorCount()
    /// The work of encoding and storing each frame, which `RenderLimits.animationWork` counts.
    public var handling = FrameHandling()

    public init(_ scene: Scene, frames: FrameRange) {
        (self.scene, self.frames) = (scene, frames)
    }

    /// A frame, in the order of the sequence.
    public struct Frame: Sendable {
        public let number: Int
        public let picture: Bitmap
        public let notices: [SceneAssets.Notice]

        /// What is known about the frame besides its picture.
        public var report: FrameReport { FrameReport(number: number, notices: notices) }
    }

    /// The work of a run.
    public struct Result: Sendable {
        /// The frames, and how many whole frames as many pixels would make as were drawn.
        public var frames = 0
        public var drawnFrames = 0.0
        /// How often a surface of an earlier frame was used instead of made again.
        public var reusedSurfaces = 0
        /// One line for each deviation from the request.
        public var notices: [String] = []
        /// The device that drew the frames, or was meant to.
        package var device: String?
    }

    /// The memory for decoded pictures and texts that frames share.
    static let pictureBytes = 256 << 20

    /// Draws all frames.
    ///
    /// - Parameters:
    ///   - device: a GPU, or the processor.
    ///   - mayLeaveDevice: whether the processor takes over from a failing GPU.
    ///   - skips: frames that aren't drawn.
    ///   - deliver: takes the frames in order. It runs on the calling thread, while later frames are drawn.
    /// - Throws: `AnimationError`, or the error of `deliver`.
    public func run(
        on device: Device, mayLeaveDevice: Bool = true, skipping skips: @escaping @Sendable (Int) -> Bool = { _ in false },
        deliver: (Frame) throws -> Void
    ) throws -> Result {
        try run(as: PixelForm(), on: device, mayLeaveDevice: mayLeaveDevice, skipping: skips) { frame in
            try deliver(Frame(number: frame.number, picture: frame.picture, notices: frame.notices))
        }
    }

    /// Draws all frames in a form.
    package func run<Form: FrameForm>(
        as form: Form, on device: Device, mayLeaveDevice: Bool = true,
        skipping skips: @escaping @Sendable (Int) -> Bool = { _ in false },
        deliver: (DrawnFrame<Form.Picture>) throws -> Void
    ) throws -> Result {
        let numbers = frames.numbers.filter { !skips($0) }
        guard let first = numbers.first else { return Result() }
        let moving = try movingPictures(numbers)
        let engine = Engine(memory: limits.pictureMemory, pictureMemory: moving.bytesToKeep)
        let device = mayLeaveDevice ? chosen(device, first: first, engine, form) : device
        let total = AnimationWork(allowed: allowedWork(numbers.count))
        func drawing(_ limits: RenderLimits, sharing store: SurfaceStore? = nil) -> FrameDrawing<Form> {
            FrameDrawing(
                as: form, engine: engine, device: device, mayLeaveDevice: mayLeaveDevice, limits: limits, files: files,
                images: images,
                drawsWholeFrames: drawsWholeFrames, store: store, total: total, handling: handling)
        }
        let memory = try memory(
            of: first, workers: device.isProcessor ? min(threads, numbers.count) : 1, moving, drawing(limits))
        let workers = memory.workers
        var limits = limits
        limits.memory = memory.bytesOfWorker
        try checkWork(numbers, moving, drawing(limits))
        let queue = FrameQueue<Form.Picture>(ahead: memory.framesAhead)
        let store = SurfaceStore(budget: memory.bytesOfSharedSurfaces, policy: keptSurfaces)
        let drawings = (0..<workers).map { _ in WorkerDrawing(drawing(limits, sharing: store)) }
        var handles: [WorkerThreads.Handle] = []
        for worker in 0..<workers {
            let drawing = drawings[worker]
            let body: @Sendable () -> Void = {
                for index in stride(from: worker, to: numbers.count, by: workers) {
                    guard queue.waitForRoom(index) else { return }
                    let result = Swift.Result { () throws(AnimationError) in
                        do throws(AnimationError) {
                            return try draw(numbers[index], with: drawing.value, total)
                        } catch {
                            guard case .render(let frame, .late) = error, total.nanoseconds > total.allowed else { throw error }
                            throw .tooMuchWorkSoFar(frame: frame, allowed: total.allowed)
                        }
                    }
                    queue.put(result, at: index)
                    if case .failure = result { return }
                }
            }
            guard let handle = WorkerThreads.start(body) else { break }
            handles.append(handle)
        }
        defer {
            queue.stop()
            for handle in handles { handle.join() }
        }
        guard handles.count == workers else { throw AnimationError.noThread }
        var size: (Int, Int)?
        for index in numbers.indices {
            let frame = try queue.take(index)
            guard size.map({ $0 == (frame.picture.width, frame.picture.height) }) ?? true else {
                throw AnimationError.sizeChanged(frame: frame.number)
            }
            size = (frame.picture.width, frame.picture.height)
            try deliver(frame)
        }
        for handle in handles { handle.join() }
        handles = []
        var result = Result()
        result.reusedSurfaces = store.reuses
        result.device = device.description
        for drawing in drawings {
            result.frames += drawing.value.work.frames
            result.drawnFrames += drawing.value.work.pixels
            for notice in drawing.value.drawingNotices where !result.notices.contains(notice) { result.notices.append(notice) }
        }
        return result
    }

    /// Divides the memory among the workers, the frames that wait, and the frames that a file's encoder keeps.
    private func memory(
        of first: Int, workers: Int, _ moving: MovingPictures, _ drawing: @autoclosure () -> FrameDrawing<some FrameForm>
    ) throws(AnimationError) -> FrameMemory {
        var scene = scene
        scene.time = try frames.time(of: first)
        do throws(RenderError) {
            let bytes = scene.canvas.fitsContent ? try drawing().bytes(of: scene) : MemoryEstimate.finished(scene.canvas) / 2
            let memory = FrameMemory(
                bytesOfFrame: bytes, bytesOfPictures: moving.bytesOfWorker, workers: workers,
                in: limits.pictureMemory - moving.bytesOfOtherFrames)
            guard memory.bytes <= limits.pictureMemory - moving.bytesOfOtherFrames else {
                throw .needsMemory(bytes: memory.bytes + moving.bytesOfOtherFrames, allowed: limits.pictureMemory)
            }
            return memory
        } catch {
            throw .render(frame: first, error)
        }
    }

    private func draw<Form: FrameForm>(
        _ number: Int, with drawing: FrameDrawing<Form>, _ total: AnimationWork
    ) throws(AnimationError) -> DrawnFrame<Form.Picture> {
        let (scene, work) = try moment(number)
        do throws(RenderError) {
            guard total.spend(work) else { throw .late }
            let frame = try drawing.draw(scene)
            return DrawnFrame(number: number, picture: frame.picture, notices: frame.notices, total: total)
        } catch {
            throw .render(frame: number, error)
        }
    }
}

/// The number of a frame, and the notices about it.
public struct FrameReport: Sendable {
    public let number: Int
    public let notices: [SceneAssets.Notice]
}

/// A drawn frame in some form.
package struct DrawnFrame<Picture: Sendable>: Sendable {
    package let number: Int
    package let picture: Picture
    package let notices: [SceneAssets.Notice]
    /// The work of all frames.
    fileprivate let total: AnimationWork

    package var report: FrameReport { FrameReport(number: number, notices: notices) }

    /// Counts work that is known only after the frame is drawn, in nanoseconds of one core.
    func spend(_ work: Int) throws(AnimationError) {
        guard total.spend(work) else { throw .tooMuchWorkSoFar(frame: number, allowed: total.allowed) }
    }
}

/// The drawing of one worker.
private final class WorkerDrawing<Form: FrameForm>: @unchecked Sendable {
    /// Used by the worker's thread, and after it has ended.
    let value: FrameDrawing<Form>

    init(_ value: FrameDrawing<Form>) { self.value = value }
}

/// The frames that are drawn and not yet delivered.
private final class FrameQueue<Picture: Sendable>: Sendable {
    private struct State {
        var results: [Int: Result<DrawnFrame<Picture>, AnimationError>] = [:]
        var delivered = 0
        var isStopped = false
    }

    private let state = Monitor(State())
    /// How many frames are drawn ahead of the one to be delivered.
    private let ahead: Int

    init(ahead: Int) { self.ahead = ahead }

    /// Waits until a frame may be drawn. False if no more frames are needed.
    func waitForRoom(_ index: Int) -> Bool {
        state.wait { $0.isStopped ? false : index < $0.delivered + ahead ? true : nil }
    }

    func put(_ result: Result<DrawnFrame<Picture>, AnimationError>, at index: Int) {
        state.update { $0.results[index] = result }
    }

    /// Waits for a frame and makes room for another.
    func take(_ index: Int) throws(AnimationError) -> DrawnFrame<Picture> {
        let result = state.wait { state in
            let result = state.results.removeValue(forKey: index)
            if result != nil { state.delivered = index + 1 }
            return result
        }
        return try result.get()
    }

    func stop() { state.update { $0.isStopped = true } }
}
