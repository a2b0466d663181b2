import PenumbraGeometry

extension BoxOutline {
    /// The length of the outline as Chromium measures it: corners are chords that lie at most half a point off their curves.
    /// Nil for corners that aren't round.
    var chordLength: Double? {
        guard shapes.allSatisfy({ $0 == 1 }) else { return nil }
        var length = 2 * (rect.width + rect.height)
        for size in radii where size.width > 0 && size.height > 0 {
            length += Self.chords(of: size) - size.width - size.height
        }
        return length
    }

    /// The length of the chords of a quarter of an ellipse, halved by the parameter of its conic.
    private static func chords(of size: Size) -> Double {
        let weight = 0.5.squareRoot()
        func point(_ t: Double) -> Point {
            let (a, b, c) = ((1 - t) * (1 - t), 2 * weight * t * (1 - t), t * t)
            let sum = a + b + c
            return Point((b + c) / sum * size.width, (a + b) / sum * size.height)
        }
        func length(_ from: Double, _ to: Double, _ depth: Int) -> Double {
            let (start, middle, end) = (point(from), point((from + to) / 2), point(to))
            let off = middle - 0.5 * (start + end)
            guard depth > 0, max(abs(off.x), abs(off.y)) > 0.5 else { return (end - start).length }
            return length(from, (from + to) / 2, depth - 1) + length((from + to) / 2, to, depth - 1)
        }
        return length(0, 1, 10)
    }
}
