import PenumbraGeometry
import PenumbraScene

#if canImport(Glibc)
    import Glibc
#endif

extension Gradient {
    /// The colour at a position in the layer's coordinates, by definition.
    func premultipliedColor(at point: Point, in size: Size) -> SIMD4<Double> {
        let unit = Point(point.x / size.width, point.y / size.height)
        let t: Double
        switch geometry {
        case .axial(let start, let end):
            let (d, p) = (end - start, unit - start)
            t = (p.x * d.x + p.y * d.y) / (d.x * d.x + d.y * d.y)
        case .radial(let start, let end):
            let (axes, p) = (end - start, unit - start)
            t = Point(p.x / axes.x, p.y / axes.y).length
        case .circles(let center, let startRadius, let endRadius):
            t = ((point - center).length - startRadius) / (endRadius - startRadius)
        case .twoCircles(let a, let r, let b, let q):
            // The parameter of the circles is found by bisection: t grows outward, or inward if the second circle is the inner
            // circle.
            func holds(_ t: Double) -> Bool {
                let center = Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
                let radius = r + (q - r) * t
                return radius >= 0 && (point - center).length <= radius
            }
            var (low, high) = (-1.0, 2.0)
            for _ in 0..<60 {
                let middle = (low + high) / 2
                if holds(middle) == (q > r) { high = middle } else { low = middle }
            }
            t = low
        case .conic(let start, let end):
            let (from, p) = (end - start, unit - start)
            let turn = (atan2(p.y, p.x) - atan2(from.y, from.x)) / (2 * .pi)
            t = turn - turn.rounded(.down)
        case .css(let css): return css.premultipliedColor(at: point, in: size, colors)
        }
        return premultipliedColor(at: t)
    }

    /// The colour at fraction `t`; beyond both ends, the end colours.
    func premultipliedColor(at t: Double) -> SIMD4<Double> {
        let last = colors.count - 1
        let stops = locations ?? colors.indices.map { last > 0 ? Double($0) / Double(last) : 0 }
        guard last > 0, t > stops[0] else { return colors[0].premultiplied }
        guard t < stops[last] else { return colors[last].premultiplied }
        var next = 1
        while stops[next] <= t { next += 1 }
        var f = (t - stops[next - 1]) / (stops[next] - stops[next - 1])
        if falloff == .gaussian { f = (erf((6 * f - 3) / 2.0.squareRoot()) / erf(3 / 2.0.squareRoot()) + 1) / 2 }
        let (a, b) = (colors[next - 1], colors[next])
        switch interpolation {
        case .premultiplied: return a.premultiplied * (1 - f) + b.premultiplied * f
        case .straight:
            return Color(
                red: a.red * (1 - f) + b.red * f, green: a.green * (1 - f) + b.green * f, blue: a.blue * (1 - f) + b.blue * f,
                alpha: a.alpha * (1 - f) + b.alpha * f
            ).premultiplied
        }
    }
}
