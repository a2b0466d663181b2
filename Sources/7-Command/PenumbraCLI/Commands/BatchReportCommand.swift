import ArgumentParser
import Penumbra
import PenumbraBatch

struct BatchReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch-report",
        abstract: "Merge the reports of a batch's shards.",
        discussion: """
            Merges the files of penumbra batch --report, one per shard: totals, failed
            jobs, and shards that are missing or unfinished. Exits with 0 if every shard
            did all of its jobs. penumbra batch-status checks the pictures themselves.

            EXAMPLES
              penumbra batch-report reports/*.json -o report.json
            """)

    @Argument(help: ArgumentHelp("The last report of each shard.", valueName: "report"))
    var reports: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write the merged report as JSON; \"-\" is stdout.", valueName: "file"))
    var output: String?

    func run() throws {
        let merged = try MergedReport(
            try reports.map { file throws(any Error) in try ShardReport(json: try readFile(file), file: file) })
        if let output { try writeFile(merged.json.prettyPrinted(), to: output) }
        if output != "-" { for line in merged.lines() { print(line) } }
        if !merged.isGood { throw ExitCode(ExitStatus.differs.rawValue) }
    }
}
