import PenumbraScene
import PenumbraSystem

/// The frames of an animation: a rate and a run of frame numbers. Frame n shows the scene at n/rate seconds.
public struct FrameRange: Hashable, Sendable {
    public let rate: FrameRate
    public let numbers: Range<Int>

    /// The most frames of one run: some four and a half hours at 60 frames per second.
    public static let most = 1_000_000

    /// The frames from one time up to, and without, another.
    ///
    /// - Parameters:
    ///   - end: nil ends with the scene: its canvas's `duration`, or the end of its last animation.
    ///   - part: the part of the frames to draw. Parts are runs of frames of nearly equal lengths.
    /// - Throws: `AnimationError` for an endless scene without an end, and for no frames or too many.
    public init(
        of scene: Scene, rate: FrameRate, from start: Time = .zero, to end: Time? = nil, part: (index: Int, count: Int) = (1, 1)
    ) throws(AnimationError) {
        let first = rate.firstFrame(notBefore: start)
        let last: Int
        if let end {
            last = rate.firstFrame(notBefore: end)
        } else {
            guard scene.isAnimated || scene.canvas.duration != nil else { throw .still }
            guard let seconds = scene.duration else { throw scene.isEndless ? .endless : .still }
            // A duration in decimals may miss a frame's time by a rounding.
            let count = seconds * Double(rate.numerator) / Double(rate.denominator) - 1e-6
            last = Int(min(1e13, count.rounded(.up)))
        }
        guard last > first else { throw .noFrames(start: start, rate: rate) }
        guard last - first <= Self.most else { throw .tooManyFrames(count: last - first) }
        self.rate = rate
        let count = last - first
        numbers = first + (part.index - 1) * count / part.count..<first + part.index * count / part.count
        guard !numbers.isEmpty else { throw .emptyPart(index: part.index, of: part.count, frames: count) }
    }

    /// Refuses more frames than the limits allow, whatever the frames show.
    package func check(_ limits: RenderLimits) throws(AnimationError) {
        let (work, allowed) = (numbers.count * FrameHandling.ofAnyFrame, limits.animationWorkInNanoseconds)
        guard work <= allowed else { throw .tooMuchWork(frames: numbers.count, work: work, allowed: allowed) }
    }

    /// The time of a frame.
    public func time(of frame: Int) throws(AnimationError) -> Time {
        do { return try Time(frame: frame, rate: rate) } catch { throw .motion(error) }
    }
}

/// The reason why an animation can't be drawn.
public enum AnimationError: Error, Sendable, Worded {
    /// The scene has no animations and no duration.
    case still
    /// The scene's animations never end.
    case endless
    case noFrames(start: Time, rate: FrameRate)
    case tooManyFrames(count: Int)
    /// All frames together take longer than `RenderLimits.animationWork` allows. `work` and `allowed` are nanoseconds of one
    /// core; `work` is estimated from the scene, and a lower bound.
    case tooMuchWork(frames: Int, work: Int, allowed: Int)
    /// The frames up to one of them took longer than `RenderLimits.animationWork` allows.
    case tooMuchWorkSoFar(frame: Int, allowed: Int)
    case emptyPart(index: Int, of: Int, frames: Int)
    case motion(MotionError)
    case render(frame: Int, RenderError)
    /// The frames differ in size.
    case sizeChanged(frame: Int)
    case noThread

    private static let remedy: Message =
        "Choose a shorter time, fewer frames per second or a smaller canvas, or raise \(limit: .animationWork)"

    public var words: Message {
        switch self {
        case .still:
            "the scene has no animations after its start; give \(setting: .to), or canvas.duration, or use penumbra render"
        case .endless: "the scene's animations never end; give \(setting: .to), or canvas.duration"
        case .noFrames(let start, let rate):
            "there are no frames from \("\(start)") s on at \("\(rate)") frames per second; choose an earlier start or a later end"
        case .tooManyFrames(let count):
            "\(count) frames, at most \(FrameRange.most) are drawn in one run; choose a shorter time or fewer frames per second"
        case .tooMuchWork(let frames, let work, let allowed):
            "the \(frames) frames take at least \(AnimationWork.seconds(work)) s of one core together; \(AnimationWork.seconds(allowed)) s are "
                + "allowed. \(Self.remedy)"
        case .tooMuchWorkSoFar(let frame, let allowed):
            "frame \(frame): the frames up to here take more than the allowed \(AnimationWork.seconds(allowed)) s of one core. \(Self.remedy)"
        case .emptyPart(let index, let count, let frames):
            "part \(index) of \(count) is empty, because there are only \(frames) frames"
        case .motion(let error): error.words
        case .render(let frame, let error): "frame \(frame): \(error.words)"
        case .sizeChanged(let frame):
            "frame \(frame) has another size than the frames before; give the canvas a width and a height instead of \"fit\""
        case .noThread: "the system gives no thread to draw with"
        }
    }
}
