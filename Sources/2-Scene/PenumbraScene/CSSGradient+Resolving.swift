import PenumbraElementary

/// A CSS gradient whose lengths are resolved to points of a frame.
package struct ResolvedCSSGradient {
    package enum Geometry {
        case line(from: Point, to: Point)
        case ellipse(center: Point, axes: Point)
        /// A full turn, clockwise, that starts in the direction of the point `towards`.
        case turn(center: Point, towards: Point)
    }

    package var geometry: Geometry
    /// The colours, with locations of 0…1. The geometry of this gradient is unused.
    package var stops: Gradient
}

extension CSSGradient {
    /// Resolves the lengths and angles of a CSS gradient in a frame.
    ///
    /// - Parameters:
    ///   - gradient: the gradient with the colours that belong to this geometry.
    ///   - bounds: the frame to fill, with a width and height above zero.
    package func resolved(_ gradient: Gradient, in bounds: Rect) -> ResolvedCSSGradient {
        var stops = CSSGradientRamp(self, gradient)
        func place(_ position: Position) -> Point {
            Point(
                bounds.minX + position.x.resolved(bounds.width), bounds.minY + position.y.resolved(bounds.height))
        }
        switch shape {
        case .linear(let direction):
            let along = Self.direction(direction, bounds.size)
            let length = abs(along.x) * bounds.width + abs(along.y) * bounds.height
            stops.fix { $0.points / length + $0.fraction }
            // Shapes and strokes may reach beyond the frame, which spans 0…1.
            if isRepeating { stops.repeatColors(over: 0...1, reaching: -1...2) }
            let (low, high) = stops.normalize()
            func point(_ position: Double) -> Point {
                let distance = (position - 0.5) * length
                return Point(bounds.midX + along.x * distance, bounds.midY + along.y * distance)
            }
            return ResolvedCSSGradient(geometry: .line(from: point(low), to: point(high)), stops: stops.gradient)
        case .radial(let ending, let position):
            let center = place(position)
            var axes = Self.axes(ending, center, bounds)
            // The axis has no length, so percentages have no reference and only points count. CSS Images 3, 3.2.3, degenerate
            // cases.
            let isThin = axes.x < Self.shortestAxis
            let isFlat = axes.y < Self.shortestAxis
            if isThin { axes = Point(1, isFlat ? 1 : 1e9) }
            if isRepeating, isThin || isFlat, !(positions + hints).contains(where: { $0?.points ?? 0 != 0 }) {
                // Shares of nothing repeat endlessly often.
                stops.fix { $0.fraction }
                stops.keepMean()
            } else if axes.y < Self.shortestAxis {
                stops.keepLastOnly()
            }
            stops.fix { isThin ? $0.points : $0.points / axes.x + $0.fraction }
            if isRepeating {
                let corners = bounds.corners.map { Point(($0.x - center.x) / axes.x, ($0.y - center.y) / max(axes.y, 1e-9)) }
                let farthest = max(1, corners.map(\.length).max() ?? 1)
                stops.repeatColors(over: 0...farthest, reaching: 0...(2 * farthest))
            }
            stops.cut(at: 0)
            let high = stops.normalize().high
            return ResolvedCSSGradient(
                geometry: .ellipse(center: center, axes: Point(axes.x * high, max(axes.y, 1) * high)), stops: stops.gradient)
        case .conic(let degrees, let position):
            let center = place(position)
            let along = Self.direction(.angle(degrees), bounds.size)
            stops.fix { $0.points / 360 + $0.fraction }
            if isRepeating { stops.repeatColors(over: 0...1, reaching: 0...1) }
            stops.cut(at: 0)
            stops.cutAfter(1)
            _ = stops.normalize()
            return ResolvedCSSGradient(geometry: .turn(center: center, towards: center + along), stops: stops.gradient)
        }
    }

    /// Half-axes below this many points count as none, since points divided by them may exceed all numbers.
    private static let shortestAxis = 1e-9

    /// The direction of a linear or conic gradient as a vector of length 1.
    private static func direction(_ direction: Direction, _ size: Size) -> Point {
        switch direction {
        case .angle(let degrees):
            let (cosine, sine) = Elementary.cosineAndSine(degrees: degrees)
            return Point(sine, 0 - cosine)
        case .towards(let x, let y):
            // At right angles to the line through the two other corners.
            let along = x != 0 && y != 0 ? Point(Double(x) * size.height, Double(y) * size.width) : Point(Double(x), Double(y))
            let length = along.length
            return length > 0 ? Point(along.x / length, along.y / length) : Point(0, 1)
        }
    }

    /// The half-axes, in points, of the ellipse where a radial gradient ends. Zero or more.
    private static func axes(_ ending: Ending, _ center: Point, _ bounds: Rect) -> Point {
        switch ending {
        case .circle(let radius): return Point(radius, radius)
        case .ellipse(let x, let y): return Point(x.resolved(bounds.width), y.resolved(bounds.height))
        case .reaching(let reach, let isCircle):
            let x = [abs(center.x - bounds.minX), abs(bounds.maxX - center.x)]
            let y = [abs(center.y - bounds.minY), abs(bounds.maxY - center.y)]
            let isClosest = reach == .closestSide || reach == .closestCorner
            func pick(_ values: [Double]) -> Double { (isClosest ? values.min() : values.max()) ?? 0 }
            let sides = Point(pick(x), pick(y))
            switch reach {
            case .closestSide, .farthestSide:
                let radius = pick([sides.x, sides.y])
                return isCircle ? Point(radius, radius) : sides
            case .closestCorner, .farthestCorner:
                // The nearest and the farthest corner have the nearest and the farthest sides on both axes.
                let distance = sides.length
                if isCircle { return Point(distance, distance) }
                guard sides.x > 0, sides.y > 0 else { return sides }
                // Through the corner, with the ratio of half-axes that the ellipse through the sides has.
                return Point(sides.x * 2.0.squareRoot(), sides.y * 2.0.squareRoot())
            }
        }
    }
}
