import PenumbraGeometry
import PenumbraSystem
import PenumbraTessellation

/// Glyphs that are cut at pixel rows, once for all places at the same height within a row.
///
/// Several threads may use the cache at once.
package final class GlyphCuts: Sendable {
    private struct Key: Hashable, Sendable {
        /// A cut holds its glyph, so no other glyph gets its identifier.
        var glyph: ObjectIdentifier
        /// The grid steps of the origin below a row's top.
        var height: Int32
    }

    private let cuts: ContentCache<Key, GlyphCut>

    /// - Parameter bytes: the most bytes that the cache may hold. Zero and negative values keep nothing.
    package init(bytes: Int) { cuts = ContentCache(budget: max(0, bytes)) }

    /// The bytes of all kept cuts.
    package var bytes: Int { cuts.bytes }

    /// The cuts of glyphs in a boundary. Glyphs too large for a mask have none.
    package func cuts(of places: [GlyphBoundary.Place]) -> [PlacedCut] {
        places.compactMap { place in
            let height = place.origin.y & (FixedPoint.unitsPerPixel - 1)
            let key = Key(glyph: ObjectIdentifier(place.glyph), height: height)
            let known = cuts[key]
            guard let cut = known ?? GlyphCut(place.glyph, height: height) else { return nil }
            if known == nil { cuts.keep(cut, bytes: cut.byteCount, for: key) }
            return PlacedCut(cut, at: place)
        }
    }
}

/// The strips of a glyph around its origin.
final class GlyphCut: Sendable {
    let glyph: ResolvedGlyph
    /// The pixels that the strips begin in, around the pixel of the origin.
    fileprivate let bounds: PixelRect
    fileprivate let coverage: Coverage

    /// - Parameter height: the grid steps of the origin below a row's top.
    init?(_ glyph: ResolvedGlyph, height: Int32) {
        var edges: [BoundaryEdge] = []
        edges.appendMoved(glyph.edges, by: FixedPoint(x: 0, y: height))
        let boundary = Boundary(edges: edges)
        guard let reach = boundary.bounds else { return nil }
        let pixels = reach.pixels
        // No edge inside a mask lies at its right side.
        bounds = PixelRect(x: pixels.x, y: pixels.y, width: pixels.width + 1, height: pixels.height)
        guard bounds.width < Self.widest, let inside = Coverage.inside(boundary, [], bounds) else { return nil }
        coverage = Coverage(strips: inside.strips, rowStarts: inside.rowStarts, width: bounds.width, height: bounds.height)
        self.glyph = glyph
    }

    /// The width up to which the x of strips fits in 32 bits.
    private static let widest = 1 << 15

    var byteCount: Int { coverage.byteCount + glyph.byteCount + 512 }
}

/// The strips of a glyph at its place in a boundary.
package struct PlacedCut: Sendable {
    private let cut: GlyphCut
    private let origin: FixedPoint
    /// The glyph's edges in the boundary.
    let edges: Range<Int>

    init(_ cut: GlyphCut, at place: GlyphBoundary.Place) {
        self.cut = cut
        origin = place.origin
        edges = place.firstEdge..<place.firstEdge + cut.glyph.edges.count
    }

    /// The row of a mask in which the first strips lie.
    private func firstRow(in mask: PixelRect) -> Int {
        cut.bounds.y + Int(origin.y >> Int32(FixedPoint.unitsPerPixel.trailingZeroBitCount)) - mask.y
    }

    /// Adds the numbers of strips to those of a mask's rows, each one place behind its row.
    func count(in mask: PixelRect, _ starts: inout UnsafeMutableBufferPointer<Int32>) {
        let first = firstRow(in: mask)
        let own = cut.coverage.rowStarts
        for row in 0..<cut.bounds.height { starts[first + row + 1] &+= own[row + 1] &- own[row] }
    }

    /// Writes the strips to their places in a mask around the glyph.
    ///
    /// - Parameter next: the place of the next strip of each row.
    func write(
        in mask: PixelRect, to strips: UnsafeMutableBufferPointer<Coverage.Strip>,
        _ next: inout UnsafeMutableBufferPointer<Int32>
    ) {
        let first = firstRow(in: mask)
        let right =
            (Int64(cut.bounds.x - mask.x) * Int64(FixedPoint.unitsPerPixel) + Int64(origin.x)) * Coverage.unitsPerGridStep
        let (down, x) = (Int32(truncatingIfNeeded: first), Int32(truncatingIfNeeded: right))
        // A strip is its row, x0, x1 and dy.
        let move = SIMD4(down, x, x, 0)
        let stride = MemoryLayout<Coverage.Strip>.stride
        let target = UnsafeMutableRawBufferPointer(strips)
        cut.coverage.strips.withUnsafeBytes { own in
            var from = 0
            for row in 0..<cut.bounds.height {
                let count = Int(cut.coverage.rowStarts[row + 1]) - from
                let place = Int(next[first + row])
                for index in 0..<count {
                    let strip = own.loadUnaligned(fromByteOffset: (from + index) * stride, as: SIMD4<Int32>.self)
                    target.storeBytes(of: strip &+ move, toByteOffset: (place + index) * stride, as: SIMD4<Int32>.self)
                }
                from += count
                next[first + row] = Int32(truncatingIfNeeded: place + count)
            }
        }
    }
}
