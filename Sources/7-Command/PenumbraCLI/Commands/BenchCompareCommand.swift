import ArgumentParser
import Penumbra
import PenumbraBench
import PenumbraSystem

/// The command `penumbra bench compare`.
struct BenchCompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two JSON reports row by row.",
        discussion: """
            A row is faster or slower when the ratio of its medians leaves the noise of both: how far medians of parts of the runs lie \
            from the whole's, or 5 % where a report does not tell.

            EXAMPLES
              penumbra bench compare old.json new.json
              penumbra bench compare old.json new.json --fail-over 5
            """)

    @Argument(help: ArgumentHelp("The earlier report; \"-\" reads standard input.", valueName: "old")) var old: String
    @Argument(help: ArgumentHelp("The later report.", valueName: "new")) var new: String

    @Option(
        help: ArgumentHelp("Exit with 1 if a row is slower by more than this.", valueName: "percent"))
    var failOver: Double?

    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        try check("--fail-over", failOver, 0...1e6)
    }

    func run() throws {
        let (before, after) = (try Self.read(old), try Self.read(new))
        let comparison = try rethrowing(
            try BenchmarkComparison(before, after), as: CommandFailure.badData("\"\(old)\" and \"\(new)\""))
        print(json ? comparison.json.prettyPrinted() : comparison.table, terminator: "")
        guard let failOver else { return }
        let slower = comparison.slower(byMoreThan: failOver)
        guard let first = slower.first else { return }
        throw CommandFailure(
            .differs,
            "\(slower.count) row\(slower.count == 1 ? " is" : "s are") slower by more than \(plain(failOver)) %, first \(first.name)"
        )
    }

    private static func read(_ path: String) throws -> MeasuredReport {
        let bytes = try readFile(path)
        return try rethrowing(
            try MeasuredReport(json: bytes), as: CommandFailure.badData(path == "-" ? "standard input" : "\"\(path)\""))
    }
}
