import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A gradient of a glyph as the planner's gradients are: its colours are repeated or mirrored as often as the glyph needs, and
/// its positions run from 0 to 1.
struct GlyphRamp {
    private enum Geometry {
        case line(from: Point, to: Point)
        /// Circles that lie inside each other, from the inner to the outer circle.
        case circles(Circle, Circle)
        case cone(GradientCone)
        /// A full turn, counterclockwise from the x axis.
        case turn(center: Point)
    }

    private struct Circle {
        var center: Point
        var radius: Double
    }

    /// Colours are premultiplied.
    private typealias Stop = (position: Double, color: SIMD4<Double>)

    private let geometry: Geometry
    private let stops: Gradient
    private let transform: AffineTransform

    /// The most stops of a gradient that repeats. More stops are finer than pixels, so the gradient becomes its mean colour.
    private static let mostStops = 2048
    /// The room outside a sudden change of colour, as a part of the gradient.
    private static let lead = 1.0 / 256

    /// Prepares a gradient. Nil if its geometry leaves nothing to paint.
    ///
    /// - Parameters:
    ///   - foreground: the colour of the text.
    ///   - area: the area to paint, in the glyph's coordinates.
    init?(_ gradient: ColorGlyph.Gradient, foreground: Color, over area: Rect) {
        transform = gradient.transform
        guard let inverse = transform.inverted, let first = gradient.stops.first, let last = gradient.stops.last else {
            return nil
        }
        let corners = area.inset(by: -1).corners.map { $0.applying(inverse) }
        var colors = gradient.stops.map { stop -> Stop in (stop.offset, Self.premultiplied(stop.shade, foreground)) }
        let isPadded = gradient.extend == .pad || first.offset == last.offset
        // A sudden change of colour at an end needs room for the colour outside it.
        var range = (low: first.offset - Self.lead, high: last.offset + Self.lead)
        if colors.count > 1, colors[1].position > first.offset { range.low = first.offset }
        if colors.count > 1, colors[colors.count - 2].position < last.offset { range.high = last.offset }
        switch gradient.geometry {
        case .linear(let from, let to):
            let line = to - from
            let square = line.x * line.x + line.y * line.y
            guard square > 0 else { return nil }
            if !isPadded {
                let places = corners.map { (($0.x - from.x) * line.x + ($0.y - from.y) * line.y) / square }
                range = (places.min() ?? 0, places.max() ?? 1)
            }
            geometry = .line(
                from: Point(from.x + range.low * line.x, from.y + range.low * line.y),
                to: Point(from.x + range.high * line.x, from.y + range.high * line.y))
        case .radial(var from, var fromRadius, var to, var toRadius):
            let distance = (to - from).length
            if distance > abs(toRadius - fromRadius) * (1 + 1e-9) {
                var cone = GradientCone(from, fromRadius, to - from, toRadius - fromRadius)
                let reached = cone.measure(corners)
                if !isPadded { range = reached }
                cone.range = range
                geometry = .cone(cone)
                break
            }
            if toRadius < fromRadius {
                swap(&from, &to)
                swap(&fromRadius, &toRadius)
                Self.reverse(&colors)
                range = (1 - range.high, 1 - range.low)
            }
            let (line, growth) = (to - from, toRadius - fromRadius)
            // Circles that touch inside have all positions at one point.
            guard growth > distance * (1 + 1e-9) else { return nil }
            // Where the circles shrink to a point.
            let apex = -fromRadius / growth
            if isPadded {
                range = (max(apex, range.low), max(range.high, apex + Self.lead))
            } else {
                range = (apex, corners.map { Self.position(of: $0, from, fromRadius, line, growth) }.max() ?? 1)
            }
            func circle(_ position: Double) -> Circle {
                Circle(
                    center: Point(from.x + position * line.x, from.y + position * line.y),
                    radius: max(0, fromRadius + position * growth))
            }
            geometry = .circles(circle(range.low), circle(range.high))
        case .sweep(let center, var from, var to):
            if to < from {
                swap(&from, &to)
                Self.reverse(&colors)
            }
            guard to > from || isPadded else { return nil }
            let span = to > from ? to - from : 1e-9
            range = (-from / span, (1 - from) / span)
            geometry = .turn(center: center)
        }
        guard range.low.isFinite, range.high.isFinite, range.low < range.high else { return nil }
        let ramp = Self.ramp(colors, isPadded ? .pad : gradient.extend, range.low, range.high)
        stops = Gradient(
            colors: ramp.map { Self.straight($0.color) },
            locations: ramp.map { ($0.position - range.low) / (range.high - range.low) }, interpolation: .premultiplied)
    }

    /// Places the gradient in device pixels. Nil if the map is singular.
    ///
    /// - Parameter colorSpace: the colour space of the canvas.
    func shading(_ toDevice: AffineTransform, pixels: PixelRect, in colorSpace: ColorSpace) -> GradientShading? {
        guard let map = transform.concatenating(toDevice).inverted else { return nil }
        let stops = GradientStops(stops, in: colorSpace)
        let shape: GradientShading.Geometry?
        switch geometry {
        case .line(let from, let to):
            shape = GradientShading.line(
                from: from, to: to, in: Rect(x: 0, y: 0, width: 1, height: 1), map, pixels, fromMiddle: false)
        case .circles(let inner, let outer):
            shape = GradientShading.nested((inner.center, inner.radius), (outer.center, outer.radius), map, pixels)
        case .cone(let cone): shape = cone.shape(map, pixels)
        case .turn(let center):
            shape = GradientShading.turn(about: center, from: Point(center.x + 1, center.y), map, pixels)
        }
        return shape.map { GradientShading(geometry: $0, intervals: stops.intervals, isPremultiplied: true) }
    }

    /// The area that the gradient covers, in device pixels. Nil if it covers everything.
    func area(_ toDevice: AffineTransform) -> Path? {
        guard case .cone(let cone) = geometry else { return nil }
        return cone.wedge.applying(transform.concatenating(toDevice))
    }

    /// The position of the circle through a point, among circles that lie inside each other.
    private static func position(
        of point: Point, _ center: Point, _ radius: Double, _ line: Point, _ growth: Double
    ) -> Double {
        let place = point - center
        let a = growth * growth - line.x * line.x - line.y * line.y
        let b = place.x * line.x + place.y * line.y + radius * growth
        let c = place.x * place.x + place.y * place.y - radius * radius
        return ((b * b + a * c).squareRoot() - b) / a
    }

    // MARK: - Colours

    private static func premultiplied(_ shade: ColorGlyph.Shade, _ foreground: Color) -> SIMD4<Double> {
        let color: Color
        switch shade {
        case .color(let own): color = own
        case .foreground(let alpha): color = foreground.multiplyingAlpha(by: alpha)
        }
        return SIMD4(color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha)
    }

    private static func straight(_ color: SIMD4<Double>) -> Color {
        guard color.w > 0 else { return .transparent }
        func part(_ value: Double) -> Double { max(0, min(1, value / color.w)) }
        return Color(red: part(color.x), green: part(color.y), blue: part(color.z), alpha: min(1, color.w))
    }

    private static func reverse(_ stops: inout [Stop]) {
        stops = stops.reversed().map { (1 - $0.position, $0.color) }
    }

    /// The stops from `low` to `high`, repeated and cut there.
    private static func ramp(_ stops: [Stop], _ extend: ColorGlyph.Gradient.Extend, _ low: Double, _ high: Double) -> [Stop] {
        let (first, last) = (stops[0], stops[stops.count - 1])
        var all = stops
        let span = last.position - first.position
        if extend != .pad {
            let (from, to) = (((low - first.position) / span).rounded(.down), ((high - first.position) / span).rounded(.up))
            guard (to - from) * Double(stops.count) <= Double(mostStops) else {
                let color = mean(stops)
                return [(low, color), (high, color)]
            }
            all = []
            for turn in Int(from)..<max(Int(from) + 1, Int(to)) {
                let isMirrored = extend == .reflect && turn & 1 != 0
                let start = first.position + Double(turn) * span
                for stop in isMirrored ? stops.reversed() : stops {
                    let place = isMirrored ? last.position - stop.position : stop.position - first.position
                    all.append((start + place, stop.color))
                }
            }
        }
        let inside = all.filter { $0.position > low && $0.position < high }
        return [(low, color(of: all, at: low, isAfter: true))] + inside + [(high, color(of: all, at: high, isAfter: false))]
    }

    /// The colour at a position. Where the colour changes suddenly, the colour after or before the change.
    private static func color(of stops: [Stop], at position: Double, isAfter: Bool) -> SIMD4<Double> {
        let next = stops.firstIndex { isAfter ? $0.position > position : $0.position >= position } ?? stops.count
        guard next > 0 else { return stops[0].color }
        guard next < stops.count else { return stops[stops.count - 1].color }
        let (from, to) = (stops[next - 1], stops[next])
        return from.color + (to.color - from.color) * ((position - from.position) / (to.position - from.position))
    }

    /// The mean colour along the stops.
    private static func mean(_ stops: [Stop]) -> SIMD4<Double> {
        let length = stops[stops.count - 1].position - stops[0].position
        return zip(stops, stops.dropFirst()).reduce(SIMD4.zero) { sum, pair in
            sum + (pair.0.color + pair.1.color) * ((pair.1.position - pair.0.position) / (2 * length))
        }
    }
}
