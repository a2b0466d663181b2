import PenumbraGeometry
import PenumbraScene
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// Lens, motion and zoom blurs in double precision, written from docs/scene-format.md alone.
extension Planes {
    /// - Parameter map: the map from the layer's coordinates to pixels.
    func blurred(_ blur: ShapedBlur, bounds: Rect, _ map: AffineTransform) -> Planes {
        switch blur {
        case .lens(let radius): return lensBlurred(radius * abs(map.determinant).squareRoot())
        case .motion(let radius, let angle):
            let (x, y) = (radius * cos(angle * .pi / 180), radius * sin(angle * .pi / 180))
            let half = Point(map.a * x + map.c * y, map.b * x + map.d * y)
            return alongLines { p in (p - half, p + half) }
        case .zoom(let amount, let center):
            let c = Point(center.x * bounds.width, center.y * bounds.height).applying(map)
            return alongLines { p in
                let d = p - c
                func place(_ share: Double) -> Point { Point(c.x + d.x * share, c.y + d.y * share) }
                return (place(1 - amount / 2), place(1 + amount / 2))
            }
        }
    }

    private func lensBlurred(_ radius: Double) -> Planes {
        guard radius > 0 else { return self }
        let weights = discWeights(radius)
        let reach = weights.count / 2
        var result = Planes(area)
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX {
                var sum = SIMD4<Double>.zero
                for j in max(-reach, area.y - y)...min(reach, area.maxY - 1 - y) {
                    for i in max(-reach, area.x - x)...min(reach, area.maxX - 1 - x) {
                        sum += weights[j + reach][i + reach] * self[x + i, y + j]
                    }
                }
                result[x, y] = sum
            }
        }
        return result
    }

    /// The mean along the line that each pixel's middle has.
    private func alongLines(_ line: (Point) -> (Point, Point)) -> Planes {
        var result = Planes(area)
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX {
                let (a, b) = line(Point(Double(x) + 0.5, Double(y) + 0.5))
                var sum = SIMD4<Double>.zero
                for part in pixelsAlong(a, b)
                where (area.x..<area.maxX).contains(part.x) && (area.y..<area.maxY).contains(part.y) {
                    sum += part.share * self[part.x, part.y]
                }
                result[x, y] = sum
            }
        }
        return result
    }
}

/// The share of each pixel in a disc around the middle of one: areas of chords over many thin columns.
func discWeights(_ radius: Double) -> [[Double]] {
    let reach = Int((radius + 0.5).rounded(.up))
    let steps = 4000
    return (-reach...reach).map { j in
        (-reach...reach).map { i in
            var area = 0.0
            for step in 0..<steps {
                let x = Double(i) - 0.5 + (Double(step) + 0.5) / Double(steps)
                guard abs(x) < radius else { continue }
                let chord = (radius * radius - x * x).squareRoot()
                area += max(0, min(Double(j) + 0.5, chord) - max(Double(j) - 0.5, -chord))
            }
            return area / Double(steps) / (.pi * radius * radius)
        }
    }
}

/// The pixels that a line crosses, each with its share of the line's length.
func pixelsAlong(_ a: Point, _ b: Point) -> [(x: Int, y: Int, share: Double)] {
    var cuts = [0.0, 1.0]
    for (from, to) in [(a.x, b.x), (a.y, b.y)] where from != to {
        let (low, high) = (min(from, to), max(from, to))
        for line in stride(from: low.rounded(.up), through: high.rounded(.down), by: 1) {
            cuts.append((line - from) / (to - from))
        }
    }
    cuts = cuts.map { max(0, min(1, $0)) }.sorted()
    return zip(cuts, cuts.dropFirst()).compactMap { first, end in
        let middle = (first + end) / 2
        guard end > first || a == b else { return nil }
        return (
            Int((a.x + (b.x - a.x) * middle).rounded(.down)), Int((a.y + (b.y - a.y) * middle).rounded(.down)),
            a == b ? 1 : end - first
        )
    }
}
