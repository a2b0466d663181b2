import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraTessellation

extension LayerAlpha {
    /// The alpha grown by a disc of `spread` points in the layer's own space. Negative values shrink the alpha.
    ///
    /// An outline is offset exactly, with round corners where it grows. An alpha of pixels is dilated or eroded: see
    /// `SpreadDisc`.
    ///
    /// - Parameters:
    ///   - isHard: whether the alpha counts as fully opaque wherever there is any.
    ///   - wanted: the device pixels of the result that are needed.
    func spread(
        _ planner: inout ScenePlanner, by spread: Double, isHard: Bool = false, _ geometry: LayerGeometry, wanted: PixelRect,
        name: String
    ) throws(PlanningError) -> LayerAlpha? {
        guard spread != 0 else { return self }
        if case .outline(let path, let rule) = source, !isHard {
            return try planner.offset(path, rule, by: spread, geometry, name: name)
        }
        // Building the disc examines every place in its square.
        let side = min(Double(2 * SpreadDisc.largestReach), 2 * abs(spread) * geometry.toDevice.largestScale)
        try planner.work.spend(Int(side * side) * 20, name)
        guard let disc = SpreadDisc(radius: abs(spread), through: geometry.toDevice) else {
            throw .spreadTooLarge(layer: name, pixels: abs(spread) * geometry.toDevice.largestScale)
        }
        let grown = spread > 0 ? extent.outset(x: disc.reachX, y: disc.reachY) : extent
        let pixels = grown.intersection(wanted)
        guard !pixels.isEmpty else { return nil }
        let read = pixels.outset(x: disc.reachX, y: disc.reachY)
        // Edges are found by comparing neighbours, so one more pixel is needed on each side.
        guard let mask = try mask(&planner, read.outset(x: 1, y: 1), isHard: isHard, name: name) else { return nil }
        let peaks = try planner.addMask(read.width, 2 * read.height, "peaks of \(name)")
        planner.plan.passes.append(
            .peaks(
                source: mask.surface, target: peaks, dx: read.x - mask.bounds.x, dy: read.y - mask.bounds.y,
                isInverted: spread < 0))
        let levels = disc.levels
        let maxima = try planner.addMask(read.width, (levels + 1) * read.height, "row maxima of \(name)")
        planner.plan.passes.append(.rowMaxima(source: peaks, target: maxima, levels: levels))
        let result = try planner.addSurface(.mask, pixels, "spread of \(name)")
        planner.plan.passes.append(.spread(source: maxima, target: result, disc: disc, isInverted: spread < 0))
        // Stored as the alpha of a colour surface, which can be transformed and blurred like any other alpha.
        let target = try planner.addTarget(pixels, "spread \(name)")
        planner.emit(
            Composite(
                target: target.surface, region: target.local(pixels), source: .color(.opaqueBlack),
                mask: .surface(result, dx: 0, dy: 0)))
        return LayerAlpha(.surface(target.surface, bounds: pixels), extent: grown)
    }
}

extension ScenePlanner {
    fileprivate mutating func addMask(_ width: Int, _ height: Int, _ label: String) throws(PlanningError) -> SurfaceID {
        try addSurface(.mask, PixelRect(x: 0, y: 0, width: width, height: height), label)
    }

    /// The tolerance of the band's edge. Its error adds to the error of the shape, whose curves are already flattened.
    private static let offsetTolerance = StrokedShape.tolerance / 4

    /// The area inside a path in device pixels, enlarged by everything within `distance` points of the path. A negative
    /// distance removes everything within that distance of the outside. The distance is in the layer's own space.
    fileprivate func offset(
        _ path: Path, _ rule: FillRule, by distance: Double, _ geometry: LayerGeometry, name: String
    ) throws(PlanningError) -> LayerAlpha? {
        guard let toLayer = geometry.toDevice.inverted else { return nil }
        let inside = try tessellated(path, rule, name: name).boundary
        guard !inside.isEmpty else { return nil }
        let band = try work.stroke(
            inside.path.applying(toLayer), StrokeStyle(lineWidth: 2 * abs(distance), lineCap: .round, lineJoin: .round),
            tolerance: Self.offsetTolerance / max(geometry.toDevice.largestScale, 1e-9), name
        ).applying(geometry.toDevice)
        let edge = try tessellated(band, .nonzero, name: name).boundary
        let result = try work.tessellate(name) { effort throws(TessellationError) in
            try distance > 0 ? inside.union(edge, effort: &effort) : inside.subtracting(edge, effort: &effort)
        }
        return result.isEmpty ? nil : try LayerAlpha(result.path, .nonzero, self, name: name)
    }

    /// The area inside an outline and outside a path, both in device pixels.
    func area(
        of outline: Path, without path: Path, _ rule: FillRule, name: String
    ) throws(PlanningError) -> LayerAlpha? {
        let whole = try tessellated(outline, .nonzero, name: name).boundary
        let hole = try tessellated(path, rule, name: name).boundary
        let result = try work.tessellate(name) { effort throws(TessellationError) in
            try whole.subtracting(hole, effort: &effort)
        }
        return result.isEmpty ? nil : try LayerAlpha(result.path, .nonzero, self, name: name)
    }
}
