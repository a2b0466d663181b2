import PenumbraGeometry

/// A disc, seen through a linear map, that grows or shrinks a mask: grey dilation with an edge that keeps antialiasing.
///
/// A partly covered pixel lies on an edge. Its coverage and the edge's direction tell how far out the edge is. For each
/// pixel q with a value v above 0, L is the value the edge leads to. L is the largest of the nine values around q where the
/// smallest of them is almost 0, otherwise v itself. Let e·L be the coverage of a pixel whose side is the edge, moved along.
/// That coverage is v itself unless the edge is oblique. Pixels where e·L is zero are left to their neighbours. With s(o),
/// how far the disc reaches beyond the offset o in pixels, a grown mask is
///
///     max over q of min(L, e·L + L·s(p − q)), 0 where there is nothing above it.
///
/// Along the axes this moves an edge by exactly the disc's radius. Half transparent areas keep their value. A mask shrinks by
/// growing its inverse, including everything outside the mask. The distance of an oblique edge is estimated as in S.
/// Gustavson and R. Strand, *Anti-aliased Euclidean distance transform*, 2011.
///
/// Where s is one or more only L counts, and a row of the disc is the largest L of a run of pixels. Elsewhere each offset
/// counts separately.
public struct SpreadDisc: Hashable, Sendable {
    /// The offsets of one row of the disc.
    public struct Row: Hashable, Sendable {
        public var dy: Int
        /// The first offset with s ≥ 1. The run is empty when `first` is above `last`.
        public var first: Int
        public var last: Int
        /// The first offset with s > −1.
        public var outerFirst: Int
        public var outerLast: Int

        public init(dy: Int, first: Int, last: Int, outerFirst: Int, outerLast: Int) {
            self.dy = dy
            self.first = first
            self.last = last
            self.outerFirst = outerFirst
            self.outerLast = outerLast
        }
    }

    /// An offset near the disc's edge.
    public struct Place: Hashable, Sendable {
        public var dx: Int
        public var dy: Int
        /// The value s of the place in Q15, between −32768 and 32768.
        public var share: Int

        public init(dx: Int, dy: Int, share: Int) {
            self.dx = dx
            self.dy = dy
            self.share = share
        }
    }

    public var rows: [Row]
    /// The offsets with −1 < s < 1.
    public var ring: [Place]

    public init(rows: [Row], ring: [Place]) {
        self.rows = rows
        self.ring = ring
    }

    /// Makes a disc of `radius` (0 or more) through the linear part of a map to pixels, which must not be singular. The
    /// distance to an ellipse is a first-order estimate, which is exact for circles.
    ///
    /// - Returns: nil if the disc would reach further than `largestReach`.
    public init?(radius: Double, through map: AffineTransform) {
        guard radius >= 0, let inverse = AffineTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: 0, ty: 0).inverted else {
            return nil
        }
        let (width, height) = (radius * Point(map.a, map.c).length, radius * Point(map.b, map.d).length)
        guard max(width, height) < Double(Self.largestReach - 2) else { return nil }
        let (reachX, reachY) = (Int(width.rounded(.up)) + 1, Int(height.rounded(.up)) + 1)
        let smallestScale = 1 / inverse.largestScale
        rows = []
        ring = []
        for dy in -reachY...reachY {
            var row = Row(dy: dy, first: 1, last: 0, outerFirst: 1, outerLast: 0)
            for dx in -reachX...reachX {
                let p = Point(Double(dx), Double(dy)).applyingLinearPart(of: inverse)
                // The rate at which |p| grows across the device, at this place.
                let gradient = Point(inverse.a * p.x + inverse.b * p.y, inverse.c * p.x + inverse.d * p.y).length
                let s = p.length > 0 ? (radius - p.length) * p.length / gradient : radius * smallestScale
                guard s > -1 else { continue }
                if row.outerFirst > row.outerLast { row.outerFirst = dx }
                row.outerLast = dx
                if s >= 1 {
                    if row.first > row.last { row.first = dx }
                    row.last = dx
                } else {
                    ring.append(Place(dx: dx, dy: dy, share: Int((s * 32768).rounded())))
                }
            }
            if row.outerFirst <= row.outerLast { rows.append(row) }
        }
        ring.removeAll { abs($0.share) >= 32768 }
    }

    /// The largest value that counts as nothing beside an edge: an alpha of almost 1/255.
    public static let threshold: UInt16 = 129

    /// The largest reach of a disc, in pixels. Tables and time grow with the reach.
    public static let largestReach = 2048

    /// The largest offset on the x axis; `reachY` is the largest on the y axis.
    public var reachX: Int { rows.reduce(0) { max($0, abs($1.outerFirst), abs($1.outerLast)) } }
    public var reachY: Int { rows.reduce(0) { max($0, abs($1.dy)) } }

    var byteCount: Int { rows.count * MemoryLayout<Row>.stride + ring.count * MemoryLayout<Place>.stride }

    /// The number of run lengths 4ᵏ, from k = 0 on, that need largest values.
    public var levels: Int {
        let longest = rows.reduce(1) { max($0, $1.last - $1.first + 1, $1.outerLast - $1.outerFirst + 1) }
        return Self.level(of: longest) + 1
    }

    /// The number of runs of 4ᵏ pixels that cover a row's two runs.
    static func runs(of row: Row) -> Int {
        func count(_ length: Int) -> Int { length < 1 ? 0 : (length >> (2 * level(of: length))) + 1 }
        return count(row.last - row.first + 1) + count(row.outerLast - row.outerFirst + 1)
    }

    /// The largest k for which runs of 4ᵏ fit into `length` pixels, 1 or more.
    public static func level(of length: Int) -> Int { (Int.bitWidth - 1 - length.leadingZeroBitCount) / 2 }
}

extension AffineTransform {
    /// The largest growth of any length: the larger singular value.
    public var largestScale: Double {
        let sum = a * a + b * b + c * c + d * d
        let difference = max(0, sum * sum - 4 * determinant * determinant).squareRoot()
        return ((sum + difference) / 2).squareRoot()
    }
}
