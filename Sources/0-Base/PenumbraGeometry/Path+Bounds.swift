import PenumbraElementary

extension Path {
    /// The smallest rectangle that holds every point and every control point. It is cheap to compute and never too small.
    public var controlPointBounds: Rect {
        var points: [Point] = []
        for element in elements {
            switch element {
            case .move(let to), .line(let to): points.append(to)
            case .quadratic(let to, let control): points += [control, to]
            case .cubic(let to, let control1, let control2): points += [control1, control2, to]
            case .arc(let arc): points += arc.extremes
            case .close: break
            }
        }
        return Rect(bounding: points)
    }

    /// The bounds together with `other`.
    ///
    /// - Parameter isExact: whether they are those of the curves, and not of their control points.
    package func bounds(union other: Rect, isExact: Bool) -> Rect {
        let rough = controlPointBounds
        return isExact && !other.contains(rough) ? other.union(bounds) : other.union(rough)
    }

    /// The smallest rectangle that holds the drawn curves (Core Graphics' `boundingBoxOfPath`); zero for an empty path.
    public var bounds: Rect {
        var points: [Point] = []
        var current = Point.zero
        for element in elements {
            switch element {
            case .move(let to), .line(let to):
                points.append(to)
                current = to
            case .quadratic(let to, let control):
                for t in Self.quadraticExtremes(current, control, to) {
                    let s = 1 - t
                    points.append((s * s) * current + (2 * s * t) * control + (t * t) * to)
                }
                points.append(to)
                current = to
            case .cubic(let to, let control1, let control2):
                for t in Self.cubicExtremes(current, control1, control2, to) {
                    let s = 1 - t
                    points.append(
                        (s * s * s) * current + (3 * s * s * t) * control1 + (3 * s * t * t) * control2
                            + (t * t * t) * to)
                }
                points.append(to)
                current = to
            case .arc(let arc):
                points += arc.extremes
                current = arc.endPoint
            case .close: break
            }
        }
        return Rect(bounding: points)
    }

    private static func quadraticExtremes(_ p0: Point, _ p1: Point, _ p2: Point) -> [Double] {
        func root(_ a: Double, _ b: Double, _ c: Double) -> Double { (a - b) / (a - 2 * b + c) }
        return [root(p0.x, p1.x, p2.x), root(p0.y, p1.y, p2.y)].filter { $0 > 0 && $0 < 1 }
    }

    private static func cubicExtremes(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) -> [Double] {
        func roots(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
            let a = -p0 + 3 * p1 - 3 * p2 + p3
            let b = 2 * (p0 - 2 * p1 + p2)
            let c = p1 - p0
            if a == 0 { return [-c / b] }
            let discriminant = b * b - 4 * a * c
            guard discriminant >= 0 else { return [] }
            // The quadratic formula in the form without cancellation: q/a and c/q.
            let q = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
            return [q / a, c / q]
        }
        return (roots(p0.x, p1.x, p2.x, p3.x) + roots(p0.y, p1.y, p2.y, p3.y)).filter { $0 > 0 && $0 < 1 }
    }
}

extension Path.Arc {
    /// The ends of the arc, and its furthest points in each direction of the axes.
    var extremes: [Point] {
        var result = [startPoint, endPoint]
        let low = min(startAngle, startAngle + sweep)
        let high = max(startAngle, startAngle + sweep)
        guard low.isFinite, high.isFinite else { return result }
        for base in [Elementary.atan2(yAxis.x, xAxis.x), Elementary.atan2(yAxis.y, xAxis.y)] {
            var theta = base + ((low - base) / .pi).rounded(.up) * .pi
            var steps = 0
            while theta <= high, steps < 4 {
                result.append(point(at: theta))
                theta += .pi
                steps += 1
            }
        }
        return result
    }
}
