import PenumbraGeometry

extension RenderPlan {
    /// Returns a plan that draws part of the picture, with the same bytes as the whole picture has there.
    ///
    /// Every surface shrinks to the pixels that the part needs, including the reach of blurs and spreads. Passes that the
    /// part does not need are removed. Pictures that are read stay whole.
    ///
    /// - Parameter wanted: not empty, inside the picture.
    /// - Returns: the plan, and the part it draws. The part contains `wanted`; it is larger where a pass can be cut only at
    ///   some places (dithering: at multiples of eight pixels).
    public func cropped(to wanted: PixelRect) -> (plan: RenderPlan, part: PixelRect) { PlanCropper(self).cropped(to: wanted) }

    /// Shrinks the surfaces to the sizes that part of the picture needs, and keeps only the needed passes. Surfaces that
    /// aren't needed shrink to one pixel.
    ///
    /// - Returns: a plan for estimating memory, which cannot be drawn, and the number of pixels its passes write.
    public func footprint(of wanted: PixelRect) -> (plan: RenderPlan, pixels: Int) { PlanCropper(self).footprint(of: wanted) }
}

/// A plan that is cropped to several parts, with the answers of its passes kept between crops.
package struct PlanCropper {
    package let plan: RenderPlan
    let steps: [any PassStep]
    /// The surface that each pass writes.
    let targets: [Int]
    /// True for surfaces that hold the largest values of runs. Runs that reach beyond a cut would be shorter there.
    let holdsRuns: [Bool]

    package init(_ plan: RenderPlan) {
        self.plan = plan
        steps = plan.passes.map(\.step)
        targets = steps.map(\.target.index)
        var holdsRuns = [Bool](repeating: false, count: plan.surfaces.count)
        for step in steps where step.makesRuns { holdsRuns[step.target.index] = true }
        self.holdsRuns = holdsRuns
    }

    /// See `RenderPlan.cropped(to:)`.
    package func cropped(to wanted: PixelRect) -> (plan: RenderPlan, part: PixelRect) {
        let regions = PlanRegions(self, wanted: wanted)
        let part = regions[plan.canvas]
        var result = RenderPlan(width: part.width, height: part.height)
        result.depth = plan.depth
        result.surfaces = []
        var names: [SurfaceID: SurfaceID] = [:]
        for (index, surface) in plan.surfaces.enumerated() where !regions.parts[index].isEmpty {
            var surface = surface
            (surface.width, surface.height) = (regions.parts[index].width, regions.parts[index].height)
            let id = result.addSurface(surface)
            names[SurfaceID(index: index)] = id
            if let kept = plan.kept[SurfaceID(index: index)] { result.kept[id] = kept }
        }
        result.images = plan.images
        result.passes = regions.needed.map { plan.passes[$0].cropped(to: regions) { names[$0] ?? $0 } }
        result.canvas = names[plan.canvas] ?? plan.canvas
        return (result, part)
    }

    /// The number of pixels of each surface that parts of the picture need. Pixels that several parts need count several times.
    package func neededPixels(for parts: [PixelRect]) -> [Int] {
        var result = [Int](repeating: 0, count: plan.surfaces.count)
        for part in parts {
            let regions = PlanRegions(self, wanted: part)
            for (index, rect) in regions.parts.enumerated() { result[index] += rect.width * rect.height }
        }
        return result
    }

    /// See `RenderPlan.footprint(of:)`.
    package func footprint(of wanted: PixelRect) -> (plan: RenderPlan, pixels: Int) {
        let regions = PlanRegions(self, wanted: wanted)
        var result = plan
        for (index, part) in regions.parts.enumerated() {
            (result.surfaces[index].width, result.surfaces[index].height) = (max(1, part.width), max(1, part.height))
        }
        (result.width, result.height) = (regions[plan.canvas].width, regions[plan.canvas].height)
        let needed = regions.needed
        // Without the other passes, surfaces have fewer readers and may be made in another way.
        result.passes = needed.map { plan.passes[$0] }
        let pixels = needed.reduce(0) { sum, index in
            let painted = steps[index].painted(regions.parts[targets[index]])
            return sum + painted.width * painted.height
        }
        return (result, pixels)
    }
}
