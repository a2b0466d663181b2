import PenumbraGeometry
import PenumbraScene

/// The path that characters of a `textPath` element follow.
final class TextTrack: Sendable {
    private let points: [Point]
    /// The distance along the path of each point.
    private let distances: [Double]
    /// Whether a line leads from the point before to each point.
    private let isDrawn: [Bool]
    /// Where the text starts, from the start of the path.
    let start: Double

    var length: Double { distances.last ?? 0 }
    /// The bytes for one piece of a path while its track is made.
    static let bytesOfPiece = 100

    /// - Parameter start: returns the start of the text for the length of the path.
    init?(_ path: Path, isReversed: Bool, start: (Double) -> Double) {
        var (points, isDrawn): ([Point], [Bool]) = ([], [])
        var lines = path.flattened(tolerance: 0.01)
        if isReversed { lines.reverse() }
        for line in lines {
            var own = line.points
            if line.isClosed, let first = own.first { own.append(first) }
            if isReversed { own.reverse() }
            for (index, point) in own.enumerated() {
                points.append(point)
                isDrawn.append(index > 0)
            }
        }
        var distances: [Double] = []
        for index in points.indices {
            let step = isDrawn[index] ? (points[index] - points[index - 1]).length : 0
            distances.append((distances.last ?? 0) + step)
        }
        guard let length = distances.last, length > 0, length.isFinite else { return nil }
        (self.points, self.isDrawn, self.distances) = (points, isDrawn, distances)
        self.start = start(length)
    }

    /// The map from a place on a straight baseline to a place on the path. Nil beyond the ends of the path.
    func map(at distance: Double) -> AffineTransform? {
        guard distance >= 0, distance <= length else { return nil }
        // The first point at this distance or beyond it.
        var (low, high) = (0, distances.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if distances[middle] < distance { low = middle + 1 } else { high = middle }
        }
        while low < points.count - 1, !isDrawn[low] || distances[low] == distances[low - 1] { low += 1 }
        guard low > 0, isDrawn[low] else { return nil }
        let (from, to) = (points[low - 1], points[low])
        let step = distances[low] - distances[low - 1]
        guard step > 0 else { return nil }
        let direction = Point((to.x - from.x) / step, (to.y - from.y) / step)
        let rest = distance - distances[low - 1]
        return AffineTransform(
            a: direction.x, b: direction.y, c: -direction.y, d: direction.x, tx: from.x + direction.x * rest,
            ty: from.y + direction.y * rest)
    }
}

/// The length that the characters of an element take.
final class TextFit: Sendable {
    let length: Double
    /// Whether glyphs are stretched. Otherwise the distances between them change.
    let scalesGlyphs: Bool

    init(_ length: Double, scalesGlyphs: Bool) {
        (self.length, self.scalesGlyphs) = (length, scalesGlyphs)
    }
}

extension Resolver {
    /// The path of a `textPath` element. Nil if there is none.
    func track(_ node: Int, _ style: Style, _ viewport: Size) throws(SVGError) -> TextTrack? {
        guard let target = hrefTarget(node), document.nodes[target].isSVG else { return nil }
        let own = styleOutsideTree(target)
        guard var path = try path(target, own, viewport) else { return nil }
        path = path.applying(try transform(target, own, viewport))
        guard path.isFinite else { return nil }
        let pieces = path.flattenedSegmentCount(tolerance: 0.01)
        guard pieces <= 1_000_000 else { return nil }
        try spend(pieces / 8, at: node)
        try hold(texts: pieces * TextTrack.bytesOfPiece, at: node)
        let offset = document.nodes[node]["startOffset"].flatMap { Length($0) } ?? .zero
        let given = document.nodes[target]["pathLength"].flatMap { ValueScanner.numbers($0)?.first }
        return TextTrack(path, isReversed: document.nodes[node]["side"] == "right") { length in
            guard offset.unit != .percentage else { return offset.value / 100 * length }
            let scale = given.map { $0 > 0 ? length / $0 : 1 } ?? 1
            return resolved(offset, .horizontal, style, viewport) * scale
        }
    }

    /// The length that an element asks for. Nil without a valid one.
    func fit(_ node: Int, _ style: Style, _ viewport: Size) -> TextFit? {
        guard let length = document.nodes[node]["textLength"].flatMap({ Length($0) }), length.value > 0 else { return nil }
        return TextFit(
            resolved(length, .horizontal, style, viewport),
            scalesGlyphs: document.nodes[node]["lengthAdjust"] == "spacingAndGlyphs")
    }
}
