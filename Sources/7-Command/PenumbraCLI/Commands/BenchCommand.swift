import ArgumentParser

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures speed, and compares what GPUs draw with what the CPU draws.",
        subcommands: [
            BenchRunCommand.self, BenchCompareCommand.self, BenchKernelsCommand.self, BenchCodecsCommand.self,
            BenchBatchCommand.self,
        ], defaultSubcommand: BenchRunCommand.self)
}
