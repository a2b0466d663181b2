import PenumbraGeometry

extension Text.Line.Style {
    /// The side of a line that its second line lies on.
    package enum Side {
        case above, below, both
    }

    /// The shape of a line along a text.
    ///
    /// - Parameters:
    ///   - extent: the left and the right end.
    ///   - top: the upper edge of a solid line.
    ///   - side: the side on which a double line has its second line. A line through letters has one on both sides of its
    ///     place.
    /// - Returns: the path, and whether it's stroked with the thickness instead of filled.
    package func shape(
        _ extent: ClosedRange<Double>, top: Double, thickness: Double, side: Side
    ) -> (path: Path, isStroked: Bool) {
        let (left, width) = (extent.lowerBound, extent.upperBound - extent.lowerBound)
        let count = count(width, thickness)
        func strip(from left: Double, to right: Double, top: Double) -> Path {
            let bottom = top + thickness
            return Path(polygon: [Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)])
        }
        var path = Path()
        guard thickness > 0 else { return (path, false) }
        switch self {
        case .none: break
        case .solid: path = strip(from: left, to: extent.upperBound, top: top)
        case .double:
            let shifts =
                switch side {
                case .below: [0, 2 * thickness]
                case .above: [0, -2 * thickness]
                case .both: [-thickness, thickness]
                }
            for shift in shifts { path.append(strip(from: left, to: extent.upperBound, top: top + shift)) }
        case .dotted:
            let step = count > 1 ? (width - thickness) / (count - 1) : 0
            for index in 0..<Int(count) {
                path.append(
                    Path(ellipseIn: Rect(x: left + Double(index) * step, y: top, width: thickness, height: thickness)))
            }
        case .dashed:
            let unit = width / (3 * count - 1)
            for index in 0..<Int(count) {
                let start = left + Double(index) * 3 * unit
                path.append(strip(from: start, to: start + 2 * unit, top: top))
            }
        case .wavy:
            let wave = width / count
            let middle = top + thickness / 2
            path.move(to: Point(left, middle))
            for index in 0..<Int(count) {
                let start = left + Double(index) * wave
                path.addCubic(
                    to: Point(start + wave, middle), control1: Point(start + wave / 2, middle + 3 * thickness),
                    control2: Point(start + wave / 2, middle - 3 * thickness))
            }
            return (path, true)
        }
        return (path, false)
    }

    /// The number of dots, dashes or waves. Dots and dashes begin and end with the line.
    private func count(_ width: Double, _ thickness: Double) -> Double {
        let parts =
            switch self {
            case .none, .solid, .double: 1.0
            case .dotted: (width + thickness) / (2 * thickness)
            case .dashed: (width + thickness) / (3 * thickness)
            case .wavy: width / (4 * thickness)
            }
        return max(1, min(1e9, parts.rounded()))
    }

    /// The elements of the path of a line.
    package func elementCount(width: Double, thickness: Double) -> Int {
        thickness > 0 ? 5 * (self == .double ? 2 : Int(count(width, thickness))) : 0
    }
}
