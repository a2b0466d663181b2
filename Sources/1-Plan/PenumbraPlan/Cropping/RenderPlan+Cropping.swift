import PenumbraGeometry

extension RenderPlan {
    /// A plan for part of the picture, and which part: it has the same bytes as the whole picture has there.
    ///
    /// Every surface shrinks to what that part is made from, with what blurs and spreads reach beyond it, and passes that
    /// nothing of it needs are gone. Pictures that are read stay whole.
    ///
    /// - Parameter wanted: not empty, inside the picture.
    /// - Returns: the plan, and the part it draws, which holds `wanted` and is larger where a pass can be cut at some places
    ///   only (dithering: at multiples of eight pixels).
    public func cropped(to wanted: PixelRect) -> (plan: RenderPlan, part: PixelRect) {
        let regions = PlanRegions(self, wanted: wanted)
        let part = regions[canvas]
        var result = RenderPlan(width: part.width, height: part.height)
        result.surfaces = []
        var names: [SurfaceID: SurfaceID] = [:]
        for (index, surface) in surfaces.enumerated() where !regions.parts[index].isEmpty {
            var surface = surface
            (surface.width, surface.height) = (regions.parts[index].width, regions.parts[index].height)
            names[SurfaceID(index: index)] = result.addSurface(surface)
        }
        result.images = images
        result.passes = passes.filter(regions.needs).map { $0.cropped(to: regions) { names[$0] ?? $0 } }
        result.canvas = names[canvas] ?? canvas
        return (result, part)
    }

    /// The same surfaces in the sizes that part of the picture needs, one pixel for those it does not need, and the passes it
    /// needs.
    ///
    /// - Returns: a plan to estimate memory with, not one to draw, and about how many pixels its passes write.
    public func footprint(of wanted: PixelRect) -> (plan: RenderPlan, pixels: Int) {
        let regions = PlanRegions(self, wanted: wanted)
        var result = self
        for (index, part) in regions.parts.enumerated() {
            (result.surfaces[index].width, result.surfaces[index].height) = (max(1, part.width), max(1, part.height))
        }
        (result.width, result.height) = (regions[canvas].width, regions[canvas].height)
        // Without the others surfaces have fewer readers, and may be made otherwise.
        result.passes = passes.filter(regions.needs)
        let pixels = result.passes.reduce(0) { sum, pass in
            let painted = pass.step.painted(regions[pass.target])
            return sum + painted.width * painted.height
        }
        return (result, pixels)
    }
}
