import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraTessellation

/// A mask and the device pixels it holds.
struct PlacedMask {
    var surface: SurfaceID
    var bounds: PixelRect

    func operand(onto target: PaintTarget) -> Composite.Mask {
        .surface(surface, dx: target.bounds.x - bounds.x, dy: target.bounds.y - bounds.y)
    }

    func clip(onto target: PaintTarget, isInverted: Bool) -> Composite.Clip {
        Composite.Clip(
            surface, dx: target.bounds.x - bounds.x, dy: target.bounds.y - bounds.y, isInverted: isInverted)
    }
}

extension ScenePlanner {
    /// Fills a path given in device pixels.
    ///
    /// - Parameter geometry: what a gradient's unit coordinates are of.
    mutating func fill(
        _ path: Path, _ rule: FillRule, _ paint: Paint, _ geometry: LayerGeometry, onto target: PaintTarget, label: String,
        name: String
    ) throws(PlanningError) {
        guard !paint.isClear, let mask = try coverage(of: path, rule, in: target.clip, label: label, name: name) else {
            return
        }
        try self.paint(paint, geometry, in: mask.bounds, through: mask, onto: target, label: label)
    }

    /// Paints device pixels, through a mask where there is one.
    mutating func paint(
        _ paint: Paint, _ geometry: LayerGeometry, in pixels: PixelRect, through mask: PlacedMask? = nil,
        clip: PlacedMask? = nil, onto target: PaintTarget, label: String
    ) throws(PlanningError) {
        let region = pixels.intersection(target.clip)
        guard !region.isEmpty, !paint.isClear else { return }
        let source: Composite.Source
        switch paint {
        case .color(let color): source = .color(PremultipliedColor(color))
        case .gradient(let gradient):
            guard let surface = try shade(gradient, geometry, .color, region, label: "gradient of \(label)") else { return }
            source = .surface(surface, dx: target.bounds.x - region.x, dy: target.bounds.y - region.y)
        }
        emit(
            Composite(
                target: target.surface, region: target.local(region), source: source,
                mask: mask.map { $0.operand(onto: target) } ?? .none,
                clip: clip.map { $0.clip(onto: target, isInverted: false) }))
    }

    /// Fills a layer's rounded bounds.
    mutating func fillBounds(
        _ geometry: LayerGeometry, _ paint: Paint, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        if geometry.radii.isZero, let pixels = geometry.wholePixels(geometry.bounds) {
            try self.paint(paint, geometry, in: pixels, onto: target, label: "background of \(name)")
        } else {
            try fill(geometry.devicePath, .nonzero, paint, geometry, onto: target, label: "background of \(name)", name: name)
        }
    }

    /// The ring between the rounded bounds and the same moved inwards by the border's width.
    mutating func paintBorder(
        _ layer: Layer, _ geometry: LayerGeometry, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        guard layer.borderWidth > 0, layer.borderColor.alpha > 0 else { return }
        let bounds = geometry.bounds
        let color = Paint.color(layer.borderColor)
        guard 2 * layer.borderWidth < min(bounds.width, bounds.height) else {
            try fillBounds(geometry, color, onto: target, name: name)
            return
        }
        let inner = bounds.inset(by: layer.borderWidth)
        if geometry.radii.isZero, let outerPixels = geometry.wholePixels(bounds),
            let innerPixels = geometry.wholePixels(inner)
        {
            for side in outerPixels.subtracting(innerPixels) {
                try paint(color, geometry, in: side, onto: target, label: "border of \(name)")
            }
            return
        }
        var ring = Path(bounds, radii: geometry.radii, curve: geometry.curve)
        ring.append(Path(inner, radii: geometry.radii.inset(by: layer.borderWidth), curve: geometry.curve))
        try fill(
            ring.applying(geometry.toDevice), .evenOdd, color, geometry, onto: target, label: "border of \(name)",
            name: name)
    }

    /// The coverage of a path given in device pixels, as far as it lies in `clip`; nil where there is none.
    mutating func coverage(
        of path: Path, _ rule: FillRule, in clip: PixelRect, label: String, name: String
    ) throws(PlanningError) -> PlacedMask? {
        guard !PixelRect(covering: path.controlPointBounds).outset(x: 1, y: 1).intersection(clip).isEmpty else {
            return nil
        }
        let region = try tessellated(path, rule, name: name)
        return try coverage(of: region, in: clip, label: label)
    }

    mutating func coverage(
        of region: TessellatedRegion, in clip: PixelRect, label: String
    ) throws(PlanningError) -> PlacedMask? {
        let bounds = region.pixels.intersection(clip)
        guard !bounds.isEmpty else { return nil }
        return PlacedMask(surface: try coverage(of: region, exactly: bounds, label: label), bounds: bounds)
    }

    /// The coverage of a region in all of the device pixels `bounds`, which must not be empty.
    mutating func coverage(
        of region: TessellatedRegion, exactly bounds: PixelRect, label: String
    ) throws(PlanningError) -> SurfaceID {
        let surface = try addSurface(.mask, bounds, label)
        // Each row of pixels that an edge crosses takes memory, long before anything is drawn.
        strips += region.strips(in: bounds)
        guard strips <= Self.mostStrips else { throw .tooManyStrips(layer: label, found: strips, allowed: Self.mostStrips) }
        try checkSize(label)
        plan.passes.append(.fillMesh(target: surface, coverage: region.coverage(in: bounds)))
        return surface
    }

    func tessellated(_ path: Path, _ rule: FillRule, name: String) throws(PlanningError) -> TessellatedRegion {
        let key = OutlineCache.Key(path: path, rule: rule)
        if let known = outlines?[key] { return known }
        let region: TessellatedRegion
        do {
            region = TessellatedRegion(try Boundary(resolving: path, fillRule: rule))
        } catch {
            throw .path(layer: name, reason: error)
        }
        outlines?.keep(region, for: key)
        return region
    }
}

/// What a path encloses, and the pixels it touches.
struct TessellatedRegion: Sendable {
    let boundary: Boundary
    let pixels: PixelRect
    let coverages: CoverageCache

    /// Its coverage in all of the pixels `bounds`.
    func coverage(in bounds: PixelRect) -> Coverage {
        if let coverage = coverages[bounds] { return coverage }
        let coverage = Coverage(boundary: boundary, bounds: bounds)
        coverages.keep(coverage, bounds)
        return coverage
    }

    /// How many strips that coverage has, about: one for each row of `bounds` that an edge crosses.
    func strips(in bounds: PixelRect) -> Int {
        let unit = Int(FixedPoint.unitsPerPixel)
        let (top, bottom) = (bounds.y * unit, bounds.maxY * unit)
        return boundary.edges.reduce(0) { sum, edge in
            let (from, to) = (Int(min(edge.start.y, edge.end.y)), Int(max(edge.start.y, edge.end.y)))
            let height = min(to, bottom) - max(from, top)
            return height > 0 ? sum + (height + unit - 1) / unit : sum
        }
    }

    init(_ boundary: Boundary) {
        self.boundary = boundary
        coverages = CoverageCache()
        var low = SIMD2<Int32>(repeating: .max)
        var high = SIMD2<Int32>(repeating: .min)
        for edge in boundary.edges {
            let point = SIMD2(edge.start.x, edge.start.y)
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        guard low.x < high.x, low.y < high.y else {
            pixels = .empty
            return
        }
        let unit = FixedPoint.unitsPerPixel
        // An arithmetic shift is a division that rounds down, for negative coordinates too.
        let shift = Int32(unit.trailingZeroBitCount)
        pixels = PixelRect(
            minX: Int(low.x >> shift), minY: Int(low.y >> shift),
            maxX: Int((high.x + unit - 1) >> shift), maxY: Int((high.y + unit - 1) >> shift))
    }
}
