import PenumbraGeometry
import PenumbraPlan
import PenumbraTessellation

/// The alpha of a layer. It casts shadows, is cut out of shadows, and clips shadows.
///
/// Masks of the alpha are created on demand and kept for further use.
final class LayerAlpha {
    enum Source {
        /// The coverage of a path in device pixels.
        case outline(Path, FillRule)
        /// The alpha of a colour surface that holds the device pixels `bounds`.
        case surface(SurfaceID, bounds: PixelRect)
    }

    let source: Source
    /// The device pixels outside which the alpha is empty. They anchor blurs, so that drawing a smaller part of a picture does
    /// not change it.
    let extent: PixelRect
    private var region: TessellatedRegion?
    private var masks: [Bool: PlacedMask] = [:]
    private var blurs: [BlurKey: BlurredMask] = [:]
    private var announced: [BlurKey: (count: Int, output: PixelRect)] = [:]

    struct BlurKey: Hashable {
        var sigma: Double
        var shift: Point
        var isHard: Bool
        /// The growth of σ, if it grows.
        var ramp: SigmaRamp?
    }

    init(_ source: Source, extent: PixelRect) {
        self.source = source
        self.extent = extent
    }

    /// Creates the alpha of an outline. Its extent is the smallest rectangle of pixels that holds the outline.
    convenience init(_ path: Path, _ rule: FillRule, _ planner: ScenePlanner, name: String) throws(PlanningError) {
        let region = try planner.tessellated(path, rule, name: name)
        self.init(.outline(path, rule), extent: region.pixels)
        self.region = region
    }

    /// Returns a mask of at least the device pixels `pixels`, within the extent. Nil if all of these pixels are outside the
    /// extent.
    ///
    /// - Parameter isHard: whether the mask is one where alpha is above 1/255, and zero elsewhere.
    func mask(
        _ planner: inout ScenePlanner, _ pixels: PixelRect, isHard: Bool = false, name: String
    ) throws(PlanningError) -> PlacedMask? {
        let wanted = pixels.intersection(extent)
        guard !wanted.isEmpty else { return nil }
        if let mask = masks[isHard], mask.bounds.contains(wanted) { return mask }
        // If several shadows need the same blur, one mask serves them all.
        let all = announced.values.reduce(wanted) { $1.count > 1 ? $0.union($1.output) : $0 }.intersection(extent)
        let made: PlacedMask
        if isHard {
            guard let soft = try mask(&planner, all, name: name) else { return nil }
            made = try planner.addMap(.above(Self.hardThreshold), of: soft, in: all, "hard alpha of \(name)")
        } else {
            made = try softMask(&planner, all, name: name)
        }
        masks[isHard] = made
        return made
    }

    /// The Q15 value of alpha 1/255. Larger values count as one.
    private static let hardThreshold: UInt16 = 129

    private func softMask(
        _ planner: inout ScenePlanner, _ pixels: PixelRect, name: String
    ) throws(PlanningError) -> PlacedMask {
        let label = "alpha of \(name)"
        switch source {
        case .outline(let path, let rule):
            let shape: TessellatedRegion
            if let region { shape = region } else { shape = try planner.tessellated(path, rule, name: name) }
            region = shape
            return PlacedMask(surface: try planner.coverage(of: shape, exactly: pixels, label: label), bounds: pixels)
        case .surface(let surface, let bounds):
            return try planner.addChannel(.alpha, of: surface, bounds, in: pixels, label)
        }
    }

    /// Whether a caster with a hard alpha needs another mask than this one. An outline is hard already.
    var isHardened: Bool {
        switch source {
        case .outline: false
        case .surface: true
        }
    }

    /// The alpha with one where it is above 1/255, and zero elsewhere, in the device pixels `wanted`. Nil if it is empty there.
    func hardened(_ planner: inout ScenePlanner, wanted: PixelRect, name: String) throws(PlanningError) -> LayerAlpha? {
        guard isHardened else { return self }
        let pixels = extent.intersection(wanted)
        guard let mask = try mask(&planner, pixels, isHard: true, name: name) else { return nil }
        let target = try planner.addTarget(pixels, "hard \(name)")
        planner.emit(
            Composite(
                target: target.surface, region: target.local(pixels), source: .color(.opaqueBlack),
                mask: mask.operand(onto: target)))
        return LayerAlpha(.surface(target.surface, bounds: pixels), extent: extent)
    }

    /// Announces that a blur will be needed, so that one blur can serve all shadows with the same parameters.
    func announce(_ key: BlurKey, output: PixelRect) {
        let before = announced[key]
        announced[key] = ((before?.count ?? 0) + 1, (before?.output ?? .empty).union(output))
    }

    /// Returns the blurred alpha in the device pixels `output`. Nil if it is empty.
    func blurred(
        _ planner: inout ScenePlanner, _ key: BlurKey, output: PixelRect, name: String
    ) throws(PlanningError) -> BlurredMask? {
        if let blurred = blurs[key] { return blurred }
        let shared = announced[key].flatMap { $0.count > 1 ? $0.output : nil }
        if let ramp = key.ramp {
            return try planner.blurredMask(
                ramp, shift: key.shift, extent: extent, output: output, name: name
            ) { (planner, pixels) throws(PlanningError) in
                try self.mask(&planner, pixels, isHard: key.isHard, name: name)
            }
        }
        let blurred = try planner.blurredMask(
            GaussianBlur(sigma: key.sigma), shift: key.shift, extent: extent, output: shared ?? output, name: name
        ) { (planner, pixels) throws(PlanningError) in
            try self.mask(&planner, pixels, isHard: key.isHard, name: name)
        }
        if shared != nil { blurs[key] = blurred }
        return blurred
    }
}
