import PenumbraGeometry

/// Fills a colour surface or a mask with a gradient: see `GradientShading`. A mask takes the gradient's alpha.
public struct Shade: PassStep {
    public var target: SurfaceID
    public var shading: GradientShading

    package var pass: Pass { .shade(self) }
    public var description: String { "shade \(target) \(shading)" }

    package func work(in plan: RenderPlan) -> Int {
        switch shading.geometry {
        case .linear: plan[target].pixelCount * 2
        // Every pixel searches for its interval.
        case .round, .conic: plan[target].pixelCount * (10 + shading.intervals.count / 3)
        }
    }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        shading.reasonAgainst(width: plan[target].width, height: plan[target].height)
    }

    package mutating func crop(to regions: PlanRegions) {
        shading = shading.cropped(columns: regions[target].columns, rows: regions[target].rows)
    }
}

extension Pass {
    /// Fills a colour surface or a mask with a gradient.
    public static func shade(target: SurfaceID, shading: GradientShading) -> Pass {
        .shade(Shade(target: target, shading: shading))
    }
}
