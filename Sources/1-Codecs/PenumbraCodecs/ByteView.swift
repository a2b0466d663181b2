/// Reads numbers, with bounds checks, from bytes whose owner keeps them alive.
package struct ByteView {
    let base: UnsafeRawBufferPointer

    package init(_ base: UnsafeRawBufferPointer) { self.base = base }

    var count: Int { base.count }

    /// Reads the byte at an index, which must be below `count`.
    subscript(index: Int) -> UInt8 { base[index] }

    func byte(_ index: Int) -> UInt8? {
        index >= 0 && index < base.count ? base[index] : nil
    }

    func bigEndian16(_ index: Int) -> Int? {
        guard index >= 0, index <= base.count - 2 else { return nil }
        return Int(base[index]) << 8 | Int(base[index + 1])
    }

    func bigEndian32(_ index: Int) -> Int? {
        guard index >= 0, index <= base.count - 4, let high = bigEndian16(index), let low = bigEndian16(index + 2) else {
            return nil
        }
        return high << 16 | low
    }

    /// Returns the part from `start` of `length` bytes; nil if it does not lie inside.
    func part(_ start: Int, _ length: Int) -> ByteView? {
        guard start >= 0, length >= 0, start <= base.count, length <= base.count - start else { return nil }
        return ByteView(UnsafeRawBufferPointer(rebasing: base[start..<(start + length)]))
    }

    func starts(with word: StaticString, at index: Int = 0) -> Bool {
        starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount), at: index)
    }

    func starts(with word: some Collection<UInt8>, at index: Int = 0) -> Bool {
        part(index, word.count)?.base.elementsEqual(word) ?? false
    }
}
