/// Finds which two colours of a palette show a colour best. The results are those of comparing every colour of the palette.
///
/// A cell is a cube of 4×4×4 colours, and stands for the colour in its middle.
package struct PairSearch {
    private let colors: [SIMD4<Int32>]
    /// For each block of 8×8×8 cells, the numbers of the colours that are nearest to any of its cells, in ascending order. They
    /// are found when they are first needed.
    private var blocks = [[Int]](repeating: [], count: 512)
    /// For each colour, all colours that differ from it, nearest first. They are found when they are first needed.
    private var neighbors: [[Neighbor]]
    /// The colours that were compared so far.
    private var compared = 0
    /// The lists of neighbours made so far.
    private var lists = 0

    private struct Neighbor {
        let number: Int
        /// The way from the colour to the neighbour, its squared length, and its length rounded down.
        let step: SIMD4<Int32>
        let square: Int
        let length: Int
    }

    /// - Parameter colors: 1 to 256 colours.
    package init(_ colors: [SIMD4<Int32>]) {
        self.colors = colors
        neighbors = [[Neighbor]](repeating: [], count: colors.count)
    }

    /// The nanoseconds that the search took so far on one core.
    package var work: Int { Self.workOfColor * compared + Self.workOfNeighbor * lists * colors.count }

    /// 3 to 4 nanoseconds were measured for comparing a colour, and 25 for a neighbour in a list.
    private static let workOfColor = 4
    private static let workOfNeighbor = 30

    /// The product of two vectors with approximate weights of the eye for red, green and blue: 2, 4 and 3.
    @inline(__always)
    package static func product(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> Int32 {
        (a &* b &* SIMD4<Int32>(2, 4, 3, 0)).wrappedSum()
    }

    package static func middle(of cell: Int) -> SIMD4<Int32> {
        SIMD4(Int32(cell & 63) * 4 + 2, Int32(cell >> 6 & 63) * 4 + 2, Int32(cell >> 12) * 4 + 2, 0)
    }

    /// The colour nearest to a cell's middle, and its squared distance. Of several, the one with the smallest number.
    package mutating func nearest(to cell: Int) -> (number: Int, distance: Int) {
        let block = cell >> 3 & 7 | cell >> 6 & 0o70 | cell >> 9 & 0o700
        if blocks[block].isEmpty { blocks[block] = nearColors(toBlockOf: cell) }
        let middle = Self.middle(of: cell)
        var (first, least) = (0, Int32.max)
        for number in blocks[block] {
            let offset = middle &- colors[number]
            let distance = Self.product(offset, offset)
            if distance < least { (first, least) = (number, distance) }
        }
        compared += blocks[block].count
        return (first, Int(least))
    }

    /// The colours that may be nearest to a cell of a block: no other colour is nearer to all of the block.
    private mutating func nearColors(toBlockOf cell: Int) -> [Int] {
        // The middles of the first and the last cell.
        let low = Self.middle(of: cell & ~0o070707)
        let high = low &+ SIMD4(28, 28, 28, 0)
        var bound = Int32.max
        let nearest = colors.map { color in
            let (below, above) = (low &- color, color &- high)
            let farther = pointwiseMax(SIMD4(repeating: 0) &- below, SIMD4(repeating: 0) &- above)
            bound = min(bound, Self.product(farther, farther))
            let nearer = pointwiseMax(pointwiseMax(below, above), SIMD4(repeating: 0))
            return Self.product(nearer, nearer)
        }
        compared += colors.count
        return colors.indices.filter { nearest[$0] <= bound }
    }

    /// The colour whose mixture with `first` is nearest to a colour. Of several, the one with the smallest number; `first` if
    /// no mixture is nearer than it.
    ///
    /// - Parameter least: the squared distance of `first`.
    package mutating func partner(of first: Int, for color: SIMD4<Int32>, _ least: Int) -> Int {
        if neighbors[first].isEmpty { neighbors[first] = sortedNeighbors(of: first) }
        let offset = color &- colors[first]
        let distance = Self.root(least) + 1
        var (second, smallest, seen) = (first, least, 0)
        for neighbor in neighbors[first] {
            if Self.isTooFar(neighbor.length, distance, least, smallest) { break }
            seen += 1
            let along = Int(Self.product(offset, neighbor.step))
            if along <= 0 { continue }
            let share = min(256, along * 256 / neighbor.square)
            // The squared distance from the mixture, and a quarter of the mixture's own variance, which is its noise.
            let miss = least - 2 * share * along / 256 + share * share * neighbor.square / 65536
            let error = miss + share * (256 - share) * neighbor.square / (65536 * 4)
            if error < smallest || error == smallest && second != first && neighbor.number < second {
                (second, smallest) = (neighbor.number, error)
            }
        }
        compared += seen
        return second
    }

    /// Whether no colour at least `length` away from the first colour can be as good as `smallest`.
    ///
    /// Let d be the colour's distance from the first colour, l the neighbour's, and t the neighbour's share. The error is at
    /// least (d − t·l)² + t·(1 − t)·l²/4, which d² − (8d − l)²/48 bounds from below where l ≥ 8d/7, and d² + t·l·(l − 8d)/4
    /// where l ≥ 8d. Divisions that round down lower it by less than 2, and t is at least 1/256.
    ///
    /// - Parameters:
    ///   - length: not more than l.
    ///   - distance: not less than d.
    private static func isTooFar(_ length: Int, _ distance: Int, _ least: Int, _ smallest: Int) -> Bool {
        let left = 8 * distance - length
        // 46·46 / 4 / 256 is above 2.
        if left <= -46 { return true }
        guard 7 * length >= 8 * distance else { return false }
        return max(0, left) * max(0, left) <= 48 * (least - 2 - smallest)
    }

    private mutating func sortedNeighbors(of first: Int) -> [Neighbor] {
        lists += 1
        let origin = colors[first]
        // A square and a number in one integer are sorted several times faster than neighbours.
        var keys: [Int] = []
        keys.reserveCapacity(colors.count)
        for (number, color) in colors.enumerated() {
            let square = Int(Self.product(color &- origin, color &- origin))
            if square > 0 { keys.append(square << 8 | number) }
        }
        keys.sort()
        return keys.map { key in
            let (square, number) = (key >> 8, key & 255)
            return Neighbor(number: number, step: colors[number] &- origin, square: square, length: Self.root(square))
        }
    }

    /// The square root, rounded down.
    private static func root(_ square: Int) -> Int { Int(Double(square).squareRoot()) }
}
