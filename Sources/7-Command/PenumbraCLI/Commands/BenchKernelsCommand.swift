import ArgumentParser
import PenumbraBench

struct BenchKernelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kernels",
        abstract: "The CPU renderer's kernels as multiples of a copy, and one whole process.",
        discussion: """
            EXAMPLES
              penumbra bench kernels
              penumbra bench kernels --json > kernels.json
            """)

    @Option(help: ArgumentHelp("Runs of each measurement after the warm-up; medians are shown.", valueName: "count"))
    var repeats = 15

    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        try check("--repeats", repeats, 1...1000)
    }

    func run() throws {
        let rows = try KernelBenchmark(repeats: repeats).run() + ProcessBenchmark(repeats: repeats).run()
        print(json ? BenchmarkReport.json(rows) : BenchmarkReport.table(rows), terminator: "")
    }
}
