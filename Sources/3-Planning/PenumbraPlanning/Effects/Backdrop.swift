import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// The picture behind a layer, blurred and filtered.
struct Backdrop {
    /// One step of the filter, in pixels.
    fileprivate enum Step {
        /// A Gaussian blur. The canvas is repeated beyond its edges.
        case blur(sigma: Double)
        case effect(any GroupEffect)
    }

    private let steps: [Step]
    /// The largest σ in pixels of a blur that the mask scales from place to place. It comes before all steps.
    private let progressiveSigma: Double?
    /// The visible share of the filtered picture, in addition to the shape and the mask.
    private let opacity: Double
    /// Whether any of the filtered picture shows. A filter that changes nothing still covers the layer's shadows.
    private let isVisible: Bool
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

    /// Prepares the backdrop of a layer. Nil if the layer has none.
    init?(_ layer: Layer, _ geometry: LayerGeometry, _ contents: LayerContents) {
        guard layer.filtersBackdrop else { return nil }
        let blur = layer.backdropBlur ?? BackdropBlur(radius: .zero)
        let isProgressive = blur.isProgressive && layer.mask.map { !$0.isHidden } ?? false
        func pixels(_ sigma: Sigma) -> Double { min(geometry.pixels(sigma), GaussianBlur.largestSigma) }
        progressiveSigma = isProgressive && blur.radius.value > 0 ? pixels(blur.radius) : nil
        var steps: [Step] = []
        var opacity = 1.0
        if !isProgressive, blur.radius.value > 0 { steps.append(.blur(sigma: pixels(blur.radius))) }
        for function in layer.backdropFilter {
            switch function {
            // Where σ changes from place to place, only the colours may change afterwards.
            case .blur(let sigma): if sigma.value > 0, !isProgressive { steps.append(.blur(sigma: pixels(sigma))) }
            case .dropShadow(let offset, let radius, let color):
                guard !isProgressive else { break }
                let shadow = GroupShadow(Shadow(color: color, offset: offset, radius: radius), geometry)
                if let shadow { steps.append(.effect(shadow)) }
            // The format has no filters of several steps behind layers.
            case .graph: break
            case .color(.opacity, let amount): opacity *= max(0, min(1, amount))
            case .color(let function, let amount):
                let next = GroupColors(function, amount)
                if case .effect(let last as GroupColors)? = steps.last {
                    steps[steps.count - 1] = .effect(last.followed(by: next))
                } else {
                    steps.append(.effect(next))
                }
            }
        }
        self.steps = steps
        self.opacity = opacity
        isVisible = opacity > 0 && (blur.radius.value > 0 || !layer.backdropFilter.isEmpty)
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

    /// How far beyond a pixel the filter reads, in pixels.
    var reach: Int {
        guard isVisible else { return 0 }
        let blur = progressiveSigma.map { GaussianBlur(sigma: $0).reach + 1 } ?? 0
        return steps.reduce(blur) { sum, step in min(1 << 20, sum + step.reach) }
    }

    /// The area the backdrop paints over `behind`, up to the end of its kernel. As exact as the outlines are known.
    func content(over behind: Rect) -> Rect {
        guard isVisible, !behind.isEmpty else { return .zero }
        let blurred = progressiveSigma.map { behind.inset(by: -Double(GaussianBlur(sigma: $0).reach)) } ?? behind
        return area.intersection(steps.reduce(blurred) { $1.content(of: $0) })
    }

    private var isProgressive: Bool { progressiveSigma != nil }

    /// The pixels where the backdrop is visible, and the mask of its shape. The mask is nil if the shape covers all of these
    /// pixels.
    private func place(
        _ planner: inout ScenePlanner, of body: LayerBody, onto target: PaintTarget
    ) throws(PlanningError) -> (pixels: PixelRect, edge: PlacedMask?)? {
        let name = body.name
        guard isVisible else { return nil }
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
        // Outside the mask, no blur shows, or σ is scaled to nothing. A progressive backdrop still changes colours and covers the
        // layer's shadows there, and repeats the canvas beyond its edges.
        let coversAll =
            isProgressive
            && (!steps.isEmpty || !body.prepared.effects.visibleShadows.isEmpty || !planner.canvasBounds.contains(pixels))
        if body.prepared.isMasked && !coversAll { pixels = pixels.intersection(body.mask?.bounds ?? .empty) }
        return pixels.isEmpty ? nil : (pixels, edge)
    }

    /// Clears the area of the backdrop in a layer that is painted by itself, because the backdrop covers the layer's shadows.
    func cleared(
        _ planner: inout ScenePlanner, of body: LayerBody, onto target: PaintTarget
    ) throws(PlanningError) -> BlurredBackdrop? {
        guard let (pixels, edge) = try place(&planner, of: body, onto: target) else { return nil }
        return BlurredBackdrop(
            picture: .nothing(mask: isProgressive ? nil : body.mask), pixels: pixels, shape: edge, opacity: opacity)
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
        guard let sigma = progressiveSigma else {
            let picture = try filtered(
                &planner, source, target.bounds, output: pixels, isOpaque: isOpaque, name: "backdrop of \(name)")
            guard let picture else { return nil }
            return BlurredBackdrop(picture: .blurred(picture, mask: body.mask), pixels: pixels, shape: edge, opacity: opacity)
        }
        var colors: GroupColors?
        for case .effect(let step as GroupColors) in steps { colors = colors?.followed(by: step) ?? step }
        func graduated(_ pictures: [PlacedPicture]) -> BlurredBackdrop {
            BlurredBackdrop(picture: .progressive(pictures, colors), pixels: pixels, shape: edge, opacity: opacity)
        }
        guard let mask = body.mask, let ladder = SigmaLadder.make(from: 0, to: sigma) else {
            // No pixel of the canvas changes, and they are repeated beyond its edges.
            guard canvas.contains(pixels) else {
                let copy = try picture(Self.unnoticeableSigma, pixels)
                return graduated(copy.map { [PlacedPicture(surface: $0, bounds: pixels)] } ?? [])
            }
            // The surface itself is replaced for painting, so a copy is painted.
            let own = try planner.addTarget(pixels, "progressive backdrop")
            planner.copy(source, target.bounds, to: own)
            return graduated([PlacedPicture(surface: own.surface, bounds: pixels)])
        }
        let steepness = mask.bounds.contains(pixels) ? body.prepared.mask?.steepness(in: mask.bounds) : nil
        let pictures = try planner.graduated(
            source, target.bounds, ladder, position: mask, steepness: steepness,
            output: pixels, filled: canvas, edge: .clamp, isOpaque: isOpaque, name: "backdrop of \(name)"
        ) { positions, part in
            // Outside the mask, positions are 0.
            if positions.lowerBound == 0 && !mask.bounds.contains(part) { return part }
            let one = Double(Q15.one)
            let alphas = Double(positions.lowerBound - 2) / one...Double(positions.upperBound + 2) / one
            let seen = part.intersection(mask.bounds)
            return body.prepared.mask?.pixels(of: alphas, in: seen) ?? seen
        }
        return graduated(pictures)
    }

    /// Applies the steps to the picture behind a layer, for the device pixels `output`. Nil if the result is empty.
    private func filtered(
        _ planner: inout ScenePlanner, _ source: SurfaceID, _ bounds: PixelRect, output: PixelRect, isOpaque: Bool,
        name: String
    ) throws(PlanningError) -> SurfaceID? {
        let canvas = planner.canvasBounds
        var (result, held, isOpaque) = (source, bounds, isOpaque)
        // Only a blur repeats the canvas beyond its edges.
        var steps = steps
        let hasBlur = steps.contains { if case .blur = $0 { true } else { false } }
        if steps.isEmpty || !hasBlur && !canvas.contains(output) { steps.insert(.blur(sigma: Self.unnoticeableSigma), at: 0) }
        for (index, step) in steps.enumerated() {
            // A group's picture spreads beyond its surface, and later steps read it there.
            let reach = steps[(index + 1)...].reduce(0) { min(1 << 20, $0 + $1.reach) }
            let wanted =
                reach > 0 ? bounds.union(output).union(output.outset(x: reach, y: reach).intersection(canvas)) : output
            switch step {
            case .blur(let sigma):
                let blurred = try planner.blurred(
                    result, held, GaussianBlur(sigma: sigma), output: wanted, filled: canvas, edge: .clamp,
                    isOpaque: isOpaque && held == canvas, name: name)
                guard let blurred else { return nil }
                result = blurred
            case .effect(let effect):
                let group = FilteredGroup(surface: result, before: held, after: wanted, extents: (held, wanted))
                guard let changed = try effect.apply(&planner, to: group, name: name) else { return nil }
                result = changed
                isOpaque = false
            }
            held = wanted
        }
        return result
    }

    /// A σ that changes no pixel: only the middle tap has any weight.
    private static let unnoticeableSigma = 0.1
}

extension Backdrop.Step {
    /// How far beyond a pixel the step reads, in pixels.
    fileprivate var reach: Int {
        switch self {
        case .blur(let sigma): return GaussianBlur(sigma: sigma).reach + 1
        case .effect(let effect):
            let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
            let source = effect.source(of: pixel)
            return max(-source.x, -source.y, source.maxX - 1, source.maxY - 1, 0)
        }
    }

    fileprivate func content(of content: Rect) -> Rect {
        switch self {
        case .blur(let sigma): content.inset(by: -Double(GaussianBlur(sigma: sigma).reach))
        case .effect(let effect): effect.content(of: content)
        }
    }
}

/// A blurred backdrop that will replace the picture behind a layer.
struct BlurredBackdrop {
    fileprivate enum Picture {
        /// One blurred picture, mixed in by shape and mask.
        case blurred(SurfaceID, mask: PlacedMask?)
        /// Transparency, mixed in by shape and mask.
        case nothing(mask: PlacedMask?)
        /// The parts of a picture blurred by the σ that the mask gives each pixel. The colours are changed, and the shape is
        /// applied to the result.
        case progressive([PlacedPicture], GroupColors?)
    }

    fileprivate var picture: Picture
    fileprivate var pixels: PixelRect
    fileprivate var shape: PlacedMask?
    fileprivate var opacity: Double

    func paint(_ planner: inout ScenePlanner, onto target: PaintTarget) throws(PlanningError) {
        let region = pixels.intersection(target.clip)
        guard !region.isEmpty else { return }
        switch picture {
        case .blurred(let picture, let mask):
            planner.emit(
                Composite(
                    target: target.surface, region: target.local(region), source: target.source(picture, pixels),
                    mask: mask?.operand(onto: target) ?? .none, clip: shape?.clip(onto: target),
                    opacity: Q15.value(opacity), operation: .mix))
        case .nothing(let mask):
            planner.emit(
                Composite(
                    target: target.surface, region: target.local(region), source: .color(.clear),
                    mask: mask?.operand(onto: target) ?? .none, clip: shape?.clip(onto: target),
                    opacity: Q15.value(opacity), operation: .mix))
        case .progressive(let pictures, let colors):
            for picture in pictures {
                var result = picture.surface
                if let colors {
                    let part = picture.bounds
                    let group = FilteredGroup(surface: result, before: part, after: part, extents: (part, part))
                    guard let changed = try colors.apply(&planner, to: group, name: "progressive backdrop") else { continue }
                    result = changed
                }
                planner.emit(
                    Composite(
                        target: target.surface, region: target.local(region.intersection(picture.bounds)),
                        source: target.source(result, picture.bounds), mask: shape?.operand(onto: target) ?? .none,
                        opacity: Q15.value(opacity), operation: .mix))
            }
        }
    }
}
