import Glibc
import Penumbra
import PenumbraSystem

/// Measures how many frames per second of animations are drawn and written.
///
/// A run draws the frames of a loop at 60 frames per second on the CPU and makes Y4M bytes of them, which it discards. The same
/// run draws the same frames as wholes, without reuse of the frame before, and copies the pixels of a frame.
public struct MotionBenchmark {
    public struct Row: Sendable {
        public let loop: MotionLoop
        public let framesPerSecond: Double
        /// The speed where every frame is drawn as a whole.
        public let wholeFramesPerSecond: Double
        /// How many of the frames' pixels were drawn, as a share.
        public let drawnShare: Double
        /// The time of a frame as a multiple of the time for copying its pixels with as many threads.
        public let copies: Double
        public let wholeCopies: Double

        public var milliseconds: Double { 1000 / framesPerSecond }
        /// How many times faster the frames are than frames drawn as wholes.
        public var speedUp: Double { framesPerSecond / wholeFramesPerSecond }
    }

    public let loops: [MotionLoop]
    /// The number of frames of a run.
    public let frames: Int
    /// Pixels per point of the canvas.
    public let scale: Double
    /// The number of runs. The fastest counts.
    public let repeats: Int
    public let threads: Int

    public init(
        loops: [MotionLoop] = MotionLoop.allCases, frames: Int = 120, scale: Double = 1, repeats: Int = 3,
        threads: Int = processorCount()
    ) {
        (self.loops, self.frames, self.scale) = (loops, max(1, frames), scale)
        (self.repeats, self.threads) = (max(1, repeats), max(1, threads))
    }

    public func run() throws -> [Row] {
        let photo = Landscape(width: SyntheticPhoto.width, height: SyntheticPhoto.height).picture()
        var rows: [Row] = []
        for loop in loops {
            var scene = try loop.scene(photoSize: Size(width: Double(photo.width), height: Double(photo.height)))
            scene.canvas.scale = scale
            let end = try Time(frame: frames, rate: .sixty)
            var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: .sixty, to: end))
            sequence.threads = threads
            sequence.limits.animationWork = Limit.animationWork.range.upperBound
            sequence.images = [BenchmarkScene.photo: photo]
            let bytes = try frameBytes(sequence)
            let copy = copyMilliseconds(bytes: bytes)
            let moving = try fastest(sequence)
            sequence.drawsWholeFrames = true
            let whole = try fastest(sequence)
            rows.append(
                Row(
                    loop: loop, framesPerSecond: Double(frames) / moving.seconds,
                    wholeFramesPerSecond: Double(frames) / whole.seconds, drawnShare: moving.drawnFrames / Double(frames),
                    copies: moving.seconds * 1e3 / Double(frames) / copy,
                    wholeCopies: whole.seconds * 1e3 / Double(frames) / copy
                ))
        }
        return rows
    }

    /// Draws the first frame, which also warms up.
    private func frameBytes(_ sequence: FrameSequence) throws -> Int {
        var first = sequence
        first.frames = try FrameRange(of: sequence.scene, rate: .sixty, to: try Time(frame: 1, rate: .sixty))
        var bytes = 0
        _ = try first.run(on: Device.processor(threads: 1)) { bytes = $0.picture.pixels.count }
        return bytes
    }

    /// The seconds of the fastest run, and how many whole frames were drawn in it.
    private func fastest(_ sequence: FrameSequence) throws -> (seconds: Double, drawnFrames: Double) {
        var best = (seconds: Double.infinity, drawnFrames: 0.0)
        for _ in 0..<repeats {
            var encoder: AnimatedEncoder?
            var written = 0
            let start = ContinuousClock.now
            let result = try sequence.run(
                as: VideoForm(matte: nil), on: Device.processor(threads: 1)
            ) { frame in
                let y4m =
                    try encoder
                    ?? AnimatedEncoder(
                        .y4m, width: frame.picture.width, height: frame.picture.height, rate: try AnimatedRate(60))
                encoder = y4m
                try y4m.append(frame.picture) { (bytes: UnsafeRawBufferPointer) throws(Never) in written += bytes.count }
            }
            let seconds = start.duration(to: .now).inSeconds
            if seconds < best.seconds { best = (seconds, result.drawnFrames) }
        }
        return best
    }

    /// The time for copying a frame's pixels in memory that is in no cache.
    private func copyMilliseconds(bytes: Int) -> Double {
        2 * Double(bytes) / (HostCopy.rate(threads: threads, rounds: 3) * 1e6)
    }
}
