extension StrokeSubpath {
    /// The distances of the segments' starts from the subpath's start, followed by the distance of the end.
    var distances: [Double] {
        var result = [0.0]
        result.reserveCapacity(segments.count + 1)
        for segment in segments { result.append(result[result.count - 1] + segment.length) }
        return result
    }

    /// The distance below which a cut counts as being at a corner, since sums of lengths are not exact.
    static func negligible(_ distances: [Double]) -> Double { 1e-10 * (distances.last ?? 0) }

    /// Returns the open part between two distances, given the distances of the segments; a dot if both distances are equal.
    func part(from: Double, to: Double, _ distances: [Double]) -> StrokeSubpath {
        var result = StrokeSubpath()
        guard !segments.isEmpty else {
            result.dot = dot
            return result
        }
        result.curves = curves
        let negligible = Self.negligible(distances)
        // A pen that turns where the subpath begins does so within no length, and belongs to the first part.
        let first = from <= negligible ? 0 : segment(at: from + negligible, distances)
        for index in first..<segments.count where to - distances[index] > negligible {
            let start = index == first ? from - distances[index] : 0
            let end = to < distances[index + 1] - negligible ? to - distances[index] : nil
            if let end, end - start <= negligible { break }
            result.segments.append(cut(segments[index], from: start > negligible ? start : nil, to: end))
            if end != nil { break }
        }
        if result.segments.isEmpty {
            let along = segments[first]
            result.dot = place(along, max(0, from - distances[first])).pen
        }
        return result
    }

    /// Returns the index of the segment that holds a distance: the last segment that begins before the distance.
    private func segment(at distance: Double, _ distances: [Double]) -> Int {
        var (low, high) = (0, segments.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if distances[middle] <= distance { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func cut(_ segment: StrokeSegment, from: Double?, to: Double?) -> StrokeSegment {
        var result = segment
        if let from {
            (result.start, result.from) = place(segment, from)
            result.isContinuation = false
        }
        if let to { (result.end, result.to) = place(segment, to) }
        result.length = (to ?? segment.length) - (from ?? 0)
        return result
    }

    /// Finds the pen's position and direction at a distance from the start of a segment.
    private func place(_ segment: StrokeSegment, _ distance: Double) -> (pen: StrokePen, t: Double) {
        let share = segment.length > 0 ? max(0, min(1, distance / segment.length)) : 0
        guard let index = segment.curve else {
            let point = segment.start.point + share * (segment.end.point - segment.start.point)
            return (StrokePen(point: point, direction: segment.start.direction), share)
        }
        let curve = curves[index]
        var t = segment.from + share * (segment.to - segment.from)
        // Newton's method, with the mean speed so far, which is close to the speed. Three steps leave no error.
        for _ in 0..<3 {
            let length = curve.length(from: segment.from, to: t)
            guard length > 0 else { break }
            t = max(segment.from, min(segment.to, segment.from + (t - segment.from) * (distance / length)))
        }
        let direction = curve.directions(t)?.after ?? segment.start.direction
        // Beside a cusp either direction is right. The pen only must not turn round within the segment.
        let isForward = direction.dot(segment.start.direction + segment.end.direction) >= 0
        return (StrokePen(point: curve.point(t), direction: isForward ? direction : -direction), t)
    }
}

extension [StrokeSubpath] {
    /// Returns the parts between two shares, 0…1, of the length of all subpaths together.
    func trimmed(from start: Double, to end: Double) -> [StrokeSubpath] {
        if start <= 0 && end >= 1 { return self }
        guard start < end else { return [] }
        let all = map(\.distances)
        let total = all.reduce(0) { $0 + ($1.last ?? 0) }
        let negligible = 1e-10 * total
        let (from, to) = (Swift.max(0, start) * total, Swift.min(1, end) * total)
        var result: [StrokeSubpath] = []
        var offset = 0.0
        for (subpath, distances) in zip(self, all) {
            let length = distances.last ?? 0
            let low = Swift.max(0, from - offset)
            let high = Swift.min(length, to - offset)
            if low <= negligible && high >= length - negligible {
                result.append(subpath)
            } else if low < high - negligible {
                result.append(subpath.part(from: low, to: high, distances))
            }
            offset += length
        }
        return result
    }
}
