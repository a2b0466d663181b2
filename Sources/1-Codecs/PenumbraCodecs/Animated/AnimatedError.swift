import PenumbraSystem

/// The reason why a sequence of frames could not be encoded. The description is one line, as for `ImageError`.
public enum AnimatedError: Error, Hashable, Sendable {
    /// The sequence ended before its first frame.
    case noFrames(AnimatedFormat)
    /// A side is longer than the format allows, or there are no pixels.
    case sideBeyondFormat(AnimatedFormat, width: Int, height: Int, allowed: Int)
    /// A frame has another size than the file. Frames count from 0.
    case sizeChanged(frame: Int, width: Int, height: Int, expectedWidth: Int, expectedHeight: Int)
    /// A frame has transparent pixels although the file was announced as opaque.
    case notOpaque(frame: Int)
    /// The frame rate is not above 0, or above `AnimatedRate.maximum` frames per second.
    case rateBeyondRange(numerator: Int, denominator: Int)
    /// The number of plays is negative or higher than the format can store.
    case playsBeyondFormat(AnimatedFormat, plays: Int, allowed: Int)
    /// The format has no place for the colour space of the frames.
    case colorSpaceBeyondFormat(AnimatedFormat)
    /// The frames have 16 bits per channel. The formats of animations have 8.
    case depthBeyondFormat(AnimatedFormat)
    /// A frame is shown for longer than the format can store.
    case frameTooLong(AnimatedFormat, frame: Int, seconds: Int)
    /// The file has more bytes or frames than the format can count.
    case fileTooLong(AnimatedFormat)
    /// A frame could not be encoded as a picture.
    case picture(frame: Int, ImageError)
}

extension AnimatedError {
    public var kind: FailureKind {
        if case .picture(_, let error) = self { return error.kind }
        return .badData
    }
}

extension AnimatedError: Worded {
    public var words: Message {
        switch self {
        case .noFrames(let format):
            return "the \(format.rawValue) has no frames. Draw at least one frame."
        case .sideBeyondFormat(let format, let width, let height, let allowed):
            return
                "the frames are \(width)×\(height) pixels; \(format.article) \(format.rawValue) has 1 to \(allowed) per side. "
                + (format == .apng ? "Make them smaller." : "Make them smaller, or write an APNG.")
        case .sizeChanged(let frame, let width, let height, let expectedWidth, let expectedHeight):
            return "frame \(frame) is \(width)×\(height) pixels, but the file has \(expectedWidth)×\(expectedHeight). "
                + "Draw all frames at one size."
        case .notOpaque(let frame):
            return "frame \(frame) has transparent pixels, but the file was announced as opaque. Announce it as transparent."
        case .rateBeyondRange(let numerator, let denominator):
            return "the frame rate is \(numerator)/\(denominator) per second; rates above 0 and up to \(AnimatedRate.maximum) "
                + "are allowed. Choose another rate."
        case .playsBeyondFormat(let format, let plays, let allowed):
            return "\(plays) plays; \(format.article) \(format.rawValue) has 0 (endless) to \(allowed). Choose fewer plays."
        case .colorSpaceBeyondFormat(let format):
            return "the frames are in Display P3, and \(format.article) \(format.rawValue) has sRGB colours only. "
                + "Draw the frames in sRGB, or write an APNG."
        case .depthBeyondFormat(let format):
            return "canvas.depth is 16, and the frames of \(format.article) \(format.rawValue) have 8 bits per channel. "
                + "Write numbered PNG files, or set canvas.depth to 8."
        case .frameTooLong(let format, let frame, let seconds):
            return "frame \(frame) stays for \(seconds) seconds, longer than \(format.article) \(format.rawValue) can store. "
                + "Make the sequence shorter."
        case .fileTooLong(let format):
            return "the \(format.rawValue) is longer than its format can count. Write fewer or smaller frames."
        case .picture(let frame, let error):
            return "frame \(frame): \(error)"
        }
    }
}

extension AnimatedFormat {
    fileprivate var article: String {
        switch self {
        case .apng, .rgba: "an"
        case .webp, .gif, .y4m: "a"
        }
    }
}

/// The reason why a frame was not written.
public enum FrameFailure<Failure: Error>: Error {
    case encoding(AnimatedError)
    /// The receiver of the bytes threw this error.
    case emitting(Failure)
}
