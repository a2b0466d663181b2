import PenumbraGeometry

extension FixedPoint {
    /// Rounds to the nearest point of the grid, halves away from zero. Coordinates are held within ±`largestCoordinate`; NaN
    /// counts as zero.
    public init(rounding point: Point) {
        self.init(x: Self.steps(point.x), y: Self.steps(point.y))
    }

    private static func steps(_ pixels: Double) -> Int32 {
        guard !pixels.isNaN else { return 0 }
        let limit = largestCoordinate * Double(unitsPerPixel)
        let steps = max(-limit, min(limit, pixels * Double(unitsPerPixel)))
        // A conversion and an exact difference take less time than a call of the C library's `round`.
        let whole = Int32(steps)
        let rest = steps - Double(whole)
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }

    /// A key that orders points by y, then x.
    @inline(__always)
    var sweepKey: UInt64 {
        UInt64(UInt32(bitPattern: y) ^ 0x8000_0000) << 32 | UInt64(UInt32(bitPattern: x) ^ 0x8000_0000)
    }

    /// True if both coordinates are within ±`largestCoordinate`, where all predicates are exact.
    var isInRange: Bool {
        let limit = Int64(Self.largestCoordinate) * Int64(Self.unitsPerPixel)
        return abs(Int64(x)) <= limit && abs(Int64(y)) <= limit
    }
}

/// An axis-parallel rectangle of the grid, both corners included.
public struct FixedBounds: Hashable, Sendable {
    public var low: FixedPoint
    public var high: FixedPoint

    package init(low: FixedPoint, high: FixedPoint) {
        self.low = low
        self.high = high
    }

    init(of point: FixedPoint) {
        self.init(low: point, high: point)
    }

    mutating func include(_ point: FixedPoint) {
        low = FixedPoint(x: min(low.x, point.x), y: min(low.y, point.y))
        high = FixedPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }

    /// The whole pixels that the rectangle covers or cuts. A rectangle of no width or height at a pixel's border covers
    /// none.
    public var pixels: PixelRect {
        // A pixel has 4096 = 2¹² steps; the shift rounds down.
        func floored(_ value: Int32) -> Int { Int(value) >> 12 }
        func raised(_ value: Int32) -> Int { (Int(value) + 4095) >> 12 }
        return PixelRect(minX: floored(low.x), minY: floored(low.y), maxX: raised(high.x), maxY: raised(high.y))
    }
}

extension Boundary {
    /// Twice the enclosed area, in squared grid steps, exactly; a square pixel counts as 2·4096².
    ///
    /// The area is positive for every boundary made by `init(resolving:fillRule:tolerance:)`, because its inside lies on the
    /// same side of every edge.
    public var area2: Int128 {
        edges.reduce(Int128(0)) { $0 + doubledArea($1.start, $1.end) }
    }

    /// The smallest rectangle that holds the region, exactly; nil when the boundary is empty.
    public var bounds: FixedBounds? {
        guard !edges.isEmpty else { return nil }
        var (low, high) = (SIMD4<Int32>(repeating: .max), SIMD4<Int32>(repeating: .min))
        edges.withUnsafeBytes { edges in
            for place in stride(from: 0, to: edges.count, by: MemoryLayout<BoundaryEdge>.stride) {
                // The ends of an edge: x, y, x, y.
                let ends = edges.loadUnaligned(fromByteOffset: place, as: SIMD4<Int32>.self)
                low = pointwiseMin(low, ends)
                high = pointwiseMax(high, ends)
            }
        }
        return FixedBounds(
            low: FixedPoint(x: min(low.x, low.z), y: min(low.y, low.w)),
            high: FixedPoint(x: max(high.x, high.z), y: max(high.y, high.w)))
    }
}

extension TriangleMesh {
    /// Twice the sum of the triangles' areas, in squared grid steps, exactly. It equals the boundary's `area2`.
    ///
    /// A triangle with a vertex that does not exist is ignored.
    public var area2: Int128 {
        var sum = Int128(0)
        for index in 0..<triangleCount {
            guard let (a, b, c) = corners(ofTriangle: index) else { continue }
            sum += doubledArea(a, b) + doubledArea(b, c) + doubledArea(c, a)
        }
        return sum
    }

    /// Returns the corners of a triangle; nil if the triangle or one of its vertices does not exist.
    public func corners(ofTriangle index: Int) -> (FixedPoint, FixedPoint, FixedPoint)? {
        guard index >= 0, index < triangleCount else { return nil }
        let (a, b, c) = (Int(triangles[3 * index]), Int(triangles[3 * index + 1]), Int(triangles[3 * index + 2]))
        guard max(a, b, c) < vertices.count else { return nil }
        return (vertices[a], vertices[b], vertices[c])
    }
}

/// Returns the share of one directed edge in a doubled area. The sum is positive if the inside is at the right of downward
/// edges.
private func doubledArea(_ start: FixedPoint, _ end: FixedPoint) -> Int128 {
    Int128(Int64(end.x) * Int64(start.y)) - Int128(Int64(start.x) * Int64(end.y))
}
