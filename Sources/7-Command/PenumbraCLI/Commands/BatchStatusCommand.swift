import ArgumentParser
import Penumbra
import PenumbraBatch
import PenumbraSystem

struct BatchStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch-status",
        abstract: "Check that every job of a batch has a right output.",
        discussion: """
            Takes all options of penumbra batch; for limits, see penumbra help limits. An
            output is right if it has the bytes that the journal recorded, and was made
            from the job's present inputs. Nothing is rendered or written. Exits with 0 if
            all are right, otherwise with 1.

            EXAMPLES
              penumbra batch-status jobs.jsonl --output-root out
              penumbra batch-status --template card.json --rows a.csv -o '${sku}.png'
            """)

    @OptionGroup var source: BatchSourceOptions
    @OptionGroup(title: CommandHelp.elsewhere, visibility: .hidden) var drawing: BatchDrawingOptions
    /// These options have no effect. They make every command line of `penumbra batch` valid here too.
    @OptionGroup(title: CommandHelp.elsewhere, visibility: .hidden) var ignored: BatchRunOptions

    @Option(
        name: .customLong("journals"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "All shards' journals. Default: those in the output root.",
            valueName: "file"))
    var journals: [String] = []

    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        try source.check(format: drawing.picture.format.format?.format)
        try drawing.check()
    }

    private struct Tally {
        var counts: [String: Int] = [:]
        var devices: [String: Int] = [:]
        var problems: [(line: Int, output: String?, kind: String, reason: String)] = []
        var unnamed = 0

        mutating func note(_ line: Int, _ output: String?, _ kind: String, _ reason: String) {
            counts[kind, default: 0] += 1
            if problems.count < BatchStatusCommand.most {
                problems.append((line, output, kind, reason))
            } else {
                unnamed += 1
            }
        }
    }

    /// The maximum number of problems to list.
    private static let most = 10_000

    func run() throws {
        var options = try source.options(asksScheduler: false)
        try drawing.apply(to: &options)
        var files = journals
        if let journal = source.journal { files.append(journal) }
        if files.isEmpty { files = Self.journals(in: source.outputRoot) }
        let batch = Batch(source: try source.source(options.limits), options: options)
        let tally = Mutex(Tally())
        _ = try batch.check(journals: files) { event in
            tally.withLock { tally in
                switch event {
                case .checked(_, _, .good(let device)):
                    tally.counts["good", default: 0] += 1
                    tally.devices[device, default: 0] += 1
                case .checked(let line, let output, let standing):
                    tally.note(line, output, standing.kind, "\(standing)")
                case .failed(let failure):
                    tally.note(failure.line, failure.output, "failed", "\(failure.error)")
                case .done, .skipped, .notice: break
                }
            }
        }
        let result = tally.withLock { $0 }
        show(result, journals: files)
        if result.counts.contains(where: { $0.key != "good" }) { throw ExitCode(ExitStatus.differs.rawValue) }
    }

    private func show(_ tally: Tally, journals: [String]) {
        let problems = tally.problems.sorted { $0.line < $1.line }
        let jobs = tally.counts.values.reduce(0, +)
        if json {
            var object: JSONObject = [
                "jobs": .count(jobs), "counts": .counts(tally.counts), "devices": .counts(tally.devices),
                "journals": .strings(journals),
            ]
            object["problems"] = .array(
                problems.map { problem in
                    var entry: JSONObject = ["line": .count(problem.line)]
                    if let output = problem.output { entry["output"] = .string(output) }
                    entry["kind"] = .string(problem.kind)
                    entry["reason"] = .string(problem.reason)
                    return .object(entry)
                })
            if tally.unnamed > 0 { object["furtherProblems"] = .count(tally.unnamed) }
            print(JSONValue.object(object).prettyPrinted(), terminator: "")
            return
        }
        for problem in problems {
            print("line \(problem.line)\(problem.output.map { ", \(oneLine($0))" } ?? ""): \(problem.reason)")
        }
        if tally.unnamed > 0 { print("… and \(tally.unnamed) more") }
        let others = tally.counts.filter { $0.key != "good" }.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        let good = tally.counts["good"] ?? 0
        let drawn = tally.devices.sorted { $0.key < $1.key }.map {
            "\($0.value) drawn by \(Device.words(for: $0.key))"
        }.joined(separator: ", ")
        print(
            "\(jobs) jobs: \(([good == jobs ? "all good" : "\(good) good"] + others).joined(separator: ", "))\(drawn.isEmpty ? "" : " (\(drawn))")"
        )
    }

    private static func journals(in folder: String) -> [String] {
        let root = folder.isEmpty ? "." : folder
        let names = (fileNames(in: root) ?? []).filter {
            $0.startsWithBytes("penumbra-batch") && $0.endsWithBytes(".journal")
        }
        return root == "." ? names : names.map { "\(root)/\($0)" }
    }
}
