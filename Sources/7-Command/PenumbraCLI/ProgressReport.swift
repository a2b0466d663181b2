import ArgumentParser
import Glibc
import Penumbra
import PenumbraBatch
import PenumbraSystem

enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
    /// An updating line if standard error is a terminal; otherwise nothing.
    case auto
    /// A new line every few seconds.
    case plain
    /// A JSON line every second.
    case json
    case none
}

/// Shows the progress of a batch and its failed jobs on standard error.
final class ProgressReport: Sendable {
    private struct State {
        var done = 0
        var proven = 0
        var failed = 0
        var shown: ContinuousClock.Instant?
        /// Recent moments with the number of jobs done by then. The rate is computed from the last seconds.
        var marks: [(ContinuousClock.Instant, Int)] = []
        var lineIsOpen = false
    }

    private let style: ProgressStyle
    private let total: Int?
    private let isTerminal: Bool
    private let start = ContinuousClock().now
    private let state = Mutex(State())

    init(style: ProgressStyle, total: Int?) {
        isTerminal = isatty(2) == 1 && environmentValue("TERM") != "dumb"
        self.style = Notices.areShown ? style : .none
        self.total = total
    }

    func take(_ event: BatchEvent) {
        state.withLock { state in
            switch event {
            case .done: state.done += 1
            case .proven: state.proven += 1
            case .failed(let failure):
                state.failed += 1
                write("\(failure)", &state)
            case .checked: break
            case .notice(let text): if Notices.areShown { write(text, &state) }
            }
            update(&state)
        }
    }

    /// Writes a message between the lines of progress.
    func note(_ text: String) { state.withLock { write(text, &$0) } }

    /// Removes the updating line.
    func end() {
        state.withLock { state in
            if state.lineIsOpen { writeToStandardError("\r\u{1B}[K") }
            state.lineIsOpen = false
        }
    }

    private func write(_ text: String, _ state: inout State) {
        if style == .json {
            return writeToStandardError((["message": .string(text), "time": .string(Self.now)] as JSONValue).compact() + "\n")
        }
        writeToStandardError(
            (state.lineIsOpen ? "\r\u{1B}[K" : "") + prefix + text.textLines.joined(separator: "; ") + "\n")
        // Show the removed line again at once.
        if state.lineIsOpen { state.shown = nil }
        state.lineIsOpen = false
    }

    /// Log lines start with the time; terminal lines don't.
    private var prefix: String { style == .plain ? "penumbra: \(Self.now) " : "penumbra: " }

    /// The current time in UTC, to the second, as in RFC 3339.
    private static var now: String {
        var (seconds, parts) = (Glibc.time(nil), tm())
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
            + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }

    private func update(_ state: inout State) {
        let interval: Duration
        switch style {
        case .none: return
        case .auto:
            guard isTerminal else { return }
            interval = .milliseconds(200)
        case .plain: interval = .seconds(5)
        case .json: interval = .seconds(1)
        }
        let now = ContinuousClock().now
        if let shown = state.shown, now - shown < interval { return }
        // The first line of a plain report would contain no information yet.
        if state.shown == nil && style == .plain && state.marks.isEmpty {
            state.shown = now
            state.marks = [(now, state.done)]
            return
        }
        state.shown = now
        state.marks.append((now, state.done))
        if state.marks.count > 30 { state.marks.removeFirst() }
        let rate = Self.rate(from: state.marks.first ?? (start, 0), to: (now, state.done), start)
        let finished = state.done + state.proven + state.failed
        let left = total.flatMap { rate > 0 && $0 >= finished ? Double($0 - finished) / rate : nil }
        switch style {
        case .json:
            var object = json(state.done, state.proven, state.failed, rate)
            if let left { object["secondsLeft"] = .number(left.rounded()) }
            writeToStandardError(JSONValue.object(object).compact() + "\n")
        case .plain: writeToStandardError("\(prefix)\(line(state, finished, rate, left))\n")
        default:
            writeToStandardError("\r\u{1B}[K\(line(state, finished, rate, left))")
            state.lineIsOpen = true
        }
    }

    private static func rate(
        from first: (ContinuousClock.Instant, Int), to last: (ContinuousClock.Instant, Int), _ start: ContinuousClock.Instant
    ) -> Double {
        let (from, done) = last.0 == first.0 ? (start, 0) : first
        let time = (last.0 - from).inSeconds
        return time > 0 ? Double(last.1 - done) / time : 0
    }

    private func json(_ done: Int, _ proven: Int, _ failed: Int, _ rate: Double) -> JSONObject {
        var object: JSONObject = [
            "done": .count(done), "proven": .count(proven), "failed": .count(failed),
            "picturesPerSecond": .number((rate * 10).rounded() / 10), "time": .string(Self.now),
        ]
        if let total { object["total"] = .count(total) }
        return object
    }

    private func line(_ state: State, _ finished: Int, _ rate: Double, _ left: Double?) -> String {
        var words = ["\(finished)\(total.map { " of \($0)" } ?? "") jobs"]
        if state.proven > 0 { words.append("\(state.proven) were done already") }
        if state.failed > 0 { words.append("\(state.failed) failed") }
        words.append("\(rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))") pictures per second")
        if let left { words.append("\(Self.time(left)) left") }
        return words.joined(separator: ", ")
    }

    private static func time(_ seconds: Double) -> String {
        let seconds = Int(min(1e9, seconds.rounded(.up)))
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }

    /// Writes the final summary on standard error.
    ///
    /// - Parameter devices: the names of the devices that drew; nil if unknown.
    func summarize(_ summary: BatchSummary, by devices: String?, failures: String, isVerbose: Bool) {
        guard Notices.areShown else { return }
        guard style != .json else {
            // The last line shows how the batch ended.
            var object = json(summary.done, summary.proven, summary.failed, summary.picturesPerSecond)
            object["isComplete"] = .bool(summary.isComplete)
            return writeToStandardError(JSONValue.object(object).compact() + "\n")
        }
        var words = ["\(summary.done) written"]
        if summary.proven > 0 { words.append("\(summary.proven) were done already") }
        if summary.failed > 0 { words.append("\(summary.failed) failed, see \(failures)") }
        if !summary.isComplete { words.append("stopped before the end; go on with --resume") }
        if summary.done > 0 { words.append("\(Int(summary.picturesPerSecond.rounded())) pictures per second") }
        if let devices, summary.done > 0 { words.append("drawn by \(devices)") }
        writeToStandardError("\(prefix)\(words.joined(separator: ", "))\n")
        guard isVerbose else { return }
        let total = StageTimes.Stage.allCases.reduce(0) { $0 + summary.stages[$1] }
        for stage in StageTimes.Stage.allCases where summary.stages[stage] > 0 {
            let seconds = summary.stages[stage]
            let each = seconds / Double(max(1, summary.done)) * 1000
            writeToStandardError(
                "penumbra:   \(stage.rawValue) \((each * 100).rounded() / 100) ms per picture, \(Int((100 * seconds / total).rounded())) % of the threads' time\n"
            )
        }
    }
}
