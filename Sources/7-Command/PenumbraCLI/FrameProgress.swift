/// Shows on standard error how many frames of an animation are done. Only one thread at a time may use an instance.
final class FrameProgress {
    private var line: ProgressLine
    private var counts: ProgressLine.Counts

    /// - Parameters:
    ///   - total: the number of frames.
    ///   - skipped: the number of frames that exist already.
    init(style: ProgressStyle, total: Int, skipped: Int = 0) {
        line = ProgressLine(style: style, total: total, of: "frames", products: "frames")
        counts = ProgressLine.Counts(skipped: skipped)
    }

    /// Counts a finished frame.
    func advance() {
        counts.done += 1
        line.update(counts)
    }

    /// Writes a message between the lines of progress.
    func note(_ text: String) {
        if Notices.areShown { line.write(text) }
    }

    /// Ends the report.
    ///
    /// - Parameter isComplete: whether all frames are written.
    func end(isComplete: Bool) {
        line.clear()
        line.writeEnd(counts, rate: line.rate(counts), isComplete: isComplete)
    }
}
