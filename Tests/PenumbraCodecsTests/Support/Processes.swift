import Glibc
import Testing

/// Runs a program without input and gives its exit status, or 128 and more when a signal ended it.
func runProgram(_ path: String, _ arguments: [String]) -> Int32 {
    var process = pid_t()
    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    guard posix_spawn(&process, path, nil, nil, &argv, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
}

/// Makes a folder, gives its path and removes it with everything in it.
func withTemporaryFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/penumbra-tests-XXXXXX".utf8CString)
    let folder = try #require(
        template.withUnsafeMutableBufferPointer { buffer in mkdtemp(buffer.baseAddress!).map { String(cString: $0) } })
    defer { _ = runProgram("/bin/rm", ["-rf", folder]) }
    try body(folder)
}

/// The names in a folder, sorted.
func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { found.append(name) }
    }
    return found.sorted()
}
