import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Runs the command with a library that makes chosen system calls fail. The library is built on first use, from
/// `Tests/TestSupport/FaultLibrary/system_faults.c`.
enum FaultySystem {
    /// The folder lives as long as the process, like the library loaded from it.
    private static let folder = Result { try WorkFolder() }
    private static let libraries = Result {
        atexit { _ = try? FaultySystem.folder.get().remove() }
        return (system: try build("system_faults"), egl: try build("egl_faults"))
    }

    private static func build(_ name: String) throws -> String {
        let folder = try folder.get().path
        let compiler = try #require(Requirement.compiler, "no C compiler: apt-get install gcc")
        let outcome = try Command.start(
            [
                compiler, "-shared", "-fPIC", "-O1", "-o", "\(folder)/\(name).so",
                "\(Command.root)/Tests/TestSupport/FaultLibrary/\(name).c", "-ldl",
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
