import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// The device pixels of the canvas, or of the plane that is painted.
    var canvasBounds: PixelRect { planeBounds ?? plan[plan.canvas].bounds }

    mutating func imageID(of bitmap: Bitmap) -> ImageID {
        if let id = imageIDs[ObjectIdentifier(bitmap)] { return id }
        let id = ImageID(index: plan.images.count)
        plan.images.append(bitmap)
        imageIDs[ObjectIdentifier(bitmap)] = id
        return id
    }

    /// Adds a surface for the device pixels `bounds`, which must not be empty.
    mutating func addSurface(
        _ format: Surface.Format, _ bounds: PixelRect, _ label: String
    ) throws(PlanningError) -> SurfaceID {
        guard Self.fits(bounds.width, bounds.height) else {
            throw .surfaceTooLarge(layer: label, width: bounds.width, height: bounds.height)
        }
        try checkSize(label)
        return plan.addSurface(Surface(format: format, width: bounds.width, height: bounds.height, label: label))
    }

    private static func fits(_ width: Int, _ height: Int) -> Bool {
        width <= largestSide && height <= largestSide && width * height <= largestPixelCount
    }

    /// Adds a colour surface for the device pixels `bounds`, cleared and ready for painting.
    mutating func addTarget(
        _ bounds: PixelRect, _ label: String, cleared color: PremultipliedColor = .clear
    ) throws(PlanningError) -> PaintTarget {
        let target = PaintTarget(surface: try addSurface(.color, bounds, label), bounds: bounds)
        clear(target.surface, to: color)
        return target
    }

    mutating func clear(_ surface: SurfaceID, to color: PremultipliedColor) {
        plan.passes.append(.clear(target: surface, color: color))
    }

    /// Extracts one channel of a colour surface as a mask of the device pixels `pixels`. The surface holds the device pixels
    /// `bounds`.
    mutating func addChannel(
        _ channel: Channel, of surface: SurfaceID, _ bounds: PixelRect, in pixels: PixelRect, _ label: String
    ) throws(PlanningError) -> PlacedMask {
        let mask = PlacedMask(surface: try addSurface(.mask, pixels, label), bounds: pixels)
        plan.passes.append(
            .extractChannel(
                source: surface, target: mask.surface, channel: channel, dx: pixels.x - bounds.x, dy: pixels.y - bounds.y))
        return mask
    }

    /// Adds a mask of the device pixels `pixels`, with a function applied to each value of another mask.
    mutating func addMap(
        _ map: MaskMap, of mask: PlacedMask, in pixels: PixelRect, _ label: String
    ) throws(PlanningError) -> PlacedMask {
        let result = PlacedMask(surface: try addSurface(.mask, pixels, label), bounds: pixels)
        plan.passes.append(
            .mapMask(
                source: mask.surface, target: result.surface, map: map, dx: pixels.x - mask.bounds.x,
                dy: pixels.y - mask.bounds.y))
        return result
    }

    /// Throws if the plan has become too large or too much work.
    mutating func checkSize(_ label: String) throws(PlanningError) {
        while countedPasses < plan.passes.count {
            let step = plan.passes[countedPasses].step
            countedWork += step.work(in: plan)
            bytesOfTables += step.ownTableBytes
            if let weights = step.areaWeights, countedTables.insert(ObjectIdentifier(weights)).inserted {
                bytesOfTables += weights.byteCount
            }
            countedPasses += 1
        }
        try work.hold(plan: bytesOfPlan, label)
        // Later steps remove hidden passes and copies. At least a quarter of the work remains, except in plans constructed to
        // defeat this.
        try work.check(plan.passes.count * Pass.workOfAny + countedWork / 4, label)
    }

    /// The bytes of the plan so far.
    var bytesOfPlan: Int { plan.bytesOfSteps + bytesOfTables + bytesOfCoverage }

    /// The surface that has replaced `id` for painting, or `id` itself.
    func live(_ id: SurfaceID) -> SurfaceID {
        var result = id
        while let next = successors[result] { result = next }
        return result
    }

    /// Adds a composite onto the live surface of its target. Composites of an empty region are left out.
    mutating func emit(_ composite: Composite) {
        var composite = composite
        composite.target = live(composite.target)
        if case .surface(let id, let dx, let dy) = composite.source { composite.source = .surface(live(id), dx: dx, dy: dy) }
        guard !composite.region.isEmpty else { return }
        plan.passes.append(.composite(composite))
    }

    /// Paints a surface that holds the device pixels `bounds`.
    mutating func compositeSurface(
        _ surface: SurfaceID, bounds: PixelRect, onto target: PaintTarget, mask: Composite.Mask = .none,
        opacity: Double = 1, operation: Composite.Operation = .over
    ) {
        let region = bounds.intersection(target.clip)
        guard !region.isEmpty else { return }
        emit(
            Composite(
                target: target.surface, region: target.local(region), source: target.source(surface, bounds), mask: mask,
                opacity: Q15.value(opacity), operation: operation))
    }

    /// Copies the current contents of a surface, which holds the device pixels `bounds`, to all of a new surface.
    mutating func copy(_ surface: SurfaceID, _ bounds: PixelRect, to target: PaintTarget) {
        plan.passes.append(
            .composite(
                Composite(
                    target: target.surface, region: target.local(target.bounds), source: target.source(surface, bounds))))
    }

    /// Continues painting on a copy of `target`, because a surface must not change once it has been read. Returns the surface
    /// to read.
    mutating func readHalfPainted(_ target: PaintTarget) throws(PlanningError) -> SurfaceID {
        let old = live(target.surface)
        let next = try addTarget(target.bounds, plan[old].label)
        copy(old, target.bounds, to: next)
        successors[old] = next.surface
        inheritOpacity(of: old, next.surface)
        return old
    }

    /// Records that `copy` began as a copy of `original`.
    mutating func inheritOpacity(of original: SurfaceID, _ copy: SurfaceID) {
        if opaqueSurfaces.contains(original) { opaqueSurfaces.insert(copy) }
    }
}

/// A colour surface that is being painted, and the device pixels it holds.
struct PaintTarget {
    var surface: SurfaceID
    /// The position of the surface in device pixels. Its pixel (0, 0) is the top left of `bounds`.
    var bounds: PixelRect
    /// The part that may be painted.
    var clip: PixelRect

    init(surface: SurfaceID, bounds: PixelRect) {
        self.surface = surface
        self.bounds = bounds
        clip = bounds
    }

    /// Converts device pixels to the surface's own coordinates.
    func local(_ pixels: PixelRect) -> PixelRect { pixels.offset(x: -bounds.x, y: -bounds.y) }

    /// Another surface, which holds the device pixels `pixels`, as the source for painting on this surface.
    func source(_ other: SurfaceID, _ pixels: PixelRect) -> Composite.Source {
        .surface(other, dx: bounds.x - pixels.x, dy: bounds.y - pixels.y)
    }

    func clipped(to rect: PixelRect) -> PaintTarget {
        var result = self
        result.clip = clip.intersection(rect)
        return result
    }
}

/// A mask and the device pixels it holds.
struct PlacedMask {
    var surface: SurfaceID
    var bounds: PixelRect

    func operand(onto target: PaintTarget) -> Composite.Mask {
        .surface(surface, dx: target.bounds.x - bounds.x, dy: target.bounds.y - bounds.y)
    }

    func clip(onto target: PaintTarget, isInverted: Bool = false) -> Composite.Clip {
        Composite.Clip(
            surface, dx: target.bounds.x - bounds.x, dy: target.bounds.y - bounds.y, isInverted: isInverted)
    }
}

extension PremultipliedColor {
    static let opaqueBlack = PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 1)

    /// - Parameter space: the colour space of the canvas.
    init(_ color: Color, in space: ColorSpace) {
        let color = color.components(in: space)
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
}
