import ArgumentParser

/// The options that control how a batch runs, independent of its pictures.
struct BatchRunOptions: ParsableArguments {
    @Flag(help: "Skip jobs whose outputs are already right.")
    var resume = false

    @Flag(help: ArgumentHelp("Stop after the first failed job.", visibility: .hidden))
    var failFast = false

    @Flag(help: "Run jobs in worker processes: a crash costs one job.")
    var isolate = false

    @Option(
        help: ArgumentHelp(
            "Progress on standard error.", valueName: "style", visibility: .hidden))
    var progress = ProgressStyle.auto

    @Option(help: ArgumentHelp("Write a JSON report; \"-\" is standard output.", valueName: "file", visibility: .hidden))
    var report: String?

    @Flag(name: .shortAndLong, help: ArgumentHelp("Report the time of each stage.", visibility: .hidden))
    var verbose = false
}
