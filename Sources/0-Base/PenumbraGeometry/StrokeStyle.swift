/// The shape of the ends of an open line.
public enum LineCap: String, Hashable, Sendable, CaseIterable {
    case butt, round, square
}

/// The shape of the joint between two segments of a line.
public enum LineJoin: String, Hashable, Sendable, CaseIterable {
    case miter, round, bevel
}

/// The pen that draws along a path. Lengths are in the path's own coordinates.
public struct StrokeStyle: Hashable, Sendable {
    /// The line's width; zero paints nothing.
    public var lineWidth: Double
    public var lineCap: LineCap
    public var lineJoin: LineJoin
    /// The longest miter, in line widths. A longer miter becomes a bevel.
    public var miterLimit: Double
    /// The lengths of dashes and gaps in turn, 0 or more. A list with an odd count is used twice. An empty list and a list
    /// of zeros give a solid line. Dashes begin anew at each subpath.
    public var lineDashPattern: [Double]
    /// The position in the pattern at which a subpath begins; any number.
    public var lineDashPhase: Double
    /// The part of the path that is drawn, by length over all subpaths, 0…1. Nothing is drawn unless the end comes after the
    /// start.
    public var strokeStart: Double
    public var strokeEnd: Double

    public init(
        lineWidth: Double = 1, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter, miterLimit: Double = 10,
        lineDashPattern: [Double] = [], lineDashPhase: Double = 0, strokeStart: Double = 0, strokeEnd: Double = 1
    ) {
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
        self.miterLimit = miterLimit
        self.lineDashPattern = lineDashPattern
        self.lineDashPhase = lineDashPhase
        self.strokeStart = strokeStart
        self.strokeEnd = strokeEnd
    }
}
