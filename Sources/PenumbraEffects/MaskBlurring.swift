import PenumbraGeometry
import PenumbraPlan

extension ScenePlanner {
    /// Paints a colour through the blurred mask of a caster, as far as `target` may be painted.
    ///
    /// All positions are relative to the caster's own top left, so that the result moves with the caster and does not depend on
    /// how much of it is drawn.
    ///
    /// - Parameters:
    ///   - shift: a further move of the blurred mask, in pixels, −1…1 on each axis.
    ///   - casterPixels: the device pixels outside which the caster is empty.
    ///   - caster: makes the mask of the device pixels it is given, which lie within `casterPixels`; nil where it is empty.
    mutating func paintBlurred(
        _ color: PremultipliedColor, _ blur: GaussianBlur, shift: Point = .zero, casterPixels: PixelRect,
        onto target: PaintTarget, name: String,
        caster: (inout ScenePlanner, PixelRect) throws(PlanningError) -> SurfaceID?
    ) throws(PlanningError) {
        let output = casterPixels.outset(x: blur.reach, y: blur.reach).intersection(target.clip)
        guard !output.isEmpty, !casterPixels.isEmpty else { return }
        let operand: Composite.Mask?
        if blur.halvings > 0 {
            operand = try pyramidMask(blur, shift, casterPixels, output, target, name, caster)
        } else if blur.sigma > 0 || shift != .zero {
            operand = try directMask(blur, shift, casterPixels, output, target, name, caster)
        } else {
            let pixels = output.intersection(casterPixels)
            guard !pixels.isEmpty, let mask = try caster(&self, pixels) else { return }
            operand = .surface(mask, dx: target.bounds.x - pixels.x, dy: target.bounds.y - pixels.y)
        }
        guard let operand else { return }
        plan.passes.append(
            .composite(
                Composite(
                    target: target.surface, region: output.offset(x: -target.bounds.x, y: -target.bounds.y),
                    source: .color(color), mask: operand)))
    }

    /// Rows of taps at full resolution; columns of taps where the mask is used.
    private mutating func directMask(
        _ blur: GaussianBlur, _ shift: Point, _ casterPixels: PixelRect, _ output: PixelRect, _ target: PaintTarget,
        _ name: String, _ caster: (inout ScenePlanner, PixelRect) throws(PlanningError) -> SurfaceID?
    ) throws(PlanningError) -> Composite.Mask? {
        let horizontal = PolyphaseKernel.gaussian(sigma: blur.sigma, shift: shift.x)
        let vertical = PolyphaseKernel.gaussian(sigma: blur.sigma, shift: shift.y)
        let source = output.outset(x: -horizontal.offset, y: -vertical.offset).intersection(casterPixels)
        guard !source.isEmpty, let mask = try caster(&self, source) else { return nil }
        let rows = PixelRect(x: output.x, y: source.y, width: output.width, height: source.height)
        let blurred = try addSurface(.mask, rows, "shadow rows of \(name)")
        plan.passes.append(
            .convolve(
                source: mask, target: blurred, axis: .horizontal,
                kernel: horizontal.shifted(outputs: output.x, inputs: source.x), crossOffset: 0))
        return .convolvedRows(
            blurred, kernel: vertical.shifted(outputs: output.y, inputs: source.y),
            dx: target.bounds.x - output.x, dy: target.bounds.y - output.y)
    }

    /// Halvings, taps at the low resolution, rows enlarged; columns enlarged where the mask is used.
    private mutating func pyramidMask(
        _ blur: GaussianBlur, _ shift: Point, _ casterPixels: PixelRect, _ output: PixelRect, _ target: PaintTarget,
        _ name: String, _ caster: (inout ScenePlanner, PixelRect) throws(PlanningError) -> SurfaceID?
    ) throws(PlanningError) -> Composite.Mask? {
        let h = blur.factor
        let anchor = casterPixels
        let wanted = output.offset(x: -anchor.x, y: -anchor.y)
        // Low-resolution cells that the spline reads: two to each side of a cell.
        let cells = PixelRect(
            minX: floorDivide(wanted.x, h) - 2, minY: floorDivide(wanted.y, h) - 2,
            maxX: floorDivide(wanted.maxX - 1, h) + 3, maxY: floorDivide(wanted.maxY - 1, h) + 3)
        let scaled = Point(shift.x / Double(h), shift.y / Double(h))
        let horizontal = PolyphaseKernel.gaussian(sigma: blur.lowSigma, shift: scaled.x)
        let vertical = PolyphaseKernel.gaussian(sigma: blur.lowSigma, shift: scaled.y)

        // From the caster down: where each level can be anything but zero; and from the spline up: what of it is needed.
        var filled = [PixelRect(x: 0, y: 0, width: casterPixels.width, height: casterPixels.height)]
        for level in 0..<blur.halvings { filled.append(halved(filled[level])) }
        var needed = cells.outset(x: -horizontal.offset, y: -vertical.offset).intersection(filled[blur.halvings])
        var levels = [needed]
        for level in (0..<blur.halvings).reversed() {
            guard !needed.isEmpty else { return nil }
            needed = PixelRect(
                minX: 2 * needed.x - 1, minY: 2 * needed.y - 1, maxX: 2 * needed.maxX + 1, maxY: 2 * needed.maxY + 1
            ).intersection(filled[level])
            levels.append(needed)
        }
        levels.reverse()
        guard !levels[0].isEmpty, var current = try caster(&self, levels[0].offset(x: anchor.x, y: anchor.y)) else {
            return nil
        }
        for level in 1...blur.halvings {
            let half = try addSurface(.mask, levels[level], "1/\(1 << level) of caster of \(name)")
            plan.passes.append(
                .downsample(
                    source: current, target: half, dx: 2 * levels[level].x - 1 - levels[level - 1].x,
                    dy: 2 * levels[level].y - 1 - levels[level - 1].y))
            current = half
        }
        let low = levels[blur.halvings]
        let rows = try addSurface(
            .mask, PixelRect(x: cells.x, y: low.y, width: cells.width, height: low.height), "low rows of \(name)")
        plan.passes.append(
            .convolve(
                source: current, target: rows, axis: .horizontal,
                kernel: horizontal.shifted(outputs: cells.x, inputs: low.x), crossOffset: 0))
        let columns = try addSurface(.mask, cells, "low shadow of \(name)")
        plan.passes.append(
            .convolve(
                source: rows, target: columns, axis: .vertical,
                kernel: vertical.shifted(outputs: cells.y, inputs: low.y), crossOffset: 0))
        let spline = PolyphaseKernel.cubicBSpline(factor: h)
        let wide = try addSurface(
            .mask, PixelRect(x: wanted.x, y: cells.y, width: wanted.width, height: cells.height),
            "shadow rows of \(name)")
        plan.passes.append(
            .convolve(
                source: columns, target: wide, axis: .horizontal,
                kernel: spline.shifted(outputs: wanted.x, inputs: cells.x), crossOffset: 0))
        return .convolvedRows(
            wide, kernel: spline.shifted(outputs: wanted.y, inputs: cells.y), dx: target.bounds.x - output.x,
            dy: target.bounds.y - output.y)
    }

    /// The cells that [1 3 3 1] makes from the pixels `rect`: cell c reads 2c − 1 … 2c + 2.
    private func halved(_ rect: PixelRect) -> PixelRect {
        guard !rect.isEmpty else { return .empty }
        return PixelRect(
            minX: -floorDivide(2 - rect.x, 2), minY: -floorDivide(2 - rect.y, 2),
            maxX: floorDivide(rect.maxX, 2) + 1, maxY: floorDivide(rect.maxY, 2) + 1)
    }

    private func floorDivide(_ a: Int, _ b: Int) -> Int {
        a >= 0 ? a / b : -((-a + b - 1) / b)
    }
}

/// A blur by itself: one mask in, one blurred mask of the same size out. What shadows are made of, for measuring and testing.
public struct MaskBlurPlan: Sendable {
    public let plan: RenderPlan
    /// The mask to be blurred. No pass writes it.
    public let input: SurfaceID
    public let output: SurfaceID

    /// - Parameters:
    ///   - width: columns of both masks; beyond them the input is empty.
    ///   - height: rows.
    ///   - sigma: pixels, above zero.
    public init(width: Int, height: Int, sigma: Double) throws(PlanningError) {
        let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        var planner = ScenePlanner(width: width, height: height)
        let source = try planner.addSurface(.mask, bounds, "input")
        // The planner may ask for any part of the caster: parts are taken from the input as they are.
        try planner.paintBlurred(
            PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 1), GaussianBlur(sigma: sigma), casterPixels: bounds,
            onto: PaintTarget(surface: planner.plan.canvas, bounds: bounds), name: "mask"
        ) { (planner, pixels) throws(PlanningError) in source }
        let target = try planner.addSurface(.mask, bounds, "output")
        guard case .composite(let last) = planner.plan.passes.popLast(),
            case .convolvedRows(let rows, let kernel, let dx, _) = last.mask
        else { throw .surfaceTooLarge(layer: "mask", width: width, height: height) }
        planner.plan.passes.append(
            .convolve(source: rows, target: target, axis: .vertical, kernel: kernel, crossOffset: dx))
        plan = planner.plan
        input = source
        output = target
    }
}
