import PenumbraGeometry
import PenumbraPlan

/// A blurred mask, with the device pixels it holds. Its rows may be finished only when they are used.
struct BlurredMask {
    enum Rows {
        /// Finished rows in a surface.
        case stored(SurfaceID, bounds: PixelRect)
        /// Rows that a kernel computes from a surface's rows.
        case filtered(BlurGrid.Rows)
    }

    var rows: Rows
    /// The device pixels of the mask. Outside them the mask is unknown or empty.
    var bounds: PixelRect

    /// The operand of a composite onto `target`, with the mask moved by whole pixels.
    func operand(onto target: PaintTarget, dx: Int, dy: Int) -> Composite.Mask {
        switch rows {
        case .stored(let id, let stored):
            .surface(id, dx: target.bounds.x - dx - stored.x, dy: target.bounds.y - dy - stored.y)
        case .filtered(let rows):
            .convolvedRows(
                rows.surface, kernel: rows.kernel, dx: target.bounds.x - dx - bounds.x, dy: target.bounds.y - dy - bounds.y)
        }
    }
}

extension ScenePlanner {
    /// Blurs the mask of a caster. Nil if the result is empty.
    ///
    /// - Parameters:
    ///   - shift: a further translation of the blurred mask in pixels, −1…1 on each axis.
    ///   - extent: the device pixels outside which the caster is empty. They anchor the blur's grid.
    ///   - output: the wanted device pixels.
    ///   - caster: creates a mask that holds at least the given device pixels, which lie within `extent`. Returns nil if the
    ///     mask is empty.
    mutating func blurredMask(
        _ blur: GaussianBlur, shift: Point, extent: PixelRect, output: PixelRect, name: String,
        caster: (inout ScenePlanner, PixelRect) throws(PlanningError) -> PlacedMask?
    ) throws(PlanningError) -> BlurredMask? {
        let output = extent.outset(x: blur.reach, y: blur.reach).intersection(output)
        guard !output.isEmpty, !extent.isEmpty else { return nil }
        if blur.sigma <= 0 && shift == .zero {
            guard let mask = try caster(&self, output.intersection(extent)) else { return nil }
            return BlurredMask(rows: .stored(mask.surface, bounds: mask.bounds), bounds: mask.bounds)
        }
        let grid = BlurGrid(
            blur, shift: shift, filled: PixelRect(x: 0, y: 0, width: extent.width, height: extent.height),
            output: output.offset(x: -extent.x, y: -extent.y), edge: .zero)
        guard !grid.source.isEmpty, var mask = try caster(&self, grid.source.offset(x: extent.x, y: extent.y)) else {
            return nil
        }
        mask.bounds = mask.bounds.offset(x: -extent.x, y: -extent.y)
        return BlurredMask(rows: .filtered(try grid.run(&self, from: mask, name: name)), bounds: output)
    }
}

/// A blur of one mask to a blurred mask of the same size, as in shadows. It serves to measure and test blurs separately.
public struct MaskBlurPlan: Sendable {
    public let plan: RenderPlan
    /// The mask to blur. No pass writes it.
    public let input: SurfaceID
    public let output: SurfaceID

    /// Plans a blur.
    ///
    /// - Parameters:
    ///   - width: the number of columns of both masks. The input counts as empty beyond them.
    ///   - height: the number of rows of both masks.
    ///   - sigma: σ in pixels, above zero.
    /// - Throws: `PlanningError.surfaceTooLarge` if the masks are too large.
    public init(width: Int, height: Int, sigma: Double) throws(PlanningError) {
        let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        var planner = ScenePlanner(width: width, height: height)
        let source = try planner.addSurface(.mask, bounds, "input")
        let blurred = try planner.blurredMask(
            GaussianBlur(sigma: sigma), shift: .zero, extent: bounds, output: bounds, name: "mask"
        ) { (planner, pixels) throws(PlanningError) in PlacedMask(surface: source, bounds: bounds) }
        let target = try planner.addSurface(.mask, bounds, "output")
        guard case .filtered(let rows) = blurred?.rows else {
            throw .surfaceTooLarge(layer: "mask", width: width, height: height)
        }
        planner.plan.passes.append(
            .convolve(source: rows.surface, target: target, axis: .vertical, kernel: rows.kernel, crossOffset: 0, edge: .zero))
        plan = planner.plan
        input = source
        output = target
    }
}
