import PenumbraGeometry
import PenumbraPlan

/// Where each step of a blur of one plane happens: which of its values are needed, at full and at lower resolutions.
///
/// All positions are relative to an anchor that moves with what is blurred, so that the result does not depend on how much of
/// it is drawn.
struct BlurGrid {
    let blur: GaussianBlur
    let edge: Edge
    /// The wanted part of the result.
    let output: PixelRect
    /// What of the source is read; empty where the result is nothing.
    let source: PixelRect
    /// Lower resolutions in turn, each half the one before.
    private let levels: [PixelRect]
    /// Low-resolution cells that the spline reads: two to each side of a cell.
    private let cells: PixelRect
    private let horizontal: PolyphaseKernel
    private let vertical: PolyphaseKernel

    /// - Parameters:
    ///   - shift: a further move of the result, in pixels, −1…1 on each axis.
    ///   - filled: where the source is anything but zero or, with clamped edges, where it is given.
    init(_ blur: GaussianBlur, shift: Point = .zero, filled: PixelRect, output: PixelRect, edge: Edge) {
        self.blur = blur
        self.edge = edge
        self.output = output
        let h = Double(blur.factor)
        horizontal = PolyphaseKernel.gaussian(sigma: blur.lowSigma, shift: shift.x / h)
        vertical = PolyphaseKernel.gaussian(sigma: blur.lowSigma, shift: shift.y / h)
        guard blur.halvings > 0 else {
            source = output.outset(x: -horizontal.offset, y: -vertical.offset).held(to: filled, edge)
            levels = []
            cells = output
            return
        }
        cells = PixelRect(
            minX: floorDivide(output.x, blur.factor) - 2, minY: floorDivide(output.y, blur.factor) - 2,
            maxX: floorDivide(output.maxX - 1, blur.factor) + 3, maxY: floorDivide(output.maxY - 1, blur.factor) + 3)
        // From the source down: where each level can be anything but what lies outside; and from the spline up: what is needed.
        var reached = [filled]
        for level in 0..<blur.halvings { reached.append(reached[level].halved(edge)) }
        var needed = cells.outset(x: -horizontal.offset, y: -vertical.offset).held(to: reached[blur.halvings], edge)
        var parts = [needed]
        for level in (0..<blur.halvings).reversed() where !needed.isEmpty {
            needed = PixelRect(
                minX: 2 * needed.x - 1, minY: 2 * needed.y - 1, maxX: 2 * needed.maxX + 1, maxY: 2 * needed.maxY + 1
            ).held(to: reached[level], edge)
            parts.append(needed)
        }
        source = needed
        levels = needed.isEmpty ? [] : parts.reversed().dropFirst().map { $0 }
    }

    /// The kernel that makes the result's rows from the plane that `run` makes, and that plane's place.
    struct Rows {
        var surface: SurfaceID
        var kernel: PolyphaseKernel
    }

    /// Writes the passes of one plane.
    ///
    /// - Parameter from: a mask that holds at least `source`, placed relative to the anchor too.
    func run(_ planner: inout ScenePlanner, from: PlacedMask, name: String) throws(PlanningError) -> Rows {
        guard blur.halvings > 0 else {
            let rows = PixelRect(x: output.x, y: source.y, width: output.width, height: source.height)
            let target = try planner.addSurface(.mask, rows, "blurred rows of \(name)")
            planner.plan.passes.append(
                .convolve(
                    source: from.surface, target: target, axis: .horizontal,
                    kernel: horizontal.shifted(outputs: output.x, inputs: from.bounds.x),
                    crossOffset: source.y - from.bounds.y, edge: edge))
            return Rows(surface: target, kernel: vertical.shifted(outputs: output.y, inputs: source.y))
        }
        var current = from
        for (index, level) in levels.enumerated() {
            let half = try planner.addSurface(.mask, level, "1/\(2 << index) of \(name)")
            planner.plan.passes.append(
                .downsample(
                    source: current.surface, target: half, dx: 2 * level.x - 1 - current.bounds.x,
                    dy: 2 * level.y - 1 - current.bounds.y, edge: edge))
            current = PlacedMask(surface: half, bounds: level)
        }
        let low = current.bounds
        let rows = try planner.addSurface(
            .mask, PixelRect(x: cells.x, y: low.y, width: cells.width, height: low.height), "low rows of \(name)")
        planner.plan.passes.append(
            .convolve(
                source: current.surface, target: rows, axis: .horizontal,
                kernel: horizontal.shifted(outputs: cells.x, inputs: low.x), crossOffset: 0, edge: edge))
        let columns = try planner.addSurface(.mask, cells, "low blur of \(name)")
        planner.plan.passes.append(
            .convolve(
                source: rows, target: columns, axis: .vertical,
                kernel: vertical.shifted(outputs: cells.y, inputs: low.y), crossOffset: 0, edge: edge))
        let spline = PolyphaseKernel.cubicBSpline(factor: blur.factor)
        let wide = try planner.addSurface(
            .mask, PixelRect(x: output.x, y: cells.y, width: output.width, height: cells.height),
            "blurred rows of \(name)")
        planner.plan.passes.append(
            .convolve(
                source: columns, target: wide, axis: .horizontal,
                kernel: spline.shifted(outputs: output.x, inputs: cells.x), crossOffset: 0, edge: .zero))
        return Rows(surface: wide, kernel: spline.shifted(outputs: output.y, inputs: cells.y))
    }
}

extension PixelRect {
    /// The cells that [1 3 3 1] makes from these pixels, where cell c reads 2c − 1 … 2c + 2: all that are more than zero or,
    /// with clamped edges, those up to one beyond which all are alike.
    fileprivate func halved(_ edge: Edge) -> PixelRect {
        guard !isEmpty else { return .empty }
        switch edge {
        case .zero:
            return PixelRect(
                minX: -floorDivide(2 - x, 2), minY: -floorDivide(2 - y, 2), maxX: floorDivide(maxX, 2) + 1,
                maxY: floorDivide(maxY, 2) + 1)
        case .clamp:
            return PixelRect(
                minX: floorDivide(x - 2, 2), minY: floorDivide(y - 2, 2), maxX: floorDivide(maxX + 1, 2) + 1,
                maxY: floorDivide(maxY + 1, 2) + 1)
        }
    }
}

/// a / b rounded downward, b above zero.
func floorDivide(_ a: Int, _ b: Int) -> Int {
    a >= 0 ? a / b : -((-a + b - 1) / b)
}
