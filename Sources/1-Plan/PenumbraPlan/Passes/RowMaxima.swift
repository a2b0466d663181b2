import PenumbraGeometry

/// Computes the largest values of runs of pixels in rows. The source is made by `Peaks`: its even rows hold E, its odd rows
/// L. For each pair of source rows the target has `levels` + 1 rows. The first row copies E. The row for k = 0, 1 … holds
/// the largest L of the 4ᵏ pixels from x on; pixels beyond the last column count as 0.
public struct RowMaxima: OneSourceStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var levels: Int

    package var pass: Pass { .rowMaxima(self) }
    public var description: String { "rowMaxima \(source) → \(target) \(levels) levels" }
    package var isOfOutlines: Bool { true }
    package var makesRuns: Bool { true }
    package var grain: (columns: Int, rows: Int) { (1, levels + 1) }
    package func reachesFar(in source: SurfaceID) -> Bool { true }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        let (from, to) = (plan[source], plan[target])
        guard (1...16).contains(levels) else { return "runs of \(levels) lengths" }
        guard from.height % 2 == 0, to.height == from.height / 2 * (levels + 1), to.width == from.width else {
            return "its target is made for another size"
        }
        return plan.reasonAgainst(target, .mask) ?? plan.reasonAgainst(source, .mask)
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        let (first, end) = (part.y / (levels + 1), (part.maxY + levels) / (levels + 1))
        return [SurfaceRead(surface: source, rect: PixelRect(minX: part.x, minY: 2 * first, maxX: part.maxX, maxY: 2 * end))]
    }

    package func tie(_ regions: inout PlanRegions) {
        let other = regions[source]
        guard !other.isEmpty else { return }
        let (first, end) = (other.y / 2 * (levels + 1), (other.maxY + 1) / 2 * (levels + 1))
        regions.grow(target, by: PixelRect(minX: other.x, minY: first, maxX: other.maxX, maxY: end))
    }
}

extension Pass {
    /// Computes the largest values of runs of pixels.
    public static func rowMaxima(source: SurfaceID, target: SurfaceID, levels: Int) -> Pass {
        .rowMaxima(RowMaxima(source: source, target: target, levels: levels))
    }
}
