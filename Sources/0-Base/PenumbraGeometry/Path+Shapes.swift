/// A radius for each corner of a rectangle, in the rectangle's unit of length. Negative radii count as zero.
public struct CornerRadii: Hashable, Sendable {
    public var topLeft: Double
    public var topRight: Double
    public var bottomRight: Double
    public var bottomLeft: Double

    public init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    public init(_ radius: Double) {
        self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
    }

    public static let zero = CornerRadii(0)

    public var isZero: Bool { topLeft <= 0 && topRight <= 0 && bottomRight <= 0 && bottomLeft <= 0 }

    /// Returns radii that fit: if the radii on a side are too long, all shrink together (CSS Backgrounds 3, 5.5 "Corner
    /// overlap").
    public func fitted(to size: Size) -> CornerRadii {
        let tl = max(0, topLeft)
        let tr = max(0, topRight)
        let br = max(0, bottomRight)
        let bl = max(0, bottomLeft)
        var factor = 1.0
        for (sum, side) in [
            (tl + tr, size.width), (bl + br, size.width), (tl + bl, size.height), (tr + br, size.height),
        ] where sum > side {
            factor = min(factor, max(0, side) / sum)
        }
        return CornerRadii(
            topLeft: tl * factor, topRight: tr * factor, bottomRight: br * factor, bottomLeft: bl * factor)
    }

    /// Returns the radii after the outline is moved inwards by `distance`, never less than zero.
    public func inset(by distance: Double) -> CornerRadii {
        CornerRadii(
            topLeft: max(0, topLeft - distance), topRight: max(0, topRight - distance),
            bottomRight: max(0, bottomRight - distance), bottomLeft: max(0, bottomLeft - distance))
    }
}

/// How a rounded corner bends.
public enum CornerCurve: Hashable, Sendable {
    /// A quarter of a circle.
    case circular
    /// Curvature that sets in gently and reaches further along the edges, as on iOS.
    case continuous
    /// An arc between two curves, by Figma's corner smoothing: 0 is a quarter of a circle, 1 has the longest curves.
    case smoothed(Double)

    /// The curves that have a name.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case circular, continuous
    }

    public init(_ name: Name) {
        switch name {
        case .circular: self = .circular
        case .continuous: self = .continuous
        }
    }

    /// The largest distance, in radii, that a corner reaches along an edge.
    public var reach: Double {
        switch self {
        case .circular: 1
        case .continuous: CornerRadii.continuousReach
        case .smoothed(let amount): 1 + max(0, min(1, amount))
        }
    }
}

extension Path {
    /// A rectangle, clockwise from its top-left corner.
    public init(_ rect: Rect) {
        self.init(polygon: rect.corners)
    }

    /// A rectangle with circular corners, clockwise from the end of its top-left corner.
    public init(_ rect: Rect, radii: CornerRadii) {
        let radii = radii.fitted(to: rect.size)
        guard !radii.isZero else {
            self.init(rect)
            return
        }
        self.init()
        func corner(_ x: Double, _ y: Double, _ radius: Double, from angle: Double) {
            if radius > 0 {
                addArc(
                    Arc(
                        center: Point(x, y), xAxis: Point(radius, 0), yAxis: Point(0, radius),
                        startAngle: angle, sweep: .pi / 2))
            } else {
                addLine(to: Point(x, y))
            }
        }
        move(to: Point(rect.minX + radii.topLeft, rect.minY))
        addLine(to: Point(rect.maxX - radii.topRight, rect.minY))
        corner(rect.maxX - radii.topRight, rect.minY + radii.topRight, radii.topRight, from: -.pi / 2)
        addLine(to: Point(rect.maxX, rect.maxY - radii.bottomRight))
        corner(rect.maxX - radii.bottomRight, rect.maxY - radii.bottomRight, radii.bottomRight, from: 0)
        addLine(to: Point(rect.minX + radii.bottomLeft, rect.maxY))
        corner(rect.minX + radii.bottomLeft, rect.maxY - radii.bottomLeft, radii.bottomLeft, from: .pi / 2)
        addLine(to: Point(rect.minX, rect.minY + radii.topLeft))
        corner(rect.minX + radii.topLeft, rect.minY + radii.topLeft, radii.topLeft, from: .pi)
        close()
    }

    /// The ellipse that touches the four sides of `rect`, clockwise from three o'clock.
    public init(ellipseIn rect: Rect) {
        self.init()
        addArc(
            Arc(
                center: Point(rect.midX, rect.midY),
                xAxis: Point(rect.width / 2, 0), yAxis: Point(0, rect.height / 2),
                startAngle: 0, sweep: 2 * .pi))
        close()
    }

    public init(circleAt center: Point, radius: Double) {
        self.init(
            ellipseIn: Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    }

    /// The closed polygon through `points`; empty without points.
    public init(polygon points: [Point]) {
        self.init()
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { addLine(to: point) }
        close()
    }
}
