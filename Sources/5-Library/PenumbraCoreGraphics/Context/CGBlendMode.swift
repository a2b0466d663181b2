import Foundation
import PenumbraBitmap
import PenumbraScene

/// How paint is combined with the picture behind it: blend modes, then the operators of T. Porter and T. Duff.
public enum CGBlendMode: Int32, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
    case difference, exclusion, hue, saturation, color, luminosity
    case clear, copy, sourceIn, sourceOut, sourceAtop
    case destinationOver, destinationIn, destinationOut, destinationAtop
    case xor, plusDarker, plusLighter
}

public enum CGPathDrawingMode: Int32, Sendable {
    case fill, eoFill, stroke, fillStroke, eoFillStroke
}

public enum CGTextDrawingMode: Int32, Sendable {
    case fill, stroke, fillStroke, invisible, fillClip, strokeClip, fillStrokeClip, clip
}

public enum CGInterpolationQuality: Int32, Sendable {
    case `default` = 0
    case none = 1
    case low = 2
    case medium = 4
    case high = 3
}

extension CGBlendMode {
    /// The blend mode of the engine. Nil for the operators of Porter and Duff.
    package var scene: BlendMode? {
        switch self {
        case .normal: .normal
        case .multiply: .multiply
        case .screen: .screen
        case .overlay: .overlay
        case .darken: .darken
        case .lighten: .lighten
        case .colorDodge: .colorDodge
        case .colorBurn: .colorBurn
        case .softLight: .softLight
        case .hardLight: .hardLight
        case .difference: .difference
        case .exclusion: .exclusion
        case .hue: .hue
        case .saturation: .saturation
        case .color: .color
        case .luminosity: .luminosity
        case .plusDarker: .plusDarker
        case .plusLighter: .plusLighter
        case .clear, .copy, .sourceIn, .sourceOut, .sourceAtop, .destinationOver, .destinationIn, .destinationOut,
            .destinationAtop, .xor:
            nil
        }
    }

    /// The operator of Porter and Duff as a step of a filter. Nil for blend modes and for `clear`, which gives nothing.
    func step(_ source: FilterGraph.Input, _ destination: FilterGraph.Input) -> FilterGraph.Operation? {
        switch self {
        case .copy: .merge([source])
        case .sourceIn: .composite(.inside, source, destination)
        case .sourceOut: .composite(.out, source, destination)
        case .sourceAtop: .composite(.atop, source, destination)
        case .destinationOver: .composite(.over, destination, source)
        case .destinationIn: .composite(.inside, destination, source)
        case .destinationOut: .composite(.out, destination, source)
        case .destinationAtop: .composite(.atop, destination, source)
        case .xor: .composite(.xor, source, destination)
        case .clear, .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight,
            .hardLight, .difference, .exclusion, .hue, .saturation, .color, .luminosity, .plusDarker, .plusLighter:
            nil
        }
    }
    /// Whether the operator changes the picture where the paint is transparent.
    var changesOutsidePaint: Bool {
        [.clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop].contains(self)
    }
}
