import ArgumentParser
import PenumbraBench

struct BenchKernelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kernels",
        abstract: "Measure CPU kernels as multiples of a copy.",
        discussion: """
            EXAMPLES
              penumbra bench kernels
              penumbra bench kernels --json > kernels.json
            """)

    @Option(help: ArgumentHelp("Runs per measurement; medians are shown.", valueName: "count"))
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
