import PenumbraPlan

/// The strips of a coverage in half of the bytes, as `fill_mesh.comp` describes them: the device needs no rows, and most strips
/// are short.
struct ShortStrips {
    /// A place has two words. A long strip has two places.
    private(set) var places: [SIMD2<UInt32>] = []
    /// The first place of each row, and the end.
    private(set) var rowStarts: [Int32] = []

    private static let distanceBits: Int32 = 18
    private static let noDistance: Int32 = -1 << (distanceBits - 1)
    private static let heightBits: Int32 = 3

    /// Nil if a strip's height is no multiple of the unit of heights.
    init?(_ coverage: Coverage) {
        places.reserveCapacity(coverage.strips.count)
        rowStarts.reserveCapacity(coverage.rowStarts.count)
        guard let first = coverage.rowStarts.first, first == 0 else { return nil }
        rowStarts.append(0)
        for (start, end) in zip(coverage.rowStarts, coverage.rowStarts.dropFirst()) {
            guard start >= 0, start <= end, end <= coverage.strips.count else { return nil }
            for strip in coverage.strips[Int(start)..<Int(end)] where strip.dy != 0 {
                guard strip.dy & (1 << Self.heightBits - 1) == 0 else { return nil }
                let height = (strip.dy >> Self.heightBits) << Self.distanceBits
                let distance = strip.x1 &- strip.x0
                let (from, to) = (UInt32(bitPattern: strip.x0), UInt32(bitPattern: strip.x1))
                if distance > Self.noDistance, distance < -Self.noDistance {
                    places.append([from, Self.word(distance, height)])
                } else {
                    places.append([from, 0])
                    places.append([to, Self.word(Self.noDistance, height)])
                }
            }
            rowStarts.append(Int32(places.count))
        }
    }

    private static func word(_ distance: Int32, _ height: Int32) -> UInt32 {
        UInt32(bitPattern: distance & (1 << distanceBits - 1) | height)
    }
}
