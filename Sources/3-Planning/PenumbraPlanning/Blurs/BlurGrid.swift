import PenumbraGeometry
import PenumbraPlan

/// The layout of the blur of one plane: the values that each step needs, at full and at lower resolutions.
///
/// All positions are relative to an anchor that moves with the blurred content. The result therefore doesn't depend on how much
/// of it is drawn.
struct BlurGrid {
    let blur: GaussianBlur
    let edge: Edge
    /// The wanted part of the result.
    let output: PixelRect
    /// The part of the source that is read. Empty if the result is empty.
    let source: PixelRect
    /// The lower resolutions in order, each half the previous resolution.
    let levels: [PixelRect]
    /// The low-resolution cells that the spline reads: two on each side of a cell.
    let cells: PixelRect
    private let horizontal: PolyphaseKernel
    private let vertical: PolyphaseKernel

    /// Lays out a blur.
    ///
    /// - Parameters:
    ///   - shift: a further translation of the result in pixels, −1…1 on each axis.
    ///   - filled: the area where the source can differ from zero. With clamped edges, the area where the source is defined.
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
        cells = output.cells(of: blur.factor)
        // Going down from the source: the area where each level can differ from the outside. Going up from the spline: the
        // needed area.
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

    /// The kernel that computes the result's rows, and the plane that the kernel reads.
    struct Rows {
        var surface: SurfaceID
        var kernel: PolyphaseKernel
    }

    /// Adds the passes of one plane.
    ///
    /// - Parameter from: a mask that holds at least `source`, also placed relative to the anchor.
    func run(_ planner: inout ScenePlanner, from: PlacedMask, name: String) throws(PlanningError) -> Rows {
        var current = from
        for (index, level) in levels.enumerated() {
            current = try planner.addHalf(of: current, level, edge, "1/\(2 << index) of \(name)")
        }
        return try finish(&planner, from: current, name: name)
    }

    /// Adds the passes of one plane after its lower resolutions.
    ///
    /// - Parameter current: a mask of the lowest resolution, which holds at least the last level's pixels, or the plane itself.
    func finish(_ planner: inout ScenePlanner, from current: PlacedMask, name: String) throws(PlanningError) -> Rows {
        guard blur.halvings > 0 else {
            let rows = PixelRect(x: output.x, y: source.y, width: output.width, height: source.height)
            let target = try planner.addSurface(.mask, rows, "blurred rows of \(name)")
            planner.plan.passes.append(
                .convolve(
                    source: current.surface, target: target, axis: .horizontal,
                    kernel: horizontal.shifted(outputs: output.x, inputs: current.bounds.x),
                    crossOffset: source.y - current.bounds.y, edge: edge))
            return Rows(surface: target, kernel: vertical.shifted(outputs: output.y, inputs: source.y))
        }
        let low = try lowRows(&planner, from: current, name: name)
        let columns = try planner.addSurface(.mask, cells, "low blur of \(name)")
        planner.plan.passes.append(
            .convolve(source: low.surface, target: columns, axis: .vertical, kernel: low.kernel, crossOffset: 0, edge: edge))
        return try planner.addEnlarged(PlacedMask(surface: columns, bounds: cells), blur.factor, output, name: name)
    }

    /// Blurs the lowest resolution along its rows.
    ///
    /// - Returns: the rows of `cells`, and the kernel that blurs their columns.
    func lowRows(_ planner: inout ScenePlanner, from current: PlacedMask, name: String) throws(PlanningError) -> Rows {
        let low = levels.last ?? current.bounds
        let rows = try planner.addSurface(
            .mask, PixelRect(x: cells.x, y: low.y, width: cells.width, height: low.height), "low rows of \(name)")
        planner.plan.passes.append(
            .convolve(
                source: current.surface, target: rows, axis: .horizontal,
                kernel: horizontal.shifted(outputs: cells.x, inputs: current.bounds.x),
                crossOffset: low.y - current.bounds.y, edge: edge))
        return Rows(surface: rows, kernel: vertical.shifted(outputs: cells.y, inputs: low.y))
    }
}

extension ScenePlanner {
    /// Enlarges the cells of a low resolution to the pixels `output`, along rows. A kernel enlarges the columns.
    mutating func addEnlarged(
        _ low: PlacedMask, _ factor: Int, _ output: PixelRect, name: String
    ) throws(PlanningError) -> BlurGrid.Rows {
        let spline = PolyphaseKernel.cubicBSpline(factor: factor)
        let wide = try addSurface(
            .mask, PixelRect(x: output.x, y: low.bounds.y, width: output.width, height: low.bounds.height),
            "blurred rows of \(name)")
        plan.passes.append(
            .convolve(
                source: low.surface, target: wide, axis: .horizontal,
                kernel: spline.shifted(outputs: output.x, inputs: low.bounds.x), crossOffset: 0, edge: .zero))
        return BlurGrid.Rows(surface: wide, kernel: spline.shifted(outputs: output.y, inputs: low.bounds.y))
    }
}

extension PixelRect {
    /// The low-resolution cells that the spline reads to make these pixels: two on each side of a cell.
    func cells(of factor: Int) -> PixelRect {
        PixelRect(
            minX: floorDivide(x, factor) - 2, minY: floorDivide(y, factor) - 2, maxX: floorDivide(maxX - 1, factor) + 3,
            maxY: floorDivide(maxY - 1, factor) + 3)
    }

    /// The cells that the kernel [1 3 3 1] computes from these pixels, where cell c reads 2c − 1 … 2c + 2.
    ///
    /// With zero edges, these are all cells that can differ from zero. With clamped edges, all further cells equal the
    /// outermost cells.
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

/// The quotient a / b rounded down, for b above zero.
func floorDivide(_ a: Int, _ b: Int) -> Int {
    a >= 0 ? a / b : -((-a + b - 1) / b)
}
