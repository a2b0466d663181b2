import Glibc

/// An open file or folder that is closed when its last user releases it.
package final class Descriptor: Sendable {
    package let number: Int32

    /// - Parameter number: an open descriptor; this object takes it over and closes it.
    init(_ number: Int32) {
        self.number = number
    }

    deinit { close(number) }

    /// Duplicates the descriptor. The caller closes the copy.
    package func duplicate(_ path: String) throws(FileError) -> Int32 {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FileError(.reading, path, .system(errno)) }
        return copy
    }
}
