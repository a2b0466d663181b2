import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A shadow in device pixels: its place, its softness and its caster.
struct PlacedShadow {
    let shadow: Shadow
    /// Whether the layer's rounded box casts the shadow, as if it were opaque. The shadow's path is then the grown box, or the
    /// hole of an inset shadow.
    let isOfBox: Bool
    let geometry: LayerGeometry
    /// What casts the shadow, in the layer's own coordinates: the bounds of the path, of the caster, or of the layer.
    private let box: Rect
    /// The path that casts the shadow instead of the layer's alpha, in device pixels, before the offset.
    let path: Path?
    /// The blur. Where σ grows, this is the softest blur.
    let blur: GaussianBlur
    /// The growth of σ with the distance from the anchor. Nil if σ is the same everywhere.
    let ramp: SigmaRamp?
    /// The offset in device pixels.
    let offset: Point
    /// The whole pixels of the offset. `shift` is the rest, which the kernel applies.
    let dx: Int
    let dy: Int
    let shift: Point
    /// The largest reach of the caster's spread, in whole pixels.
    let spreadReach: Int

    /// - Parameter caster: the bounds of everything that casts the shadow, in the layer's own coordinates. A shadow without a
    ///   path stands on them, and its σ grows within them. Nil means the layer's bounds.
    init(_ shadow: Shadow, _ geometry: LayerGeometry, isOfBox: Bool = false, caster: Rect? = nil) {
        self.shadow = shadow
        self.geometry = geometry
        self.isOfBox = isOfBox
        path = shadow.path?.applying(geometry.toDevice)
        if let elevation = shadow.elevation {
            // The light does not turn with the layer.
            let reach = elevation * geometry.toDevice.meanScale
            offset = Point(geometry.light.x * reach, geometry.light.y * reach)
        } else {
            offset = shadow.offset.applyingLinearPart(of: geometry.toDevice)
        }
        (dx, dy) = (Self.wholePart(offset.x), Self.wholePart(offset.y))
        // If the rest is larger because the whole part is limited, nothing is visible anyway.
        shift = Point(max(-1, min(1, offset.x - Double(dx))), max(-1, min(1, offset.y - Double(dy))))
        box = shadow.path?.bounds ?? caster ?? geometry.bounds
        ramp = Self.ramp(shadow, geometry, in: box, movedBy: path == nil ? shift : offset)
        blur = GaussianBlur(sigma: ramp?.high ?? Self.constantSigma(shadow, geometry, in: box, movedBy: shift))
        let spread = abs(shadow.spread) * geometry.toDevice.largestScale
        spreadReach = shadow.spread == 0 || spread.isNaN ? 0 : Int(min(spread, 1e6).rounded(.up)) + 2
    }

    /// Places the shadow of a box. Nil if the shadow has no caster.
    init?(_ shadow: BoxShadow, _ geometry: LayerGeometry) {
        let outline = shadow.outline(of: geometry.bounds, radii: geometry.radii, curve: geometry.curve)
        // An inset shadow without a hole shades the whole box. An outer shadow without a box shades nothing.
        guard let path = outline ?? (shadow.isInset ? Path() : nil) else { return nil }
        self.init(
            Shadow(color: shadow.color, offset: shadow.offset, radius: shadow.radius, path: path), geometry, isOfBox: true)
    }

    private static func wholePart(_ length: Double) -> Int {
        Int(max(-1e9, min(1e9, length.isNaN ? 0 : length.rounded())))
    }

    /// The colour that the blurred caster is filled with.
    ///
    /// - Parameter space: the colour space of the canvas.
    func color(in space: ColorSpace) -> PremultipliedColor {
        PremultipliedColor(shadow.color.multiplyingAlpha(by: shadow.opacity), in: space)
    }

    /// Whether the shadow paints anything at all.
    var isVisible: Bool {
        shadow.opacity > 0 && shadow.color.alpha > 0 && (ramp?.low ?? blur.sigma) <= GaussianBlur.largestSigma
    }

    /// The whole pixels by which the blurred caster is moved.
    ///
    /// A path is drawn at the place of its shadow instead, so that an offset by part of a pixel is exact.
    var move: (dx: Int, dy: Int) { path == nil ? (dx, dy) : (0, 0) }

    /// The parameters of the caster's blur, including the rest of the offset that `move` leaves.
    func key(isHard: Bool = false) -> LayerAlpha.BlurKey {
        LayerAlpha.BlurKey(sigma: blur.sigma, shift: path == nil ? shift : .zero, isHard: isHard, ramp: ramp)
    }

    /// The pixels of a layer whose alpha affects any of the pixels `clip` through this shadow.
    func casterPixels(shadowing clip: PixelRect) -> PixelRect {
        spreadPixels(shadowing: clip).outset(x: spreadReach, y: spreadReach)
    }

    /// The pixels that affect the pixels `clip` once the alpha is spread.
    func spreadPixels(shadowing clip: PixelRect) -> PixelRect {
        let reach = blur.reach + 2
        return clip.offset(x: -dx, y: -dy).outset(x: reach, y: reach)
    }
}

// MARK: - The shadow's own space

extension PlacedShadow {
    /// The shadow's transform, around its anchor, in the layer's own coordinates.
    var transform: AffineTransform { Self.transform(shadow, geometry, box) }

    private static func transform(_ shadow: Shadow, _ geometry: LayerGeometry, _ box: Rect) -> AffineTransform {
        shadow.transform == .identity ? .identity : shadow.transform.about(anchor(shadow, geometry, box))
    }

    /// The fixed point of the shadow's transform.
    private static func anchor(_ shadow: Shadow, _ geometry: LayerGeometry, _ box: Rect) -> Point {
        if let anchor = shadow.anchor {
            let bounds = geometry.bounds
            return Point(bounds.minX + anchor.x * bounds.width, bounds.minY + anchor.y * bounds.height)
        }
        return Point(box.midX, box.maxY)
    }

    /// The rows within which σ grows, and the row where it starts: the caster's foot, unless the shadow has an anchor.
    private static func growth(
        _ shadow: Shadow, _ geometry: LayerGeometry, in box: Rect
    ) -> (rows: ClosedRange<Double>, line: Double) {
        (box.minY...max(box.minY, box.maxY), anchor(shadow, geometry, box).y)
    }

    /// Returns the growth of σ. Nil if σ is the same everywhere.
    ///
    /// - Parameters:
    ///   - box: the bounds of the caster in the layer's own coordinates.
    ///   - move: the distance in pixels from the place in the caster to the place in the blurred mask.
    private static func ramp(
        _ shadow: Shadow, _ geometry: LayerGeometry, in box: Rect, movedBy move: Point
    ) -> SigmaRamp? {
        guard shadow.penumbra > 0, let toLayer = geometry.toDevice.inverted,
            let back = transform(shadow, geometry, box).inverted
        else { return nil }
        let (rows, line) = growth(shadow, geometry, in: box)
        return SigmaRamp(
            from: geometry.pixels(shadow.radius), slope: geometry.pixels(Sigma(shadow.penumbra)),
            least: leastSigma(shadow, move), rows: rows, line: line,
            .translation(-move.x, -move.y).concatenating(toLayer).concatenating(back))
    }

    /// The σ in pixels of a shadow without a ramp: that of the radius, or that of the only row's distance.
    private static func constantSigma(
        _ shadow: Shadow, _ geometry: LayerGeometry, in box: Rect, movedBy move: Point
    ) -> Double {
        let sigma = geometry.pixels(shadow.radius)
        guard shadow.penumbra > 0 else { return sigma }
        let (rows, line) = growth(shadow, geometry, in: box)
        let held = max(rows.lowerBound, min(rows.upperBound, line))
        let grown = sigma + geometry.pixels(Sigma(shadow.penumbra)) * abs(held - line)
        return max(grown, leastSigma(shadow, move))
    }

    /// The smallest σ in pixels where σ grows. Kernels of smaller σ are too steep to be interpolated if an alpha moves by part of
    /// a pixel. A path is drawn at its place instead.
    private static func leastSigma(_ shadow: Shadow, _ move: Point) -> Double {
        shadow.path == nil && move != .zero ? 0.3 : 0
    }
}
