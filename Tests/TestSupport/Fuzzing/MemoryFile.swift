import Glibc

/// An unnamed file, in memory if the system has /dev/shm. It can be read under a path as long as this object lives.
final class MemoryFile {
    private let descriptor: Int32
    var path: String { "/proc/self/fd/\(descriptor)" }

    init(_ bytes: [UInt8]) throws {
        let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var name = Array("\(folder)/penumbra-fuzzing-XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        guard descriptor >= 0 else {
            throw FuzzFinding("no file can be made in \(folder): \(String(cString: strerror(errno)))")
        }
        unlink(name)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, bytes.count - written) }
            guard count > 0 else {
                throw FuzzFinding("a file in \(folder) cannot be filled: \(String(cString: strerror(errno)))")
            }
            written += count
        }
    }

    deinit { close(descriptor) }
}
