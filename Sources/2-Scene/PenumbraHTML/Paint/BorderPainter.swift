import PenumbraGeometry
import PenumbraScene

/// Paints the sides between two outlines. The order of sides and the joins between them are Chromium's.
struct BorderPainter {
    let outer: BoxOutline
    let inner: BoxOutline
    /// Top, right, bottom, left.
    let sides: [BorderSide]

    init(outer: BoxOutline, inner: BoxOutline, sides: [BorderSide]) {
        (self.outer, self.inner, self.sides) = (outer, inner, sides.map(\.drawn))
    }

    func layers() -> [Layer] {
        let visible = sides.filter(\.isVisible)
        guard let first = visible.first else { return [] }
        let isUniform = sides.filter(\.isPresent).allSatisfy { $0.style == first.style && $0.color == first.color }
        if isUniform, let layers = uniform(first, isWhole: visible.count == 4) { return layers }
        // Overlaps within sides of one opacity don't show.
        let alphas = Set(visible.map(\.color.alpha))
        guard alphas.count == 1, let alpha = alphas.first, alpha < 1 else { return painted(sides, canOverlap: alphas == [1]) }
        let opaque = sides.map { side in
            var side = side
            if side.isVisible { side.color.alpha = 1 }
            return side
        }
        return [Layer(frame: outer.rect, opacity: alpha, sublayers: shifted(painted(opaque, canOverlap: true)))]
    }

    private func shifted(_ layers: [Layer]) -> [Layer] {
        layers.map { $0.moved(by: Point(-outer.rect.minX, -outer.rect.minY)) }
    }

    /// Sides of one style and colour that are painted together.
    private func uniform(_ side: BorderSide, isWhole: Bool) -> [Layer]? {
        switch side.style {
        case .solid:
            if isWhole, sides.allSatisfy({ $0.width == side.width }), let radii = outer.circular {
                return [Layer(frame: outer.rect, cornerRadii: radii, borderWidth: side.width, borderColor: side.color)]
            }
            return [ring(outer, inner, side.color)]
        case .double where isWhole || outer.isSharp:
            let stripes = stripes(of: .double)
            return [ring(outer, stripes[0], side.color), ring(stripes[1], inner, side.color)]
        case .dashed, .dotted:
            guard isWhole, !outer.isSharp, sides.allSatisfy({ $0.width == side.width }) else { return nil }
            return [roundDashes(side)]
        default: return nil
        }
    }

    /// The edges within the border where the stripes of a style begin and end.
    func stripes(of style: BorderSide.Style) -> [BoxOutline] {
        func inset(_ width: (Double) -> Double) -> BoxOutline { outer.inset(by: sides.map { width($0.width) }) }
        // The wider half lies outside at the top and the left, and inside elsewhere.
        let halves = sides.enumerated().map { ($1.width / 2).rounded($0 == 0 || $0 == 3 ? .up : .down) }
        switch style {
        case .double:
            return [inset { ($0 / 3).rounded() }, inset { $0 - ($0 / 3).rounded() }]
        case .groove, .ridge: return [outer.inset(by: halves)]
        default: return []
        }
    }

    /// The area between two outlines.
    func ring(_ outer: BoxOutline, _ inner: BoxOutline, _ color: Color) -> Layer {
        shape(ringPath(outer, inner), .evenOdd, color)
    }

    func ringPath(_ outer: BoxOutline, _ inner: BoxOutline) -> Path {
        var path = outer.path
        if !inner.rect.isEmpty { path.append(inner.path) }
        return path
    }

    func shape(_ path: Path, _ rule: FillRule, _ color: Color) -> Layer {
        Layer(
            kind: .shape(
                Shape(
                    path: path.applying(.translation(-outer.rect.minX, -outer.rect.minY)), fillRule: rule,
                    fillColor: .color(color))),
            frame: outer.rect)
    }

    /// Dashes along the middle of a border with rounded corners.
    func roundDashes(_ side: BorderSide) -> Layer {
        let middle = outer.inset(by: sides.map { $0.width / 2 })
        let line = middle.path
        let length = line.length
        return stroked(
            line, side, BorderDashes.pattern(side, length: length, isClosed: true, counted: middle.chordLength ?? length))
    }

    func stroked(_ line: Path, _ side: BorderSide, _ dashes: [Double]) -> Layer {
        var layer = shape(line, .nonzero, side.color)
        guard case .shape(var shape) = layer.kind else { return layer }
        (shape.strokeColor, shape.fillColor) = (shape.fillColor, nil)
        shape.stroke = StrokeStyle(
            lineWidth: side.width, lineCap: side.hasRoundDots ? .round : .butt, lineDashPattern: dashes)
        layer.kind = .shape(shape)
        return layer
    }
}

extension Path {
    /// The length of all lines and curves.
    var length: Double {
        flattened(tolerance: 0.01).reduce(0) { sum, line in
            var length = zip(line.points, line.points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
            if line.isClosed, let first = line.points.first, let last = line.points.last { length += (first - last).length }
            return sum + length
        }
    }
}
