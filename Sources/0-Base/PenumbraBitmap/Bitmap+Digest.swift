import PenumbraSystem

extension Bitmap {
    /// The SHA-256 of the bitmap's size and pixels. It covers the width and the height, eight bytes each with the lowest
    /// first, and then the straight RGBA bytes. Equal pictures, and only equal pictures, have equal digests.
    public var digest: Digest {
        var sum = SHA256()
        sum.update(UInt64(width))
        sum.update(UInt64(height))
        sum.update(UnsafeRawBufferPointer(pixels))
        return sum.digest
    }
}
