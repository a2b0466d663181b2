import PenumbraBitmap
import PenumbraSystem

/// Writes a sequence of frames as one file, frame by frame. It keeps at most four frames, however long the sequence is.
///
///     let encoder = try AnimatedEncoder(.apng, width: 640, height: 360, rate: AnimatedRate(60))
///     for frame in frames { try encoder.append(frame, emit: file.write) }
///     for patch in try encoder.finish(emit: file.write) { try file.write(patch.bytes, at: patch.offset) }
///
/// APNG, WebP and GIF files store a duration for each frame, so equal frames in a row become one. They store only the area
/// that changes. Start times are rounded from exact times, so that errors don't add up. They are exact in an APNG whose rate
/// has terms up to 65,535, to the millisecond in other APNGs and in WebPs, and to the hundredth of a second in GIFs. Above 50
/// frames per second, a GIF shows 50, since browsers slow down shorter frames.
///
/// Y4M and RGBA files have every frame.
///
/// An encoder may be used by one thread at a time.
public final class AnimatedEncoder {
    private enum Writer {
        case timed(FrameSchedule, any TimedWriter)
        case video(Y4MWriter)
        case raw
    }

    public let format: AnimatedFormat
    public let width: Int
    public let height: Int
    /// The number of frames appended so far.
    public private(set) var frameCount = 0
    /// The number of frames in the file so far. Equal frames count once.
    public private(set) var writtenFrames = 0
    /// The number of frames that are not shown because the format or browsers can't show as many per second.
    public var droppedFrames: Int {
        if case .timed(let schedule, _) = writer { schedule.dropped } else { 0 }
    }

    /// The nanoseconds of one core that writing the frames so far took because of their colours, besides the time for each
    /// pixel. They are computed from the number of colours that were compared, not measured.
    package var work: Int {
        if case .timed(_, let timed) = writer { timed.work } else { 0 }
    }

    /// Whether a frame had half-transparent pixels, which the format can't show.
    public private(set) var hardensAlpha = false

    private let takesAlpha: Bool
    private let isOpaque: Bool
    private let videoForm: VideoForm
    private var hasBegun = false
    private var writer: Writer

    /// Makes an encoder for frames of the given size.
    ///
    /// - Parameters:
    ///   - rate: the frames per second.
    ///   - isOpaque: a promise that all frames are opaque. An APNG then has no alpha and is smaller.
    /// - Throws: `AnimatedError.sideBeyondFormat`, `.playsBeyondFormat`, `.colorSpaceBeyondFormat`, or `.picture` if memory is
    ///   too short.
    public init(
        _ format: AnimatedFormat, width: Int, height: Int, rate: AnimatedRate, isOpaque: Bool = false,
        options: AnimatedOptions = .default
    ) throws(AnimatedError) {
        let sides = 1...format.maximumSide
        guard sides.contains(width), sides.contains(height) else {
            throw .sideBeyondFormat(format, width: width, height: height, allowed: format.maximumSide)
        }
        if let most = format.maximumPlays, !(0...most).contains(options.plays) {
            throw .playsBeyondFormat(format, plays: options.plays, allowed: most)
        }
        self.format = format
        self.width = width
        self.height = height
        self.isOpaque = isOpaque
        videoForm = VideoForm(matte: options.matte)
        takesAlpha = format != .gif || options.matte != nil
        // The frames that are kept, and their compressed bytes.
        let (pixels, overflow) = width.multipliedReportingOverflow(by: 16 * height)
        guard !overflow, AddressSpace.hasRoom(for: pixels) else {
            throw .picture(frame: 0, .outOfMemory(bytes: overflow ? .max : pixels))
        }
        switch (format, options.colorSpace) {
        case (.gif, .displayP3), (.y4m, .displayP3): throw .colorSpaceBeyondFormat(format)
        case (.gif, .srgb), (.y4m, .srgb), (.apng, _), (.webp, _), (.rgba, _): break
        }
        func timed(_ writer: any TimedWriter) -> Writer { .timed(FrameSchedule(writer.ticks, rate: rate), writer) }
        switch format {
        case .apng:
            writer = timed(APNGWriter(width: width, height: height, isOpaque: isOpaque, rate: rate, options: options))
        case .webp: writer = timed(AnimatedWebPWriter(width: width, height: height, options: options))
        case .gif: writer = timed(GIFWriter(width: width, height: height, rate: rate, options: options))
        case .y4m: writer = .video(Y4MWriter(width: width, height: height, rate: rate))
        case .rgba: writer = .raw
        }
    }

    /// Adds the next frame and emits the bytes that have become known, often those of the frame before.
    ///
    /// - Parameter emit: called with the next bytes of the file, which are valid during the call; maybe several times, maybe
    ///   not at all.
    /// - Throws: an `AnimatedError`, or the error that `emit` throws. The file is then incomplete.
    public func append<Failure: Error>(
        _ frame: Bitmap, emit: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(FrameFailure<Failure>) {
        if let error = sizeError(width: frame.width, height: frame.height) { throw .encoding(error) }
        guard frame.depth == .eight else { throw .encoding(.depthBeyondFormat(format)) }
        guard frame.isOpaque || !isOpaque else { throw .encoding(.notOpaque(frame: frameCount)) }
        if !takesAlpha, !hardensAlpha, !frame.isOpaque { hardensAlpha = frame.hasSoftAlpha }
        switch writer {
        case .timed(var schedule, let writer):
            let shown = schedule.append(frame, number: frameCount)
            self.writer = .timed(schedule, writer)
            frameCount += 1
            try write(shown, emit)
        case .video(let video):
            let picture: VideoPicture
            do throws(ImageError) {
                picture = try videoForm.converted(frame)
            } catch {
                throw .encoding(.picture(frame: frameCount, error))
            }
            try write(picture, video, emit)
        case .raw:
            do throws(Failure) {
                try emit(UnsafeRawBufferPointer(frame.pixels))
            } catch {
                throw .emitting(error)
            }
            withExtendedLifetime(frame) {}
            frameCount += 1
            writtenFrames += 1
        }
    }

    /// Adds the next frame of a Y4M, whose samples are already made. Other formats take bitmaps.
    package func append<Failure: Error>(
        _ frame: VideoPicture, emit: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(FrameFailure<Failure>) {
        if let error = sizeError(width: frame.width, height: frame.height) { throw .encoding(error) }
        guard case .video(let video) = writer else { preconditionFailure("a \(format.rawValue) takes bitmaps") }
        try write(frame, video, emit)
    }

    /// The error for a frame of another size than the file's.
    private func sizeError(width: Int, height: Int) -> AnimatedError? {
        if width == self.width, height == self.height { return nil }
        return .sizeChanged(
            frame: frameCount, width: width, height: height, expectedWidth: self.width, expectedHeight: self.height)
    }

    private func write<Failure: Error>(
        _ frame: VideoPicture, _ video: Y4MWriter, _ emit: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(FrameFailure<Failure>) {
        if !hasBegun { try pass(video.header, emit) }
        hasBegun = true
        try pass(Y4MWriter.frameHeader, emit)
        do throws(Failure) {
            try frame.withSamples(emit)
        } catch {
            throw .emitting(error)
        }
        frameCount += 1
        writtenFrames += 1
    }

    /// Ends the sequence and emits the last bytes. No frame may be added afterwards.
    ///
    /// - Returns: changes of bytes emitted before, which must still be written. Empty unless the format's `needsPatches` is
    ///   true.
    /// - Throws: `AnimatedError.noFrames` if no frame was added, another `AnimatedError`, or the error that `emit` throws.
    public func finish<Failure: Error>(
        emit: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(FrameFailure<Failure>) -> [FilePatch] {
        guard frameCount > 0 else { throw .encoding(.noFrames(format)) }
        guard case .timed(var schedule, let unchanged) = writer else { return [] }
        let shown = schedule.finish(count: frameCount)
        writer = .timed(schedule, unchanged)
        try write(shown, emit)
        guard case .timed(_, var last) = writer else { return [] }
        let end: (bytes: [UInt8], patches: [FilePatch])
        do throws(AnimatedError) {
            end = try last.finish()
        } catch {
            throw .encoding(error)
        }
        try pass(end.bytes, emit)
        return end.patches
    }

    private func write<Failure: Error>(
        _ shown: [FrameSchedule.Shown], _ emit: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(FrameFailure<Failure>) {
        guard !shown.isEmpty, case .timed(let schedule, var timed) = writer else { return }
        // The writer has one owner, so that its memory isn't copied.
        writer = .raw
        defer { writer = .timed(schedule, timed) }
        if !hasBegun { try pass(timed.begin(), emit) }
        hasBegun = true
        for frame in shown {
            let bytes: [UInt8]
            do throws(AnimatedError) {
                bytes = try timed.write(frame)
            } catch {
                throw .encoding(error)
            }
            writtenFrames += 1
            try pass(bytes, emit)
        }
    }

    private func pass<Failure: Error>(
        _ bytes: [UInt8], _ emit: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(FrameFailure<Failure>) {
        if bytes.isEmpty { return }
        let result = bytes.withUnsafeBytes { bytes in Result { () throws(Failure) in try emit(bytes) } }
        do { try result.get() } catch { throw .emitting(error) }
    }
}

extension Bitmap {
    /// Whether any pixel is neither opaque nor transparent.
    fileprivate var hasSoftAlpha: Bool {
        withExtendedLifetime(self) { UnsafeRawBufferPointer(pixels).hasSoftAlpha }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether any fourth byte is neither 0 nor 255.
    fileprivate var hasSoftAlpha: Bool { stride(from: 3, to: count, by: 4).contains { self[$0] &+ 1 > 1 } }
}
