import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// The blurred picture behind a layer.
struct Backdrop {
    /// The σ of the blur in pixels.
    private let sigma: Double
    private let blur: BackdropBlur
    /// The outline that shows the backdrop, in device pixels: the rounded bounds, a shape's fill, or a text's glyphs.
    private let shape: (path: Path, fillRule: FillRule)
    /// The outline as whole pixels. Nil unless it is a plain rectangle of whole pixels.
    private let box: PixelRect?
    /// A text with glyphs in colours, whose alpha shows the backdrop instead of an outline.
    private let colored: TextOutline?
    private let geometry: LayerGeometry
    /// The area of the outline or of the text. As exact as the outlines are known.
    private let area: Rect
    /// The device pixels whose backdrop may be blurred. This bound is never too small.
    let extent: PixelRect

    init(_ blur: BackdropBlur, _ layer: Layer, _ geometry: LayerGeometry, _ contents: LayerContents) {
        sigma = min(geometry.pixels(blur.radius), GaussianBlur.largestSigma)
        self.blur = blur
        let outline = contents.outline
        shape = outline ?? (geometry.devicePath, .nonzero)
        box = outline == nil && layer.cornerRadii.isZero ? geometry.wholePixels(geometry.bounds) : nil
        self.geometry = geometry
        if case .text(let text?) = contents, text.isColored {
            colored = text
            area = contents.bounds(geometry, isExact: true, union: .zero)
        } else {
            colored = nil
            area = shape.path.bounds
        }
        extent = PixelRect(covering: colored == nil ? shape.path.controlPointBounds : area).outset(x: 1, y: 1)
    }

    /// How far beyond a pixel the blur reads, in pixels.
    var reach: Int { blur.radius.value > 0 ? GaussianBlur(sigma: sigma).reach + 1 : 0 }

    /// The area the backdrop paints over `behind`, up to the end of its kernel. As exact as the outlines are known.
    func content(over behind: Rect) -> Rect {
        guard blur.radius.value > 0, !behind.isEmpty else { return .zero }
        let blurred = behind.inset(by: -Double(GaussianBlur(sigma: sigma).reach))
        return area.intersection(blurred)
    }

    /// The pixels where the backdrop is visible, and the mask of its shape. The mask is nil if the shape covers all of these
    /// pixels.
    private func place(
        _ planner: inout ScenePlanner, of body: LayerBody, onto target: PaintTarget
    ) throws(PlanningError) -> (pixels: PixelRect, edge: PlacedMask?)? {
        let name = body.name
        guard blur.radius.value > 0 else { return nil }
        var pixels = extent.intersection(target.clip)
        var edge: PlacedMask?
        if let box {
            pixels = pixels.intersection(box)
        } else if let colored {
            edge = try planner.alpha(of: colored, geometry, in: pixels, name: name)
            pixels = edge?.bounds ?? .empty
        } else {
            edge = try planner.coverage(
                of: shape.path, shape.fillRule, in: pixels, label: "backdrop of \(name)", name: name)
            pixels = edge?.bounds ?? .empty
        }
        guard !pixels.isEmpty else { return nil }
        // Outside the mask, no blur shows, or σ is scaled to nothing. A progressive backdrop still covers the layer's shadows
        // there, and repeats the canvas beyond its edges.
        let coversAll =
            blur.isProgressive && (!body.prepared.effects.visibleShadows.isEmpty || !planner.canvasBounds.contains(pixels))
        if body.prepared.isMasked && !coversAll { pixels = pixels.intersection(body.mask?.bounds ?? .empty) }
        return pixels.isEmpty ? nil : (pixels, edge)
    }

    /// Clears the area of the backdrop in a layer that is painted by itself, because the backdrop covers the layer's shadows.
    func cleared(
        _ planner: inout ScenePlanner, of body: LayerBody, onto target: PaintTarget
    ) throws(PlanningError) -> BlurredBackdrop? {
        guard let (pixels, edge) = try place(&planner, of: body, onto: target) else { return nil }
        return BlurredBackdrop(picture: .nothing(mask: blur.isProgressive ? nil : body.mask), pixels: pixels, shape: edge)
    }

    // MARK: - Reading

    /// Reads the picture behind a layer, before the layer's own shadows are painted, and blurs it. Nil if none of it will be
    /// visible.
    func blurred(
        _ planner: inout ScenePlanner, of body: LayerBody, onto target: PaintTarget
    ) throws(PlanningError) -> BlurredBackdrop? {
        let name = body.name
        guard let (pixels, edge) = try place(&planner, of: body, onto: target) else { return nil }
        let source = try planner.readHalfPainted(target)
        // The canvas is repeated beyond its edges. Between a group's surface and the canvas's edge, everything is transparent.
        let canvas = planner.canvasBounds
        let isOpaque = planner.opaqueSurfaces.contains(source) && target.bounds == canvas
        func picture(_ sigma: Double, _ wanted: PixelRect) throws(PlanningError) -> SurfaceID? {
            try planner.blurred(
                source, target.bounds, GaussianBlur(sigma: sigma), output: wanted, filled: canvas, edge: .clamp,
                isOpaque: isOpaque, name: "backdrop of \(name)")
        }
        guard blur.isProgressive && body.prepared.isMasked else {
            guard let picture = try picture(sigma, pixels) else { return nil }
            return BlurredBackdrop(picture: .blurred(picture, mask: body.mask), pixels: pixels, shape: edge)
        }
        let ladder = ProgressiveSteps(sigma: sigma)
        // The first step changes no pixel of the canvas, and repeats them beyond its edges.
        let unchanged =
            canvas.contains(pixels) ? (source, target.bounds) : try picture(ladder.sigmas[1], pixels).map { ($0, pixels) }
        var steps: [BlurredBackdrop.Step] = []
        guard let mask = body.mask else {
            return BlurredBackdrop(picture: .progressive(unchanged, []), pixels: pixels, shape: edge)
        }
        for index in 1..<ladder.sigmas.count {
            guard let map = ladder.map(to: index) else { continue }
            // Where the mask exceeds the next step, that step replaces this step completely.
            let beyond = index + 1 < ladder.sigmas.count ? ladder.sigmas[index + 1] / sigma : 1
            let seen = pixels.intersection(mask.bounds)
            let wanted = body.prepared.mask?.pixels(upTo: beyond)?.intersection(seen) ?? seen
            guard !wanted.isEmpty, let picture = try picture(ladder.sigmas[index], wanted) else { continue }
            let share = try planner.addMap(map, of: mask, in: wanted, "share of step \(index) in backdrop of \(name)")
            steps.append(BlurredBackdrop.Step(picture: picture, share: share))
        }
        return BlurredBackdrop(picture: .progressive(unchanged, steps), pixels: pixels, shape: edge)
    }
}

/// A blurred backdrop that will replace the picture behind a layer.
struct BlurredBackdrop {
    fileprivate enum Picture {
        /// One blurred picture, mixed in by shape and mask.
        case blurred(SurfaceID, mask: PlacedMask?)
        /// Transparency, mixed in by shape and mask.
        case nothing(mask: PlacedMask?)
        /// The unblurred picture and its pixels, then pictures of rising σ. Each is mixed in by the share of its step that the
        /// mask reaches, and the shape is applied to the result.
        case progressive((SurfaceID, PixelRect)?, [Step])
    }

    fileprivate struct Step {
        var picture: SurfaceID
        /// The share of the step, for the same device pixels as the picture.
        var share: PlacedMask
    }

    fileprivate var picture: Picture
    fileprivate var pixels: PixelRect
    fileprivate var shape: PlacedMask?

    func paint(_ planner: inout ScenePlanner, onto target: PaintTarget) throws(PlanningError) {
        let region = pixels.intersection(target.clip)
        guard !region.isEmpty else { return }
        switch picture {
        case .blurred(let picture, let mask):
            planner.emit(
                Composite(
                    target: target.surface, region: target.local(region), source: target.source(picture, pixels),
                    mask: mask?.operand(onto: target) ?? .none, clip: shape?.clip(onto: target), operation: .mix))
        case .nothing(let mask):
            planner.emit(
                Composite(
                    target: target.surface, region: target.local(region), source: .color(.clear),
                    mask: mask?.operand(onto: target) ?? .none, clip: shape?.clip(onto: target), operation: .mix))
        case .progressive(let unchanged, let steps):
            // The steps are mixed on a separate surface that starts from the unblurred backdrop. The shape is then applied to
            // the result once.
            let own = try planner.addTarget(pixels, "progressive backdrop")
            if let (surface, bounds) = unchanged { planner.copy(surface, bounds, to: own) }
            for step in steps {
                planner.emit(
                    Composite(
                        target: own.surface, region: own.local(step.share.bounds),
                        source: own.source(step.picture, step.share.bounds), mask: step.share.operand(onto: own),
                        operation: .mix))
            }
            planner.emit(
                Composite(
                    target: target.surface, region: target.local(region), source: target.source(own.surface, pixels),
                    mask: shape?.operand(onto: target) ?? .none, operation: .mix))
        }
    }
}
