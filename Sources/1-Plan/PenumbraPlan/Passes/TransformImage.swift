import PenumbraGeometry

/// Draws a colour surface through an affine map: see `AffineSampling`.
public struct TransformImage: OneSourceStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var sampling: AffineSampling

    package var pass: Pass { .transformImage(self) }

    public var description: String { "transformImage \(source) → \(target) \(sampling.filter)" }

    package func reachesFar(in source: SurfaceID) -> Bool { true }

    package var areaWeights: AreaWeights? {
        if case .area(let weights) = sampling.filter { weights } else { nil }
    }

    package var ownTableBytes: Int { 8 * sampling.columnU.count + 16 * sampling.rowU.count }

    package func work(in plan: RenderPlan) -> Int {
        let pixels = sampling.drawnPixels
        switch sampling.filter {
        case .nearest: return pixels * 5
        case .bilinear: return pixels * 14
        case .area(let weights): return pixels * (8 + 2 * weights.groups.count) + 5 * weights.weights.count
        }
    }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        let (width, height) = (plan[target].width, plan[target].height)
        guard sampling.columnU.count == width, sampling.columnV.count == width, sampling.rowU.count == height,
            sampling.rowV.count == height, sampling.firstColumns.count == height, sampling.endColumns.count == height
        else { return "its sampling is made for another size" }
        return sampling.reasonAgainst(width: width) ?? plan.reasonAgainst(target, .color) ?? plan.reasonAgainst(source, .color)
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        [SurfaceRead(surface: source, rect: sampling.inputs(part, of: plan[source]))]
    }

    package mutating func crop(to regions: PlanRegions) {
        sampling = sampling.cropped(to: regions[target], of: regions[source])
    }
}

extension Pass {
    /// Draws a colour surface through an affine map.
    public static func transformImage(source: SurfaceID, target: SurfaceID, sampling: AffineSampling) -> Pass {
        .transformImage(TransformImage(source: source, target: target, sampling: sampling))
    }
}

extension AffineSampling.Filter: CustomStringConvertible {
    public var description: String {
        switch self {
        case .nearest: "nearest"
        case .bilinear: "bilinear"
        case .area(let weights): "area, \(weights)"
        }
    }
}
