import PenumbraGeometry

/// Halves the resolution of a mask by [1 3 3 1]/8 on both axes, rounded once: `target[x, y] = (Σᵢⱼ w[i]·w[j]·source[2x + dx +
/// i, 2y + dy + j] + 32) >> 6`, i and j in 0…3, w = 1, 3, 3, 1.
public struct Downsample: OneSourceStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var dx: Int
    public var dy: Int
    public var edge: Edge

    package var pass: Pass { .downsample(self) }
    public var description: String { "downsample \(source) → \(target) at (\(dx), \(dy))\(edge.suffix)" }
    package var isOfOutlines: Bool { true }
    package var isFilter: Bool { true }
    /// At the edges of bands, each halving in a chain would make rows of the previous halving several times.
    package var repeatsWorkInBands: Bool { true }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        plan.reasonAgainst(target, .mask) ?? plan.reasonAgainst(source, .mask) ?? reasonAgainst(offsets: dx, dy)
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        let rect = PixelRect(
            minX: 2 * part.x + dx, minY: 2 * part.y + dy, maxX: 2 * part.maxX + dx + 2, maxY: 2 * part.maxY + dy + 2)
        return [SurfaceRead(surface: source, rect: rect, edge: edge)]
    }

    package mutating func crop(to regions: PlanRegions) {
        dx += 2 * regions[target].x - regions[source].x
        dy += 2 * regions[target].y - regions[source].y
    }
}

extension Pass {
    /// Halves the resolution of a mask by [1 3 3 1]/8 on both axes.
    public static func downsample(source: SurfaceID, target: SurfaceID, dx: Int, dy: Int, edge: Edge) -> Pass {
        .downsample(Downsample(source: source, target: target, dx: dx, dy: dy, edge: edge))
    }
}
