import Glibc
import PenumbraSystem

/// Waits for a process, and adds its processor time to that of the calling test. Returns the status as `waitpid` does.
///
/// - Parameter used: receives the resources that the process used.
public func waitForProcess(_ process: pid_t, used: inout rusage) -> Int32 {
    var status: Int32 = 0
    while wait4(process, &status, 0, &used) < 0 {
        guard errno == EINTR else { return -1 }
    }
    let seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec
    ThreadClock.add((seconds * 1_000_000 + Int(used.ru_utime.tv_usec + used.ru_stime.tv_usec)) * 1000)
    return status
}

public func waitForProcess(_ process: pid_t) -> Int32 {
    var used = rusage()
    return waitForProcess(process, used: &used)
}

/// Runs a program without input and returns its exit status, or 128 and more if a signal ended it.
public func runProgram(_ path: String, _ arguments: [String]) -> Int32 {
    var process = pid_t()
    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    guard posix_spawn(&process, path, nil, nil, &argv, environ) == 0 else { return -1 }
    let status = waitForProcess(process)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
}

/// Limits the number of files that a process may have open. Returns the former limit; nil if the system refuses.
public func limitFiles(of process: pid_t, to count: Int) -> Int? {
    typealias Call = @convention(c) (pid_t, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> Int32
    // Swift doesn't see the declaration, nor RLIMIT_NOFILE, which is 7.
    guard let symbol = dlsym(nil, "prlimit") else { return nil }
    let call = unsafeBitCast(symbol, to: Call.self)
    var (new, old) = (rlimit(), rlimit())
    guard call(process, 7, nil, &old) == 0 else { return nil }
    new = old
    new.rlim_cur = rlim_t(count)
    return call(process, 7, &new, nil) == 0 ? Int(clamping: old.rlim_cur) : nil
}

/// Builds the EGL library whose calls fail when a test requests it (`Tests/TestSupport/FaultLibrary/egl_faults.c`).
///
/// - Returns: false if the compiler fails, or if there is none.
public func buildFaultyEGL(_ path: String) -> Bool {
    compile("egl_faults.c", ["-shared", "-fPIC", "-O1", "-o", path], ["-ldl"])
}

/// Builds the program that measures the peak memory of another program (`Tests/TestSupport/FaultLibrary/peak_memory.c`).
public func buildPeakMemory(_ path: String) -> Bool { compile("peak_memory.c", ["-O1", "-o", path], []) }

private func compile(_ source: String, _ options: [String], _ libraries: [String]) -> Bool {
    guard let compiler = Requirement.compiler else { return false }
    return runProgram(compiler, options + [Repository.root + "/Tests/TestSupport/FaultLibrary/" + source] + libraries) == 0
}
