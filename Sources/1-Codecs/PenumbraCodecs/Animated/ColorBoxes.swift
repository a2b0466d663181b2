/// Chooses a palette by dividing the colours of a picture into boxes of small variance.
///
/// The method is Xiaolin Wu's ("Efficient Statistical Computations for Optimal Color Quantization", Graphics Gems II, 1991):
/// sums over all boxes that begin at the origin give the variance of any box at once. All numbers are integers.
struct ColorBoxes {
    /// The most pixels that are counted, so that squares of sums stay below 2⁶³.
    private static let mostPixels = 1 << 22
    /// The cells of a side, plus a plane of zeros before the first.
    private static let side = 33

    /// The pixels of a box and the sums of their components and of the squares.
    private struct Sums {
        var count = 0
        var red = 0
        var green = 0
        var blue = 0
        var squares = 0

        static func + (a: Sums, b: Sums) -> Sums {
            Sums(
                count: a.count + b.count, red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue,
                squares: a.squares + b.squares)
        }

        static func - (a: Sums, b: Sums) -> Sums {
            Sums(
                count: a.count - b.count, red: a.red - b.red, green: a.green - b.green, blue: a.blue - b.blue,
                squares: a.squares - b.squares)
        }

        /// The part of the squares that the mean explains. The larger its sum over both halves, the better the cut.
        var explained: Int { count == 0 ? 0 : (red * red + green * green + blue * blue) / count }
        var variance: Int { squares - explained }

        var mean: UInt32 {
            func part(_ sum: Int) -> UInt32 { UInt32(truncatingIfNeeded: (2 * sum + count) / (2 * count)) }
            return part(red) | part(green) << 8 | part(blue) << 16
        }
    }

    /// The cells above `low` up to `high` on each axis: red, green, blue.
    private struct Box {
        var low = SIMD3<Int>(repeating: 0)
        var high = SIMD3<Int>(repeating: side - 1)
    }

    /// The nanoseconds that adding up the cells and cutting the boxes take on one core, whatever the number of pixels.
    static let work = 400_000

    /// The sums of all cells up to a cell.
    private var sums = [Sums](repeating: Sums(), count: side * side * side)

    /// Counts pixels; those without alpha don't count.
    init(_ pixels: [UInt32]) {
        let step = (pixels.count + Self.mostPixels - 1) / Self.mostPixels
        for index in stride(from: 0, to: pixels.count, by: max(step, 1)) where pixels[index] >> 24 != 0 {
            let pixel = pixels[index]
            let (red, green, blue) = (Int(pixel & 255), Int(pixel >> 8 & 255), Int(pixel >> 16 & 255))
            let cell = Self.index(red >> 3 + 1, green >> 3 + 1, blue >> 3 + 1)
            sums[cell].count += 1
            sums[cell].red += red
            sums[cell].green += green
            sums[cell].blue += blue
            sums[cell].squares += red * red + green * green + blue * blue
        }
        for red in 1..<Self.side {
            for green in 1..<Self.side {
                for blue in 1..<Self.side {
                    let before =
                        sums[Self.index(red - 1, green, blue)] + sums[Self.index(red, green - 1, blue)]
                        - sums[Self.index(red - 1, green - 1, blue)]
                    let diagonal =
                        sums[Self.index(red, green, blue - 1)] - sums[Self.index(red - 1, green, blue - 1)]
                        - sums[Self.index(red, green - 1, blue - 1)] + sums[Self.index(red - 1, green - 1, blue - 1)]
                    sums[Self.index(red, green, blue)] = sums[Self.index(red, green, blue)] + before + diagonal
                }
            }
        }
    }

    private static func index(_ red: Int, _ green: Int, _ blue: Int) -> Int { (red * side + green) * side + blue }

    /// Returns the means of at most `limit` boxes, the first of which holds all pixels. There must be pixels.
    func palette(_ limit: Int) -> [UInt32] {
        var boxes = [Box()]
        var variances = [sum(boxes[0]).variance]
        while boxes.count < limit, let worst = variances.indices.max(by: { variances[$0] < variances[$1] }),
            variances[worst] > 0
        {
            guard let (first, second) = halves(of: boxes[worst]) else {
                variances[worst] = 0
                continue
            }
            boxes[worst] = first
            variances[worst] = sum(first).variance
            boxes.append(second)
            variances.append(sum(second).variance)
        }
        return boxes.map { sum($0) }.filter { $0.count > 0 }.map(\.mean)
    }

    /// Cuts a box where the variances of both halves have the smallest sum. Nil if all pixels lie in one cell.
    private func halves(of box: Box) -> (Box, Box)? {
        let whole = sum(box)
        var best: (Box, Box)?
        var most = -1
        for axis in 0..<3 {
            for cut in (box.low[axis] + 1)..<max(box.low[axis] + 1, box.high[axis]) {
                var (first, second) = (box, box)
                first.high[axis] = cut
                second.low[axis] = cut
                let part = sum(first)
                if part.count == 0 { continue }
                if part.count == whole.count { break }
                let explained = part.explained + (whole - part).explained
                if explained > most { (most, best) = (explained, (first, second)) }
            }
        }
        return best
    }

    private func sum(_ box: Box) -> Sums {
        func at(_ red: Int, _ green: Int, _ blue: Int) -> Sums { sums[Self.index(red, green, blue)] }
        let (a, b) = (box.low, box.high)
        let high = at(b.x, b.y, b.z) - at(b.x, b.y, a.z) - at(b.x, a.y, b.z) + at(b.x, a.y, a.z)
        let low = at(a.x, b.y, b.z) - at(a.x, b.y, a.z) - at(a.x, a.y, b.z) + at(a.x, a.y, a.z)
        return high - low
    }
}
