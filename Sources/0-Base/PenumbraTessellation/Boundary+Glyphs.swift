import PenumbraGeometry

/// The boundary of a text's area, and those of its glyphs that lie apart from all others.
package struct GlyphBoundary: Sendable {
    /// A glyph whose edges are the same as at other places, except for its origin.
    package struct Place: Sendable {
        package let glyph: ResolvedGlyph
        package let origin: FixedPoint
        /// The index of the glyph's first edge in the boundary. Its other edges follow.
        package let firstEdge: Int
    }

    package let boundary: Boundary
    /// The places in the order of their edges.
    package let places: [Place]

    /// Makes the boundary of the area that glyphs and lines enclose under the non-zero rule.
    ///
    /// Each glyph's origin is rounded to the grid. Glyphs that lie apart are resolved once for all their places; others are
    /// resolved together.
    ///
    /// - Parameters:
    ///   - transform: the map from the outlines' coordinates to pixels.
    ///   - glyphs: the glyphs of other texts. They don't change the result.
    ///   - shapes: the shapes of other paths, likewise.
    ///   - effort: as for a path.
    package init(
        _ outlines: GlyphOutlines, _ transform: AffineTransform, glyphs: GlyphCache?, shapes: ShapeCache?, effort: inout Int
    ) throws(TessellationError) {
        var parts = GlyphParts()
        let most = min(Boundary.maximumSegments, max(0, effort))
        for glyph in outlines.glyphs {
            let place = glyph.place.concatenating(transform)
            let (outline, left) = (glyph.outline, most - parts.segments)
            let resolved: ResolvedGlyph
            if let glyphs {
                resolved = try glyphs.glyph(outline, place, mostSegments: left, effort: effort)
            } else {
                resolved = try ResolvedGlyph(outline, place, mostSegments: left, effort: effort)
            }
            // Glyphs that overlap are resolved again, together.
            guard resolved.effort <= effort else { throw .tooManyCrossings(found: resolved.effort, allowed: effort) }
            effort -= resolved.effort
            try parts.add(resolved, at: place, mostSegments: most)
        }
        if !outlines.others.isEmpty {
            let contours = try GridContours(
                outlines.others.applying(transform), tolerance: Path.flatteningTolerance, mostSegments: most - parts.segments)
            for shape in contours.shapes { parts.add(shape) }
        }
        (boundary, places) = try parts.boundary(shapes, effort: &effort)
    }
}

/// The glyphs and other shapes of a text, each with its box.
private struct GlyphParts {
    private enum Part {
        case glyph(ResolvedGlyph, FixedPoint)
        case shape(GridContours)
    }

    private var parts: [Part] = []
    private var boxes: [FixedBounds] = []
    /// The segments of all parts.
    private(set) var segments = 0

    mutating func add(
        _ glyph: ResolvedGlyph, at place: AffineTransform, mostSegments: Int
    ) throws(TessellationError) {
        guard !glyph.contours.ends.isEmpty else { return }
        let limit = FixedPoint.largestCoordinate
        guard place.tx.isFinite, place.ty.isFinite else { throw .notFinite(element: 0) }
        guard max(abs(place.tx), abs(place.ty)) <= limit else {
            throw .coordinateTooLarge(element: 0, found: max(abs(place.tx), abs(place.ty)), allowed: limit)
        }
        let origin = FixedPoint(rounding: Point(place.tx, place.ty))
        // Both are in range, so their sums fit in 32 bits.
        let box = FixedBounds(
            low: glyph.box.low.moved(x: origin.x, y: origin.y), high: glyph.box.high.moved(x: origin.x, y: origin.y))
        guard box.low.isInRange, box.high.isInRange else {
            let reach = [box.low.x, box.low.y, box.high.x, box.high.y].reduce(0.0) { max($0, abs(Double($1))) }
            throw .coordinateTooLarge(element: 0, found: reach / Double(FixedPoint.unitsPerPixel), allowed: limit)
        }
        segments += glyph.contours.vertices.count
        guard segments <= mostSegments else { throw .tooManySegments(found: segments, allowed: mostSegments) }
        parts.append(.glyph(glyph, origin))
        boxes.append(box)
    }

    mutating func add(_ shape: GridContours) {
        guard let box = shape.box else { return }
        segments += shape.vertices.count
        parts.append(.shape(shape))
        boxes.append(box)
    }

    /// The most parts whose boxes are compared.
    private static let mostCompared = 2048

    /// The boundary of the area of all parts, and the glyphs that lie apart.
    func boundary(
        _ shapes: ShapeCache?, effort: inout Int
    ) throws(TessellationError) -> (Boundary, [GlyphBoundary.Place]) {
        var members = [[Int]](repeating: [], count: parts.count)
        for (index, root) in FixedBounds.groups(of: boxes, most: Self.mostCompared).enumerated() { members[root].append(index) }
        var edges: [BoundaryEdge] = []
        edges.reserveCapacity(segments)
        var places: [GlyphBoundary.Place] = []
        places.reserveCapacity(parts.count)
        for group in members where !group.isEmpty {
            if group.count == 1, case .glyph(let glyph, let origin) = parts[group[0]] {
                places.append(GlyphBoundary.Place(glyph: glyph, origin: origin, firstEdge: edges.count))
                edges.appendMoved(glyph.edges, by: origin)
                continue
            }
            var contours = GridContours()
            for index in group {
                switch parts[index] {
                case .glyph(let glyph, let origin): contours.append(glyph.contours.moved(x: origin.x, y: origin.y))
                case .shape(let shape): contours.append(shape)
                }
            }
            for shape in contours.shapes {
                if let shapes {
                    try shapes.append(shape, .nonzero, to: &edges, effort: &effort)
                } else {
                    edges += try shape.resolved(.nonzero, effort: &effort)
                }
            }
        }
        return (Boundary(edges: edges), places)
    }
}
