import PenumbraBitmap

/// Writes a format that stores a duration for each frame.
protocol TimedWriter {
    /// The ticks that durations are counted in.
    var ticks: FrameSchedule.Ticks { get }

    /// Returns the bytes before the first frame.
    mutating func begin() -> [UInt8]

    /// Returns the bytes of the next frame.
    ///
    /// - Parameter next: the frame that follows; nil for the last frame.
    mutating func write(_ frame: FrameSchedule.Shown, next: Bitmap?) throws(AnimatedError) -> [UInt8]

    /// Returns the bytes after the last frame, and the changes of bytes written before.
    mutating func finish() throws(AnimatedError) -> (bytes: [UInt8], patches: [FilePatch])
}
