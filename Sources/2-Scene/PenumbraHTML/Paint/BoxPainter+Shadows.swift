import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// Shadows of a box: CSS Backgrounds 3, section 6.1.
extension BoxPainter {
    /// The shadows of `box-shadow` that show anything, front-most first.
    func shadows() -> [BoxShadow] {
        guard values.has("box-shadow") else { return [] }
        let all =
            read("box-shadow") { text throws(NotationError) in
                try BoxShadow.list(css: try units.normalized(text), currentColor: currentColor)
            } ?? []
        // Frameworks keep shadows without size as placeholders.
        let seen = all.filter { $0.color.alpha > 0 && ($0.offset != .zero || $0.radius != .zero || $0.spread != 0) }
        if seen.count > PaintLimits.items { warn("box-shadow", "more than \(PaintLimits.items) shadows, the rest is left out") }
        return Array(seen.prefix(PaintLimits.items))
    }

    func outerShadows(_ shadows: [BoxShadow]) -> [Layer] {
        let outer = shadows.filter { !$0.isInset }
        guard !outer.isEmpty, !border.rect.isEmpty else { return [] }
        if let radii = border.circular {
            return [Layer(frame: border.rect, cornerRadii: radii, boxShadows: outer)]
        }
        return outer.reversed().map { cast($0) }
    }

    /// The shadow of a box with corners that are no quarters of circles, kept out of the box.
    private func cast(_ shadow: BoxShadow) -> Layer {
        let caster = border.outset(by: shadow.spread).path
        var layer = blurred(caster, .nonzero, shadow)
        var hole = Path(border.rect.inset(by: -(abs(shadow.spread) + 4 * shadow.radius.value + shadow.offset.length + 10)))
        hole.append(border.path)
        layer.mask = Layer(kind: .shape(Shape(path: hole, fillRule: .evenOdd)), frame: border.rect)
        return layer
    }

    /// A shape of the shadow's colour, moved and blurred.
    private func blurred(_ path: Path, _ rule: FillRule, _ shadow: BoxShadow) -> Layer {
        var shape = Layer(
            kind: .shape(Shape(path: path, fillRule: rule, fillColor: .color(shadow.color))),
            frame: border.rect.offset(by: shadow.offset))
        shape.blur = shadow.radius
        return Layer(frame: border.rect, sublayers: [shape])
    }

    func innerShadows(_ shadows: [BoxShadow]) -> [Layer] {
        let inner = shadows.filter(\.isInset)
        let outline = padding
        guard !inner.isEmpty, !outline.rect.isEmpty else { return [] }
        if let radii = outline.circular {
            return [Layer(frame: outline.rect, cornerRadii: radii, boxShadows: inner)]
        }
        let layers = inner.reversed().map { shadow in
            var path = Path(
                border.rect.inset(by: -(abs(shadow.spread) + 8 * shadow.radius.value + shadow.offset.length + 10)))
            path.append(outline.outset(by: -shadow.spread).path)
            return blurred(path, .evenOdd, shadow)
        }
        return Self.clipped(layers, to: outline)
    }

    /// The shadows of `text-shadow`, front-most first.
    package func textShadows() -> [Shadow] {
        guard values.has("text-shadow") else { return [] }
        let all =
            read("text-shadow") { text throws(NotationError) in
                try BoxShadow.list(css: try units.normalized(text), currentColor: currentColor)
            } ?? []
        return all.prefix(PaintLimits.items).filter { $0.color.alpha > 0 }.map {
            Shadow(color: $0.color, offset: $0.offset, radius: $0.radius)
        }
    }
}
