import PenumbraGeometry
import PenumbraPlan
import PenumbraTessellation

/// How much of a layer there is at each place: what shadows are cast by, kept out of and clipped to.
///
/// Masks of it are made when they are wanted, and kept for the next use.
final class LayerAlpha {
    enum Source {
        /// The coverage of a path given in device pixels.
        case outline(Path, FillRule)
        /// The alpha of a colour surface that holds the device pixels `bounds`.
        case surface(SurfaceID, bounds: PixelRect)
    }

    let source: Source
    /// The device pixels outside which it is empty. They anchor blurs, so that a picture does not change when a smaller part of
    /// it is drawn.
    let extent: PixelRect
    private var region: TessellatedRegion?
    private var masks: [Bool: PlacedMask] = [:]
    private var blurs: [BlurKey: BlurredMask] = [:]
    private var announced: [BlurKey: (count: Int, output: PixelRect)] = [:]

    struct BlurKey: Hashable {
        var sigma: Double
        var shift: Point
        var isHard: Bool
    }

    init(_ source: Source, extent: PixelRect) {
        self.source = source
        self.extent = extent
    }

    /// The exact pixels of an outline: its extent is what it touches.
    convenience init(_ path: Path, _ rule: FillRule, _ planner: ScenePlanner, name: String) throws(PlanningError) {
        let region = try planner.tessellated(path, rule, name: name)
        self.init(.outline(path, rule), extent: region.pixels)
        self.region = region
    }

    /// A mask of at least the device pixels `pixels`, as far as they lie in the extent; nil where they do not.
    ///
    /// - Parameter isHard: one wherever alpha is above 1/255, else zero.
    func mask(
        _ planner: inout ScenePlanner, _ pixels: PixelRect, isHard: Bool = false, name: String
    ) throws(PlanningError) -> PlacedMask? {
        let wanted = pixels.intersection(extent)
        guard !wanted.isEmpty else { return nil }
        if let mask = masks[isHard], mask.bounds.contains(wanted) { return mask }
        // Where several want the same blur one mask will do for all.
        let all = announced.values.reduce(wanted) { $1.count > 1 ? $0.union($1.output) : $0 }.intersection(extent)
        let made: PlacedMask
        if isHard {
            guard let soft = try mask(&planner, all, name: name) else { return nil }
            let hard = try planner.addSurface(.mask, all, "hard alpha of \(name)")
            planner.plan.passes.append(
                .mapMask(
                    source: soft.surface, target: hard, map: .above(Self.hardThreshold), dx: all.x - soft.bounds.x,
                    dy: all.y - soft.bounds.y))
            made = PlacedMask(surface: hard, bounds: all)
        } else {
            made = PlacedMask(surface: try softMask(&planner, all, name: name), bounds: all)
        }
        masks[isHard] = made
        return made
    }

    /// Alpha 1/255 as a byte becomes 129 here; what is above it counts.
    private static let hardThreshold: UInt16 = 129

    private func softMask(_ planner: inout ScenePlanner, _ pixels: PixelRect, name: String) throws(PlanningError) -> SurfaceID {
        switch source {
        case .outline(let path, let rule):
            let shape: TessellatedRegion
            if let region { shape = region } else { shape = try planner.tessellated(path, rule, name: name) }
            region = shape
            return try planner.coverage(of: shape, exactly: pixels, label: "alpha of \(name)")
        case .surface(let surface, let bounds):
            let mask = try planner.addSurface(.mask, pixels, "alpha of \(name)")
            planner.plan.passes.append(
                .extractChannel(
                    source: surface, target: mask, channel: .alpha, dx: pixels.x - bounds.x, dy: pixels.y - bounds.y))
            return mask
        }
    }

    /// Says that a blur will be wanted, so that one blur can serve all that want the same.
    func announce(_ key: BlurKey, output: PixelRect) {
        let before = announced[key]
        announced[key] = ((before?.count ?? 0) + 1, (before?.output ?? .empty).union(output))
    }

    /// The blurred alpha in the device pixels `output`; nil where it is empty.
    func blurred(
        _ planner: inout ScenePlanner, _ key: BlurKey, output: PixelRect, name: String
    ) throws(PlanningError) -> BlurredMask? {
        if let blurred = blurs[key] { return blurred }
        let shared = announced[key].flatMap { $0.count > 1 ? $0.output : nil }
        let blurred = try planner.blurredMask(
            GaussianBlur(sigma: key.sigma), shift: key.shift, extent: extent, output: shared ?? output, name: name
        ) { (planner, pixels) throws(PlanningError) in
            try self.mask(&planner, pixels, isHard: key.isHard, name: name)
        }
        if shared != nil { blurs[key] = blurred }
        return blurred
    }
}

extension LayerAlpha {
    /// The alpha seen through an affine map of the device.
    ///
    /// - Parameter wanted: what of a surface's alpha, so seen, is needed.
    func transformed(
        _ planner: inout ScenePlanner, by map: AffineTransform, wanted: PixelRect, name: String
    ) throws(PlanningError) -> LayerAlpha? {
        switch source {
        case .outline(let path, let rule):
            return try LayerAlpha(path.applying(map), rule, planner, name: name)
        case .surface(let surface, let bounds):
            guard let inverse = map.inverted else { return nil }
            let all = PixelRect(covering: extent.rect.transformed(by: map)).outset(x: 1, y: 1)
            let pixels = all.intersection(wanted)
            guard !pixels.isEmpty, !bounds.isEmpty else { return nil }
            let target = try planner.addSurface(.color, pixels, "transformed \(name)")
            let toSource = AffineTransform.translation(Double(pixels.x), Double(pixels.y))
                .concatenating(inverse)
                .concatenating(.translation(-Double(bounds.x), -Double(bounds.y)))
            let isWholeMove =
                toSource.a == 1 && toSource.d == 1 && toSource.isAxisAligned && toSource.tx == toSource.tx.rounded()
                && toSource.ty == toSource.ty.rounded()
            // Alpha is a square a pixel: where neither axis is enlarged the mean is over these squares, as it is for pictures.
            // Interpolated it would be softened once more.
            let enlargement = min(Point(toSource.a, toSource.b).length, Point(toSource.c, toSource.d).length)
            planner.plan.passes.append(
                .transformImage(
                    source: surface, target: target,
                    sampling: AffineSampling(
                        a: toSource.a, b: toSource.b, c: toSource.c, d: toSource.d, tx: toSource.tx, ty: toSource.ty,
                        width: pixels.width, height: pixels.height,
                        subsamples: isWholeMove ? 1 : AffineSampling.maximumSubsamples,
                        isPointSampled: enlargement > 1 - 1e-9)))
            return LayerAlpha(.surface(target, bounds: pixels), extent: all)
        }
    }
}
