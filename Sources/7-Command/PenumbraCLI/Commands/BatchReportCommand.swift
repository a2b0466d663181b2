import ArgumentParser
import Penumbra
import PenumbraBatch

struct BatchReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch-report",
        abstract: "Brings the reports of a batch's shards together.",
        discussion: """
            Takes the files that penumbra batch --report wrote, one a shard, and says what all did together, what each did, which jobs
            failed, and which shards left no report or stopped before their end. Exits with 0 when every shard did every job of its
            part, else with 1. It believes the reports; penumbra batch-status looks at the pictures themselves.

            EXAMPLES
              penumbra batch-report reports/*.json
              penumbra batch-report reports/*.json -o report.json
            """)

    @Argument(help: ArgumentHelp("The reports, of each shard its last.", valueName: "report"))
    var reports: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write the merged report here, as JSON; \"-\" is standard output, instead of the words.", valueName: "file"))
    var output: String?

    func run() throws {
        let merged = try MergedReport(
            try reports.map { file throws(any Error) in try ShardReport(json: try readFile(file), file: file) })
        if let output { try writeFile(merged.json.prettyPrinted(), to: output) }
        if output != "-" { for line in merged.lines() { print(line) } }
        if !merged.isGood { throw ExitCode(ExitStatus.differs.rawValue) }
    }
}
