/// How the ends of an open line look.
public enum LineCap: String, Hashable, Sendable, CaseIterable {
    case butt, round, square
}

/// How two segments of a line meet.
public enum LineJoin: String, Hashable, Sendable, CaseIterable {
    case miter, round, bevel
}

/// The pen that draws along a path. Lengths are in the path's own coordinates.
public struct StrokeStyle: Hashable, Sendable {
    /// Zero paints nothing.
    public var lineWidth: Double
    public var lineCap: LineCap
    public var lineJoin: LineJoin
    /// The longest miter, in line widths; a longer one becomes a bevel.
    public var miterLimit: Double
    /// Lengths of dashes and gaps in turn, 0 or more; an odd list is used twice, an empty one and one of zeros are solid.
    /// Dashes begin anew at each subpath.
    public var lineDashPattern: [Double]
    /// Where in the pattern a subpath begins; any number.
    public var lineDashPhase: Double
    /// The part of the path that is drawn, by length over all subpaths, 0…1. Nothing is drawn where the end does not come after
    /// the start.
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
