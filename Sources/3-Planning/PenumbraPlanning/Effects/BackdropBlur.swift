import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// A layer's view of what lies behind it, blurred, before its own shadows are painted.
    struct Backdrop {
        fileprivate enum Picture {
            /// One blurred picture, mixed in by shape and mask.
            case blurred(SurfaceID)
            /// Pictures of rising σ, each mixed in by the part of its step that the mask reaches; the whole by the shape.
            case progressive([Step], sharp: SurfaceID)
        }

        fileprivate struct Step {
            var picture: SurfaceID
            var share: SurfaceID
            var pixels: PixelRect
        }

        fileprivate var picture: Picture
        fileprivate var pixels: PixelRect
        fileprivate var shape: PlacedMask?
        fileprivate var mask: PlacedMask?
    }

    /// The path a backdrop shows through, in device pixels: the rounded bounds, a shape's filling, a text's glyphs.
    func backdropShape(of layer: Layer, _ geometry: LayerGeometry) -> (path: Path, fillRule: FillRule) {
        switch layer.kind {
        case .shape(let shape): (shape.path.applying(geometry.toDevice), shape.fillRule)
        case .text(let text): (textPath(text, geometry)?.applying(geometry.toDevice) ?? Path(), .nonzero)
        case .layer, .image, .gradient: (geometry.devicePath, .nonzero)
        }
    }

    /// Reads what is behind a layer and blurs it; nil where nothing of it will be seen.
    mutating func backdrop(
        of body: LayerBody, onto target: PaintTarget
    ) throws(PlanningError) -> Backdrop? {
        let (layer, geometry, name) = (body.layer, body.geometry, body.name)
        guard let blur = layer.backdropBlur, blur.radius.value > 0 else { return nil }
        let visibleMask = body.maskLayer
        var pixels = backdropExtent(of: layer, geometry).intersection(target.clip)
        var shape: PlacedMask?
        if isPlainBox(layer), let whole = geometry.wholePixels(geometry.bounds) {
            pixels = pixels.intersection(whole)
        } else {
            let outline = backdropShape(of: layer, geometry)
            shape = try coverage(of: outline.path, outline.fillRule, in: pixels, label: "backdrop of \(name)", name: name)
            pixels = shape?.bounds ?? .empty
        }
        guard !pixels.isEmpty else { return nil }
        var mask: PlacedMask?
        if visibleMask != nil {
            mask = body.mask
            // A mask that is nothing here lets no blur through, and scales σ to nothing.
            guard let mask else { return nil }
            pixels = pixels.intersection(mask.bounds)
        }
        guard !pixels.isEmpty else { return nil }
        let source = try readHalfPainted(target)
        // Beyond the canvas it is repeated; between a group's surface and the canvas's edge there is nothing.
        let canvas = PixelRect(x: 0, y: 0, width: plan.width, height: plan.height)
        let isOpaque = opaqueSurfaces.contains(source) && target.bounds == canvas
        let sigma = min(geometry.pixels(blur.radius), GaussianBlur.largestSigma)
        guard blur.isProgressive, let mask else {
            guard
                let picture = try blurred(
                    source, target.bounds, GaussianBlur(sigma: sigma), output: pixels, filled: canvas, edge: .clamp,
                    isOpaque: isOpaque, name: "backdrop of \(name)")
            else { return nil }
            return Backdrop(picture: .blurred(picture), pixels: pixels, shape: shape, mask: mask)
        }
        var steps: [Backdrop.Step] = []
        let ladder = ProgressiveSteps(sigma: sigma)
        for index in 1..<ladder.sigmas.count {
            guard let map = ladder.map(to: index) else { continue }
            // Where the mask is beyond the next step all of this one will be replaced.
            let beyond = index + 1 < ladder.sigmas.count ? ladder.sigmas[index + 1] / sigma : 1
            let wanted = visibleMask.flatMap { self.pixels(of: $0, geometry, upTo: beyond) }?.intersection(pixels) ?? pixels
            guard !wanted.isEmpty,
                let picture = try blurred(
                    source, target.bounds, GaussianBlur(sigma: ladder.sigmas[index]), output: wanted, filled: canvas,
                    edge: .clamp, isOpaque: isOpaque, name: "backdrop of \(name)")
            else { continue }
            let share = try addSurface(.mask, wanted, "share of step \(index) in backdrop of \(name)")
            plan.passes.append(
                .mapMask(
                    source: mask.surface, target: share, map: map, dx: wanted.x - mask.bounds.x, dy: wanted.y - mask.bounds.y))
            steps.append(Backdrop.Step(picture: picture, share: share, pixels: wanted))
        }
        return Backdrop(picture: .progressive(steps, sharp: source), pixels: pixels, shape: shape)
    }

    /// Device pixels outside which a mask is above `value`, where that is easily known: inside the circles of a gradient whose
    /// alpha rises outward.
    private func pixels(of mask: Layer, _ geometry: LayerGeometry, upTo value: Double) -> PixelRect? {
        guard value < 1, case .gradient(let gradient) = mask.kind, isNothingButContents(mask), mask.cornerRadii.isZero,
            let inner = LayerGeometry(mask, in: geometry.space), gradient.falloff == .linear,
            case .circles(let center, let from, let to) = gradient.geometry, from <= to,
            let stop = gradient.colors.firstIndex(where: { $0.alpha > value }),
            zip(gradient.colors, gradient.colors.dropFirst()).allSatisfy({ $0.alpha <= $1.alpha })
        else { return nil }
        let last = max(1, gradient.colors.count - 1)
        let location = gradient.locations.flatMap { $0.indices.contains(stop) ? $0[stop] : nil } ?? Double(stop) / Double(last)
        let radius = from + (to - from) * location
        let circle = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
        return PixelRect(covering: circle.transformed(by: inner.toDevice)).outset(x: 1, y: 1)
    }

    /// Shows a blurred backdrop in place of what is there.
    mutating func paint(_ backdrop: Backdrop, onto target: PaintTarget) throws(PlanningError) {
        let region = backdrop.pixels.intersection(target.clip)
        guard !region.isEmpty else { return }
        func source(_ picture: SurfaceID, _ target: PaintTarget) -> Composite.Source {
            .surface(picture, dx: target.bounds.x - backdrop.pixels.x, dy: target.bounds.y - backdrop.pixels.y)
        }
        switch backdrop.picture {
        case .blurred(let picture):
            emit(
                Composite(
                    target: target.surface, region: target.local(region), source: source(picture, target),
                    mask: backdrop.mask.map { $0.operand(onto: target) } ?? .none,
                    clip: backdrop.shape.map { $0.clip(onto: target, isInverted: false) }, operation: .mix))
        case .progressive(let steps, let sharp):
            // By itself first, from the backdrop as it was: the shape shows all of it at once.
            let own = PaintTarget(
                surface: try addSurface(.color, backdrop.pixels, "progressive backdrop"), bounds: backdrop.pixels)
            plan.passes.append(.clear(target: own.surface, color: .clear))
            plan.passes.append(
                .composite(
                    Composite(
                        target: own.surface, region: own.local(own.bounds),
                        source: .surface(sharp, dx: own.bounds.x - target.bounds.x, dy: own.bounds.y - target.bounds.y))))
            for step in steps {
                emit(
                    Composite(
                        target: own.surface, region: own.local(step.pixels),
                        source: .surface(step.picture, dx: own.bounds.x - step.pixels.x, dy: own.bounds.y - step.pixels.y),
                        mask: .surface(step.share, dx: own.bounds.x - step.pixels.x, dy: own.bounds.y - step.pixels.y),
                        operation: .mix))
            }
            emit(
                Composite(
                    target: target.surface, region: target.local(region), source: source(own.surface, target),
                    mask: backdrop.shape.map { $0.operand(onto: target) } ?? .none, operation: .mix))
        }
    }

    /// Whether a layer's backdrop shows through its plain bounds.
    private func isPlainBox(_ layer: Layer) -> Bool {
        switch layer.kind {
        case .shape, .text: false
        case .layer, .image, .gradient: layer.cornerRadii.isZero
        }
    }
}

/// The blurs that a progressive blur is mixed from.
///
/// At each pixel σ is a share m of the largest. Between two steps the pictures are mixed in proportion to σ², along which a
/// Gaussian blur changes most evenly (it solves the heat equation, with σ² as the time).
struct ProgressiveSteps {
    /// Rising, from 0 to the largest, in pixels.
    let sigmas: [Double]

    /// Below this σ no tap but the middle one has any weight, and one step serves.
    private static let first = 0.14
    /// Steps this far apart keep the picture within 0.5/255 of a Gaussian of each pixel's own σ, on the worst of pictures. For
    /// small σ these are noise and checkerboards in black and white. For larger ones they are waves π·σ long, and edges: a
    /// wave's strength exp(−t·ω²/2) is mixed linearly in t = σ², and a step from t to q²·t is off by (q² − 1)²·e⁻²/2 of its
    /// height at most.
    private static func ratio(at sigma: Double) -> Double { sigma < 2.5 ? 1.09 : 1.11 }

    init(sigma: Double) {
        var rising = [0, min(sigma, Self.first)]
        while let last = rising.last, last < sigma { rising.append(min(sigma, last * Self.ratio(at: last))) }
        sigmas = rising
    }

    /// How far a mask value lies between step `index` and the one before; nil where they are one in fixed point.
    func map(to index: Int) -> MaskMap? {
        guard let largest = sigmas.last, largest > 0 else { return nil }
        func square(_ sigma: Double) -> UInt32 {
            UInt32((sigma / largest * sigma / largest * Double(1 << 30)).rounded())
        }
        let (from, to) = (square(sigmas[index - 1]), square(sigmas[index]))
        return from < to ? .squareRamp(low: from, high: to) : nil
    }
}
