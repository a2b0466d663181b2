import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraTessellation

/// A mask and the device pixels it holds.
struct PlacedMask {
    var surface: SurfaceID
    var bounds: PixelRect
}

extension ScenePlanner {
    /// Fills a path given in device pixels.
    mutating func fill(
        _ path: Path, _ rule: FillRule, _ color: Color, onto target: PaintTarget, label: String, name: String
    ) throws(PlanningError) {
        guard color.alpha > 0, let mask = try coverage(of: path, rule, in: target.clip, label: label, name: name) else {
            return
        }
        paint(PremultipliedColor(color), through: mask, onto: target)
    }

    mutating func paint(_ color: PremultipliedColor, through mask: PlacedMask, onto target: PaintTarget) {
        let region = mask.bounds.intersection(target.clip)
        guard !region.isEmpty else { return }
        plan.passes.append(
            .composite(
                Composite(
                    target: target.surface, region: region.offset(x: -target.bounds.x, y: -target.bounds.y),
                    source: .color(color),
                    mask: .surface(mask.surface, dx: target.bounds.x - mask.bounds.x, dy: target.bounds.y - mask.bounds.y))))
    }

    /// Fills whole device pixels.
    mutating func fillPixels(_ pixels: PixelRect, _ color: Color, onto target: PaintTarget) {
        let region = pixels.intersection(target.clip)
        guard !region.isEmpty, color.alpha > 0 else { return }
        plan.passes.append(
            .composite(
                Composite(
                    target: target.surface, region: region.offset(x: -target.bounds.x, y: -target.bounds.y),
                    source: .color(PremultipliedColor(color)))))
    }

    /// Fills a layer's rounded bounds.
    mutating func fillBounds(
        _ geometry: LayerGeometry, _ color: Color, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        if geometry.radii.isZero, let pixels = geometry.wholePixels(geometry.bounds) {
            fillPixels(pixels, color, onto: target)
        } else {
            try fill(geometry.devicePath, .nonzero, color, onto: target, label: "background of \(name)", name: name)
        }
    }

    /// The ring between the rounded bounds and the same moved inwards by the border's width.
    mutating func paintBorder(
        _ layer: Layer, _ geometry: LayerGeometry, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        guard layer.borderWidth > 0, layer.borderColor.alpha > 0 else { return }
        let bounds = geometry.bounds
        guard 2 * layer.borderWidth < min(bounds.width, bounds.height) else {
            try fillBounds(geometry, layer.borderColor, onto: target, name: name)
            return
        }
        let inner = bounds.inset(by: layer.borderWidth)
        if geometry.radii.isZero, let outerPixels = geometry.wholePixels(bounds),
            let innerPixels = geometry.wholePixels(inner)
        {
            for side in outerPixels.subtracting(innerPixels) { fillPixels(side, layer.borderColor, onto: target) }
            return
        }
        var ring = Path(bounds, radii: geometry.radii)
        ring.append(Path(inner, radii: geometry.radii.inset(by: layer.borderWidth)))
        try fill(
            ring.applying(geometry.toDevice), .evenOdd, layer.borderColor, onto: target, label: "border of \(name)",
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
        plan.passes.append(
            .fillMesh(target: surface, coverage: Coverage(boundary: region.boundary, bounds: bounds)))
        return surface
    }

    func tessellated(_ path: Path, _ rule: FillRule, name: String) throws(PlanningError) -> TessellatedRegion {
        do {
            return TessellatedRegion(try Boundary(resolving: path, fillRule: rule))
        } catch {
            throw .path(layer: name, reason: error)
        }
    }
}

/// What a path encloses, and the pixels it touches.
struct TessellatedRegion {
    let boundary: Boundary
    let pixels: PixelRect

    init(_ boundary: Boundary) {
        self.boundary = boundary
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
