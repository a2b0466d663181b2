import PenumbraGeometry
import PenumbraPlan
import PenumbraTessellation

extension ScenePlanner {
    /// Adds the coverage of a path in device pixels, within `clip`. Nil if it is empty there.
    mutating func coverage(
        of path: Path, _ rule: FillRule, in clip: PixelRect, label: String, name: String
    ) throws(PlanningError) -> PlacedMask? {
        guard !PixelRect(covering: path.controlPointBounds).outset(x: 1, y: 1).intersection(clip).isEmpty else {
            return nil
        }
        let region = try tessellated(path, rule, name: name)
        return try coverage(of: region, in: clip, label: label)
    }

    /// Adds the coverage of glyphs, within `clip`. Nil if it is empty there.
    ///
    /// - Parameter transform: the map from the glyphs' coordinates to device pixels.
    mutating func coverage(
        of glyphs: GlyphOutlines, _ transform: AffineTransform, in clip: PixelRect, label: String, name: String
    ) throws(PlanningError) -> PlacedMask? {
        guard !PixelRect(covering: glyphs.bounds(transform)).outset(x: 1, y: 1).intersection(clip).isEmpty else { return nil }
        let region = try tessellated(OutlineCache.Key(glyphs, transform), name: name) { effort throws(TessellationError) in
            let text = try GlyphBoundary(
                glyphs, transform, glyphs: outlines?.glyphs, shapes: outlines?.shapes, effort: &effort)
            return TessellatedRegion(text, outlines?.cuts)
        }
        return try coverage(of: region, in: clip, label: label)
    }

    mutating func coverage(
        of region: TessellatedRegion, in clip: PixelRect, label: String
    ) throws(PlanningError) -> PlacedMask? {
        let bounds = region.pixels.intersection(clip)
        guard !bounds.isEmpty else { return nil }
        return PlacedMask(surface: try coverage(of: region, exactly: bounds, label: label), bounds: bounds)
    }

    /// Adds the coverage of a region in all of the device pixels `bounds`, which must not be empty.
    package mutating func coverage(
        of region: TessellatedRegion, exactly bounds: PixelRect, label: String
    ) throws(PlanningError) -> SurfaceID {
        let surface = try addSurface(.mask, bounds, label)
        // Each row of pixels that an edge crosses takes memory, long before anything is drawn.
        let ofRegion = region.strips(in: bounds)
        strips += ofRegion
        bytesOfCoverage += Coverage.bytes(strips: ofRegion, rows: bounds.height)
        guard strips <= Self.mostStrips else { throw .tooManyStrips(layer: label, found: strips, allowed: Self.mostStrips) }
        try checkSize(label)
        plan.passes.append(.fillMesh(target: surface, coverage: region.coverage(in: bounds)))
        return surface
    }

    func tessellated(_ path: Path, _ rule: FillRule, name: String) throws(PlanningError) -> TessellatedRegion {
        if path.isTessellatedQuickly {
            return try work.tessellate(name) { effort throws(TessellationError) in
                TessellatedRegion(try Boundary(resolving: path, fillRule: rule, effort: &effort))
            }
        }
        return try tessellated(OutlineCache.Key(path: path, rule: rule), name: name) { effort throws(TessellationError) in
            TessellatedRegion(try Boundary(resolving: path, fillRule: rule, shapes: outlines?.shapes, effort: &effort))
        }
    }

    private func tessellated(
        _ key: OutlineCache.Key, name: String, _ make: (inout Int) throws(TessellationError) -> TessellatedRegion
    ) throws(PlanningError) -> TessellatedRegion {
        if let known = outlines?[key] { return known }
        let region = try work.tessellate(name, make)
        outlines?.keep(region, for: key)
        return region
    }
}

extension Path {
    /// Whether tessellating the path takes no longer than finding it in a cache: a few straight lines around few rows of
    /// pixels, as the edges of a particle are.
    fileprivate var isTessellatedQuickly: Bool {
        guard elements.count <= 6, controlPointBounds.height <= 128 else { return false }
        return elements.allSatisfy { element in
            switch element {
            case .move, .line, .close: true
            case .quadratic, .cubic, .arc: false
            }
        }
    }
}

/// The area inside a path, and the pixels it touches.
package struct TessellatedRegion: Sendable {
    let boundary: Boundary
    let pixels: PixelRect
    let coverages: CoverageCache
    /// The glyphs of a text that lie apart, and the cache of their strips.
    private let places: [GlyphBoundary.Place]
    private let cuts: GlyphCuts?

    /// The region's coverage in all of the pixels `bounds`.
    package func coverage(in bounds: PixelRect) -> Coverage {
        if let coverage = coverages[bounds] { return coverage }
        // Glyphs that leave the mask would be cut at rows that nobody counted.
        let whole = bounds.contains(pixels) ? cuts?.cuts(of: places) ?? [] : []
        let coverage = Coverage(boundary: boundary, cuts: whole, bounds: bounds)
        coverages.keep(coverage, bounds)
        return coverage
    }

    /// The approximate number of strips in the coverage of `bounds`: one per edge and row of `bounds` that the edge crosses.
    func strips(in bounds: PixelRect) -> Int {
        let unit = Int(FixedPoint.unitsPerPixel)
        let (top, bottom) = (bounds.y * unit, bounds.maxY * unit)
        if !pixels.isEmpty, bounds.contains(pixels) {
            // A shift takes less time than a division.
            let shift = unit.trailingZeroBitCount
            return boundary.edges.reduce(0) { $0 &+ (abs(Int($1.end.y) &- Int($1.start.y)) &+ unit &- 1) &>> shift }
        }
        return boundary.edges.reduce(0) { sum, edge in
            let (from, to) = (Int(min(edge.start.y, edge.end.y)), Int(max(edge.start.y, edge.end.y)))
            let height = min(to, bottom) - max(from, top)
            return height > 0 ? sum + (height + unit - 1) / unit : sum
        }
    }

    package init(_ boundary: Boundary) { self.init(boundary, [], nil) }

    /// - Parameter cuts: has the strips of glyphs. Nil if none are kept.
    package init(_ text: GlyphBoundary, _ cuts: GlyphCuts?) {
        self.init(text.boundary, cuts == nil ? [] : text.places, cuts)
    }

    private init(_ boundary: Boundary, _ places: [GlyphBoundary.Place], _ cuts: GlyphCuts?) {
        self.boundary = boundary
        (self.places, self.cuts) = (places, cuts)
        coverages = CoverageCache()
        if let reach = boundary.bounds, reach.low.x < reach.high.x, reach.low.y < reach.high.y {
            pixels = reach.pixels
        } else {
            pixels = .empty
        }
    }
}
