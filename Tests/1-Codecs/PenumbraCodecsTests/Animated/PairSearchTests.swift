import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct PairSearchTests {
    /// Palettes that are spread out, crowded, on a line, and with equal colours.
    private func palette(using generator: inout SeededGenerator) -> [SIMD4<Int32>] {
        let (low, high) = generator.chance(0.5) ? (0, 255) : (90, 90 + generator.integer(1...40))
        let isLine = generator.chance(0.2)
        return (0..<generator.integer(1...256)).map { _ in
            let red = Int32(generator.integer(low...high))
            if isLine { return SIMD4(red, red, red, 0) }
            return SIMD4(red, Int32(generator.integer(low...high)), Int32(generator.integer(low...high)), 0)
        }
    }

    /// Compares every colour of the palette.
    private func pair(_ colors: [SIMD4<Int32>], _ middle: SIMD4<Int32>) -> (first: Int, least: Int, second: Int) {
        func product(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> Int { Int(PairSearch.product(a, b)) }
        let distances = colors.map { product(middle &- $0, middle &- $0) }
        let least = distances.min() ?? 0
        let first = distances.firstIndex(of: least) ?? 0
        var (second, smallest) = (first, least)
        for (number, color) in colors.enumerated() {
            let step = color &- colors[first]
            let (along, length) = (product(middle &- colors[first], step), product(step, step))
            if along <= 0 || length == 0 { continue }
            let share = min(256, along * 256 / length)
            let miss = least - 2 * share * along / 256 + share * share * length / 65536
            let error = miss + share * (256 - share) * length / (65536 * 4)
            if error < smallest { (second, smallest) = (number, error) }
        }
        return (first, least, second)
    }

    @Test(arguments: seeds(rounds(60))) func searchFindsThePairOfAllColours(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let colors = palette(using: &generator)
        var search = PairSearch(colors)
        for _ in 0..<500 {
            let cell = generator.integer(0...((1 << 18) - 1))
            let wanted = pair(colors, PairSearch.middle(of: cell))
            let (first, least) = search.nearest(to: cell)
            let second = search.partner(of: first, for: PairSearch.middle(of: cell), least)
            if (first, least, second) != wanted {
                Issue.record("seed \(seed), cell \(cell): \((first, least, second)) instead of \(wanted)")
                return
            }
        }
        #expect(search.work > 0)
    }
}
