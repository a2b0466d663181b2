import ArgumentParser
import PenumbraBench

struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures speed, and compares what GPUs draw with what the CPU draws.",
        subcommands: [Run.self, BenchCompare.self, Kernels.self, Codecs.self, BatchOfCards.self], defaultSubcommand: Run.self)

    struct Kernels: ParsableCommand {
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
            if !(1...1000).contains(repeats) {
                throw ValidationError("--repeats is \(repeats); 1 to 1000 are allowed.")
            }
        }

        func run() throws {
            let rows = try KernelBenchmark(repeats: repeats).run() + ProcessBenchmark(repeats: repeats).run()
            print(json ? BenchmarkReport.json(rows) : BenchmarkReport.table(rows), terminator: "")
        }
    }
}
