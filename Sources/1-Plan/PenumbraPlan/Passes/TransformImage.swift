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

    package func work(in plan: RenderPlan) -> Int { sampling.work }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        let (width, height) = (plan[target].width, plan[target].height)
        return sampling.reasonAgainst(width: width, height: height) ?? plan.reasonAgainst(target, .color)
            ?? plan.reasonAgainst(source, .color)
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        [SurfaceRead(surface: source, rect: sampling.inputs(part, of: plan[source]))]
    }

    package mutating func crop(to regions: PlanRegions) {
        sampling = sampling.cropped(to: regions[target], of: regions[source])
    }
}

extension AffineSampling {
    /// The approximate time on one core, in nanoseconds.
    var work: Int {
        switch filter {
        case .nearest: drawnPixels * 5
        case .bilinear: drawnPixels * 14
        case .area(let weights): drawnPixels * (8 + 2 * weights.groups.count) + 5 * weights.weights.count
        }
    }

    /// Why the sampling can't draw a target of a size. Nil if it can.
    func reasonAgainst(width: Int, height: Int) -> String? {
        guard columnU.count == width, columnV.count == width, rowU.count == height, rowV.count == height,
            firstColumns.count == height, endColumns.count == height
        else { return "its sampling is made for another size" }
        return reasonAgainst(width: width)
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
