/// The reason why a path cannot be stroked.
public enum StrokeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A coordinate or a width is infinite or not a number.
    case notFinite
    /// The outline would have more than `StrokeError.segmentLimit` segments.
    case tooManySegments

    public static let segmentLimit = 1_000_000

    public var description: String {
        switch self {
        case .notFinite: "the path or its line width is not finite"
        case .tooManySegments:
            "its outline needs more than \(Self.segmentLimit) segments. Make the path simpler, or the line thinner"
        }
    }
}

extension Path {
    /// Returns the outline of a stroke. Filling the outline with the non-zero rule paints the area that the pen covers.
    ///
    /// The pen is a straight line across the path, as long as the line is wide. It covers everything it passes over, even
    /// where a curve turns more sharply than the pen is long. Where a curve turns back, the pen turns about its middle.
    /// Joins and caps are added to that area; they follow the exact tangents of curves.
    ///
    /// The path is trimmed first, then cut into dashes. Closed subpaths have a join where they close and no caps. If the
    /// last dash and the first dash of a closed subpath both reach the start, the last dash continues into the first. Dashes
    /// without a gap between them are one dash. A subpath without length shows a dot with round caps and a square with
    /// square caps.
    ///
    /// - Parameter tolerance: the largest distance between the outline and the exact outline, in the path's own unit, above
    ///   zero. In 2 of 60,000 random strokes, the outline was further away, by up to 1.44 of it.
    /// - Throws: `StrokeError`.
    public func stroked(_ style: StrokeStyle, tolerance: Double) throws(StrokeError) -> Path {
        var effort = Int.max
        return try stroked(style, tolerance: tolerance, effort: &effort)
    }

    /// Returns the outline of a stroke, with a limit on the effort.
    ///
    /// - Parameter effort: the most pieces the path may be cut into plus the most points the outline may have. Afterwards it
    ///   is reduced by the number that was used, even if the call throws. Each piece or point takes some 3 microseconds.
    /// - Throws: `StrokeError.tooManySegments` also if the effort is not enough; `effort` is then below zero.
    package func stroked(
        _ style: StrokeStyle, tolerance: Double, effort: inout Int
    ) throws(StrokeError) -> Path {
        guard isFinite, style.isFinite else { throw .notFinite }
        guard style.lineWidth > 0 else { return Path() }
        let half = style.lineWidth / 2
        var flattening = StrokeFlattening(half: half, tolerance: max(tolerance, 1e-9), mostPieces: max(0, effort))
        do { try flattening.add(self) } catch {
            effort -= flattening.pieces
            throw error
        }
        effort -= flattening.pieces
        var outline = StrokeOutline(style: style, half: half, tolerance: max(tolerance, 1e-9), mostPoints: effort)
        let drawn = flattening.subpaths.trimmed(from: style.strokeStart, to: style.strokeEnd)
        do {
            for subpath in drawn {
                for dash in try subpath.dashes(style.lineDashPattern, phase: style.lineDashPhase) { try outline.add(dash) }
            }
        } catch {
            effort -= outline.pointCount
            throw error
        }
        effort -= outline.pointCount
        return outline.path
    }
}

extension StrokeStyle {
    fileprivate var isFinite: Bool {
        ([lineWidth, miterLimit, lineDashPhase, strokeStart, strokeEnd] + lineDashPattern).allSatisfy(\.isFinite)
    }
}
