import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

/// The value of `fill` or `stroke`.
enum PaintValue: Hashable, Sendable {
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
struct Style: Sendable {
    // Properties that children inherit.
    var color = Color.black
    var fill = PaintValue.color(.black)
    var fillOpacity = 1.0
    var fillRule = FillRule.nonzero
    var stroke = PaintValue.none
    var strokeOpacity = 1.0
    var strokeWidth = Length(1)
    var lineCap = LineCap.butt
    var lineJoin = LineJoin.miter
    var miterLimit = 4.0
    var dashes: [Length] = []
    var dashOffset = Length.zero
    /// The order of fill, stroke and markers.
    var paintOrder = PaintOrder.standard
    var clipRule = FillRule.nonzero
    var isVisible = true
    var markerStart: String?
    var markerMid: String?
    var markerEnd: String?
    var font = FontStyle()
    /// The baseline that letters stand or hang on. Empty is the alphabetic one.
    var dominantBaseline = ""
    /// The elements around the text that ask for lines along it, those of outer elements first.
    var decorations: [TextDecoration] = []
    var imageRendering = "auto"
    var filtersInLinearRGB = true
    /// Whether gradients mix in linear light. Nothing here does.
    var mixesInLinearRGB = false

    // Properties of the element itself.
    var own = OwnStyle()

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
struct OwnStyle: Sendable {
    var isDisplayed = true
    var opacity = 1.0
    var clipPath: String?
    var mask: String?
    var filter: String?
    var blendMode = BlendMode.normal
    var isIsolated = false
    var clipsOverflow = false
    var stopColor = PaintValue.color(.black)
    var stopOpacity = 1.0
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
    var alignmentBaseline = ""
    var unicodeBidi = "normal"
    var baselineShift: String?
    /// Geometry in CSS, such as `x` or `r`.
    var geometry: [String: String] = [:]
}

/// CSS's `font-style`.
enum FontSlant: Hashable, Sendable {
    case none, italic
    /// An angle in degrees, clockwise. Nil is the usual angle.
    case oblique(Double?)
}

/// The properties that choose a font and place its letters.
struct FontStyle: Hashable, Sendable {
    var families = ""
    var size = 16.0
    var weight = 400
    var slant = FontSlant.none
    /// The width of the font in percent.
    var stretch = 100.0
    var letterSpacing = 0.0
    var wordSpacing = 0.0
    var anchor = "start"
    var isRightToLeft = false
    var writingMode = "horizontal-tb"
    var keepsSpace = false
    var kerns = true
    var isSmallCaps = false
    /// The values of a variable font's axes.
    var variations: [String: Double] = [:]
    var transform = TextTransform.none
    var language: String?
}
