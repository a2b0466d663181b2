import PenumbraGeometry

extension GradientShading {
    /// The part of the surface outside which t is 2¹⁸. Nil for gradients of which that isn't known.
    var areaBeforeEnd: PixelRect? {
        guard case .round(let round) = geometry, !round.isHyperbolic, round.columnW.isEmpty, round.rowW.isEmpty else {
            return nil
        }
        let reach = Int(round.inner) + Int(round.span)
        guard round.span >= 0, reach <= Int(Self.farthest) else { return nil }
        // Where u or v alone is as long, r is at least `inner + span`.
        let columns = Self.places(round.columnU, beside: round.rowU, within: reach)
        let rows = Self.places(round.rowV, beside: round.columnV, within: reach)
        guard !columns.isEmpty, !rows.isEmpty else { return .empty }
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The entries that may be nearer to 0 than a length together with one of the other entries.
    private static func places(_ entries: [Int32], beside others: [Int32], within reach: Int) -> Range<Int> {
        guard let least = others.min(), let most = others.max() else { return 0..<entries.count }
        func isNear(_ entry: Int32) -> Bool { Int(entry) + Int(least) < reach && Int(entry) + Int(most) > -reach }
        guard let first = entries.firstIndex(where: isNear), let last = entries.lastIndex(where: isNear) else { return 0..<0 }
        return first..<last + 1
    }
}
