import ArgumentParser
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
        var line: ProgressLine
        var counts = ProgressLine.Counts(failed: 0)
        /// The number of failed jobs for each reason.
        var reasons: [String: Int] = [:]
    }

    /// The number of failures with the same reason to show. A broken template fails in the same way for every row.
    private static let shownFailures = 10
    /// The maximum number of reasons to count.
    private static let mostReasons = 1000

    private let state: Mutex<State>

    init(style: ProgressStyle, total: Int?) {
        state = Mutex(State(line: ProgressLine(style: style, total: total, of: "jobs", products: "pictures")))
    }

    func take(_ event: BatchEvent) {
        state.withLock { state in
            switch event {
            case .done: state.counts.done += 1
            case .skipped: state.counts.skipped += 1
            case .failed(let failure):
                state.counts.failed = (state.counts.failed ?? 0) + 1
                show(failure, &state)
            case .checked: break
            case .notice(let text, let line, let output):
                let place = line.map { " (first in line \($0)\(output.map { ", \(oneLine($0))" } ?? ""))" } ?? ""
                if Notices.areShown { state.line.write(text + place) }
            }
            state.line.update(state.counts)
        }
    }

    private func show(_ failure: JobFailure, _ state: inout State) {
        let reason = "\(failure.error)"
        if state.line.style != .json, state.reasons[reason] != nil || state.reasons.count < Self.mostReasons {
            state.reasons[reason, default: 0] += 1
            if state.reasons[reason, default: 0] > Self.shownFailures { return }
        }
        state.line.write("\(failure)")
    }

    /// Writes a message between the lines of progress.
    func note(_ text: String) { state.withLock { $0.line.write(text) } }

    /// Removes the updating line.
    func end() { state.withLock { $0.line.clear() } }

    /// Writes the final summary on standard error.
    ///
    /// - Parameter devices: descriptions of devices by their names.
    func summarize(_ summary: BatchSummary, devices: [String: String], failures: String, isVerbose: Bool) {
        let line = state.withLock { state in
            for (reason, count) in state.reasons.sorted(by: { $0.key < $1.key }) where count > Self.shownFailures {
                state.line.write("… \(count - Self.shownFailures) more with the same reason, see \(failures): \(reason)")
            }
            return state.line
        }
        guard Notices.areShown else { return }
        guard line.style != .json else {
            // The last line shows how the batch ended.
            let counts = ProgressLine.Counts(done: summary.done, skipped: summary.skipped, failed: summary.failed)
            return line.writeEnd(counts, rate: summary.picturesPerSecond, isComplete: summary.isComplete)
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
        writeToStandardError("\(line.prefix)\(parts.joined(separator: "; "))\(list)\n")
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
