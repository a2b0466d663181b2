import ArgumentParser
import Penumbra
import PenumbraSystem
import PenumbraVerify

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Says whether this host's processor and GPUs draw exactly what they should.",
        discussion: """
            Draws the scenes that are built in with the kernels that every processor has and those for wide vectors, on one thread and on \
            several, and on every GPU; compares the pictures byte by byte with each other and by SHA-256 with what was recorded. Exit code \
            0: all are equal; 1: some are not, with the renderer, the scene and the pixels.

            EXAMPLES
              penumbra verify
              penumbra verify --device cuda:1 --verbose
              penumbra verify --software --json > verify.json
              penumbra verify --threads 1,2,16 --repeat 100 --matrix
            """)

    @OptionGroup var devices: ComparedDevices

    @Option(
        help: ArgumentHelp(
            "How many threads CPU renderers draw on, as a list: 1,2,16. Default: 1 and all processors, at least 2.",
            valueName: "counts"))
    var threads: ThreadCounts?

    @Option(name: .customLong("repeat"), help: ArgumentHelp("Draw everything so many times.", valueName: "count"))
    var repeats = 1

    @Option(
        help: ArgumentHelp(
            "Draw in tiles of this many pixels a side, or WIDTHxHEIGHT, and compare with whole pictures.", valueName: "size"))
    var tileSize: TileSize?

    @Flag(
        help:
            "Print a table of all renderers in Markdown too: drawings that are equal and different, and one digest of them all."
    )
    var matrix = false

    @Flag(name: .shortAndLong, help: "Name each scene on standard error, and every failure.")
    var verbose = false

    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        try check("--repeat", repeats, 1...1_000_000)
    }

    func run() throws {
        let renderers = try devices.open()
        let verification = try Verification(
            archive: try CorpusArchive.embedded(), threads: threads?.counts ?? [1, max(2, processorCount())],
            repeats: repeats, tile: tileSize.map { ($0.width, $0.height) }, devices: renderers)
        let report = verification.run { name, index, count in
            if verbose { writeToStandardError("verify: \(index + 1) of \(count): \(name)\n") }
        }
        if json {
            print(report.json.prettyPrinted(), terminator: "")
        } else {
            for line in report.failureLines(atMost: verbose ? .max : 5) { print("verify: \(line)") }
            if matrix { print(report.matrix, terminator: "") }
            print("verify: \(report.summary)")
            if renderers.isEmpty && !verbose {
                writeToStandardError("verify: no GPU was verified; penumbra doctor says what there is\n")
            }
        }
        if !report.isTrusted { throw ExitCode(ExitStatus.differs.rawValue) }
    }
}

/// Numbers of threads, `1,2,16`.
struct ThreadCounts: ExpressibleByArgument {
    var counts: [Int]

    /// Nil for an empty list and for numbers below 1 or above 1024.
    init?(argument: String) {
        counts = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let count = Int(part), (1...1024).contains(count) else { return nil }
            counts.append(count)
        }
    }
}
