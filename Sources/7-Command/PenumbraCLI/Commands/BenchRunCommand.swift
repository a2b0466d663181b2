import ArgumentParser
import Glibc
import Penumbra
import PenumbraBench
import PenumbraSystem

/// The command `penumbra bench`.
struct BenchRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Measure typical scenes on the CPU and on GPUs.",
        discussion: """
            Times start with decoded photos and set texts, and end with the bitmap. Every
            GPU picture is compared with the CPU's. Exits with 1 if a pixel differs.

            EXAMPLES
              penumbra bench
              penumbra bench --scene card --scene curl --sizes 1,2 --photo photo.jpg
              penumbra bench --device all --software --json bench.json --report report
              penumbra bench compare old.json new.json --fail-over 5
            """)

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Measure only this scene; may be repeated.", valueName: "scene"))
    var scene: [BenchmarkScene.Kind] = []

    @Option(
        help: ArgumentHelp("Pixels per point of the 1200×630 canvas.", valueName: "factors"))
    var sizes = NumberList(values: [0.5, 1, 2, 4])

    @Option(help: ArgumentHelp("σ of the shadow on 2048².", valueName: "sigmas"))
    var sigmas = NumberList(values: [1, 2, 4, 8, 16, 32, 64, 128])

    @Option(help: ArgumentHelp("Runs per measurement.", valueName: "count")) var repeats = 15

    @Option(help: ArgumentHelp("Time per measurement, after three runs.", valueName: "seconds"))
    var seconds = 3.0

    @Option(help: ArgumentHelp("CPU threads. Default: all processors.", valueName: "count")) var threads: Int?

    @Option(help: ArgumentHelp("Photo to use instead of the built-in landscape.", valueName: "file"))
    var photo: String?

    @OptionGroup var devices: ComparedDevices

    @Option(
        defaultAsFlag: "-",
        help: ArgumentHelp(
            "Write JSON here; without a file to standard output.",
            valueName: "file"))
    var json: String?

    @Option(
        help: ArgumentHelp(
            "Write an HTML report into this new folder.",
            valueName: "folder"))
    var report: String?

    func validate() throws {
        try sizes.check("--sizes", 0.01...16)
        try sigmas.check("--sigmas", 0.01...1024)
        try check("--repeats", repeats, 1...1000)
        try check("--seconds", seconds, 0...3600)
        try check("--threads", threads, Limits.threads)
    }

    func run() throws {
        let folder = try report.map { try ReportFolder($0) }
        let renderers = try devices.open(threads: threads ?? processorCount())
        var options = BenchmarkRunner.Options()
        if !scene.isEmpty { options.scenes = BenchmarkScene.Kind.allCases.filter(scene.contains) }
        options.scales = sizes.values
        options.sigmas = sigmas.values
        options.repeats = repeats
        options.seconds = seconds
        options.threads = threads ?? processorCount()
        options.keepsPictures = folder != nil
        let file = try photo.map { (name: $0, bytes: try readFile($0)) }
        let runner = try rethrowing(
            try BenchmarkRunner(options: options, devices: renderers, photo: file),
            as: { CommandFailure($0, file: photo ?? "the built-in photo") })
        let showsProgress = isatty(2) != 0
        let result = try runner.run(program: penumbraVersion) { step in
            if showsProgress { writeToStandardError("\u{1B}[2K\rbench: \(step)") }
        }
        if showsProgress { writeToStandardError("\u{1B}[2K\r") }
        if json != "-" { print(result.table, terminator: "") }
        if let json { try writeFile(result.json.prettyPrinted(), to: json) }
        try folder?.write(result)
        if !result.isEqual {
            if json == "-" { writeToStandardError("bench: \(result.verdict)\n") }
            throw ExitCode(ExitStatus.differs.rawValue)
        }
    }
}

extension BenchmarkScene.Kind: ExpressibleByArgument {}

/// A comma-separated list of numbers above zero.
struct NumberList {
    var values: [Double]
}

extension NumberList: ExpressibleByArgument {
    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
            Double(String($0.drop { $0 == " " }))
        }
        let values = parts.compactMap { $0 }
        guard values.count == parts.count, values.allSatisfy(\.isFinite) else { return nil }
        self.values = values.sorted()
    }

    var defaultValueDescription: String { values.map(plain).joined(separator: ",") }

    /// Rejects values outside a range, and too many values.
    func check(_ name: String, _ range: ClosedRange<Double>) throws {
        for value in values { try PenumbraCLI.check(name, value, range) }
        if values.count > 32 { throw ValidationError("\(name) has \(values.count) values; at most 32 are allowed.") }
    }
}
