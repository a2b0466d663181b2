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
        var skipped = 0
        var failed = 0
        var shown: ContinuousClock.Instant?
        /// Recent moments with the number of jobs done by then. The rate is computed from the last seconds.
        var marks: [(ContinuousClock.Instant, Int)] = []
        var lineIsOpen = false
        /// The number of failed jobs for each reason.
        var reasons: [String: Int] = [:]
    }

    /// The number of failures with the same reason to show. A broken template fails in the same way for every row.
    private static let shownFailures = 10
    /// The maximum number of reasons to count.
    private static let mostReasons = 1000

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
            case .skipped: state.skipped += 1
            case .failed(let failure):
                state.failed += 1
                show(failure, &state)
            case .checked: break
            case .notice(let text, let line, let output):
                let place = line.map { " (first in line \($0)\(output.map { ", \(oneLine($0))" } ?? ""))" } ?? ""
                if Notices.areShown { write(text + place, &state) }
            }
            update(&state)
        }
    }

    private func show(_ failure: JobFailure, _ state: inout State) {
        let reason = "\(failure.error)"
        if style != .json, state.reasons[reason] != nil || state.reasons.count < Self.mostReasons {
            state.reasons[reason, default: 0] += 1
            if state.reasons[reason, default: 0] > Self.shownFailures { return }
        }
        write("\(failure)", &state)
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
    static var now: String {
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
        let finished = state.done + state.skipped + state.failed
        let left = total.flatMap { rate > 0 && $0 >= finished ? Double($0 - finished) / rate : nil }
        switch style {
        case .json:
            var object = json(state.done, state.skipped, state.failed, rate)
            if let left { object["secondsLeft"] = .number(left.rounded()) }
            writeToStandardError(JSONValue.object(object).compact() + "\n")
        case .plain: writeToStandardError("\(prefix)\(line(state, finished, rate, left))\n")
        default:
            writeToStandardError("\r\u{1B}[K\(line(state, finished, rate, left))")
            state.lineIsOpen = true
        }
    }

    static func rate(
        from first: (ContinuousClock.Instant, Int), to last: (ContinuousClock.Instant, Int), _ start: ContinuousClock.Instant
    ) -> Double {
        let (from, done) = last.0 == first.0 ? (start, 0) : first
        let time = (last.0 - from).inSeconds
        return time > 0 ? Double(last.1 - done) / time : 0
    }

    private func json(_ done: Int, _ skipped: Int, _ failed: Int, _ rate: Double) -> JSONObject {
        var object: JSONObject = [
            "done": .count(done), "skipped": .count(skipped), "failed": .count(failed),
            "picturesPerSecond": .number((rate * 10).rounded() / 10), "time": .string(Self.now),
        ]
        if let total { object["total"] = .count(total) }
        return object
    }

    private func line(_ state: State, _ finished: Int, _ rate: Double, _ left: Double?) -> String {
        var words = ["\(finished)\(total.map { " of \($0)" } ?? "") jobs"]
        if state.skipped > 0 { words.append("\(state.skipped) skipped") }
        if state.failed > 0 { words.append("\(state.failed) failed") }
        words.append("\(rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))") pictures per second")
        if let left { words.append("\(Self.time(left)) left") }
        return words.joined(separator: ", ")
    }

    static func time(_ seconds: Double) -> String {
        let seconds = Int(min(1e9, seconds.rounded(.up)))
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }

    /// Writes the final summary on standard error.
    ///
    /// - Parameter devices: descriptions of devices by their names.
    func summarize(_ summary: BatchSummary, devices: [String: String], failures: String, isVerbose: Bool) {
        state.withLock { state in
            for (reason, count) in state.reasons.sorted(by: { $0.key < $1.key }) where count > Self.shownFailures {
                write("… \(count - Self.shownFailures) more with the same reason, see \(failures): \(reason)", &state)
            }
        }
        guard Notices.areShown else { return }
        guard style != .json else {
            // The last line shows how the batch ended.
            var object = json(summary.done, summary.skipped, summary.failed, summary.picturesPerSecond)
            object["isComplete"] = .bool(summary.isComplete)
            return writeToStandardError(JSONValue.object(object).compact() + "\n")
        }
        var words = ["\(summary.done) written"]
        if summary.skipped > 0 { words.append("\(summary.skipped) skipped") }
        if summary.failed > 0 { words.append("\(summary.failed) failed") }
        var parts = [words.joined(separator: ", ")]
        if summary.done > 0 {
            let names = summary.devices.keys.sorted().map { devices[$0] ?? Device.words(for: $0) }.joined(separator: ", ")
            parts.append("\(Int(summary.picturesPerSecond.rounded())) pictures per second on \(names)")
        }
        let warnings = summary.notices.values.reduce(0, +)
        if warnings > 0 { parts.append("\(warnings) warning\(warnings == 1 ? "" : "s")") }
        let lost = summary.lostWorkers
        if lost > 0 { parts.append("\(lost) worker process\(lost == 1 ? " was" : "es were") replaced") }
        if !summary.isComplete { parts.append("interrupted; continue with --resume") }
        let list = summary.failed > 0 ? ". Failures: \(failures)" : ""
        writeToStandardError("\(prefix)\(parts.joined(separator: "; "))\(list)\n")
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
