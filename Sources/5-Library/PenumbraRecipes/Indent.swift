import PenumbraScene

/// Anything with an alpha channel, pressed into the page: a light edge outside, a shade inside.
///
/// All lengths are points. Painted from back to front: the outside shadow, the original, the fill, the inside shadow; the last
/// two are clipped to the artwork's alpha.
public struct Indent: Sendable {
    /// Which way the artwork stands.
    public enum Style: String, Sendable, CaseIterable {
        /// Pressed into the page.
        case indent
        /// The colours of the two shadows change places and their offsets their sign: standing out, lit from the other side.
        case emboss
        /// Only the colours change places: standing out, lit from the same side.
        case relief
    }

    /// What the indented region shows.
    public enum Fill: Hashable, Sendable {
        case paint(Paint)
        /// A picture that fills the artwork's frame and keeps its proportions.
        case image(ImageSource)
    }

    public var artwork: Artwork
    /// Cast by the artwork's alpha, behind it.
    public var outsideShadow = ContextShadow(offset: Point(0, 1), blur: 2, color: Color(white: 1, alpha: 0.4))
    /// Cast by everything that is not artwork, upon it.
    public var insideShadow = ContextShadow(offset: Point(0, 2), blur: 2, color: Color(white: 0, alpha: 0.75))
    /// What casts the inside shadow from beyond the frame.
    public var outside = Shadow.Outside.solid
    /// Whether every pixel with an alpha above 1/255 counts as artwork where shadows are cast inwards and knocked out.
    public var clipForAnyAlpha = false
    /// Whether the artwork itself is painted. Where it is not, the outside shadow is kept out of it.
    public var drawsOriginal = false
    public var fill: Fill?
    public var style = Style.indent
    /// Degrees by which both offsets are turned, clockwise on the screen; with 0 the light comes from where the offsets say.
    public var angle = 0.0
    /// Room around the artwork on all four sides; nil is as much as the outside shadow needs at any angle.
    public var padding: Double?
    /// Pixels a point.
    public var scale = 1.0
    /// The page; nil is transparent.
    public var canvasColor: Color?

    public init(_ artwork: Artwork) {
        self.artwork = artwork
    }

    /// The preset for small type: a deeper, softer shade, and no gray fringes.
    public static func label(_ artwork: Artwork) -> Indent {
        var recipe = Indent(artwork)
        recipe.outsideShadow = ContextShadow(offset: Point(0, 1), blur: 1, color: recipe.outsideShadow.color)
        recipe.insideShadow = ContextShadow(offset: Point(0, 4), blur: 6, color: recipe.insideShadow.color)
        recipe.clipForAnyAlpha = true
        return recipe
    }

    /// Whole points.
    public var neededPadding: Double {
        (outsideShadow.offset.length + 4 * outsideShadow.sigma.value).rounded(.up)
    }

    public var scene: Scene {
        let padding = self.padding ?? neededPadding
        let canvas = Size(width: artwork.size.width + 2 * padding, height: artwork.size.height + 2 * padding)
        let frame = Rect(origin: Point(padding, padding), size: artwork.size)
        return Scene(canvas: Canvas(size: canvas, scale: scale, background: canvasColor), layers: layers(frame))
    }

    /// The scene for each row of a tilted device's readings; what the readings turn is added to `angle`.
    public func scenes(tilting samples: [TiltSample]) -> [Scene] {
        var filter = TiltFilter()
        return samples.map { sample in
            var turned = self
            turned.angle += filter.follow(sample) * 180 / .pi
            return turned.scene
        }
    }

    private func layers(_ frame: Rect) -> [Layer] {
        let (outer, inner) = styledShadows
        var outside = outer.shadow
        outside.knockout = !drawsOriginal
        var inside = inner.shadow
        inside.outside = self.outside
        var artworkLayer = Layer(
            kind: artwork.kind, name: "artwork", frame: frame, shadows: [outside], innerShadows: [inside],
            drawsContents: drawsOriginal, clipForAnyAlpha: clipForAnyAlpha)
        guard let fill else { return [artworkLayer] }
        // The fill goes between the two shadows, so each has a layer of its own.
        artworkLayer.innerShadows = []
        var filling = Layer(name: "fill", frame: frame, mask: Layer(kind: artwork.kind, frame: artwork.bounds))
        switch fill {
        case .paint(.color(let color)): filling.backgroundColor = .color(color)
        case .paint(.gradient(let gradient)): filling.kind = .gradient(gradient)
        case .image(let source): filling.kind = .image(ImageContents(source: source, gravity: .resizeAspectFill))
        }
        let shade = Layer(
            kind: artwork.kind, name: "inside shadow", frame: frame, innerShadows: [inside], drawsContents: false,
            clipForAnyAlpha: clipForAnyAlpha)
        return [artworkLayer, filling, shade]
    }

    private var styledShadows: (outer: ContextShadow, inner: ContextShadow) {
        var (outer, inner) = (outsideShadow, insideShadow)
        if style != .indent { swap(&outer.color, &inner.color) }
        let turn = AffineTransform.rotation(degrees: style == .emboss ? angle + 180 : angle)
        outer.offset = outer.offset.applying(turn)
        inner.offset = inner.offset.applying(turn)
        return (outer, inner)
    }
}

/// A shadow as a drawing context has it.
public struct ContextShadow: Hashable, Sendable {
    /// Points.
    public var offset: Point
    /// Twice the standard deviation, in points.
    public var blur: Double
    /// Its alpha is the shadow's strength.
    public var color: Color

    public init(offset: Point, blur: Double, color: Color) {
        self.offset = offset
        self.blur = blur
        self.color = color
    }

    public var sigma: Sigma { Sigma(contextBlur: blur) }

    /// The same shadow for a layer.
    var shadow: Shadow { Shadow(color: color, offset: offset, radius: sigma) }
}
