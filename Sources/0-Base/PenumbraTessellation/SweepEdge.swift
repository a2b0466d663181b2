/// An edge directed downwards (by y, then x), with the growth of the winding number from its left to its right.
struct SweepEdge {
    /// The upper end, and the vector from there to the lower end.
    var x: Int32
    var y: Int32
    var dx: Int32
    var dy: Int32
    /// The index of the vertex at the lower end.
    var bottom: Int32
    var delta: Int32

    /// The side on which a point lies: above zero right of the edge's line, below zero left of it, zero on it.
    @inline(__always)
    func side(ofX px: Int32, y py: Int32) -> Int64 {
        Int64(px &- x) &* Int64(dy) &- Int64(dx) &* Int64(py &- y)
    }

    /// The turn between two edges that leave one point: above zero if `other` runs at the right of this edge.
    @inline(__always)
    func turn(to other: SweepEdge) -> Int64 {
        Int64(other.dx) &* Int64(dy) &- Int64(dx) &* Int64(other.dy)
    }
}

/// A point where the interiors of two edges cross, as whole grid steps and exact fractions of a step.
///
/// With coordinates within ±2²⁹ the denominator stays below 2⁶¹, so every comparison fits in 128 bits.
struct Crossing {
    var x: Int32
    var y: Int32
    /// The fractions are `xPart / denominator` and `yPart / denominator`, each at least 0 and below 1.
    var xPart: Int64
    var yPart: Int64
    var denominator: Int64
    var first: Int32
    var second: Int32

    /// Computes the point common to the lines of two edges that are not parallel.
    init(of a: SweepEdge, _ b: SweepEdge, first: Int32, second: Int32) {
        // a.top + (numerator / denominator) · a.direction
        var denominator = Int64(a.dx) &* Int64(b.dy) &- Int64(a.dy) &* Int64(b.dx)
        var numerator = Int64(b.x &- a.x) &* Int64(b.dy) &- Int64(b.y &- a.y) &* Int64(b.dx)
        if denominator < 0 {
            denominator = -denominator
            numerator = -numerator
        }
        let (wholeX, partX) = Self.floorDivide(a.dx, numerator, by: denominator)
        let (wholeY, partY) = Self.floorDivide(a.dy, numerator, by: denominator)
        x = a.x &+ wholeX
        y = a.y &+ wholeY
        xPart = partX
        yPart = partY
        self.denominator = denominator
        self.first = first
        self.second = second
    }

    private static func floorDivide(_ a: Int32, _ b: Int64, by divisor: Int64) -> (whole: Int32, part: Int64) {
        let product = Int64(a).multipliedFullWidth(by: b)
        // The quotient lies between 0 and the edge's extent, so it fits.
        let (quotient, remainder) = divisor.dividingFullWidth(product)
        if remainder < 0 { return (Int32(truncatingIfNeeded: quotient) &- 1, remainder &+ divisor) }
        return (Int32(truncatingIfNeeded: quotient), remainder)
    }

    /// The nearest point of the grid; halves go away from zero, so that turning the input by 90° turns the result.
    var rounded: FixedPoint {
        FixedPoint(x: Self.round(x, xPart, denominator), y: Self.round(y, yPart, denominator))
    }

    private static func round(_ whole: Int32, _ part: Int64, _ denominator: Int64) -> Int32 {
        let doubled = part &+ part
        return doubled > denominator || (doubled == denominator && whole >= 0) ? whole &+ 1 : whole
    }

    /// The side on which the crossing lies: above zero right of the edge's line, below zero left of it, zero on it.
    func side(of edge: SweepEdge) -> Int {
        let whole = edge.side(ofX: x, y: y)
        // The fractions add less than 2³¹.
        if whole > 1 << 32 { return 1 }
        if whole < -(1 << 32) { return -1 }
        let value =
            Int128(whole) * Int128(denominator)
            + Int128(xPart) * Int128(edge.dy) - Int128(edge.dx) * Int128(yPart)
        return value > 0 ? 1 : (value < 0 ? -1 : 0)
    }

    /// True if this crossing comes before the other in the order of the sweep, by y, then x.
    static func < (a: Crossing, b: Crossing) -> Bool {
        if a.y != b.y { return a.y < b.y }
        let order = compare(a.yPart, a.denominator, b.yPart, b.denominator)
        if order != 0 { return order < 0 }
        if a.x != b.x { return a.x < b.x }
        return compare(a.xPart, a.denominator, b.xPart, b.denominator) < 0
    }

    func isSamePoint(as other: Crossing) -> Bool {
        x == other.x && y == other.y
            && Self.compare(xPart, denominator, other.xPart, other.denominator) == 0
            && Self.compare(yPart, denominator, other.yPart, other.denominator) == 0
    }

    /// Below zero if the sweep meets this crossing before the vertex, zero if both are one point.
    @inline(__always)
    func order(relativeTo vertex: FixedPoint) -> Int {
        if y != vertex.y { return y < vertex.y ? -1 : 1 }
        if yPart != 0 { return 1 }
        if x != vertex.x { return x < vertex.x ? -1 : 1 }
        return xPart == 0 ? 0 : 1
    }

    private static func compare(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) -> Int {
        let left = a.multipliedFullWidth(by: d)
        let right = c.multipliedFullWidth(by: b)
        if left.high != right.high { return left.high < right.high ? -1 : 1 }
        if left.low != right.low { return left.low < right.low ? -1 : 1 }
        return 0
    }
}
