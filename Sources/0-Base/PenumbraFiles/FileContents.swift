import Glibc
import PenumbraSystem

/// The contents of a file to be written, piece by piece.
struct FileContents {
    /// Calls the given function with each piece in order; returns false when the rest will never come.
    let pieces: ((UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> Bool
    /// Bytes that replace others once all pieces are written. Only files have them, no pipes.
    var patches: () -> [FileWriter.Patch] = { [] }

    init(_ bytes: UnsafeRawBufferPointer) {
        pieces = { write throws(FileError) in
            try write(bytes)
            return true
        }
    }

    init(_ pieces: @escaping ((UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> Bool) {
        self.pieces = pieces
    }

    /// Takes the contents of an open file, which may be closed meanwhile. A stream that can be read only once is read again
    /// from its copy.
    init(copyOf descriptor: Int32, path: String) throws(FileError) {
        let number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard number >= 0, lseek(number, 0, SEEK_SET) == 0 else { throw FileError(.writing, path, .system(errno)) }
        let file = Descriptor(number)
        self.init { write throws(FileError) in
            while true {
                let piece = try rethrowing(
                    try FileReader.piece(of: file.number, upTo: 1 << 20, path: path),
                    as: { (error: FileError) in FileError(.writing, path, error.reason, whileTransferring: true) })
                if piece.isEmpty { return true }
                try piece.withUnsafeBufferPointer { buffer throws(FileError) in try write(UnsafeRawBufferPointer(buffer)) }
            }
        }
    }
}
