import PenumbraScene

/// Artwork with an alpha channel, pressed into the page: a light edge outside and a shade inside.
///
/// All lengths are in points. The layers are, from back to front: outside shadow, original, fill, inside shadow. The fill and
/// the inside shadow are clipped to the artwork's alpha.
public struct Indent: Sendable {
    /// The direction in which the artwork is pressed, and its light.
    public enum Style: String, Sendable, CaseIterable {
        /// The artwork is pressed into the page.
        case indent
        /// The artwork is raised and lit from the other side: the two shadows swap colours, and their offsets change sign.
        case emboss
        /// The artwork is raised and lit from the same side: the two shadows swap only their colours.
        case relief
    }

    /// The fill of the indented region.
    public enum Fill: Hashable, Sendable {
        case paint(Paint)
        /// A picture that fills the artwork's frame and keeps its proportions.
        case image(ImageSource)
    }

    public var artwork: Artwork
    /// The shadow that the artwork's alpha casts behind it.
    public var outsideShadow = ContextShadow(offset: Point(0, 1), blur: 2, color: Color(white: 1, alpha: 0.4))
    /// The shadow that everything outside the artwork casts onto it.
    public var insideShadow = ContextShadow(offset: Point(0, 2), blur: 2, color: Color(white: 0, alpha: 0.75))
    /// The area beyond the frame, as the inside shadow sees it: solid or empty.
    public var outside = Shadow.Outside.solid
    /// True counts every pixel with an alpha above 1/255 as artwork where shadows are cast inwards or knocked out.
    public var clipForAnyAlpha = false
    /// True paints the artwork itself. Otherwise the outside shadow is kept out of the artwork.
    public var drawsOriginal = false
    public var fill: Fill?
    public var style = Style.indent
    /// The angle in degrees by which both offsets are turned, clockwise on the screen. 0 keeps the offsets as they are.
    public var angle = 0.0
    /// The space around the artwork on all four sides. Nil leaves as much as the outside shadow needs at any angle.
    public var padding: Double?
    /// Pixels per point.
    public var scale = 1.0
    /// The colour of the page. Nil is transparent.
    public var canvasColor: Color?

    public init(_ artwork: Artwork) {
        self.artwork = artwork
    }

    /// A preset for small type: a deeper, softer shade without gray fringes.
    public static func label(_ artwork: Artwork) -> Indent {
        var recipe = Indent(artwork)
        recipe.outsideShadow = ContextShadow(offset: Point(0, 1), blur: 1, color: recipe.outsideShadow.color)
        recipe.insideShadow = ContextShadow(offset: Point(0, 4), blur: 6, color: recipe.insideShadow.color)
        recipe.clipForAnyAlpha = true
        return recipe
    }

    /// The padding that the outside shadow needs at any angle, in whole points.
    public var neededPadding: Double {
        (outsideShadow.offset.length + 4 * outsideShadow.sigma.value).rounded(.up)
    }

    public var scene: Scene {
        let padding = self.padding ?? neededPadding
        let canvas = Size(width: artwork.size.width + 2 * padding, height: artwork.size.height + 2 * padding)
        let frame = Rect(origin: Point(padding, padding), size: artwork.size)
        return Scene(
            canvas: Canvas(size: canvas, scale: scale, background: canvasColor.map(Paint.color)), layers: layers(frame))
    }

    /// One scene for each reading of a tilted device. The filtered angle of a reading is added to `angle`.
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
        // The fill goes between the two shadows, so each shadow has its own layer.
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

    var styledShadows: (outer: ContextShadow, inner: ContextShadow) {
        var (outer, inner) = (outsideShadow, insideShadow)
        if style != .indent { swap(&outer.color, &inner.color) }
        let turn = AffineTransform.rotation(degrees: style == .emboss ? angle + 180 : angle)
        outer.offset = outer.offset.applying(turn)
        inner.offset = inner.offset.applying(turn)
        return (outer, inner)
    }
}

/// A shadow in the notation of a drawing context.
public struct ContextShadow: Hashable, Sendable {
    /// The offset in points.
    public var offset: Point
    /// The blur in points: twice the standard deviation.
    public var blur: Double
    /// The colour. Its alpha is the shadow's strength.
    public var color: Color

    public init(offset: Point, blur: Double, color: Color) {
        self.offset = offset
        self.blur = blur
        self.color = color
    }

    public var sigma: Sigma { Sigma(contextBlur: blur) }

    /// The same shadow in a layer's notation.
    var shadow: Shadow { Shadow(color: color, offset: offset, radius: sigma) }
}
