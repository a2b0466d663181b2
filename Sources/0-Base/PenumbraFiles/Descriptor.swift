import Glibc

/// An open file or folder, closed when nobody uses it any more.
package final class Descriptor: Sendable {
    package let number: Int32

    /// - Parameter number: taken over.
    init(_ number: Int32) {
        self.number = number
    }

    deinit { close(number) }

    /// The same once more, to be closed by who asked for it.
    package func duplicate(_ path: String) throws(FileError) -> Int32 {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FileError(.reading, path, .system(errno)) }
        return copy
    }
}
