/// Parts of subpaths by their length.
extension StrokeSubpath {
    /// Distances of the points from the start, and that of the end: one more where the subpath is closed.
    fileprivate var distances: [Double] {
        var result = [0.0]
        for (a, b) in zip(points, points.dropFirst()) { result.append(result[result.count - 1] + (b - a).length) }
        if isClosed, let first = points.first, let last = points.last {
            result.append(result[result.count - 1] + (first - last).length)
        }
        return result
    }

    /// The part between two distances, open, with the given distances of its points.
    fileprivate func part(from: Double, to: Double, _ distances: [Double]) -> StrokeSubpath {
        func point(_ i: Int) -> Point { points[i % points.count] }
        /// The segment that holds a distance: the last one that begins before it.
        func segment(_ distance: Double) -> Int {
            var (low, high) = (0, max(0, distances.count - 2))
            while low < high {
                let middle = (low + high + 1) / 2
                if distances[middle] <= distance { low = middle } else { high = middle - 1 }
            }
            return low
        }
        func place(_ distance: Double, _ segment: Int) -> Point {
            let length = distances[segment + 1] - distances[segment]
            guard length > 0 else { return point(segment) }
            let t = max(0, min(1, (distance - distances[segment]) / length))
            return point(segment) + t * (point(segment + 1) - point(segment))
        }
        var result = StrokeSubpath()
        result.hasSegments = true
        guard distances.count > 1 else {
            result.append(points[0], isSmooth: false)
            result.direction = direction
            return result
        }
        let (first, last) = (segment(from), segment(to))
        result.append(place(from, first), isSmooth: false)
        if first < last {
            for i in (first + 1)...last { result.append(point(i), isSmooth: isSmooth[i % points.count]) }
        }
        result.append(place(to, last), isSmooth: false)
        if result.points.count == 1 {
            let along = point(first + 1) - point(first)
            if along.length > 0 { result.direction = (1 / along.length) * along }
        }
        return result
    }

    private static let mostDashes = 100_000

    /// The dashes of a pattern, from the subpath's start on; the subpath itself where the pattern is solid.
    func dashes(_ pattern: [Double], phase: Double) throws(StrokeError) -> [StrokeSubpath] {
        let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
        let period = lengths.reduce(0, +)
        guard period > 0, lengths.allSatisfy({ $0 >= 0 }), points.count > 1 else { return [self] }
        let distances = distances
        let end = distances[distances.count - 1]
        guard end / period * Double(lengths.count) <= Double(Self.mostDashes) else { throw .tooManySegments }
        var index = 0
        var left = phase.truncatingRemainder(dividingBy: period)
        if left < 0 { left += period }
        while left > 0, left >= lengths[index], index + 1 < lengths.count {
            left -= lengths[index]
            index += 1
        }
        var result: [StrokeSubpath] = []
        var position = 0 - min(left, lengths[index])
        while position < end {
            let next = position + lengths[index]
            if index % 2 == 0, next > 0 || position == next {
                result.append(part(from: max(0, position), to: min(end, next), distances))
            }
            position = next
            index = (index + 1) % lengths.count
        }
        return result
    }
}

extension [StrokeSubpath] {
    /// What lies between two shares, 0…1, of the length of all subpaths together.
    func trimmed(from start: Double, to end: Double) -> [StrokeSubpath] {
        if start <= 0 && end >= 1 { return self }
        guard start < end else { return [] }
        let all = map(\.distances)
        let total = all.reduce(0) { $0 + ($1.last ?? 0) }
        let (from, to) = (Swift.max(0, start) * total, Swift.min(1, end) * total)
        var result: [StrokeSubpath] = []
        var offset = 0.0
        for (subpath, distances) in zip(self, all) {
            let length = distances.last ?? 0
            let low = Swift.max(0, from - offset)
            let high = Swift.min(length, to - offset)
            if low <= 0 && high >= length {
                result.append(subpath)
            } else if low < high {
                result.append(subpath.part(from: low, to: high, distances))
            }
            offset += length
        }
        return result
    }
}
