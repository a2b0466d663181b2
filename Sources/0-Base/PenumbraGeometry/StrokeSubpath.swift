/// The pen's position and direction. The pen draws a straight line across the direction.
struct StrokePen: Equatable {
    var point: Point
    var direction: Point
}

/// A straight line, or a piece of a curve short enough to be drawn as a line between the pens at its ends.
struct StrokeSegment {
    var start: StrokePen
    var end: StrokePen
    var length: Double
    /// The index of the curve and the part of it, if this segment is a piece of a curve.
    var curve: Int?
    var from = 0.0
    var to = 1.0
    /// True if the previous segment ends where this segment starts, on the same curve. There is then no corner.
    var isContinuation = false
}

/// A connected part of a path.
struct StrokeSubpath {
    var segments: [StrokeSegment] = []
    var isClosed = false
    /// The curves that segments are pieces of.
    var curves: [StrokeCurve] = []
    /// The place and direction of a dot, which is drawn for a subpath without length.
    var dot: StrokePen?

    var length: Double { segments.reduce(0) { $0 + $1.length } }
}
