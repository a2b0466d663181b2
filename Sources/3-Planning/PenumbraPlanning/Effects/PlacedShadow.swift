import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A shadow placed on the device: where it falls, how soft it is and what casts it.
struct PlacedShadow {
    let shadow: Shadow
    /// Whether it belongs to the layer's rounded box, as if opaque: the shadow's path is then the box grown by the spread or,
    /// inside, the hole that is left of it.
    let isOfBox: Bool
    let geometry: LayerGeometry
    /// What casts it instead of the layer's alpha, in device pixels, not moved yet.
    let path: Path?
    let color: PremultipliedColor
    let blur: GaussianBlur
    /// In device pixels.
    let offset: Point
    /// The whole pixels of the offset, and what is left for the kernel.
    let dx: Int
    let dy: Int
    let shift: Point
    /// How far the caster's spread reaches at most, in whole pixels.
    let spreadReach: Int

    init(_ shadow: Shadow, _ geometry: LayerGeometry, isOfBox: Bool = false) {
        self.shadow = shadow
        self.geometry = geometry
        self.isOfBox = isOfBox
        path = shadow.path?.applying(geometry.toDevice)
        color = PremultipliedColor(shadow.color.multiplyingAlpha(by: shadow.opacity))
        blur = GaussianBlur(sigma: geometry.pixels(shadow.radius))
        if let elevation = shadow.elevation {
            // The light does not turn with the layer.
            let reach = elevation * geometry.toDevice.meanScale
            offset = Point(geometry.light.x * reach, geometry.light.y * reach)
        } else {
            offset = shadow.offset.applyingLinearPart(of: geometry.toDevice)
        }
        (dx, dy) = (Self.wholePart(offset.x), Self.wholePart(offset.y))
        // Beyond what a whole part can be, nothing is left to see.
        shift = Point(max(-1, min(1, offset.x - Double(dx))), max(-1, min(1, offset.y - Double(dy))))
        let spread = abs(shadow.spread) * geometry.toDevice.largestScale
        spreadReach = shadow.spread == 0 || spread.isNaN ? 0 : Int(min(spread, 1e6).rounded(.up)) + 2
    }

    /// Nil when there is nothing to cast it.
    init?(_ shadow: BoxShadow, _ geometry: LayerGeometry) {
        let outline = shadow.outline(of: geometry.bounds, radii: geometry.radii, curve: geometry.curve)
        // Without a hole the whole box is shaded; without a box nothing is.
        guard let path = outline ?? (shadow.isInset ? Path() : nil) else { return nil }
        self.init(
            Shadow(color: shadow.color, offset: shadow.offset, radius: shadow.radius, path: path), geometry, isOfBox: true)
    }

    private static func wholePart(_ length: Double) -> Int {
        Int(max(-1e9, min(1e9, length.isNaN ? 0 : length.rounded())))
    }

    /// Whether it paints anything at all.
    var isVisible: Bool {
        shadow.opacity > 0 && shadow.color.alpha > 0 && geometry.pixels(shadow.radius) <= GaussianBlur.largestSigma
    }

    /// Where the blurred caster is moved by whole pixels: a path is drawn where its shadow falls, so that an offset by part of a
    /// pixel is exact.
    var move: (dx: Int, dy: Int) { path == nil ? (dx, dy) : (0, 0) }

    /// How the caster is blurred: with what `move` leaves of the offset.
    func key(isHard: Bool = false) -> LayerAlpha.BlurKey {
        LayerAlpha.BlurKey(sigma: blur.sigma, shift: path == nil ? shift : .zero, isHard: isHard)
    }

    /// The pixels of a layer whose alpha reaches, as this shadow, any of the pixels `clip`.
    func casterPixels(shadowing clip: PixelRect) -> PixelRect {
        spreadPixels(shadowing: clip).outset(x: spreadReach, y: spreadReach)
    }

    /// The same once the alpha is spread.
    func spreadPixels(shadowing clip: PixelRect) -> PixelRect {
        let reach = blur.reach + 2
        return clip.offset(x: -dx, y: -dy).outset(x: reach, y: reach)
    }
}
