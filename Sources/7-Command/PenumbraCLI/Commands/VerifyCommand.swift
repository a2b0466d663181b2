import ArgumentParser
import Penumbra
import PenumbraSystem
import PenumbraVerify

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify that this host draws exactly the right pixels.",
        discussion: """
            Draws the built-in scenes with all kernels, on one thread and on several, and
            on every GPU. Compares the pictures byte by byte, and with recorded digests.
            Exits with 0 if all are equal, otherwise with 1.

            EXAMPLES
              penumbra verify
              penumbra verify --device cuda:1 --verbose
              penumbra verify --device cuda:1 --scenes shadow/
              penumbra verify --software --json > verify.json
              penumbra verify --threads 1,2,16 --repeat 100 --matrix
            """)

    @OptionGroup var devices: ComparedDevices

    @Option(
        help: ArgumentHelp(
            "CPU threads: 1,2,16. Default: 1 and all processors.",
            valueName: "counts"))
    var threads: ThreadCounts?

    @Option(name: .customLong("repeat"), help: ArgumentHelp("Draw everything this many times.", valueName: "count"))
    var repeats = 1

    @Option(
        help: ArgumentHelp(
            "Draw in tiles too: 512 or 512x256 pixels.", valueName: "size"))
    var tileSize: TileSize?

    @Option(help: ArgumentHelp("Draw only scenes whose names hold this text.", valueName: "text"))
    var scenes = ""

    @Flag(
        help:
            "Print a Markdown table of all renderers."
    )
    var matrix = false

    @Flag(name: .shortAndLong, help: "Name each scene and every failure.")
    var verbose = false

    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        try check("--repeat", repeats, 1...1_000_000)
        if !scenes.isEmpty { _ = try chosenScenes() }
    }

    func run() throws {
        let archive = try chosenScenes()
        let renderers = try devices.open(threads: processorCount())
        let verification = try Verification(
            archive: archive, threads: threads?.counts ?? [1, max(2, processorCount())],
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
                writeToStandardError("No GPU was verified (none found; see penumbra doctor)\n")
            }
        }
        if !report.isTrusted { throw ExitCode(ExitStatus.differs.rawValue) }
    }

    /// The pictures of the built-in corpus, and its scenes that `--scenes` names.
    private func chosenScenes() throws -> CorpusArchive {
        let all = try CorpusArchive.embedded().records
        let chosen = all.filter { $0.isPicture || scenes.isEmpty || $0.name.contains(scenes) }
        guard chosen.contains(where: { !$0.isPicture }) else {
            throw ValidationError("No scene's name holds \"\(scenes)\". penumbra verify --verbose prints all names.")
        }
        return CorpusArchive(chosen)
    }
}

/// A comma-separated list of thread counts, such as `1,2,16`.
struct ThreadCounts: ExpressibleByArgument {
    var counts: [Int]

    /// Returns nil for an empty list and for numbers below 1 or above 1024.
    init?(argument: String) {
        counts = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let count = Int(part), (1...1024).contains(count) else { return nil }
            counts.append(count)
        }
    }
}
