import PenumbraGeometry
import PenumbraPlan

/// Blurs of one plane with several σ. They share its lower resolutions.
struct BlurPyramid {
    private let grids: [BlurGrid]
    /// The full resolution, then the lower resolutions in order: the parts that any of the blurs reads.
    private let levels: [PixelRect]

    init(_ grids: [BlurGrid]) {
        self.grids = grids
        var levels = [PixelRect.empty]
        for grid in grids where !grid.source.isEmpty {
            levels[0] = levels[0].union(grid.source)
            for (index, level) in grid.levels.enumerated() {
                if index + 1 == levels.count { levels.append(.empty) }
                levels[index + 1] = levels[index + 1].union(level)
            }
        }
        self.levels = levels
    }

    /// The part of the plane that is read.
    var source: PixelRect { levels[0] }

    /// Adds the passes of one plane.
    ///
    /// - Parameter from: a mask that holds at least `source`.
    /// - Returns: the rows of each blur; nil for a blur that is empty.
    func run(_ planner: inout ScenePlanner, from: PlacedMask, name: String) throws(PlanningError) -> [BlurGrid.Rows?] {
        guard let edge = grids.first?.edge else { return [] }
        var resolutions = [from]
        for (index, level) in levels.enumerated().dropFirst() {
            let last = resolutions[index - 1]
            resolutions.append(try planner.addHalf(of: last, level, edge, "1/\(1 << index) of \(name)"))
        }
        var result: [BlurGrid.Rows?] = []
        for (index, grid) in grids.enumerated() {
            guard !grid.source.isEmpty else {
                result.append(nil)
                continue
            }
            let name = "\(name), blur \(index)"
            result.append(try grid.finish(&planner, from: resolutions[grid.blur.halvings], name: name))
        }
        return result
    }
}

extension ScenePlanner {
    /// Halves the resolution of a mask, for the half-sized pixels `level`.
    mutating func addHalf(
        of mask: PlacedMask, _ level: PixelRect, _ edge: Edge, _ label: String
    ) throws(PlanningError) -> PlacedMask {
        let half = try addSurface(.mask, level, label)
        plan.passes.append(
            .downsample(
                source: mask.surface, target: half, dx: 2 * level.x - 1 - mask.bounds.x, dy: 2 * level.y - 1 - mask.bounds.y,
                edge: edge))
        return PlacedMask(surface: half, bounds: level)
    }

    /// Blurs a plane by the σ that a position mask gives each pixel. Nil if the result is empty.
    ///
    /// All rectangles are relative to the same place.
    ///
    /// - Parameters:
    ///   - position: the positions on the ladder. They count as 0 outside.
    ///   - output: the wanted pixels.
    ///   - places: returns a rectangle that holds the pixels of `output` whose positions lie in a range.
    ///   - limit: a mask that bounds the result.
    mutating func graduated(
        _ ladder: SigmaLadder, shift: Point, position: PlacedMask, filled: PixelRect, output: PixelRect, edge: Edge,
        limit: PlacedMask? = nil, name: String, places: (ClosedRange<Int>) -> PixelRect,
        plane: (inout ScenePlanner, PixelRect) throws(PlanningError) -> PlacedMask?
    ) throws(PlanningError) -> PlacedMask? {
        let steps = ladder.steps.compactMap { step -> (step: SigmaLadder.Step, grid: BlurGrid)? in
            let wanted = places(step.positions).intersection(output)
            guard !wanted.isEmpty else { return nil }
            let grid = BlurGrid(GaussianBlur(sigma: step.sigma), shift: shift, filled: filled, output: wanted, edge: edge)
            return grid.source.isEmpty ? nil : (step, grid)
        }
        let pyramid = BlurPyramid(steps.map(\.grid))
        guard !pyramid.source.isEmpty, let from = try plane(&self, pyramid.source) else { return nil }
        let blurs = try pyramid.run(&self, from: from, name: name)
        let target = try addSurface(.mask, output, "graduated \(name)")
        var shares: [MixMasks.Share] = []
        for ((step, grid), rows) in zip(steps, blurs) {
            guard let rows else { continue }
            shares.append(
                MixMasks.Share(
                    source: rows.surface, kernel: rows.kernel, dx: output.x - grid.output.x, dy: output.y - grid.output.y,
                    edge: grid.blur.halvings > 0 ? .zero : edge, first: step.first, shift: step.shift, weights: step.weights))
        }
        plan.passes.append(
            .mixMasks(
                MixMasks(
                    target: target, position: position.surface, positionDx: output.x - position.bounds.x,
                    positionDy: output.y - position.bounds.y, shares: shares,
                    limit: limit.map {
                        MixMasks.Limit($0.surface, dx: output.x - $0.bounds.x, dy: output.y - $0.bounds.y)
                    })))
        return PlacedMask(surface: target, bounds: output)
    }
}
