import PenumbraSystem

/// The outline of a glyph in units of its font, with y upward.
///
/// All uses of a glyph share one outline, so that caches recognise the glyph without looking at its path.
public final class GlyphOutline: Hashable, Sendable {
    public let path: Path
    /// The rectangle of all points and control points.
    package let bounds: Rect
    /// Twice the area of the polygons of all points and control points. Negative if they run clockwise.
    package let area: Double
    /// SHA-256 of the path.
    package let digest: Digest
    private let hash: Int

    /// - Parameter path: closed subpaths without arcs, in units of the font.
    public init(_ path: Path) {
        self.path = path
        bounds = path.controlPointBounds
        area = path.polygonArea
        digest = path.digest
        hash = digest.hashValue
    }

    public static func == (a: GlyphOutline, b: GlyphOutline) -> Bool { a === b || a.hash == b.hash && a.digest == b.digest }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The outlines of the glyphs of a text, each at its place, and lines of the same colour. The non-zero rule fills them.
public struct GlyphOutlines: Hashable, Sendable {
    /// A glyph and the map from the units of its font.
    public struct Glyph: Hashable, Sendable {
        public var outline: GlyphOutline
        public var place: AffineTransform

        public init(_ outline: GlyphOutline, place: AffineTransform) {
            self.outline = outline
            self.place = place
        }
    }

    public private(set) var glyphs: [Glyph] = []
    /// Outlines that belong to no glyph, such as underlines.
    public private(set) var others = Path()
    /// The number of elements of all paths.
    public private(set) var elementCount = 0

    public init() {}

    public init(_ path: Path) { append(path) }

    public var isEmpty: Bool { elementCount == 0 }

    public mutating func append(_ glyph: Glyph) {
        glyphs.append(glyph)
        elementCount += glyph.outline.path.elements.count
    }

    public mutating func append(_ path: Path) {
        others.append(path)
        elementCount += path.elements.count
    }

    public mutating func append(_ more: GlyphOutlines) {
        glyphs += more.glyphs
        others.append(more.others)
        elementCount += more.elementCount
    }

    /// All outlines as one path.
    public var path: Path {
        if glyphs.isEmpty { return others }
        var path = Path()
        for glyph in glyphs { path.append(glyph.outline.path.applying(glyph.place)) }
        path.append(others)
        return path
    }

    /// A rectangle that holds all outlines after a transform. It is cheap to compute and never too small.
    package func bounds(_ transform: AffineTransform) -> Rect {
        let rest = others.isEmpty ? Rect.zero : others.applying(transform).controlPointBounds
        return glyphs.reduce(rest) { all, glyph in
            all.union(glyph.outline.bounds.transformed(by: glyph.place.concatenating(transform)))
        }
    }

    /// The area of all outlines after a transform, together with `other`.
    ///
    /// - Parameter isExact: whether the area is that of the curves. Only outlines that may lie beyond `other` are then
    ///   looked at.
    package func bounds(_ transform: AffineTransform, union other: Rect, isExact: Bool) -> Rect {
        guard isExact else { return other.union(bounds(transform)) }
        var all = others.isEmpty ? other : others.applying(transform).bounds(union: other, isExact: true)
        let rough = glyphs.map { $0.outline.bounds.transformed(by: $0.place.concatenating(transform)) }
        // With the outermost glyphs first, few others can lie beyond the area.
        let outermost = [
            rough.indices.min { rough[$0].minX < rough[$1].minX }, rough.indices.min { rough[$0].minY < rough[$1].minY },
            rough.indices.max { rough[$0].maxX < rough[$1].maxX }, rough.indices.max { rough[$0].maxY < rough[$1].maxY },
        ].compactMap { $0 }
        for index in outermost + rough.indices where !all.contains(rough[index]) {
            let glyph = glyphs[index]
            all = all.union(glyph.outline.path.applying(glyph.place).applying(transform).bounds)
        }
        return all
    }

    /// Twice the area of the glyphs' polygons. Negative if they run clockwise.
    package var glyphArea: Double {
        glyphs.reduce(0) { $0 + $1.outline.area * ($1.place.a * $1.place.d - $1.place.b * $1.place.c) }
    }

    /// SHA-256 of the outlines and their places.
    package var digest: Digest {
        if glyphs.isEmpty { return others.digest }
        var sum = SHA256()
        for glyph in glyphs {
            sum.update(glyph.outline.digest.bytes)
            let place = glyph.place
            sum.update(place.a.bitPattern)
            sum.update(place.b.bitPattern)
            sum.update(place.c.bitPattern)
            sum.update(place.d.bitPattern)
            sum.update(place.tx.bitPattern)
            sum.update(place.ty.bitPattern)
        }
        sum.update(others.digest.bytes)
        return sum.digest
    }
}

extension Path {
    /// Twice the area of the polygons of all points and control points.
    fileprivate var polygonArea: Double {
        var area = 0.0
        var (start, last) = (Point.zero, Point.zero)
        func add(_ point: Point) {
            area += last.x * point.y - last.y * point.x
            last = point
        }
        for element in elements {
            switch element {
            case .move(let to): (start, last) = (to, to)
            case .line(let to): add(to)
            case .quadratic(let to, let control):
                add(control)
                add(to)
            case .cubic(let to, let control1, let control2):
                add(control1)
                add(control2)
                add(to)
            // Glyphs have no arcs.
            case .arc, .close: add(start)
            }
        }
        return area
    }
}
