import PenumbraGeometry
import PenumbraPlan

/// The lower resolutions of one plane, shared by blurs with several σ.
struct BlurPyramid {
    /// The part of the full resolution that the lower resolutions are made from.
    let source: PixelRect
    /// The lower resolutions in order: the parts that any of the blurs reads.
    private let levels: [PixelRect]
    private let edge: Edge

    init(_ grids: [BlurGrid], _ edge: Edge) {
        self.edge = edge
        var (source, levels) = (PixelRect.empty, [PixelRect]())
        for grid in grids where grid.blur.halvings > 0 && !grid.source.isEmpty {
            source = source.union(grid.source)
            for (index, level) in grid.levels.enumerated() {
                if index == levels.count { levels.append(.empty) }
                levels[index] = levels[index].union(level)
            }
        }
        (self.source, self.levels) = (source, levels)
    }

    /// Adds the passes that halve the resolution, again and again.
    ///
    /// - Parameter from: a mask that holds at least `source`.
    func run(_ planner: inout ScenePlanner, from: PlacedMask, name: String) throws(PlanningError) -> [PlacedMask] {
        var result: [PlacedMask] = []
        for (index, level) in levels.enumerated() {
            result.append(try planner.addHalf(of: result.last ?? from, level, edge, "1/\(2 << index) of \(name)"))
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
}
