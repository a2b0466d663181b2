import Foundation
import PenumbraGeometry
import PenumbraScene

/// The paint of fills or strokes.
enum Brush {
    case color(CGColor)
    /// A pattern, with the colour that a pattern without colours is drawn in.
    case pattern(CGPattern, CGColor)

    /// The alpha of the paint, without that of the context.
    var alpha: Double {
        switch self {
        case .color(let color), .pattern(_, let color): color.scene.alpha
        }
    }

    init(_ color: CGColor) {
        self = color.pattern.map { .pattern($0, color) } ?? .color(color)
    }
}

/// A shadow of everything that is drawn, in base space.
struct ContextShadow {
    var offset: CGSize
    var blur: CGFloat
    var color: CGColor
}

/// What `saveGState` keeps.
struct GraphicsState {
    /// The map from user space to device space.
    var ctm: CGAffineTransform
    var clip = Clip()
    var fill = Brush.color(.black)
    var stroke = Brush.color(.black)
    var fillSpace = CGColorSpace.deviceGray
    var strokeSpace = CGColorSpace.deviceGray
    var lineWidth = 1.0
    var lineCap = CGLineCap.butt
    var lineJoin = CGLineJoin.miter
    var miterLimit = 10.0
    var dashPhase = 0.0
    var dashLengths: [Double] = []
    var alpha = 1.0
    var blendMode = CGBlendMode.normal
    var shadow: ContextShadow?
    var interpolation = CGInterpolationQuality.default
    var shouldAntialias = true
    var allowsAntialiasing = true
    /// Whether the edges of paths are smooth.
    var isAntialiased: Bool { shouldAntialias && allowsAntialiasing }
    var patternPhase = CGSize.zero
    var font: CGFont?
    var fontSize = 0.0
    var characterSpacing = 0.0
    var textMode = CGTextDrawingMode.fill

    var strokeStyle: StrokeStyle {
        StrokeStyle(
            lineWidth: lineWidth, lineCap: lineCap.scene, lineJoin: lineJoin.scene, miterLimit: miterLimit,
            lineDashPattern: dashLengths, lineDashPhase: dashPhase)
    }
}
