import PenumbraGeometry
import PenumbraSystem

/// A cache of resolved glyphs, whichever place they have. A glyph of one font and size is flattened once for all texts.
///
/// A glyph's origin is rounded to the grid before its outline is added. The outline around the origin is therefore the same
/// wherever the glyph lies. Several threads may use the cache at once.
package final class GlyphCache: Sendable {
    private struct Key: Hashable, Sendable {
        var outline: GlyphOutline
        var a: Double
        var b: Double
        var c: Double
        var d: Double
    }

    private let glyphs: ContentCache<Key, ResolvedGlyph>

    /// Creates an empty cache.
    ///
    /// - Parameter bytes: the most bytes that the cache may hold. Zero and negative values keep nothing.
    package init(bytes: Int) {
        glyphs = ContentCache(budget: max(0, bytes))
    }

    /// The bytes of all kept glyphs.
    package var bytes: Int { glyphs.bytes }

    /// A glyph under the linear part of a transform.
    ///
    /// - Parameters:
    ///   - mostSegments: the most segments of a glyph that isn't known.
    ///   - effort: the most effort for resolving it.
    func glyph(
        _ outline: GlyphOutline, _ place: AffineTransform, mostSegments: Int, effort: Int
    ) throws(TessellationError) -> ResolvedGlyph {
        let key = Key(outline: outline, a: place.a, b: place.b, c: place.c, d: place.d)
        if let known = glyphs[key] { return known }
        let made = try ResolvedGlyph(outline, place, mostSegments: mostSegments, effort: effort)
        glyphs.keep(made, bytes: made.byteCount, for: key)
        return made
    }
}

/// A glyph that was flattened around its origin.
package final class ResolvedGlyph: Sendable {
    let contours: GridContours
    /// A box around the contours and the steps beside them.
    let box: FixedBounds
    /// The edges of the glyph's area.
    package let edges: [BoundaryEdge]
    /// The effort that resolving the contours took.
    let effort: Int

    /// - Parameters:
    ///   - place: the map to pixels, of which the translation has no effect.
    ///   - mostSegments: the most segments of the flattened outline.
    ///   - effort: the most effort.
    init(
        _ outline: GlyphOutline, _ place: AffineTransform, mostSegments: Int, effort most: Int
    ) throws(TessellationError) {
        let linear = AffineTransform(a: place.a, b: place.b, c: place.c, d: place.d, tx: 0, ty: 0)
        contours = try GridContours(
            outline.path.applying(linear), tolerance: Path.flatteningTolerance, mostSegments: mostSegments)
        box = contours.box ?? FixedBounds(of: FixedPoint(x: 0, y: 0))
        var effort = most
        var edges: [BoundaryEdge] = []
        for shape in contours.shapes {
            // A crossing halfway between two steps is rounded away from zero. All glyphs are resolved below and right of it.
            let corner = shape.corner ?? FixedPoint(x: 0, y: 0)
            let resolved = try shape.moved(x: -corner.x, y: -corner.y).resolved(.nonzero, effort: &effort)
            edges.appendMoved(resolved, by: corner)
        }
        self.edges = edges
        self.effort = most - effort
    }

    package var byteCount: Int {
        512 + contours.vertices.count * MemoryLayout<FixedPoint>.stride + edges.count * MemoryLayout<BoundaryEdge>.stride
    }
}

extension [BoundaryEdge] {
    /// Adds edges that are moved by a distance.
    package mutating func appendMoved(_ edges: [BoundaryEdge], by distance: FixedPoint) {
        let first = count * MemoryLayout<BoundaryEdge>.stride
        append(contentsOf: edges)
        let move = SIMD4(distance.x, distance.y, distance.x, distance.y)
        withUnsafeMutableBytes { bytes in
            for place in stride(from: first, to: bytes.count, by: MemoryLayout<BoundaryEdge>.stride) {
                // The ends of an edge: x, y, x, y.
                let ends = bytes.loadUnaligned(fromByteOffset: place, as: SIMD4<Int32>.self)
                bytes.storeBytes(of: ends &+ move, toByteOffset: place, as: SIMD4<Int32>.self)
            }
        }
    }
}
