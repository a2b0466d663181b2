import PenumbraGeometry

/// Draws each pixel as the mean of a colour surface along a straight line: see `RaySampling`.
public struct BlurRays: OneSourceStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var sampling: RaySampling

    public init(source: SurfaceID, target: SurfaceID, sampling: RaySampling) {
        self.source = source
        self.target = target
        self.sampling = sampling
    }

    package var pass: Pass { .blurRays(self) }

    public var description: String { "blurRays \(source) → \(target) \(sampling.meanLength) pixels long" }

    package func reachesFar(in source: SurfaceID) -> Bool { true }

    package var ownTableBytes: Int { (sampling.columns.count + sampling.rows.count) * 8 }

    package func work(in plan: RenderPlan) -> Int { plan[target].pixelCount * (20 + 8 * sampling.meanLength) }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        guard sampling.columns.count == plan[target].width, sampling.rows.count == plan[target].height else {
            return "its sampling is made for another size"
        }
        let areNear = (sampling.columns + sampling.rows).allSatisfy { place in
            let limit = RaySampling.farthest
            return abs(Int(place.x)) <= limit && abs(Int(place.y)) <= limit
                && abs(Int(place.x) - Int(place.y)) <= RaySampling.longest
        }
        guard areNear else { return "its sampling reads too far from its source" }
        return plan.reasonAgainst(target, .color) ?? plan.reasonAgainst(source, .color)
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        [SurfaceRead(surface: source, rect: sampling.inputs(part))]
    }

    package mutating func crop(to regions: PlanRegions) {
        sampling = sampling.cropped(to: regions[target], of: regions[source])
    }
}
