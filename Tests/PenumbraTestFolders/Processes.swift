import Glibc

/// Runs a program without input and returns its exit status, or 128 and more if a signal ended it.
public func runProgram(_ path: String, _ arguments: [String]) -> Int32 {
    var process = pid_t()
    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    guard posix_spawn(&process, path, nil, nil, &argv, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
}

/// Builds the EGL library whose calls fail when a test requests it (`Tests/FaultLibrary/egl_faults.c`).
///
/// - Returns: false if the compiler fails, or if there is none.
public func buildFaultyEGL(_ path: String) -> Bool {
    let source = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/FaultLibrary/egl_faults.c"
    guard let cCompiler else { return false }
    return runProgram(cCompiler, ["-shared", "-fPIC", "-O1", "-o", path, source, "-ldl"]) == 0
}

/// The first C compiler found on this host; nil if there is none.
public let cCompiler: String? = {
    let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
    for name in ["cc", "clang", "gcc"] {
        for folder in folders where access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
    }
    return nil
}()
