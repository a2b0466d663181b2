extension CornerRadii {
    /// The distance, in radii, that a continuous corner reaches along each edge.
    public static let continuousReach = 1.52866483

    /// Returns radii for continuous corners. Each radius is limited so that its corner takes at most half the shorter side.
    public func fittedContinuously(to size: Size) -> CornerRadii {
        let limit = max(0, min(size.width, size.height)) / 2 / Self.continuousReach
        func held(_ radius: Double) -> Double { max(0, min(radius, limit)) }
        return CornerRadii(
            topLeft: held(topLeft), topRight: held(topRight), bottomRight: held(bottomRight), bottomLeft: held(bottomLeft))
    }
}

extension Path {
    /// Makes a rectangle whose corners bend as `curve` describes, clockwise from the end of its top left corner.
    public init(_ rect: Rect, radii: CornerRadii, curve: CornerCurve) {
        switch curve {
        case .circular: self.init(rect, radii: radii)
        case .continuous: self.init(rect, continuousRadii: radii.fittedContinuously(to: rect.size))
        }
    }

    private init(_ rect: Rect, continuousRadii radii: CornerRadii) {
        guard !radii.isZero else {
            self.init(rect)
            return
        }
        self.init()
        let reach = CornerRadii.continuousReach
        move(to: Point(rect.minX + reach * radii.topLeft, rect.minY))
        let corners = [
            (Point(rect.maxX, rect.minY), radii.topRight, Point(-1, 0), Point(0, 1)),
            (Point(rect.maxX, rect.maxY), radii.bottomRight, Point(0, -1), Point(-1, 0)),
            (Point(rect.minX, rect.maxY), radii.bottomLeft, Point(1, 0), Point(0, -1)),
            (Point(rect.minX, rect.minY), radii.topLeft, Point(0, 1), Point(1, 0)),
        ]
        for (corner, radius, back, onward) in corners { addContinuousCorner(corner, radius, back, onward) }
        close()
    }

    /// Adds a line to one continuous corner and the curves around it. A radius of 0 is a sharp corner.
    ///
    /// - Parameters:
    ///   - back: the direction from the corner, against the path's run.
    ///   - onward: the direction from the corner, with the path's run.
    private mutating func addContinuousCorner(_ corner: Point, _ radius: Double, _ back: Point, _ onward: Point) {
        // Distances from the corner are in radii: `a` against the run, `b` with it.
        func at(_ a: Double, _ b: Double) -> Point { corner + (a * radius) * back + (b * radius) * onward }
        guard radius > 0 else {
            addLine(to: corner)
            return
        }
        addLine(to: at(1.52866483, 0))
        addCubic(to: at(0.66993397, 0.06549600), control1: at(1.08849299, 0), control2: at(0.86840701, 0))
        addLine(to: at(0.63149399, 0.07491100))
        addCubic(
            to: at(0.07491100, 0.63149399), control1: at(0.37282401, 0.16906001), control2: at(0.16906001, 0.37282401))
        addLine(to: at(0.06549600, 0.66993397))
        addCubic(to: at(0, 1.52866483), control1: at(0, 0.86840701), control2: at(0, 1.08849299))
    }
}
