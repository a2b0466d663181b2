import PenumbraGeometry

/// Draws a colour surface as an eye sees it: see `ProjectiveSampling`.
public struct ProjectImage: OneSourceStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var sampling: ProjectiveSampling

    package var pass: Pass { .projectImage(self) }

    public var description: String { "projectImage \(source) → \(target) corners every \(1 << sampling.shift) pixels" }

    package func reachesFar(in source: SurfaceID) -> Bool { true }

    package var ownTableBytes: Int { sampling.byteCount }

    package func work(in plan: RenderPlan) -> Int { sampling.drawnPixels * (60 + 12 * sampling.cellsPerPixel) }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        let (width, height) = (plan[target].width, plan[target].height)
        let s = sampling
        guard s.firstColumns.count == height, s.endColumns.count == height, (0...8).contains(s.shift), s.gridWidth > 0,
            s.positions.count % s.gridWidth == 0, (0..<1 << s.shift).contains(s.dx), (0..<1 << s.shift).contains(s.dy)
        else { return "its sampling is made for another size" }
        let grid = s.grid(of: plan[target].bounds)
        guard grid.maxX <= s.gridWidth, grid.maxY <= s.positions.count / s.gridWidth else {
            return "its sampling is made for another size"
        }
        let limit = 2 * ProjectiveSampling.farthest
        let areNear = s.positions.allSatisfy { abs($0.x) <= limit && abs($0.y) <= limit }
        guard areNear else { return "its sampling reads too far from its source" }
        return s.reasonAgainst(width: width) ?? plan.reasonAgainst(target, .color) ?? plan.reasonAgainst(source, .color)
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        [SurfaceRead(surface: source, rect: sampling.inputs(part, of: plan[source]))]
    }

    package mutating func crop(to regions: PlanRegions) {
        sampling = sampling.cropped(to: regions[target], of: regions[source])
    }
}

extension Pass {
    /// Draws a colour surface as an eye sees it.
    public static func projectImage(source: SurfaceID, target: SurfaceID, sampling: ProjectiveSampling) -> Pass {
        .projectImage(ProjectImage(source: source, target: target, sampling: sampling))
    }
}
