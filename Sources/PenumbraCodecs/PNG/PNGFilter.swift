import PenumbraBitmap

/// The row filters of PNG (W3C PNG, section 9): each replaces bytes by their differences from neighbours.
enum PNGFilter {
    /// Bytes before a row, of which the last `channels` stand for the pixel left of the first. A multiple of every
    /// vector's size, so that rows stay aligned.
    private static let margin = 64

    /// Filters all rows of a bitmap, each behind the number of its filter: the one with the least sum of absolute values,
    /// the lowest number among equals.
    ///
    /// - Parameters:
    ///   - channels: 4 for RGBA, 3 for RGB without alpha.
    ///   - output: `height × (1 + width × channels)` bytes, all written.
    static func filter(_ bitmap: Bitmap, channels: Int, into output: UnsafeMutableBufferPointer<UInt8>) {
        let length = bitmap.width * channels
        let slot = margin + length + 64 - length % 64
        guard bitmap.height > 0, let rows = output.baseAddress, let pixels = bitmap.pixels.baseAddress else { return }
        withExtendedLifetime(bitmap) {
            // Two rows of the picture with their margins, then one row for each of the filters 1…4.
            withUnsafeTemporaryAllocation(byteCount: 6 * slot, alignment: 64) { work in
                guard let raw = work.baseAddress else { return }
                let base = raw.initializeMemory(as: UInt8.self, repeating: 0, count: 6 * slot)
                var above = base + margin
                var row = base + slot + margin
                let candidates = base + 2 * slot
                for y in 0..<bitmap.height {
                    copyRow(pixels + y * bitmap.width * 4, width: bitmap.width, channels: channels, to: row)
                    writeRow(
                        row, above: above, length: length, channels: channels, candidates: candidates, slot: slot,
                        to: rows + y * (length + 1))
                    swap(&above, &row)
                }
            }
        }
    }

    private static func copyRow(
        _ pixels: UnsafePointer<UInt8>, width: Int, channels: Int, to row: UnsafeMutablePointer<UInt8>
    ) {
        if channels == 4 {
            row.update(from: pixels, count: width * 4)
        } else {
            for x in 0..<width {
                row[3 &* x] = pixels[4 &* x]
                row[3 &* x &+ 1] = pixels[4 &* x &+ 1]
                row[3 &* x &+ 2] = pixels[4 &* x &+ 2]
            }
        }
    }

    private static func writeRow(
        _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, length: Int, channels: Int,
        candidates: UnsafeMutablePointer<UInt8>, slot: Int, to output: UnsafeMutablePointer<UInt8>
    ) {
        var best = 0
        var least = weight(row, length)
        for filter in 1...4 {
            let candidate = candidates + (filter - 1) * slot
            switch filter {
            case 1: subtractLeft(row, length, channels, candidate)
            case 2: subtractAbove(row, above, length, candidate)
            case 3: subtractAverage(row, above, length, channels, candidate)
            default: subtractPaeth(row, above, length, channels, candidate)
            }
            let sum = weight(candidate, length)
            if sum < least { (best, least) = (filter, sum) }
        }
        output[0] = UInt8(truncatingIfNeeded: best)
        (output + 1).update(from: best == 0 ? row : UnsafePointer(candidates + (best - 1) * slot), count: length)
    }

    /// The sum of the bytes' absolute values, taken as signed.
    private static func weight(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        var total: UInt64 = 0
        var start = 0
        while start < count {
            // A block's sum fits in 32 bits, and additions of that size fill vectors.
            let end = min(start &+ 65536, count)
            var sum: UInt32 = 0
            for i in start..<end { sum &+= UInt32(truncatingIfNeeded: min(bytes[i], 0 &- bytes[i])) }
            total &+= UInt64(sum)
            start = end
        }
        return total
    }

    private static func subtractLeft(
        _ row: UnsafePointer<UInt8>, _ count: Int, _ channels: Int, _ to: UnsafeMutablePointer<UInt8>
    ) {
        let left = row - channels
        for i in 0..<count { to[i] = row[i] &- left[i] }
    }

    private static func subtractAbove(
        _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int, _ to: UnsafeMutablePointer<UInt8>
    ) {
        for i in 0..<count { to[i] = row[i] &- above[i] }
    }

    private static func subtractAverage(
        _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int, _ channels: Int,
        _ to: UnsafeMutablePointer<UInt8>
    ) {
        let left = row - channels
        for i in 0..<count {
            // The mean rounded down, within eight bits: the common bits and half of the differing ones.
            let (a, b) = (left[i], above[i])
            to[i] = row[i] &- ((a & b) &+ ((a ^ b) &>> 1))
        }
    }

    private static func subtractPaeth(
        _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int, _ channels: Int,
        _ to: UnsafeMutablePointer<UInt8>
    ) {
        let left = row - channels
        let corner = above - channels
        for i in 0..<count {
            let a = Int16(truncatingIfNeeded: left[i])
            let b = Int16(truncatingIfNeeded: above[i])
            let c = Int16(truncatingIfNeeded: corner[i])
            let fromA = b &- c
            let fromB = a &- c
            let fromC = fromA &+ fromB
            let distanceA = max(fromA, 0 &- fromA)
            let distanceB = max(fromB, 0 &- fromB)
            let distanceC = max(fromC, 0 &- fromC)
            let bOrC = distanceB <= distanceC ? b : c
            let nearest = distanceA <= min(distanceB, distanceC) ? a : bOrC
            to[i] = row[i] &- UInt8(truncatingIfNeeded: nearest)
        }
    }
}
