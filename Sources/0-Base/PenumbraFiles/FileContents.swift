/// What a file is to hold, piece by piece.
struct FileContents {
    /// Calls the function it is given with each piece; false when the rest will never come.
    let pieces: ((UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> Bool

    init(_ bytes: UnsafeRawBufferPointer) {
        pieces = { write throws(FileError) in
            try write(bytes)
            return true
        }
    }

    init(_ pieces: @escaping ((UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> Bool) {
        self.pieces = pieces
    }
}
