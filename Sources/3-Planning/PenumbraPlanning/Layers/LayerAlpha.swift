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
            made = try planner.addMap(.above(Self.hardThreshold), of: soft, in: all, "hard alpha of \(name)")
        } else {
            made = try softMask(&planner, all, name: name)
        }
        masks[isHard] = made
        return made
    }

    /// Alpha 1/255 as a byte becomes 129 here; what is above it counts.
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
