import PenumbraElementary

/// Writes path elements as SVG path data with absolute coordinates.
struct PathDataWriter {
    private(set) var text = ""
    private var current = Point.zero
    private var subpathStart = Point.zero

    /// The largest deviation of a rewritten arc from its original, in parts of the ellipse's size and distance from the
    /// origin.
    private static let arcTolerance = 1e-13

    /// The largest number of turns written for an arc; arcs with more turns are shortened to it.
    private static let maximumTurns = 1000.0

    /// The places where an arc may be cut, the fewest pieces first.
    private static let cuts: [[Double]] = [[1], [0.5, 1], [0.25, 1], [1.0 / 3, 2.0 / 3, 1]]

    mutating func append(_ element: Path.Element) {
        switch element {
        case .move(let to):
            write("M", [to])
            subpathStart = to
            current = to
        case .line(let to):
            line(to: to)
        case .quadratic(let to, let control):
            write("Q", [control, to])
            current = to
        case .cubic(let to, let control1, let control2):
            write("C", [control1, control2, to])
            current = to
        case .arc(let arc):
            append(arc)
        case .close:
            text += "Z"
            current = subpathStart
        }
    }

    private mutating func line(to end: Point) {
        if end.y == current.y {
            text += "H\(DecimalNumber.text(end.x))"
        } else if end.x == current.x {
            text += "V\(DecimalNumber.text(end.y))"
        } else {
            write("L", [end])
        }
        current = end
    }

    private mutating func write(_ command: String, _ points: [Point]) {
        text += command
        for (index, point) in points.enumerated() {
            if index > 0 { text += " " }
            text += "\(DecimalNumber.text(point.x)) \(DecimalNumber.text(point.y))"
        }
    }

    // MARK: - Arcs

    private mutating func append(_ arc: Path.Arc) {
        let axes = arc.semiAxes
        guard min(axes.rx, axes.ry) > 1e-12 * max(axes.rx, axes.ry), axes.rx.isFinite, axes.ry.isFinite else {
            flatArc(arc)
            return
        }
        var remaining = arc
        remaining.sweep = max(-2 * .pi * Self.maximumTurns, min(2 * .pi * Self.maximumTurns, arc.sweep))
        let turn = remaining.sweep < 0 ? -2 * Double.pi : 2 * Double.pi
        while abs(remaining.sweep) > abs(turn) {
            var whole = remaining
            whole.sweep = turn
            append(turnOrLess: whole, axes)
            remaining.startAngle += turn
            remaining.sweep -= turn
        }
        append(turnOrLess: remaining, axes)
    }

    /// Writes an arc of at most one turn in the fewest pieces that read back as the same curve. Near half a turn, an arc's
    /// end determines the centre poorly, and at a whole turn not at all.
    private mutating func append(turnOrLess arc: Path.Arc, _ axes: (rx: Double, ry: Double, rotationDegrees: Double)) {
        for fractions in Self.cuts {
            if let pieces = pieces(of: arc, cutAt: fractions, axes, isLast: fractions.count == 3) {
                text += pieces.text
                current = pieces.end
                return
            }
        }
    }

    private func pieces(
        of arc: Path.Arc, cutAt fractions: [Double], _ axes: (rx: Double, ry: Double, rotationDegrees: Double), isLast: Bool
    ) -> (text: String, end: Point)? {
        let determinant = arc.xAxis.x * arc.yAxis.y - arc.xAxis.y * arc.yAxis.x
        let isSweep = (arc.sweep > 0) == (determinant > 0)
        let tolerance = Self.arcTolerance * (arc.xAxis.length + arc.yAxis.length + arc.center.length)
        var result = ""
        var start = current
        var done = 0.0
        for fraction in fractions {
            var piece = arc
            piece.startAngle = arc.startAngle + done * arc.sweep
            piece.sweep = (fraction - done) * arc.sweep
            let end = piece.endPoint
            let isLarge = abs(piece.sweep) > .pi
            let read = Path.Arc.between(
                start, end, radii: Size(width: axes.rx, height: axes.ry), rotationDegrees: axes.rotationDegrees,
                isLarge: isLarge, isSweep: isSweep)
            let deviation: Double =
                switch read {
                case .arc(let back): piece.deviation(from: back)
                case .line: piece.sagitta
                case .nothing: abs(piece.sweep) * max(axes.rx, axes.ry)
                case .overflow: .infinity
                }
            if !isLast, !(deviation <= tolerance) { return nil }
            let numbers = [axes.rx, axes.ry, axes.rotationDegrees].map { DecimalNumber.text($0) }.joined(separator: " ")
            result += "A\(numbers) \(isLarge ? 1 : 0) \(isSweep ? 1 : 0) "
            result += "\(DecimalNumber.text(end.x)) \(DecimalNumber.text(end.y))"
            start = end
            done = fraction
        }
        return (result, start)
    }

    /// Writes an ellipse without width, as lines back and forth.
    private mutating func flatArc(_ arc: Path.Arc) {
        let major = arc.xAxis.length >= arc.yAxis.length ? arc.xAxis : arc.yAxis
        let along = (
            arc.xAxis.x * major.x + arc.xAxis.y * major.y, arc.yAxis.x * major.x + arc.yAxis.y * major.y
        )
        let base = Elementary.atan2(along.1, along.0)
        let forward = arc.sweep >= 0
        // Turning points are half a turn apart.
        let first = ((arc.startAngle - base) / .pi).rounded(forward ? .up : .down)
        var turning = 0.0
        while turning < 2 * Self.maximumTurns {
            let theta = base + (first + (forward ? turning : -turning)) * .pi
            guard forward ? theta < arc.startAngle + arc.sweep : theta > arc.startAngle + arc.sweep else { break }
            line(to: arc.point(at: theta))
            turning += 1
        }
        line(to: arc.endPoint)
    }
}

extension Path.Arc {
    /// The furthest distance, at nine places, between this arc and another arc that should be the same curve.
    fileprivate func deviation(from other: Path.Arc) -> Double {
        (0...8).map { step in
            let part = Double(step) / 8
            return (point(at: startAngle + part * sweep) - other.point(at: other.startAngle + part * other.sweep)).length
        }.max() ?? 0
    }

    /// The distance between the middle of the arc and the middle of its chord.
    fileprivate var sagitta: Double {
        (point(at: startAngle + sweep / 2) - 0.5 * (startPoint + endPoint)).length
    }
}
