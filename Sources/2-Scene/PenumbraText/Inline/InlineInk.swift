import PenumbraGeometry

/// The parts of glyphs that lines under or over a text cross, by the units of the paragraph.
struct InlineInk: Sendable {
    /// For each band of the unit's style, the left and the right end of the ink, from the left edge of the unit.
    private(set) var bands: [Int: [ClosedRange<Double>?]] = [:]

    /// The lines that outlines may still become. Text beyond has lines without gaps.
    private var left = 2_000_000

    /// Adds a glyph to a unit.
    ///
    /// - Parameters:
    ///   - path: the outline in points, with y downward.
    ///   - x: the place of the path's origin, from the left edge of the unit.
    mutating func add(_ path: Path, x: Double, to unit: Int, _ bands: [ClosedRange<Double>]) {
        guard !path.isEmpty, left > 0 else { return }
        left -= path.flattenedSegmentCount(tolerance: Self.tolerance)
        guard left > 0 else { return }
        var known = self.bands[unit] ?? Array(repeating: nil, count: bands.count)
        let lines = path.flattened(tolerance: Self.tolerance)
        for (index, band) in bands.enumerated() {
            guard let ink = Self.extent(lines, band) else { continue }
            let moved = (ink.lowerBound + x)...(ink.upperBound + x)
            known[index] =
                known[index].map {
                    min($0.lowerBound, moved.lowerBound)...max($0.upperBound, moved.upperBound)
                } ?? moved
        }
        self.bands[unit] = known
    }

    private static let tolerance = 0.1

    /// The left and the right end of the parts of lines inside a band.
    private static func extent(_ lines: [Polyline], _ band: ClosedRange<Double>) -> ClosedRange<Double>? {
        var (low, high) = (Double.infinity, -Double.infinity)
        for line in lines {
            guard var last = line.points.last else { continue }
            for point in line.points {
                let (from, to) = (last, point)
                last = point
                guard min(from.y, to.y) <= band.upperBound, max(from.y, to.y) >= band.lowerBound else { continue }
                for end in [from.y, to.y] {
                    let y = min(max(end, band.lowerBound), band.upperBound)
                    let share = from.y == to.y ? 0 : (y - from.y) / (to.y - from.y)
                    let x = from.x + share * (to.x - from.x)
                    (low, high) = (min(low, x), max(high, x))
                }
                if from.y == to.y { (low, high) = (min(low, to.x), max(high, to.x)) }
            }
        }
        return low <= high ? low...high : nil
    }
}

extension InlineParagraph {
    /// The heights of the block's own font above and below the baseline.
    package var rootHeights: (ascent: Double, descent: Double) {
        metrics.first.map { ($0.ascent, $0.descent) } ?? (0, 0)
    }

    /// The average width of the letters of the block's own font, and the width in which all of its glyphs fit.
    package var rootLetterWidths: (average: Double, greatest: Double) {
        metrics.first.map { ($0.averageWidth, $0.greatestWidth) } ?? (0, 0)
    }

    /// The height of a line of the block's own font.
    package var rootLineHeight: Double { metrics.first.map { $0.above + $0.below } ?? 0 }

    /// The height of the small letters of the block's own font.
    package var rootXHeight: Double { metrics.first?.xHeight ?? 0 }

    /// The height of the capital letters of the block's own font.
    package var rootCapHeight: Double { metrics.first?.capHeight ?? 0 }

    /// The letters of a fragment that marks belong to, with the middle of each from the left edge of the line.
    package func markedLetters(of fragment: TextFragment) -> [Double] {
        var result: [Double] = []
        var before = 0.0
        for index in fragment.range where units[index].kind == .text {
            let unit = units[index]
            let isSpace = unit.scalar.properties.isWhitespace
            let width = unit.advance + (unit.scalar == " " || unit.scalar == "\u{A0}" ? fragment.justification : 0)
            let x = fragment.level & 1 == 1 ? fragment.x + fragment.width - before - width : fragment.x + before
            before += width
            let category = unit.scalar.properties.generalCategory
            let isMarked = category != .control && category != .format && category != .unassigned && category != .nonspacingMark
            if !isSpace, isMarked, width > 0 { result.append(x + width / 2) }
        }
        return result
    }

    /// The parts of a fragment's glyphs that cross a band of its style, from the left edge of the line.
    package func ink(of fragment: TextFragment, band: Int) -> [ClosedRange<Double>] {
        var result: [ClosedRange<Double>] = []
        var before = 0.0
        for index in fragment.range where units[index].kind == .text {
            let unit = units[index]
            let width = unit.advance + (unit.scalar == " " || unit.scalar == "\u{A0}" ? fragment.justification : 0)
            let isReversed = fragment.level & 1 == 1
            let x = isReversed ? fragment.x + fragment.width - before - width : fragment.x + before
            before += width
            guard let all = ink.bands[index], all.indices.contains(band), let own = all[band] else { continue }
            result.append((own.lowerBound + x)...(own.upperBound + x))
        }
        return result.sorted { $0.lowerBound < $1.lowerBound }
    }
}
