import PenumbraBitmap
import PenumbraPlan
import PenumbraScene

extension GradientShading {
    /// Places a gradient in the device pixels `pixels`. Nil if its geometry leaves nothing to paint.
    ///
    /// - Parameters:
    ///   - bounds: the rectangle that unit coordinates refer to, in the layer's own coordinates.
    ///   - toDevice: the map from the layer's own coordinates to device pixels.
    ///   - colors: the colour space that the colours are mixed in.
    init?(
        _ gradient: Gradient, in bounds: Rect, _ toDevice: AffineTransform, pixels: PixelRect, colors: ColorSpace
    ) {
        guard let toLayer = toDevice.inverted, let last = gradient.colors.last else { return nil }
        let stops = GradientStops(gradient, in: colors)
        let isPremultiplied = stops.isPremultiplied
        switch gradient.geometry {
        case .axial(let start, let end):
            guard bounds.width > 0, bounds.height > 0 else { return nil }
            guard let line = Self.line(from: start, to: end, in: bounds, toLayer, pixels, fromMiddle: stops.startsTwice) else {
                self.init(solid: last, pixels, colors)
                return
            }
            self.init(
                geometry: line, intervals: stops.startsTwice ? stops.inSecondHalf : stops.intervals,
                isPremultiplied: isPremultiplied)
        case .radial(let start, let end):
            guard bounds.width > 0, bounds.height > 0 else { return nil }
            let axes = Point(abs(end.x - start.x) * bounds.width, abs(end.y - start.y) * bounds.height)
            guard axes.x > 0, axes.y > 0 else {
                self.init(solid: last, pixels, colors)
                return
            }
            let center = Point(bounds.minX + start.x * bounds.width, bounds.minY + start.y * bounds.height)
            self.init(
                geometry: Self.round(center, axes, from: 0, toLayer, pixels), intervals: stops.intervals,
                isPremultiplied: isPremultiplied)
        case .circles(let center, let startRadius, let endRadius):
            let radius = max(startRadius, endRadius)
            guard radius > 0 else {
                self.init(solid: last, pixels, colors)
                return
            }
            let shape = Self.round(
                center, Point(radius, radius), from: min(startRadius, endRadius) / radius, toLayer, pixels)
            let intervals =
                endRadius < startRadius ? GradientStops(gradient.reversed, in: colors).fromOtherEnd : stops.intervals
            self.init(geometry: shape, intervals: intervals, isPremultiplied: isPremultiplied)
        case .twoCircles(let startCenter, let startRadius, let endCenter, let endRadius):
            let isInward = endRadius < startRadius
            var (inner, outer) =
                isInward
                ? ((endCenter, endRadius), (startCenter, startRadius)) : ((startCenter, startRadius), (endCenter, endRadius))
            guard startCenter != endCenter, endRadius != startRadius else { return nil }
            let line = outer.0 - inner.0
            let nearest = (outer.1 - inner.1) * (1 - Self.leastGap) / line.length
            if nearest < 1 { inner.0 = Point(outer.0.x - line.x * nearest, outer.0.y - line.y * nearest) }
            self.init(
                geometry: Self.nested(inner, outer, toLayer, pixels),
                intervals: isInward ? GradientStops(gradient.reversed, in: colors).fromOtherEnd : stops.intervals,
                isPremultiplied: isPremultiplied)
        case .conic(let start, let end):
            guard bounds.width > 0, bounds.height > 0 else { return nil }
            guard start != end else {
                self.init(solid: last, pixels, colors)
                return
            }
            let toUnit = toLayer.concatenating(.translation(-bounds.minX, -bounds.minY))
                .concatenating(.scale(1 / bounds.width, 1 / bounds.height))
            guard let turn = Self.turn(about: start, from: end, toUnit, pixels) else { return nil }
            self.init(geometry: turn, intervals: stops.intervals, isPremultiplied: isPremultiplied)
        case .css(let css):
            guard bounds.width > 0, bounds.height > 0 else { return nil }
            // Hints and repetitions mix colours, so the colours are brought into the canvas's space first, unless the gradient
            // names its own space.
            var resolved: ResolvedCSSGradient
            if css.mixing == nil {
                var placed = gradient
                placed.colors = gradient.colors.map { $0.unclipped(in: colors) }
                resolved = css.resolved(placed, in: bounds)
            } else {
                resolved = css.resolved(gradient, in: bounds)
                resolved.stops.colors = resolved.stops.colors.map { $0.unclipped(in: colors) }
            }
            self.init(resolved, toLayer, pixels)
        }
    }

    /// Places a gradient in points of the layer, which does not stretch with the layer's frame. Its colours are components in
    /// the canvas's colour space.
    private init?(_ resolved: ResolvedCSSGradient, _ toLayer: AffineTransform, _ pixels: PixelRect) {
        let stops = GradientStops(resolved.stops, in: .srgb)
        let shape: Geometry?
        switch resolved.geometry {
        case .line(let from, let to):
            let points = Rect(x: 0, y: 0, width: 1, height: 1)
            shape = Self.line(from: from, to: to, in: points, toLayer, pixels, fromMiddle: stops.startsTwice)
        case .ellipse(let center, let axes): shape = Self.round(center, axes, from: 0, toLayer, pixels)
        case .turn(let center, let towards): shape = Self.turn(about: center, from: towards, toLayer, pixels)
        }
        guard let shape else { return nil }
        let intervals =
            switch resolved.geometry {
            case .line: stops.startsTwice ? stops.inSecondHalf : stops.intervals
            case .ellipse: stops.onEllipse
            case .turn: stops.intervals
            }
        self.init(geometry: shape, intervals: intervals, isPremultiplied: stops.isPremultiplied)
    }

    /// The least gap between nested circles, as a part of the difference of their radii. Circles that touch are drawn with this
    /// gap: a smaller gap would make positions too coarse.
    private static let leastGap = 1.0 / 4096

    /// One colour everywhere.
    private init(solid color: Color, _ pixels: PixelRect, _ colors: ColorSpace) {
        self.init(
            geometry: .linear(
                columns: Array(repeating: 0, count: pixels.width), rows: Array(repeating: 0, count: pixels.height)),
            intervals: GradientStops(Gradient(colors: [color]), in: colors).intervals, isPremultiplied: true)
    }

    /// Lays out a gradient along a line.
    ///
    /// - Parameter fromMiddle: whether the first stop is in the middle of the positions, to leave room for the part before it.
    static func line(
        from start: Point, to end: Point, in bounds: Rect, _ toLayer: AffineTransform, _ pixels: PixelRect, fromMiddle: Bool
    ) -> Geometry? {
        let direction = end - start
        let square = direction.x * direction.x + direction.y * direction.y
        guard square > 0, square.isFinite else { return nil }
        let toUnit = toLayer.concatenating(.translation(-bounds.minX, -bounds.minY))
            .concatenating(.scale(1 / bounds.width, 1 / bounds.height))
        // t = across·x + down·y + constant at device point (x, y).
        var across = (toUnit.a * direction.x + toUnit.b * direction.y) / square
        var down = (toUnit.c * direction.x + toUnit.d * direction.y) / square
        var constant = ((toUnit.tx - start.x) * direction.x + (toUnit.ty - start.y) * direction.y) / square
        if fromMiddle { (across, down, constant) = (across / 2, down / 2, (constant + 1) / 2) }
        let length = Double(Self.length)
        let (columns, rows) = entries(across * length, down * length, constant * length, pixels)
        return .linear(columns: columns, rows: rows)
    }

    /// The values `across·x + down·y + constant` at pixel centres, as sums of a column's share and a row's share.
    ///
    /// The axis with the faster change holds the whole value, except the other axis's distance from the middle. This keeps the
    /// shares within their limits.
    static func entries(
        _ across: Double, _ down: Double, _ constant: Double, _ pixels: PixelRect
    ) -> (columns: [Int32], rows: [Int32]) {
        let (midX, midY) = (Double(pixels.x) + Double(pixels.width) / 2, Double(pixels.y) + Double(pixels.height) / 2)
        let isWide = abs(across) >= abs(down)
        let columns = (0..<pixels.width).map { i -> Int32 in
            let x = Double(pixels.x) + Double(i) + 0.5
            return entry(isWide ? across * x + down * midY + constant : across * (x - midX))
        }
        let rows = (0..<pixels.height).map { i -> Int32 in
            let y = Double(pixels.y) + Double(i) + 0.5
            return entry(isWide ? down * (y - midY) : down * y + across * midX + constant)
        }
        return (columns, rows)
    }

    /// Lays out a gradient in an ellipse.
    ///
    /// - Parameters:
    ///   - axes: the half-axes of the ellipse where the gradient ends, in the layer's own coordinates.
    ///   - low: the radius where the gradient begins, as a fraction of the end radius.
    private static func round(
        _ center: Point, _ axes: Point, from low: Double, _ toLayer: AffineTransform, _ pixels: PixelRect
    ) -> Geometry {
        let map = toLayer.concatenating(.translation(-center.x, -center.y)).concatenating(.scale(1 / axes.x, 1 / axes.y))
        let unit = Double(radiusUnit)
        let inner = Int32((low * unit).rounded())
        let (columnU, rowU) = entries(map.a * unit, map.c * unit, map.tx * unit, pixels)
        let (columnV, rowV) = entries(map.b * unit, map.d * unit, map.ty * unit, pixels)
        return .round(
            Round(columnU: columnU, columnV: columnV, rowU: rowU, rowV: rowV, inner: inner, span: radiusUnit - inner))
    }

    /// Lays out a gradient from a circle to a circle that encloses it.
    ///
    /// The origin is the point where the circles would shrink to nothing, and x runs along the line of their centres. Let d be
    /// the distance of the centres and e the difference of the radii. The circle of the family through (x, y) is the circle at
    /// s = (√((e·x)² + (e² − d²)·y²) − d·x)/(e² − d²). Its radius is s·e: a length plus a linear function of the place.
    static func nested(
        _ inner: (center: Point, radius: Double), _ outer: (center: Point, radius: Double), _ toLayer: AffineTransform,
        _ pixels: PixelRect
    ) -> Geometry {
        let (line, e) = (outer.center - inner.center, outer.radius - inner.radius)
        let d = line.length
        let direction = d > 0 ? Point(line.x / d, line.y / d) : Point(1, 0)
        let apex = Point(inner.center.x - line.x * inner.radius / e, inner.center.y - line.y * inner.radius / e)
        let difference = e * e - d * d
        // The finest unit that keeps u within its bounds up to the outer circle.
        let largest = Double(farthest) * 0.99 * (e - d) / e
        let unit = min(Double(radiusUnit), largest) * e / outer.radius
        let map = toLayer.concatenating(.translation(-apex.x, -apex.y))
            .concatenating(AffineTransform(a: direction.x, b: -direction.y, c: direction.y, d: direction.x, tx: 0, ty: 0))
        let (u, v, w) = (unit * e / difference, unit / difference.squareRoot(), -unit * d / difference)
        let (columnU, rowU) = entries(map.a * u, map.c * u, map.tx * u, pixels)
        let (columnV, rowV) = entries(map.b * v, map.d * v, map.ty * v, pixels)
        let (columnW, rowW) = entries(map.a * w, map.c * w, map.tx * w, pixels)
        let from = Int32((unit * inner.radius / e).rounded())
        let to = Int32((unit * outer.radius / e).rounded())
        return .round(
            Round(
                columnU: columnU, columnV: columnV, rowU: rowU, rowV: rowV, columnW: columnW, rowW: rowW, inner: from,
                span: to - from))
    }

    /// Lays out a gradient around a centre.
    ///
    /// - Parameters:
    ///   - center: the centre, in the coordinates of `map`. The turn begins towards `start`.
    ///   - map: the map from device pixels to the coordinates of `center`.
    static func turn(
        about center: Point, from start: Point, _ map: AffineTransform, _ pixels: PixelRect
    ) -> Geometry? {
        let direction = start - center
        let length = direction.length
        guard length > 0, length.isFinite else { return nil }
        let (x, y) = (direction.x / length, direction.y / length)
        // x runs along the direction, and y runs a quarter turn clockwise from it.
        let placed = map.concatenating(.translation(-center.x, -center.y))
            .concatenating(AffineTransform(a: x, b: -y, c: y, d: x, tx: 0, ty: 0))
        let corners = [
            Point(Double(pixels.x), Double(pixels.y)), Point(Double(pixels.maxX), Double(pixels.y)),
            Point(Double(pixels.x), Double(pixels.maxY)), Point(Double(pixels.maxX), Double(pixels.maxY)),
        ].map { $0.applying(placed) }
        let reach = corners.reduce(0) { max($0, abs($1.x), abs($1.y)) }
        guard reach > 0, reach.isFinite else { return nil }
        // The finest unit that sums of entries allow, because only the direction counts.
        let unit = Double(largestEntry) / 4 / reach
        let (columnU, rowU) = entries(placed.a * unit, placed.c * unit, placed.tx * unit, pixels)
        let (columnV, rowV) = entries(placed.b * unit, placed.d * unit, placed.ty * unit, pixels)
        return .conic(Places(columnU: columnU, columnV: columnV, rowU: rowU, rowV: rowV))
    }

    private static func entry(_ value: Double) -> Int32 {
        let limit = Double(largestEntry)
        return Int32(max(-limit, min(limit, value.isNaN ? 0 : value.rounded())))
    }
}
