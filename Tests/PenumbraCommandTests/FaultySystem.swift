import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Runs the command with a library that makes chosen system calls fail (`Tests/FaultLibrary/system_faults.c`). The library is
/// built on first use.
enum FaultySystem {
    /// The first C compiler found on this host; nil if there is none.
    static let compiler: String? = {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
        for name in ["cc", "clang", "gcc"] {
            for folder in folders where access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
        }
        return nil
    }()

    static let isExpected = Command.isExpected && (compiler != nil || getenv("CI") != nil)

    /// The reason why tests that need the library are skipped.
    static let missing: Comment =
        "the command is not built (swift build -c release), or there is no C compiler (apt-get install gcc)"

    /// The folder lives as long as the process, like the library loaded from it.
    private static let folder = Result { try WorkFolder() }
    private static let libraries = Result {
        atexit { _ = try? FaultySystem.folder.get().removeNow() }
        return (system: try build("system_faults"), egl: try build("egl_faults"))
    }

    private static func build(_ name: String) throws -> String {
        let folder = try folder.get().path
        let compiler = try #require(compiler, "no C compiler: apt-get install gcc")
        let outcome = try Command.start(
            [
                compiler, "-shared", "-fPIC", "-O1", "-o", "\(folder)/\(name).so",
                "\(Command.root)/Tests/FaultLibrary/\(name).c", "-ldl",
            ],
            in: folder, name: name
        ).finish()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return "\(folder)/\(name).so"
    }

    /// The path of an EGL library that fails, for `PENUMBRA_FAULT_EGL`.
    static var egl: String { get throws { try libraries.get().egl } }

    /// Runs the command with variables that select the failures (see the library).
    static func run(_ arguments: [String], in folder: String, _ faults: [String: String]) throws -> Command.Outcome {
        try start(arguments, in: folder, faults).finish()
    }

    static func start(_ arguments: [String], in folder: String, _ faults: [String: String], name: String = "") throws
        -> Command.Running
    {
        let variables = faults.map { "PENUMBRA_FAULT_\($0.key)=\($0.value)" }.sorted()
        let words = ["/usr/bin/env", "LD_PRELOAD=\(try libraries.get().system)"] + variables + [Command.path] + arguments
        return try Command.start(words, in: folder, name: name)
    }
}
