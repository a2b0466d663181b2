import PenumbraBitmap
import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// The value of `fill` or `stroke`.
package enum PaintValue: Hashable, Sendable {
    case none
    case color(Color)
    case currentColor
    /// A gradient or a pattern, and the value that replaces a missing one. Without a replacement, a missing one is an error
    /// of the document.
    indirect case server(String, fallback: PaintValue?)
    case contextFill
    case contextStroke
}

/// The computed properties of an element.
package struct Style: Sendable {
    package init() {}

    // Properties that children inherit.
    package var color = Color.black
    package var fill = PaintValue.color(.black)
    var fillOpacity = 1.0
    var fillRule = FillRule.nonzero
    var stroke = PaintValue.none
    var strokeOpacity = 1.0
    package var strokeWidth = Length(1)
    package var lineCap = LineCap.butt
    var lineJoin = LineJoin.miter
    var miterLimit = 4.0
    var dashes: [Length] = []
    var dashOffset = Length.zero
    /// The order of fill, stroke and markers.
    var paintOrder = PaintOrder.standard
    package var clipRule = FillRule.nonzero
    package var isVisible = true
    var markerStart: String?
    var markerMid: String?
    var markerEnd: String?
    package var font = FontStyle()
    /// The baseline that letters stand or hang on. Empty is the alphabetic one.
    var dominantBaseline = ""
    /// How far underlines lie below the baseline. Nil is the font's own distance.
    var underlineOffset: Length?
    /// The shadows of letters and of lines along them, front-most first.
    var textShadows: [Shadow] = []
    /// The elements around the text that ask for lines along it, those of outer elements first.
    var decorations: [TextDecoration] = []
    var imageRendering = "auto"
    /// Whether the edges of shapes are smooth.
    var isAntialiased = true
    var filtersInLinearRGB = true
    /// Whether gradients mix in linear light. Nothing here does.
    var mixesInLinearRGB = false

    var colorScheme = ColorScheme()
    /// The custom properties.
    var variables = CSSVariables.none

    // Properties of the element itself.
    package var own = OwnStyle()

    /// The style that a child starts with.
    var inherited: Style {
        var style = self
        style.own = OwnStyle()
        return style
    }

    enum PaintPart: Hashable, Sendable {
        case fill, stroke, markers
    }

    enum PaintOrder {
        static let standard: [PaintPart] = [.fill, .stroke, .markers]
    }
}

/// The properties that children don't inherit.
package struct OwnStyle: Sendable {
    var isDisplayed = true
    package var opacity = 1.0
    var clipPath: String?
    var mask: String?
    var filter: String?
    package var blendMode = BlendMode.normal
    var isIsolated = false
    var clipsOverflow = false
    var stopColor = PaintValue.color(.black)
    package var stopOpacity = 1.0
    var floodColor = PaintValue.color(.black)
    var floodOpacity = 1.0
    var lightingColor = PaintValue.color(.white)
    var transform: String?
    var transformOrigin: String?
    var transformBox = ""
    /// The properties `translate`, `rotate` and `scale`.
    var individualTransforms: [String: String] = [:]
    var keepsStrokeWidth = false
    var isLuminanceMask = true
    /// The colour behind the root element.
    var background: Color?
    var lines: [TextLine.Kind] = []
    var lineStyle = Text.Line.Style.solid
    /// The thickness of the lines. Nil is the font's own.
    var lineThickness: Length?
    var alignmentBaseline = ""
    var unicodeBidi = "normal"
    var baselineShift: String?
    /// The properties of animations, as they are written.
    var animation: [String: String] = [:]
    /// Geometry in CSS, such as `x` or `r`.
    var geometry: [String: String] = [:]
}

/// CSS's `font-style`.
package enum FontSlant: Hashable, Sendable {
    case none, italic
    /// An angle in degrees, clockwise. Nil is the usual angle.
    case oblique(Double?)
}

/// The properties that choose a font and place its letters.
package struct FontStyle: Hashable, Sendable {
    var families = ""
    package var size = 16.0
    package var weight = 400
    package var slant = FontSlant.none
    /// The width of the font in percent.
    var stretch = 100.0
    package var letterSpacing = 0.0
    package var wordSpacing = 0.0
    package var anchor = "start"
    package var isRightToLeft = false
    var writingMode = "horizontal-tb"
    /// How letters stand in vertical text: `mixed`, `upright` or `sideways`.
    var orientation = "mixed"
    var keepsSpace = false
    var kerns = true
    /// The values of the longhands of `font-variant`, and of `font-feature-settings`.
    var variants: [String: String] = [:]
    var features: [String: Int] = [:]
    /// The values of a variable font's axes.
    var variations: [String: Double] = [:]
    var transform = TextTransform.none
    var language: String?
    /// The fonts of the document's own.
    var embedded: EmbeddedFonts?
}
