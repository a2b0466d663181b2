import CPenumbraSystem
import Glibc
import PenumbraSystem

/// A regular file that is open for reading.
package struct OpenFile: Sendable {
    package let descriptor: Descriptor
    /// The path that errors name.
    package private(set) var path: String
    /// The file's status when it was opened.
    package let status: stat

    /// Takes over a descriptor that is open for reading.
    ///
    /// - Parameter number: an open descriptor, which this file takes over and closes.
    /// - Throws: `FileError` if the descriptor is not a regular file.
    init(_ number: Int32, path: String) throws(FileError) {
        descriptor = Descriptor(number)
        self.path = path
        var status = stat()
        guard fstat(number, &status) == 0 else { throw FileError(.reading, path, .system(errno)) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw FileError(.reading, path, .isFolder)
        case S_IFIFO: throw FileError(.reading, path, .notRegular("a pipe"))
        case S_IFSOCK: throw FileError(.reading, path, .notRegular("a socket"))
        default: throw FileError(.reading, path, .notRegular("a device"))
        }
        self.status = status
    }

    /// A file with these bytes that only this process has.
    ///
    /// - Parameter path: the path that errors name.
    package init(memory bytes: [UInt8], path: String) throws(FileError) {
        let number = retrying { penumbra_memory_file("penumbra") }
        guard number >= 0 else { throw FileError(.writing, path, .system(errno)) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                write(number, all.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let code = errno
                close(number)
                throw FileError(.writing, path, .system(code))
            }
            written += count
        }
        try self.init(number, path: path)
    }

    /// The same file, which errors call by another name.
    package func named(_ path: String) -> OpenFile {
        var file = self
        file.path = path
        return file
    }

    /// Reads all bytes. Bytes that the file has lost since it was opened are missing from the result.
    package func read(
        limit: Int = FileReader.defaultLimit, raisedBy name: Limit? = nil
    ) throws(FileError) -> [UInt8] {
        try FileReader.contents(of: descriptor.number, path: path, limit: max(0, limit), raisedBy: name)
    }
}

/// Opens a file that a scene names, if the scene may read it.
package typealias FileOpener = @Sendable (String) throws(FileError) -> OpenFile
