import PenumbraGeometry

/// Draws a colour surface through an affine map: see `AffineSampling`.
public struct TransformImage: OneSourceStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var sampling: AffineSampling

    package var pass: Pass { .transformImage(self) }

    public var description: String {
        let how = sampling.isPointSampled ? "points" : "bilinear"
        return "transformImage \(source) → \(target) \(sampling.subsamples)×\(sampling.subsamples) \(how)"
    }

    package func reachesFar(in source: SurfaceID) -> Bool { true }

    package func work(in plan: RenderPlan) -> Int {
        plan[target].pixelCount * sampling.subsamples * sampling.subsamples * (sampling.isPointSampled ? 5 : 14)
    }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        let (width, height, n) = (plan[target].width, plan[target].height, sampling.subsamples)
        guard sampling.columnU.count == width, sampling.columnV.count == width, sampling.rowU.count == height,
            sampling.rowV.count == height, (1...AffineSampling.maximumSubsamples).contains(n),
            sampling.acrossV.count == n, sampling.downU.count == n, sampling.downV.count == n
        else { return "its sampling is made for another size" }
        return plan.reasonAgainst(target, .color) ?? plan.reasonAgainst(source, .color)
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

extension AffineSampling {
    /// The source pixels that make part of the target.
    fileprivate func inputs(_ part: PixelRect, of source: Surface) -> PixelRect {
        let (columns, rows) = (part.columns, part.rows)
        let (left, right) = range([columnU[columns], rowU[rows], acrossU[...], downU[...]], length: source.width)
        let (top, bottom) = range([columnV[columns], rowV[rows], acrossV[...], downV[...]], length: source.height)
        return PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
    }

    /// The first pixel that any sum of shares lies on or next to, and the pixel after the last.
    private func range(_ shares: [ArraySlice<Int32>], length: Int) -> (Int, Int) {
        var (low, high) = (0, 0)
        for share in shares {
            low += Int(share.min() ?? 0)
            high += Int(share.max() ?? 0)
        }
        let last = length - 1
        var first = min(last, max(0, low) >> 15)
        // Shares that start further right must still fit in 32 bits together. If they would not, the source isn't cropped.
        if low - first << 15 < Int(Int32.min) || low - first << 15 > Int(Int32.max) { first = 0 }
        return (first, min(last, (max(0, min(high, last << 15)) >> 15) + 1) + 1)
    }
}
