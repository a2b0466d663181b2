/// Where the pen is and which way it goes: it draws a straight line across that way.
struct StrokePen: Equatable {
    var point: Point
    var direction: Point
}

/// A straight line, or a piece of a curve that is short enough to be drawn as one between its ends' pens.
struct StrokeSegment {
    var start: StrokePen
    var end: StrokePen
    var length: Double
    /// The index of the curve, if this is a piece of one, and which part of it this is.
    var curve: Int?
    var from = 0.0
    var to = 1.0
    /// Whether the segment before it ends where this one starts, on the same curve: there is no corner.
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
