import Glibc
import TestSupport
import Testing

/// Runs the built `penumbra` as a user would.
enum Command {
    struct Outcome {
        var status: Int32
        var output: [UInt8]
        var errors: String
        var processorSeconds: Double
        /// The non-empty lines on standard error.
        var errorLines: [Substring] { errors.split(separator: "\n") }
    }

    static let path = Requirement.command
    static let root = Repository.root

    /// Runs the command in `folder` and waits for it.
    static func run(_ arguments: [String], in folder: String, input: String = "/dev/null") throws -> Outcome {
        try start([path] + arguments, in: folder, input: input).finish()
    }

    /// A started process.
    struct Running {
        let process: pid_t
        fileprivate let streams: (out: String, err: String)

        func send(_ signal: Int32) { kill(process, signal) }

        /// The text on standard error so far.
        var errorsSoFar: String { String(decoding: bytes(of: streams.err), as: UTF8.self) }

        func finish() -> Outcome {
            var used = rusage()
            let status = waitForProcess(process, used: &used)
            let outcome = Outcome(
                // A signal appears as a negative status.
                status: status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f),
                output: bytes(of: streams.out), errors: String(decoding: bytes(of: streams.err), as: UTF8.self),
                processorSeconds: Double(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
                    + Double(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6)
            unlink(streams.out)
            unlink(streams.err)
            return outcome
        }
    }

    /// Starts a program in `folder`, with signals as in a terminal.
    ///
    /// - Parameter name: distinguishes processes that run in one folder at the same time.
    static func start(_ words: [String], in folder: String, input: String = "/dev/null", name: String = "") throws -> Running {
        let (out, err) = ("\(folder)/.stdout\(name)", "\(folder)/.stderr\(name)")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, err, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGHUP)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder]
        var words: [UnsafeMutablePointer<CChar>?] = (shell + words).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let spawned = posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ)
        try #require(spawned == 0 && access(path, X_OK) == 0, "\(path) cannot be started: build it with swift build -c release")
        return Running(process: process, streams: (out, err))
    }

    static func bytes(of file: String) -> [UInt8] {
        let descriptor = open(file, O_RDONLY)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return result }
            result += chunk[..<count]
        }
    }

    static func write(_ bytes: [UInt8], to file: String) {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { return }
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }

    static func makeFolder(_ path: String) -> Bool { mkdir(path, 0o755) == 0 }

    static func names(in folder: String) -> [String] { TestFolder.names(in: folder) }
}

/// A test's own folder, in which it runs the command.
final class WorkFolder: Sendable {
    private let folder: TestFolder
    var path: String { folder.path }

    init() throws { folder = try TestFolder() }

    /// Removes a folder that would outlive its variable.
    func remove() { folder.remove() }

    /// Creates a file and returns its name.
    func file(_ name: String, _ text: String) -> String { file(name, Array(text.utf8)) }

    func file(_ name: String, _ bytes: [UInt8]) -> String {
        Command.write(bytes, to: "\(path)/\(name)")
        return name
    }

    func run(_ arguments: String..., input: String = "/dev/null") throws -> Command.Outcome {
        try Command.run(arguments, in: path, input: input)
    }
}
