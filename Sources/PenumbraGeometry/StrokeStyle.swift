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

    public init(
        lineWidth: Double = 1, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter, miterLimit: Double = 10
    ) {
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
        self.miterLimit = miterLimit
    }
}
