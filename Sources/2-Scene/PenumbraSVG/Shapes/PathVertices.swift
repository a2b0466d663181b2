import PenumbraGeometry

/// A vertex of a path, and the directions in which the path arrives and leaves.
package struct PathVertex: Hashable, Sendable {
    package var point: Point
    /// Nil where no segment with a length arrives or leaves.
    var arriving: Point?
    var leaving: Point?

    /// The direction of a marker: halfway between both directions.
    package var direction: Point {
        func unit(_ vector: Point) -> Point { vector * (1 / vector.length) }
        switch (arriving, leaving) {
        case (nil, nil): return Point(1, 0)
        case (let one?, nil), (nil, let one?): return unit(one)
        case (let a?, let b?):
            let (a, b) = (unit(a), unit(b))
            let sum = a + b
            // Opposite directions: a quarter turn.
            return sum.length < 1e-9 ? Point(-a.y, a.x) : unit(sum)
        }
    }
}

extension Path {
    /// The vertices of all subpaths, where SVG draws markers.
    package var vertices: [PathVertex] {
        var result: [PathVertex] = []
        var start = 0
        func add(_ to: Point, leaving: [Point], arriving: [Point]) {
            guard let last = result.last else { return }
            let out = leaving.map { $0 - last.point }.first { $0.length > 0 }
            let inward = arriving.map { to - $0 }.first { $0.length > 0 }
            result[result.count - 1].leaving = out
            result.append(PathVertex(point: to, arriving: inward ?? out, leaving: nil))
        }
        for element in elements {
            switch element {
            case .move(let to):
                start = result.count
                result.append(PathVertex(point: to))
            case .line(let to):
                let from = result.last?.point ?? to
                add(to, leaving: [to], arriving: [from])
            case .quadratic(let to, let control):
                let from = result.last?.point ?? to
                add(to, leaving: [control, to], arriving: [control, from])
            case .cubic(let to, let control1, let control2):
                let from = result.last?.point ?? to
                add(to, leaving: [control1, control2, to], arriving: [control2, control1, from])
            case .arc(let arc):
                let sign = arc.sweep < 0 ? -1.0 : 1.0
                let quarter = arc.startAngle + .pi / 2
                let end = arc.startAngle + arc.sweep
                let leaving = arc.startPoint + sign * (arc.point(at: quarter) - arc.center)
                let arriving = arc.endPoint - sign * (arc.point(at: end + .pi / 2) - arc.center)
                add(arc.endPoint, leaving: [leaving], arriving: [arriving])
            case .close:
                guard start < result.count else { continue }
                let first = result[start].point
                if let last = result.last, last.point != first {
                    add(first, leaving: [first], arriving: [last.point])
                    result[result.count - 1].leaving = result[start].leaving
                    result[start].arriving = result[result.count - 1].arriving
                } else if result.count - 1 > start {
                    // The last segment already ends at the start.
                    result[result.count - 1].leaving = result[start].leaving
                    result[start].arriving = result[result.count - 1].arriving
                    add(first, leaving: [], arriving: [])
                    result[result.count - 1].arriving = result[result.count - 2].arriving
                    result[result.count - 1].leaving = result[start].leaving
                }
            }
        }
        return result
    }
}
