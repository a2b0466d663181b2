import PenumbraGeometry
import PenumbraScene

/// A fill or a stroke, ready to paint.
enum ResolvedPaint {
    case none
    case color(Color)
    /// A gradient in the points of the element.
    case gradient(Gradient)
    /// A gradient in coordinates that a map stretches to the element's.
    case stretched(Gradient, AffineTransform)
    /// Layers in the coordinates of the element that cover everything to paint.
    case layers([Layer], opacity: Double)

    var isVisible: Bool { if case .none = self { false } else { true } }

    /// The paint of a shape layer, or no paint. Nil if a shape layer can't paint it.
    var plain: (paint: Paint?, Void)? {
        switch self {
        case .none: (nil, ())
        case .color(let color): (.color(color), ())
        case .gradient(let gradient): (.gradient(gradient), ())
        case .stretched, .layers: nil
        }
    }
}

extension Resolver {
    /// The layers that paint a shape.
    ///
    /// - Parameter shape: the shape with a black fill or a black stroke.
    func layers(_ paint: ResolvedPaint, _ shape: Shape, _ node: Int, _ context: Context) throws(SVGError) -> [Layer] {
        var shape = shape
        let isFill = shape.fillColor != nil
        if let plain = paint.plain {
            guard let paint = plain.paint else { return [] }
            if isFill { shape.fillColor = paint } else { shape.strokeColor = paint }
            try count(layers: 1, at: node)
            return [.shape(shape, context.ctm)]
        }
        try count(layers: 4, at: node)
        switch paint {
        case .stretched(let gradient, let map):
            guard let back = map.inverted else { return [] }
            if isFill {
                // The path is drawn in the gradient's own coordinates.
                shape.path = shape.path.applying(back)
                shape.fillColor = .gradient(gradient)
                return [.shape(shape, map.concatenating(context.ctm))]
            }
            let reach = shape.stroke.lineWidth * max(1, shape.stroke.miterLimit) + 1
            let area = shape.path.bounds.inset(by: -min(reach, SVGLimits.coordinate / 4)).transformed(by: back)
            let inside = Layer.shape(Shape(path: Path(area), fillColor: .gradient(gradient)), map)
            var group = Layer.group([inside], context.ctm)
            group.mask = .shape(shape, .identity)
            return [group]
        case .layers(let layers, let opacity):
            var group = Layer.group(layers, context.ctm)
            group.mask = .shape(shape, .identity)
            group.opacity = opacity
            return [group]
        case .none, .color, .gradient: return []
        }
    }

    /// Resolves the value of `fill` or `stroke`.
    ///
    /// - Parameters:
    ///   - box: the bounding box that the paint refers to.
    ///   - area: the area that the paint has to cover.
    func paint(
        _ value: PaintValue, _ opacity: Double, _ node: Int, _ style: Style, _ context: Context, box: Rect,
        painting area: Rect, steps: Int = 0
    ) throws(SVGError) -> ResolvedPaint {
        func color(_ color: Color) -> ResolvedPaint {
            let color = color.multiplyingAlpha(by: opacity)
            return color.alpha > 0 ? .color(color) : .none
        }
        switch value {
        case .none: return .none
        case .color(let value): return color(value)
        case .currentColor: return color(style.color)
        case .contextFill, .contextStroke:
            let given = value == .contextFill ? context.contextFill : context.contextStroke
            return try paint(given, opacity, node, style, context, box: box, painting: area, steps: steps + 1)
        case .server(let id, let fallback):
            if opacity == 0 { return .none }
            if let target = target(id), document.nodes[target].isSVG {
                switch document.nodes[target].name {
                case "linearGradient", "radialGradient":
                    if let paint = try gradient(target, opacity, style, context, box: box, painting: area) { return paint }
                case "pattern":
                    if let paint = try pattern(target, opacity, node, context, box: box, painting: area) { return paint }
                case "meshgradient", "meshGradient", "hatch", "solidcolor", "solidColor":
                    warn(node, "the paint <\(name(target))> isn't supported")
                default: break
                }
            }
            guard let fallback, steps < 8 else { return .none }
            return try paint(fallback, opacity, node, style, context, box: box, painting: area, steps: steps + 1)
        }
    }
}
