import PenumbraCodecs
import PenumbraScene
import PenumbraSystem

/// Writes the frames of an animation as one file, frame by frame.
public struct AnimationFile: Sendable {
    public var sequence: FrameSequence
    public var format: AnimatedFormat
    public var options: AnimatedOptions

    public init(_ sequence: FrameSequence, as format: AnimatedFormat, options: AnimatedOptions = .default) {
        (self.sequence, self.format, self.options) = (sequence, format, options)
        self.options.colorSpace = sequence.scene.canvas.colorSpace
        self.sequence.handling = FrameHandling(writing: format, options)
    }

    /// The work of a run, and the changes that its file still needs.
    public struct Result: Sendable {
        public var drawing = FrameSequence.Result()
        /// The bytes that replace bytes already emitted.
        public var patches: [FilePatch] = []
        /// The number of frames that aren't shown because the format or browsers can't show as many per second.
        public var droppedFrames = 0
        /// Whether soft edges became hard, because the format has no half-transparent pixels.
        public var hardensAlpha = false

        /// One line for each deviation from the request, besides the notices of frames.
        public var notices: [String] {
            var notices = drawing.notices
            if hardensAlpha {
                notices.append(
                    "half-transparent pixels became opaque or clear, because a GIF has no others; "
                        + "a matte in the page's colour keeps soft edges"
                )
            }
            guard droppedFrames > 0 else { return notices }
            let missing = droppedFrames == 1 ? "1 frame isn't" : "\(droppedFrames) frames aren't"
            return notices + ["\(missing) in the file, because a GIF shows at most 50 frames per second"]
        }

        public init() {}
    }

    /// Draws and encodes all frames.
    ///
    /// - Parameters:
    ///   - device: a GPU, or the processor.
    ///   - mayLeaveDevice: whether the processor takes over from a failing GPU.
    ///   - onFrame: called for each frame in order, before it is encoded. An error that it throws ends the run.
    ///   - emit: takes the next bytes of the file.
    /// - Throws: `AnimationError`, `AnimatedError`, or the error of `onFrame` or `emit`.
    public func write(
        on device: Device, mayLeaveDevice: Bool = true, onFrame: (FrameReport) throws -> Void = { _ in },
        emit: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Result {
        if sequence.scene.canvas.depth == .sixteen { throw AnimatedError.depthBeyondFormat(format) }
        let rate = try AnimatedRate(sequence.frames.rate.numerator, sequence.frames.rate.denominator)
        var encoder: AnimatedEncoder?
        var result = Result()
        func draw<Form: FrameForm>(
            _ form: Form, append: (AnimatedEncoder, Form.Picture) throws -> Void
        ) throws -> FrameSequence.Result {
            try sequence.run(as: form, on: device, mayLeaveDevice: mayLeaveDevice) { frame in
                try onFrame(frame.report)
                let now =
                    try encoder
                    ?? AnimatedEncoder(
                        format, width: frame.picture.width, height: frame.picture.height, rate: rate, options: options)
                encoder = now
                let work = now.work
                try append(now, frame.picture)
                try frame.spend(now.work - work)
            }
        }
        do {
            result.drawing =
                switch format {
                case .y4m: try draw(VideoForm(matte: options.matte)) { try $0.append($1, emit: emit) }
                case .apng, .webp, .gif, .rgba: try draw(PixelForm()) { try $0.append($1, emit: emit) }
                }
            result.patches = try encoder?.finish(emit: emit) ?? []
        } catch let failure as FrameFailure<any Error> {
            switch failure {
            case .emitting(let error): throw error
            case .encoding(let error): throw error
            }
        }
        result.droppedFrames = encoder?.droppedFrames ?? 0
        result.hardensAlpha = encoder?.hardensAlpha ?? false
        return result
    }
}

extension FrameHandling {
    /// The work of writing frames to a file, measured with frames that are hard to compress.
    init(writing format: AnimatedFormat, _ options: AnimatedOptions) {
        switch format {
        case .webp: self.init(ofPixel: 2, ofChangedPixel: options.webp.isLossless ? 60 : 40)
        case .gif: self.init(ofPixel: 2, ofChangedPixel: 10)
        case .apng: self.init(ofPixel: 2, ofChangedPixel: Self.work(ofPNG: options.png.effort, fast: 4))
        case .y4m, .rgba: self.init(ofPixel: 5)
        }
    }

    /// The work of writing each frame as a PNG.
    package init(storing options: PNGOptions) { self.init(ofPixel: Self.work(ofPNG: options.effort, fast: 6)) }

    /// A pixel of noise takes 170 nanoseconds with the effort `small`, one of a radial gradient 740 to 860. With the effort
    /// `balanced`, a pixel of soft shadows takes 40.
    private static func work(ofPNG effort: PNGOptions.Effort, fast: Int) -> Int {
        switch effort {
        case .fast: fast
        case .balanced: 40
        case .small: 300
        }
    }
}
