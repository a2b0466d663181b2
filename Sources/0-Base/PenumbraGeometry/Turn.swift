import PenumbraElementary
import PenumbraSystem

/// A run of directions around a circle, in equal steps.
///
/// Rounded boxes of all sizes have the same few runs, and their sines take longer than everything else about a small box. So
/// runs of late are remembered.
struct Turn {
    let startAngle: Double
    let sweep: Double
    /// The number of steps, at least 1.
    let count: Int

    private var step: Double { sweep / Double(count) }

    /// How far vertices move out, so that the area between chords and arc averages to nothing.
    var outward: Double { 1 + (2.0 / 3) * (1 - Elementary.cos(step / 2)) }

    /// Calls a function with the cosine and the sine of each direction between the first and the last.
    func forEachInside(_ body: (_ cosine: Double, _ sine: Double) -> Void) {
        guard count > 1 else { return }
        guard Self.remembered.contains(count) else {
            for index in 1..<count {
                let (cosine, sine) = direction(index)
                body(cosine, sine)
            }
            return
        }
        let key = Key(startAngle: startAngle.bitPattern, sweep: sweep.bitPattern, count: count)
        let directions: [SIMD2<Double>]
        if let known = Self.directions[key] {
            directions = known
        } else {
            directions = (1..<count).map { index in
                let (cosine, sine) = direction(index)
                return SIMD2(cosine, sine)
            }
            Self.directions.keep(directions, bytes: 16 * count + 128, for: key)
        }
        for direction in directions { body(direction.x, direction.y) }
    }

    private func direction(_ index: Int) -> (Double, Double) {
        Path.Arc.cosineAndSine(startAngle + Double(index) * step)
    }

    private struct Key: Hashable {
        var startAngle: UInt64
        var sweep: UInt64
        var count: Int
    }

    /// The numbers of steps worth remembering: enough to save more than the search, and few enough to leave room for others.
    private static let remembered = 4...1024

    private static let directions = ContentCache<Key, [SIMD2<Double>]>(budget: 1 << 20)
}
