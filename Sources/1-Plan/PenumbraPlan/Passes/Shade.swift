import PenumbraGeometry

/// Fills a colour surface or a mask with a gradient: see `GradientShading`. A mask takes the gradient's alpha.
public struct Shade: PassStep {
    public var target: SurfaceID
    public var shading: GradientShading

    package var pass: Pass { .shade(self) }
    public var description: String { "shade \(target) \(shading)" }

    package var ownTableBytes: Int { shading.byteCount }

    package func work(in plan: RenderPlan) -> Int {
        let count = shading.intervals.count
        // A pixel compares its position with up to sixteen intervals one after another, and searches among more. Many intervals
        // don't fit in the nearest cache.
        let search = count <= 16 ? count / 3 : 12 + count / 500
        return switch shading.geometry {
        case .linear: plan[target].pixelCount * (2 + search)
        case .round, .conic: plan[target].pixelCount * (10 + search)
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
