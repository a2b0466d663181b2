import PenumbraGeometry
import PenumbraScene

/// The value of `context-fill` or `context-stroke`: a paint of another element, with that element's box and coordinates.
struct ContextPaint {
    var value = PaintValue.none
    /// The element whose box the paint refers to, which isn't the painted element. Nil for plain colours.
    var source: Source?

    final class Source {
        let node: Int
        let style: Style
        let viewport: Size
        /// The map from the element's coordinates to the picture's.
        let map: AffineTransform
        /// The references that lead to the element, which alone count for its box.
        let references: [Int]
        /// Nil until it is needed.
        var box: Rect?

        init(_ node: Int, _ style: Style, _ context: Resolver.Context, _ references: [Int], box: Rect? = nil) {
            (self.node, self.style, self.references, self.box) = (node, style, references, box)
            (viewport, map) = (context.viewport, context.whole)
        }
    }
}

extension Resolver.Context {
    /// The context inside a `use` or a marker, whose contents may be painted like the element.
    ///
    /// - Parameters:
    ///   - context: the context of the element that passes its paints on.
    ///   - references: the references that lead to that element.
    ///   - box: the box of that element. Nil computes the box when it is needed.
    mutating func passOn(_ style: Style, of node: Int, in context: Self, _ references: [Int], box: Rect? = nil) {
        let source = ContextPaint.Source(node, style, context, references, box: box)
        contextFill = context.passed(style.fill, style, source)
        contextStroke = context.passed(style.stroke, style, source)
    }

    private func passed(_ value: PaintValue, _ style: Style, _ source: ContextPaint.Source) -> ContextPaint {
        switch value {
        case .currentColor: ContextPaint(value: .color(style.color))
        case .contextFill: contextFill
        case .contextStroke: contextStroke
        case .none, .color: ContextPaint(value: value)
        case .server(let id, let fallback):
            ContextPaint(value: .server(id, fallback: fallback.map { passed($0, style, source).value }), source: source)
        }
    }
}

extension Resolver {
    /// A paint that an element takes from its context. Gradients and patterns continue across all elements that take them.
    func paint(
        _ paint: ContextPaint, _ opacity: Double, _ node: Int, _ style: Style, _ context: Context, box: Rect,
        painting area: Rect, steps: Int
    ) throws(SVGError) -> ResolvedPaint {
        guard let source = paint.source, let back = context.whole.inverted else {
            return try self.paint(paint.value, opacity, node, style, context, box: box, painting: area, steps: steps)
        }
        // The map from the painted element to the element that the paint belongs to.
        let map = context.whole.concatenating(source.map.inverted ?? .identity)
        if source.box == nil {
            let outer = references
            references = source.references
            defer { references = outer }
            source.box =
                try boundingBox(
                    source.node, .identity, viewport: source.viewport, style: source.style, isOwn: true) ?? .zero
        }
        var inner = context
        inner.viewport = source.viewport
        inner.ctm = source.map.concatenating(back).concatenating(context.ctm)
        guard map.isFinite, inner.ctm.isFinite else { return .none }
        let resolved = try self.paint(
            paint.value, opacity, node, source.style, inner, box: source.box ?? .zero, painting: area.transformed(by: map),
            steps: steps)
        return resolved.moved(by: source.map.concatenating(back))
    }
}

extension ResolvedPaint {
    /// The paint in the coordinates that a map leads to.
    fileprivate func moved(by map: AffineTransform) -> Self {
        guard map != .identity else { return self }
        switch self {
        case .none, .color: return self
        case .gradient(let gradient): return .stretched(gradient, map)
        case .stretched(let gradient, let own): return .stretched(gradient, own.concatenating(map))
        case .layers(let layers, let opacity): return .layers([.group(layers, map)], opacity: opacity)
        }
    }
}
