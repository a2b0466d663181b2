import PenumbraGeometry

/// A disc, seen through a linear map, that a mask is grown or shrunk by: grey dilation with an edge that keeps antialiasing.
///
/// A pixel that is partly covered lies on an edge; how much of it is covered, and which way the edge runs, say how far out that
/// edge is. For each pixel q with a value v above 0 let L be the largest of the nine values around it where the smallest of
/// them is almost 0, else v itself: the value the edge leads to. Let e·L be what is covered of a pixel whose side is the edge,
/// moved along: v itself but where the edge is oblique; pixels where that is nothing are left to their neighbours. Then, with
/// s(o) how far the disc reaches beyond the offset o, in pixels, a grown mask is
///
///     max over q of min(L, e·L + L·s(p − q)), 0 where there is nothing above it.
///
/// Along the axes that moves an edge by exactly the disc's radius. Half transparent areas keep their value. A mask shrinks by
/// growing what is one less it, everything outside it included. The estimate of an oblique edge's distance is that of S.
/// Gustavson and R. Strand, *Anti-aliased Euclidean distance transform*, 2011.
///
/// Where s is one or more only L counts, and a row of the disc is the largest L of a run of pixels; elsewhere each offset
/// counts by itself.
public struct SpreadDisc: Hashable, Sendable {
    /// The offsets of one row of the disc.
    public struct Row: Hashable, Sendable {
        public var dy: Int
        /// Those with s ≥ 1; empty when `first` is above `last`.
        public var first: Int
        public var last: Int
        /// Those with s > −1.
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
        /// s in Q15, between −32768 and 32768.
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

    /// A disc of `radius` (0 or more) through the linear part of a map to pixels, which must not be singular. Its distance to
    /// an ellipse is of first order: exact for circles.
    ///
    /// - Returns: nil where it would reach further than `largestReach`.
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
                // How fast |p| grows across the device, at this place.
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

    /// What is no more than this is nothing beside an edge: an alpha of almost 1/255.
    public static let threshold: UInt16 = 129

    /// Further no disc may reach, in pixels: tables grow with it, and time.
    public static let largestReach = 2048

    /// How far offsets go on each axis.
    public var reachX: Int { rows.reduce(0) { max($0, abs($1.outerFirst), abs($1.outerLast)) } }
    public var reachY: Int { rows.reduce(0) { max($0, abs($1.dy)) } }

    /// For how many lengths 4ᵏ of runs, from k = 0 on, largest values are needed.
    public var levels: Int {
        let longest = rows.reduce(1) { max($0, $1.last - $1.first + 1, $1.outerLast - $1.outerFirst + 1) }
        return Self.level(of: longest) + 1
    }

    /// How many runs of 4ᵏ pixels cover a row's two runs.
    static func runs(of row: Row) -> Int {
        func count(_ length: Int) -> Int { length < 1 ? 0 : (length >> (2 * level(of: length))) + 1 }
        return count(row.last - row.first + 1) + count(row.outerLast - row.outerFirst + 1)
    }

    /// The largest k for which runs of 4ᵏ fit into `length` pixels, 1 or more.
    public static func level(of length: Int) -> Int { (Int.bitWidth - 1 - length.leadingZeroBitCount) / 2 }
}

extension AffineTransform {
    /// The most that any length grows: the larger singular value.
    public var largestScale: Double {
        let sum = a * a + b * b + c * c + d * d
        let difference = max(0, sum * sum - 4 * determinant * determinant).squareRoot()
        return ((sum + difference) / 2).squareRoot()
    }
}
