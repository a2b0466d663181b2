import Glibc
import Penumbra
import PenumbraSystem

/// Lines on standard error that show how far a run has come: one that is updated on a terminal, or many in a log.
struct ProgressLine {
    /// The items of a run that are over.
    struct Counts {
        var done = 0
        var skipped = 0
        /// Nil for runs that end with their first failure.
        var failed: Int?

        var finished: Int { done + skipped + (failed ?? 0) }
    }

    /// The style; `none` also without a terminal whose line could be updated.
    let style: ProgressStyle
    private let total: Int?
    private let items: String
    private let products: String
    private let start = ContinuousClock().now
    private var shown: ContinuousClock.Instant?
    /// Recent moments with the number of items done by then. The rate is computed from the last seconds.
    private var marks: [(ContinuousClock.Instant, Int)] = []
    private var isOpen = false

    /// - Parameters:
    ///   - total: the number of items. Nil if it isn't known.
    ///   - items: the plural word for the items.
    ///   - products: the plural word for the items that are done.
    init(style: ProgressStyle, total: Int?, of items: String, products: String) {
        let isTerminal = isatty(2) == 1 && environmentValue("TERM") != "dumb"
        self.style = !Notices.areShown || style == .auto && !isTerminal ? .none : style
        (self.total, self.items, self.products) = (total, items, products)
    }

    /// Shows the counts, if it is time for another line.
    mutating func update(_ counts: Counts) {
        let interval: Duration
        switch style {
        case .none: return
        case .auto: interval = .milliseconds(200)
        case .plain: interval = .seconds(5)
        case .json: interval = .seconds(1)
        }
        let now = ContinuousClock().now
        // The first items give no rate yet.
        if now - (shown ?? start) < interval { return }
        shown = now
        marks.append((now, counts.done))
        if marks.count > 30 { marks.removeFirst() }
        let rate = rate(to: now, counts.done)
        let left = total.flatMap { rate > 0 && $0 >= counts.finished ? Double($0 - counts.finished) / rate : nil }
        switch style {
        case .none: break
        case .json:
            var object = json(counts, rate)
            if let left { object["secondsLeft"] = .number(left.rounded()) }
            writeToStandardError(JSONValue.object(object).compact() + "\n")
        case .plain: writeToStandardError("\(prefix)\(words(counts, rate, left))\n")
        case .auto:
            writeToStandardError("\r\u{1B}[K\(words(counts, rate, left))")
            isOpen = true
        }
    }

    private func rate(to now: ContinuousClock.Instant, _ done: Int) -> Double {
        let (from, before) = marks.count > 1 ? marks[0] : (start, 0)
        let time = (now - from).inSeconds
        return time > 0 ? Double(done - before) / time : 0
    }

    /// Writes a message between the lines of progress.
    mutating func write(_ text: String) {
        if style == .json {
            return writeToStandardError((["message": .string(text), "time": .string(Self.now)] as JSONValue).compact() + "\n")
        }
        let wasOpen = isOpen
        clear()
        writeToStandardError(prefix + text.textLines.joined(separator: "; ") + "\n")
        // The removed line is shown again at once.
        if wasOpen { shown = nil }
    }

    /// Removes the updating line.
    mutating func clear() {
        if isOpen { writeToStandardError("\r\u{1B}[K") }
        isOpen = false
    }

    /// Writes the last line of a run, in styles that have one.
    ///
    /// - Parameter rate: the items per second of the whole run.
    func writeEnd(_ counts: Counts, rate: Double, isComplete: Bool) {
        switch style {
        case .none, .auto: break
        case .json:
            var object = json(counts, rate)
            object["isComplete"] = .bool(isComplete)
            writeToStandardError(JSONValue.object(object).compact() + "\n")
        case .plain: if isComplete { writeToStandardError("\(prefix)\(words(counts, rate, nil))\n") }
        }
    }

    /// The items per second since the start.
    func rate(_ counts: Counts) -> Double {
        let seconds = (ContinuousClock().now - start).inSeconds
        return seconds > 0 ? Double(counts.done) / seconds : 0
    }

    /// Log lines start with the time; terminal lines don't.
    var prefix: String { style == .plain ? "penumbra: \(Self.now) " : "penumbra: " }

    private func json(_ counts: Counts, _ rate: Double) -> JSONObject {
        var object: JSONObject = ["done": .count(counts.done), "skipped": .count(counts.skipped)]
        if let failed = counts.failed { object["failed"] = .count(failed) }
        object["\(products)PerSecond"] = .number((rate * 10).rounded() / 10)
        object["time"] = .string(Self.now)
        if let total { object["total"] = .count(total) }
        return object
    }

    private func words(_ counts: Counts, _ rate: Double, _ left: Double?) -> String {
        var words = ["\(counts.finished)\(total.map { " of \($0)" } ?? "") \(items)"]
        if counts.skipped > 0 { words.append("\(counts.skipped) skipped") }
        if let failed = counts.failed, failed > 0 { words.append("\(failed) failed") }
        words.append("\(rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))") \(products) per second")
        if let left { words.append("\(Self.time(left)) left") }
        return words.joined(separator: ", ")
    }

    /// The current time in UTC, to the second, as in RFC 3339.
    private static var now: String {
        var (seconds, parts) = (Glibc.time(nil), tm())
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
            + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }

    private static func time(_ seconds: Double) -> String {
        let seconds = Int(min(1e9, seconds.rounded(.up)))
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }
}
