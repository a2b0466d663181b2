import Glibc
import Penumbra
import PenumbraSystem

/// Shows on standard error how many frames of an animation are done. Only one thread at a time may use an instance.
final class FrameProgress {
    private let style: ProgressStyle
    private let total: Int
    private let skipped: Int
    private var done = 0
    private let start = ContinuousClock().now
    private var shown: ContinuousClock.Instant?
    /// Recent moments with the number of frames done by then. The rate is computed from the last seconds.
    private var marks: [(ContinuousClock.Instant, Int)] = []
    private var lineIsOpen = false

    /// - Parameters:
    ///   - total: the number of frames.
    ///   - skipped: the number of frames that exist already.
    init(style: ProgressStyle, total: Int, skipped: Int = 0) {
        let isShown = Notices.areShown
        let isTerminal = isatty(2) == 1 && environmentValue("TERM") != "dumb"
        self.style = !isShown || style == .auto && !isTerminal ? .none : style
        (self.total, self.skipped) = (total, skipped)
    }

    /// Counts a finished frame.
    func advance() {
        done += 1
        let interval: Duration
        switch style {
        case .none: return
        case .auto: interval = .milliseconds(200)
        case .plain: interval = .seconds(5)
        case .json: interval = .seconds(1)
        }
        let now = ContinuousClock().now
        // The first frame gives no rate yet.
        if now - (shown ?? start) < interval { return }
        shown = now
        marks.append((now, done))
        if marks.count > 30 { marks.removeFirst() }
        let rate = ProgressReport.rate(from: marks.first ?? (start, 0), to: (now, done), start)
        let left = rate > 0 ? Double(total - skipped - done) / rate : nil
        switch style {
        case .none: break
        case .json:
            var object = json(rate)
            if let left { object["secondsLeft"] = .number(left.rounded()) }
            writeToStandardError(JSONValue.object(object).compact() + "\n")
        case .plain: writeToStandardError("penumbra: \(ProgressReport.now) \(line(rate, left))\n")
        case .auto:
            writeToStandardError("\r\u{1B}[K\(line(rate, left))")
            lineIsOpen = true
        }
    }

    /// Writes a message between the lines of progress.
    func note(_ text: String) {
        clearLine()
        guard style == .json else { return Notices.write(text) }
        let object = ["message": .string(text), "time": .string(ProgressReport.now)] as JSONValue
        writeToStandardError(object.compact() + "\n")
    }

    /// Ends the report.
    ///
    /// - Parameter isComplete: whether all frames are written.
    func end(isComplete: Bool) {
        clearLine()
        let seconds = (ContinuousClock().now - start).inSeconds
        let rate = seconds > 0 ? Double(done) / seconds : 0
        switch style {
        case .none, .auto: break
        case .json:
            var object = json(rate)
            object["isComplete"] = .bool(isComplete)
            writeToStandardError(JSONValue.object(object).compact() + "\n")
        case .plain:
            if isComplete { writeToStandardError("penumbra: \(ProgressReport.now) \(line(rate, nil))\n") }
        }
    }

    private func clearLine() {
        if lineIsOpen { writeToStandardError("\r\u{1B}[K") }
        lineIsOpen = false
    }

    private func json(_ rate: Double) -> JSONObject {
        [
            "done": .count(done), "skipped": .count(skipped), "framesPerSecond": .number((rate * 10).rounded() / 10),
            "time": .string(ProgressReport.now), "total": .count(total),
        ]
    }

    private func line(_ rate: Double, _ left: Double?) -> String {
        var words = ["\(done + skipped) of \(total) frames"]
        if skipped > 0 { words.append("\(skipped) skipped") }
        words.append("\(rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))") frames per second")
        if let left { words.append("\(ProgressReport.time(left)) left") }
        return words.joined(separator: ", ")
    }
}
