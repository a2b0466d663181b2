import PenumbraSystem

extension Bitmap {
    /// SHA-256 of the width and the height, eight bytes each with the lowest first, and the straight RGBA bytes. Equal
    /// pictures, and only those, have equal digests.
    public var digest: Digest {
        var sum = SHA256()
        sum.update(UInt64(width))
        sum.update(UInt64(height))
        sum.update(UnsafeRawBufferPointer(pixels))
        return sum.digest
    }
}
