import ArgumentParser

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure speed; compare GPU pictures with CPU pictures.",
        subcommands: [
            BenchRunCommand.self, BenchCompareCommand.self, BenchKernelsCommand.self, BenchCodecsCommand.self,
            BenchBatchCommand.self, BenchMotionCommand.self,
        ], defaultSubcommand: BenchRunCommand.self)
}
