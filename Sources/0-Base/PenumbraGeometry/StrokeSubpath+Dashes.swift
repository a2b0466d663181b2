extension StrokeSubpath {
    private static let mostDashes = 100_000

    /// Returns the dashes of a pattern from the subpath's start on, or the subpath itself if nothing is left out.
    func dashes(_ pattern: [Double], phase: Double) throws(StrokeError) -> [StrokeSubpath] {
        let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
        let period = lengths.reduce(0, +)
        guard period > 0, lengths.allSatisfy({ $0 >= 0 }), !segments.isEmpty else { return [self] }
        let distances = distances
        let end = distances[distances.count - 1]
        guard end / period * Double(lengths.count) <= Double(Self.mostDashes) else { throw .tooManySegments }
        var spans = Self.spans(lengths, period: period, phase: phase, upTo: end - Self.negligible(distances))
        guard let first = spans.first, let last = spans.last else { return [] }
        let reachesEnd = last.upperBound >= end - Self.negligible(distances)
        if spans.count == 1, first.lowerBound <= 0, reachesEnd { return [self] }
        var result: [StrokeSubpath] = []
        if isClosed, spans.count > 1, reachesEnd, first.lowerBound <= 0, first.upperBound > Self.negligible(distances) {
            // The last dash runs over the start into the first dash.
            var joined = part(from: last.lowerBound, to: end, distances)
            joined.segments += part(from: 0, to: first.upperBound, distances).segments
            joined.dot = nil
            result.append(joined)
            spans = Array(spans.dropFirst().dropLast())
        }
        for span in spans {
            result.append(part(from: max(0, span.lowerBound), to: min(end, span.upperBound), distances))
        }
        return result
    }

    /// Lists the spans of the dashes, until a dash would begin at `end`. Dashes without a gap between them are one span.
    private static func spans(
        _ lengths: [Double], period: Double, phase: Double, upTo end: Double
    ) -> [ClosedRange<Double>] {
        var index = 0
        var left = phase.truncatingRemainder(dividingBy: period)
        if left < 0 { left += period }
        while left > 0, left >= lengths[index], index + 1 < lengths.count {
            left -= lengths[index]
            index += 1
        }
        var result: [ClosedRange<Double>] = []
        var position = 0 - min(left, lengths[index])
        while position < end {
            let next = position + lengths[index]
            if index % 2 == 0, next > 0 || position == next {
                if let last = result.last, last.upperBound == position {
                    result[result.count - 1] = last.lowerBound...next
                } else {
                    result.append(position...next)
                }
            }
            position = next
            index = (index + 1) % lengths.count
        }
        return result
    }
}
