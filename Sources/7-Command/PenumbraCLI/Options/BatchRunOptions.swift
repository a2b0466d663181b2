import ArgumentParser

/// How a batch is run, whatever its pictures are.
struct BatchRunOptions: ParsableArguments {
    @Flag(help: "Skip what the journal and the outputs themselves prove to be done already.")
    var resume = false

    @Flag(help: "Stop at the first job that fails. The jobs in hand are finished.")
    var failFast = false

    @Flag(help: "Do the jobs in processes of their own: one that crashes, hangs or runs out of memory costs no other job.")
    var isolate = false

    @Option(
        help: ArgumentHelp(
            "How progress is shown on standard error: auto (on a terminal only), plain, json or none.", valueName: "style"))
    var progress = ProgressStyle.auto

    @Option(help: ArgumentHelp("Write a report of the run here, as JSON; \"-\" is standard output.", valueName: "file"))
    var report: String?

    @Flag(name: .shortAndLong, help: "Say on standard error where the time went.")
    var verbose = false
}
