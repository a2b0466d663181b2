/// The colours of a GIF's frame and the way from a pixel to their numbers.
///
/// Pixels are 32-bit words: red in the lowest byte, then green and blue. The highest byte is ignored.
struct GIFPalette {
    /// At least one colour, at most 256.
    let colors: [UInt32]
    /// The numbers of the colours if they are all colours of the frame. Nil if the frame has more colours.
    let exact: GIFColorNumbers?
    /// The nanoseconds that choosing the colours takes on one core besides those for each pixel.
    var work: Int { exact == nil ? ColorBoxes.work : 0 }

    /// Makes a palette for pixels.
    ///
    /// - Parameters:
    ///   - pixels: the pixels to show; only those with an alpha.
    ///   - limit: the most colours, 1…256.
    init(_ pixels: [UInt32], limit: Int) {
        var numbers = GIFColorNumbers()
        var last: UInt32 = 0
        var fits = true
        for pixel in pixels where pixel != last && pixel >> 24 != 0 {
            last = pixel
            numbers.insert(pixel & 0xFF_FFFF)
            if numbers.colors.count > limit {
                fits = false
                break
            }
        }
        if fits {
            colors = numbers.colors.isEmpty ? [0] : numbers.colors
            exact = numbers
        } else {
            colors = ColorBoxes(pixels).palette(limit)
            exact = nil
        }
    }

    /// The bits of a number, 1…8, if there is room for `extra` more numbers.
    func bits(extra: Int) -> Int {
        var bits = 1
        while 1 << bits < colors.count + extra { bits += 1 }
        return bits
    }

    /// The colours as a table of `1 << bits` entries of three bytes, padded with zeros.
    func table(bits: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 << bits)
        for color in colors {
            for shift: UInt32 in [0, 8, 16] { bytes.append(UInt8(truncatingIfNeeded: color >> shift)) }
        }
        return bytes + [UInt8](repeating: 0, count: (3 << bits) - bytes.count)
    }
}

/// Up to 257 colours and their numbers in the order of their insertion.
struct GIFColorNumbers {
    private(set) var colors: [UInt32] = []
    /// Each slot of the hash table holds a colour and, above it, its number plus one in 16 bits; 0 is a free slot.
    private var slots = [UInt64](repeating: 0, count: 1024)

    private func slot(of color: UInt32) -> Int {
        var slot = Int((color &* 0x9E37_79B1) >> 22)
        while slots[slot] != 0, UInt32(truncatingIfNeeded: slots[slot]) != color { slot = (slot + 1) & 1023 }
        return slot
    }

    mutating func insert(_ color: UInt32) {
        let slot = slot(of: color)
        guard slots[slot] == 0 else { return }
        colors.append(color)
        slots[slot] = UInt64(colors.count) << 32 | UInt64(color)
    }

    /// The number of a colour without alpha; nil if it was not inserted.
    func number(of color: UInt32) -> UInt8? {
        let found = slots[slot(of: color)]
        return found == 0 ? nil : UInt8(truncatingIfNeeded: (found >> 32) - 1)
    }
}
