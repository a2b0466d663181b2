import PenumbraGeometry

/// Fills a colour surface or a mask with a gradient: see `GradientShading`. A mask takes the gradient's alpha.
public struct Shade: PassStep {
    public var target: SurfaceID
    public var shading: GradientShading

    package var pass: Pass { .shade(self) }
    public var description: String { "shade \(target) \(shading)" }

    package var ownTableBytes: Int { shading.byteCount }

    package func leavesOpaque(_ opaque: Set<SurfaceID>, in plan: RenderPlan) -> Bool {
        shading.isOpaque && plan[target].format == .color
    }

    package func work(in plan: RenderPlan) -> Int {
        let count = shading.intervals.count
        let surface = plan[target]
        let search: Int
        if count <= 16 {
            // A position is compared with one interval after another.
            search = count / 3
        } else if intervalsPerPixel(surface) <= 2 {
            search = 12 + count / 500
        } else {
            // Neighbouring pixels lie in different intervals, and many of them don't fit in the nearest cache.
            search = 200
        }
        // Planning takes half a microsecond for each interval.
        let making = 500 * count
        return switch shading.geometry {
        case .linear: making + surface.pixelCount * (2 + search)
        case .round, .conic: making + surface.pixelCount * (10 + search)
        }
    }

    /// The number of intervals between neighbouring pixels of a row, about.
    private func intervalsPerPixel(_ surface: Surface) -> Int {
        switch shading.geometry {
        case .linear(let columns, _):
            let step = abs(Int(columns.last ?? 0) - Int(columns.first ?? 0)) / max(1, columns.count - 1)
            return step * shading.intervals.count / Int(GradientShading.length)
        case .round, .conic: return (shading.intervals.count - 1) / min(surface.width, surface.height)
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
