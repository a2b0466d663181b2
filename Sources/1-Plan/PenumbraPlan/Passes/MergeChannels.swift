import PenumbraGeometry

/// Builds a colour surface from masks: one each for red, green and blue, and a fourth for alpha, which is one without it.
///
/// Each mask is `convolve`d along columns on the way. `kernel` makes value (x, y) of a channel from column `x + dx` of its
/// mask, at row `y + dy`. All masks have the same size.
public struct MergeChannels: PassStep {
    public var sources: [SurfaceID]
    public var target: SurfaceID
    public var kernel: PolyphaseKernel
    public var dx: Int
    public var dy: Int
    public var edge: Edge

    package var pass: Pass { .mergeChannels(self) }

    public var description: String {
        let names = sources.map(\.description).joined(separator: " ")
        return "mergeChannels \(names) → \(target) rows \(kernel) at (\(dx), \(dy))\(edge.suffix)"
    }

    package func reachesFar(in source: SurfaceID) -> Bool { kernel.taps > 1 || kernel.phases > 1 }

    package mutating func rename(_ name: (SurfaceID) -> SurfaceID) {
        target = name(target)
        sources = sources.map(name)
    }

    package func work(in plan: RenderPlan) -> Int {
        plan[target].pixelCount * sources.count * (16 + kernel.taps) / 16
    }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        guard sources.count == 3 || sources.count == 4 else { return "it merges \(sources.count) masks; 3 or 4 are needed" }
        for source in sources {
            if let reason = plan.reasonAgainst(source, .mask) { return reason }
            if plan[source].width != plan[sources[0]].width || plan[source].height != plan[sources[0]].height {
                return "its masks \(sources[0]) and \(source) are not of one size"
            }
        }
        return plan.reasonAgainst(target, .color) ?? reasonAgainst(offsets: dx, dy) ?? kernel.reasonAgainst
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        let rect = PixelRect(columns: part.columns.moved(by: dx), rows: kernel.inputs(part.rows.moved(by: dy)))
        return sources.map { SurfaceRead(surface: $0, rect: rect, edge: edge) }
    }

    package mutating func crop(to regions: PlanRegions) {
        let (to, from) = (regions[target], regions[sources[0]])
        kernel = kernel.shifted(outputs: 0, inputs: from.y)
        dx += to.x - from.x
        dy += to.y
    }

    package func tie(_ regions: inout PlanRegions) {
        let all = sources.reduce(PixelRect.empty) { $0.union(regions[$1]) }
        for source in sources { regions.grow(source, by: all) }
    }
}

extension Pass {
    /// Builds a colour surface from three or four masks.
    public static func mergeChannels(
        sources: [SurfaceID], target: SurfaceID, kernel: PolyphaseKernel, dx: Int, dy: Int, edge: Edge
    ) -> Pass {
        .mergeChannels(MergeChannels(sources: sources, target: target, kernel: kernel, dx: dx, dy: dy, edge: edge))
    }
}
