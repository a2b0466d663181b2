import ArgumentParser
import PenumbraBench
import PenumbraSystem

/// The command `penumbra bench motion`.
struct BenchMotionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "motion",
        abstract: "Measure frames per second of animations.",
        discussion: """
            Draws loops of 1920×1080 pixels on the CPU and writes them as Y4M into memory. Compares the times with those of frames \
            drawn from scratch, and of copies of a frame's pixels. The board moves one of 200 layers; in still, nothing moves.

            EXAMPLES
              penumbra bench motion
              penumbra bench motion --loop cloud --frames 600 --json > motion.json
            """)

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Measure only this loop; may be repeated.", valueName: "loop"))
    var loop: [MotionLoop] = []
    @Option(help: ArgumentHelp("Frames per run.", valueName: "count")) var frames = 120
    @Option(help: ArgumentHelp("Pixels per point of the 1920×1080 canvas.", valueName: "factor")) var scale = 1.0
    @Option(help: ArgumentHelp("Runs per measurement; the fastest counts.", valueName: "count")) var repeats = 3
    @Option(help: ArgumentHelp("CPU threads. Default: all processors.", valueName: "count")) var threads: Int?

    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        try check("--frames", frames, 1...100_000)
        try check("--scale", scale, 0.01...4)
        try check("--repeats", repeats, 1...1000)
        try check("--threads", threads, Limits.threads)
    }

    func run() throws {
        SystemMemory.keepFreedMemory(threads: threads ?? processorCount())
        let benchmark = MotionBenchmark(
            loops: loop.isEmpty ? MotionLoop.allCases : loop, frames: frames, scale: scale, repeats: repeats,
            threads: threads ?? processorCount())
        let rows = try benchmark.run()
        print(json ? MotionReport.json(rows, benchmark) : MotionReport.table(rows, benchmark), terminator: "")
    }
}

extension MotionLoop: ExpressibleByArgument {}
