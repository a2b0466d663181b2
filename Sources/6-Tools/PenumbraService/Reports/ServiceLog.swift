import Glibc
import PenumbraElementary
import PenumbraJSON
import PenumbraSystem

/// Writes log lines as JSON on a thread of its own, so that a slow reader of the log delays no request.
final class ServiceLog: Sendable {
    private struct State {
        var lines: [String] = []
        var dropped = 0
        var isEnding = false
    }

    /// The most lines that wait. Further lines are dropped and counted.
    private static let most = 10_000

    private let state = Monitor(State())
    private let write: @Sendable (String) -> Void
    private let thread = Mutex<WorkerThreads.Handle?>(nil)
    private let said = Mutex<Set<String>>([])

    init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
        let started = WorkerThreads.start { [self] in work() }
        thread.withLock { $0 = started }
    }

    func add(_ report: RequestReport) {
        var line: JSONObject = [
            "time": .string(Self.time()), "method": .string(report.method), "path": .string(report.target),
            "status": .count(report.status), "bytes": .count(report.bytes),
            "seconds": .number((report.seconds * 1e6).rounded() / 1e6),
        ]
        if let note = report.note { line["cache"] = .string(note) }
        add(line)
    }

    /// Adds a message about the service itself.
    func add(_ message: String) {
        add(["time": .string(Self.time()), "message": .string(oneLine(message))] as JSONObject)
    }

    /// Adds a message unless it was added before.
    func addOnce(_ message: String) {
        let isNew = said.withLock { $0.count < 1000 && $0.insert(message).inserted }
        if isNew { add(message) }
    }

    private func add(_ line: JSONObject) {
        let text = JSONValue.object(line).compact()
        state.update { state in
            if state.lines.count < Self.most { state.lines.append(text) } else { state.dropped += 1 }
        }
    }

    /// Writes the lines that wait, and ends.
    func end() {
        state.update { $0.isEnding = true }
        thread.withLock { $0 }?.join()
    }

    private func work() {
        while true {
            let (lines, dropped) = state.wait { state -> ([String], Int)? in
                guard !state.lines.isEmpty || state.isEnding else { return nil }
                defer { (state.lines, state.dropped) = ([], 0) }
                return (state.lines, state.dropped)
            }
            if lines.isEmpty { return }
            write(lines.map { $0 + "\n" }.joined())
            if dropped > 0 { write("{\"message\":\"\(dropped) lines of the log were dropped\"}\n") }
        }
    }

    /// The time of day by RFC 3339, in UTC.
    private static func time() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let date =
            "\(digits(Int(parts.tm_year) + 1900, 4))-\(digits(Int(parts.tm_mon) + 1, 2))-\(digits(Int(parts.tm_mday), 2))"
        let time = "\(digits(Int(parts.tm_hour), 2)):\(digits(Int(parts.tm_min), 2)):\(digits(Int(parts.tm_sec), 2))"
        return "\(date)T\(time).\(digits(Int(now.tv_nsec) / 1_000_000, 3))Z"
    }
}
