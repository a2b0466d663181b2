/// Writes a format that stores a duration for each frame.
protocol TimedWriter {
    /// The ticks that durations are counted in.
    var ticks: FrameSchedule.Ticks { get }

    /// The nanoseconds of one core that the frames so far took because of their colours, computed and not measured.
    var work: Int { get }

    /// Returns the bytes before the first frame.
    mutating func begin() -> [UInt8]

    /// Takes the next frame and returns the next bytes of the file.
    mutating func write(_ frame: FrameSchedule.Shown) throws(AnimatedError) -> [UInt8]

    /// Returns the last bytes, and the changes of bytes written before.
    mutating func finish() throws(AnimatedError) -> (bytes: [UInt8], patches: [FilePatch])
}

extension TimedWriter {
    var work: Int { 0 }
}
