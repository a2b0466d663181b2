import ArgumentParser
import PenumbraCPU
import PenumbraScene
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
            """)

    @OptionGroup var devices: ComparedDevices

    @Option(help: ArgumentHelp("Threads where the CPU renderer uses several. Default: all processors, at least 2.", valueName: "count"))
    var threads: Int?

    @Flag(name: .shortAndLong, help: "Name each scene on standard error, and every failure.")
    var verbose = false

    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        if let threads, threads < 2 || threads > 1024 {
            throw ValidationError("--threads is \(threads); 2 to 1024 are allowed.")
        }
    }

    func run() throws {
        let renderers = try devices.open()
        let verification: Verification
        do {
            verification = try Verification(
                archive: try CorpusArchive.embedded(), threads: threads ?? processorCount(), devices: renderers)
        } catch {
            throw CommandFailure(.internalError, "\(error)")
        }
        let report = verification.run { name, index, count in
            if verbose { writeToStandardError("verify: \(index + 1) of \(count): \(name)\n") }
        }
        if json {
            print(report.json.prettyPrinted(), terminator: "")
        } else {
            for line in report.failureLines(atMost: verbose ? .max : 5) { print("verify: \(line)") }
            print("verify: \(report.summary)")
            if renderers.isEmpty && !verbose { writeToStandardError("verify: no GPU was verified; penumbra doctor says what there is\n") }
        }
        if !report.isTrusted { throw ExitCode(ExitStatus.differs.rawValue) }
    }
}
