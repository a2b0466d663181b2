import PenumbraGeometry
import PenumbraScene

#if canImport(Glibc)
    import Glibc
#endif

/// Evaluates CSS gradients by CSS Images 3 and 4. Every colour is computed on the gradient line itself, in the line's own unit
/// of length.
extension CSSGradient {
    func premultipliedColor(at point: Point, in size: Size, _ colors: [Color]) -> SIMD4<Double> {
        switch shape {
        case .linear(let direction):
            let d = unit(direction, size)
            // The length between the two perpendiculars that pass through the corners.
            let length = abs(size.width * d.x) + abs(size.height * d.y)
            let along = (point.x - size.width / 2) * d.x + (point.y - size.height / 2) * d.y + length / 2
            return color(at: along, whole: length, colors)
        case .radial(let ending, let position):
            let center = place(position, size)
            let axes = axes(ending, center, size)
            let offset = point - center
            // The ray points to the right; along it, the distance is that of the ellipse through the point.
            let ray = Point(offset.x, offset.y * axes.x / axes.y).length
            return color(at: ray, whole: axes.x, colors)
        case .conic(let from, let position):
            let offset = point - place(position, size)
            var degrees = atan2(offset.x, -offset.y) * 180 / .pi - from
            degrees -= (degrees / 360).rounded(.down) * 360
            return color(at: degrees, whole: 360, colors)
        }
    }

    private func place(_ position: Position, _ size: Size) -> Point {
        Point(
            position.x.points + position.x.fraction * size.width, position.y.points + position.y.fraction * size.height)
    }

    private func unit(_ direction: Direction, _ size: Size) -> Point {
        switch direction {
        case .angle(let degrees): return Point(sin(degrees * .pi / 180), -cos(degrees * .pi / 180))
        case .towards(let x, 0): return Point(Double(x), 0)
        case .towards(0, let y): return Point(0, Double(y))
        case .towards(let x, let y):
            // "The 50% point intersects the two neighbouring corners."
            let d = Point(Double(x) / size.width, Double(y) / size.height)
            let length = d.length
            return Point(d.x / length, d.y / length)
        }
    }

    /// The ending's definition for a centre inside the box.
    private func axes(_ ending: Ending, _ center: Point, _ size: Size) -> Point {
        let (left, right) = (center.x, size.width - center.x)
        let (top, bottom) = (center.y, size.height - center.y)
        let corners = [Point(left, top), Point(right, top), Point(left, bottom), Point(right, bottom)]
        func circle(_ radius: Double?) -> Point { Point(radius ?? 0, radius ?? 0) }
        func through(_ corner: Point?, like sides: Point) -> Point {
            guard let corner else { return .zero }
            let ratio = sides.x / sides.y
            let width = (corner.x * corner.x + corner.y * corner.y * ratio * ratio).squareRoot()
            return Point(width, width / ratio)
        }
        switch ending {
        case .circle(let radius): return circle(radius)
        case .ellipse(let x, let y): return Point(x.points + x.fraction * size.width, y.points + y.fraction * size.height)
        case .reaching(.closestSide, true): return circle([left, right, top, bottom].min())
        case .reaching(.farthestSide, true): return circle([left, right, top, bottom].max())
        case .reaching(.closestCorner, true): return circle(corners.map(\.length).min())
        case .reaching(.farthestCorner, true): return circle(corners.map(\.length).max())
        case .reaching(.closestSide, false): return Point(min(left, right), min(top, bottom))
        case .reaching(.farthestSide, false): return Point(max(left, right), max(top, bottom))
        case .reaching(.closestCorner, false):
            return through(
                corners.min { $0.length < $1.length }, like: Point(min(left, right), min(top, bottom)))
        case .reaching(.farthestCorner, false):
            return through(
                corners.max { $0.length < $1.length }, like: Point(max(left, right), max(top, bottom)))
        }
    }

    /// - Parameters:
    ///   - distance: the distance along the gradient line.
    ///   - whole: the distance of 100%.
    private func color(at distance: Double, whole: Double, _ colors: [Color]) -> SIMD4<Double> {
        var places = positions.map { $0.map { $0.points + $0.fraction * whole } }
        var halfway = hints.map { $0.map { $0.points + $0.fraction * whole } }
        places[0] = places[0] ?? 0
        places[places.count - 1] = places[places.count - 1] ?? whole
        // "Less than the specified position of any color stop or hint before it": then that position applies.
        var largest = -Double.infinity
        for i in places.indices {
            if let place = places[i] {
                largest = max(largest, place)
                places[i] = largest
            }
            if let hint = halfway[i] {
                largest = max(largest, hint)
                halfway[i] = largest
            }
        }
        // Spaced evenly between the stops that have a position; a hint counts as a stop.
        for i in places.indices where places[i] == nil {
            var before = i - 1
            var steps = 1
            while places[before] == nil && halfway[before] == nil {
                before -= 1
                steps += 1
            }
            let from = halfway[before] ?? places[before] ?? 0
            var after = i
            var ahead = 0
            var to: Double?
            while to == nil {
                to = after == i ? halfway[i] : places[after] ?? halfway[after]
                ahead += 1
                after += 1
                if to == nil, let place = places[after] {
                    to = place
                }
            }
            places[i] = from + ((to ?? 0) - from) * Double(steps) / Double(steps + ahead)
        }
        func place(_ index: Int) -> Double { places[index] ?? 0 }
        var distance = distance
        if isRepeating {
            let (start, period) = (place(0), place(places.count - 1) - place(0))
            distance -= ((distance - start) / period).rounded(.down) * period
        }
        if distance < place(0) { return colors[0].premultiplied }
        // The last stop at or before the position begins the piece that contains it.
        guard let first = places.indices.last(where: { place($0) <= distance }), first + 1 < colors.count else {
            return colors[colors.count - 1].premultiplied
        }
        let span = place(first + 1) - place(first)
        var part = (distance - place(first)) / span
        if let hint = halfway[first] {
            let middle = (hint - place(first)) / span
            part = middle <= 0 ? 1 : middle >= 1 ? 0 : pow(part, log(0.5) / log(middle))
        }
        return colors[first].premultiplied * (1 - part) + colors[first + 1].premultiplied * part
    }
}
