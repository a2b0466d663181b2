import PenumbraBitmap

/// Chooses palettes with alpha, by dividing the colours of a picture into boxes of small variance.
///
/// Colours count as they are seen: red, green and blue times alpha, and alpha. All numbers are integers, so every machine chooses
/// the same palette.
struct PaletteColors {
    /// The pixels whose colours share the leading bits, and the sums of their components.
    private struct Cell {
        var count: Int
        var sums: SIMD4<Int>
        var mean: SIMD4<Int> { (sums &* 2 &+ count) / (2 * count) }
    }

    /// Cells side by side, with the means as their places.
    private struct Box {
        var cells: Range<Int>
        var count = 0
        var sums = SIMD4<Int>.zero
        /// Each axis's sum of squared distances from the mean, times the number of pixels at the scale of a mean.
        var variances = SIMD4<Int>.zero
    }

    private let cells: [Cell]

    /// Counts the colours of a bitmap of at least one pixel.
    init(_ bitmap: Bitmap) throws(ImageError) {
        // Five bits of each component.
        var counts = [Int32](repeating: 0, count: 1 << 20)
        var sums = [SIMD4<Int>](repeating: .zero, count: 1 << 20)
        let words = bitmap.pixels
        // Below 2²⁴ pixels of sums of 255, squares of sums stay below 2⁶³.
        let pixels = words.count / 4
        let step = max(1, (pixels + (1 << 23) - 1) >> 23)
        for index in stride(from: 0, to: pixels, by: step) {
            let seen = Self.seen(words, index)
            let key = (seen &>> 3) &<< SIMD4(0, 5, 10, 15)
            let cell = key.wrappedSum()
            counts[cell] += 1
            sums[cell] &+= seen
        }
        var cells: [Cell] = []
        for index in counts.indices where counts[index] > 0 {
            cells.append(Cell(count: Int(counts[index]), sums: sums[index]))
        }
        self.cells = cells
    }

    /// A pixel as it is seen: colours times alpha, rounded, and alpha.
    private static func seen(_ bytes: UnsafeBufferPointer<UInt8>, _ pixel: Int) -> SIMD4<Int> {
        let at = 4 * pixel
        return seen(SIMD4(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]))
    }

    private static func seen(_ color: SIMD4<UInt8>) -> SIMD4<Int> {
        let alpha = Int(color.w)
        if alpha == 255 { return SIMD4(truncatingIfNeeded: color) }
        func part(_ value: UInt8) -> Int { (2 * Int(value) * alpha + 255) / 510 }
        return SIMD4(part(color.x), part(color.y), part(color.z), alpha)
    }

    /// The straight colour of a colour as it is seen.
    private static func straight(_ seen: SIMD4<Int>) -> SIMD4<UInt8> {
        let alpha = seen.w
        guard alpha > 0 else { return .zero }
        func part(_ value: Int) -> UInt8 { UInt8(min(255, (2 * 255 * value + alpha) / (2 * alpha))) }
        return SIMD4(part(seen.x), part(seen.y), part(seen.z), UInt8(alpha))
    }

    // MARK: - Choosing

    /// Returns a picture of at most `limit` colours, 1…256, each pixel with the nearest one.
    func picture(of bitmap: Bitmap, atMost limit: Int) throws(ImageError) -> PalettePicture {
        var colors: [SIMD4<UInt8>] = []
        for color in palette(limit) where !colors.contains(color) { colors.append(color) }
        // Transparent colours first, so that the chunk of alphas is short.
        colors.sort { Self.order($0) < Self.order($1) }
        let places = colors.map(Self.seen)
        let words = bitmap.pixels
        let pixels = words.count / 4
        var picture = PalettePicture(width: bitmap.width, height: bitmap.height, palette: colors)
        picture.numbers = [UInt8](repeating: 0, count: pixels)
        var squares = 0
        var largest = 0
        // The nearest colours of colours met before. An entry holds the colour's 32 bits, and above them its number and 1.
        var known = [UInt64](repeating: 0, count: 1 << 14)
        for index in 0..<pixels {
            let at = 4 * index
            let color = SIMD4(words[at], words[at + 1], words[at + 2], words[at + 3])
            let word = unsafeBitCast(color, to: UInt32.self)
            let slot = Int((word &* 0x9E37_79B1) >> 18)
            let seen = Self.seen(color)
            if known[slot] == 0 || UInt32(truncatingIfNeeded: known[slot]) != word {
                var nearest = 0
                var least = Int.max
                for (number, place) in places.enumerated() {
                    let difference = place &- seen
                    let distance = (difference &* difference).wrappedSum()
                    if distance < least { (least, nearest) = (distance, number) }
                }
                known[slot] = UInt64(nearest + 1) << 32 | UInt64(word)
            }
            let number = Int(known[slot] >> 32) - 1
            picture.numbers[index] = UInt8(truncatingIfNeeded: number)
            let difference = places[number] &- seen
            squares &+= (difference &* difference).wrappedSum()
            largest = max(largest, abs(difference.x), abs(difference.y), abs(difference.z), abs(difference.w))
        }
        picture.error = (Double(squares) / Double(4 * pixels)).squareRoot()
        picture.largestError = largest
        return picture
    }

    private static func order(_ color: SIMD4<UInt8>) -> UInt64 {
        UInt64(color.w) << 24 | UInt64(color.x) << 16 | UInt64(color.y) << 8 | UInt64(color.z)
    }

    /// The means of at most `limit` boxes. The box with the largest variance on one axis is divided first.
    private func palette(_ limit: Int) -> [SIMD4<UInt8>] {
        var cells = cells
        var boxes = [Self.box(cells, cells.indices)]
        while boxes.count < limit {
            let divisible = boxes.indices.filter { boxes[$0].cells.count > 1 }
            guard let widest = divisible.max(by: { boxes[$0].variances.max() < boxes[$1].variances.max() }) else { break }
            let box = boxes[widest]
            let axis = (0..<4).first { box.variances[$0] == box.variances.max() } ?? 0
            cells[box.cells].sort { a, b in
                let (first, second) = (a.mean, b.mean)
                if first[axis] != second[axis] { return first[axis] < second[axis] }
                return (first &<< SIMD4(0, 8, 16, 24)).wrappedSum() < (second &<< SIMD4(0, 8, 16, 24)).wrappedSum()
            }
            let cut = Self.cut(cells, box, axis)
            boxes[widest] = Self.box(cells, box.cells.lowerBound..<cut)
            boxes.append(Self.box(cells, cut..<box.cells.upperBound))
        }
        return boxes.map { box in
            let mean = (box.sums &* 2 &+ box.count) / (2 * box.count)
            return Self.straight(mean)
        }
    }

    /// Where the variances of both parts of a sorted box have the smallest sum: where the means explain the most.
    private static func cut(_ cells: [Cell], _ box: Box, _ axis: Int) -> Int {
        var (count, sum) = (0, 0)
        var best = box.cells.lowerBound + 1
        var most = -1.0
        for index in box.cells.dropLast() {
            count += cells[index].count
            sum += cells[index].sums[axis]
            let (restCount, rest) = (box.count - count, box.sums[axis] - sum)
            // Doubles hold these quotients alike on every machine.
            let explained = Double(sum) * Double(sum) / Double(count) + Double(rest) * Double(rest) / Double(restCount)
            if explained > most { (most, best) = (explained, index + 1) }
        }
        return best
    }

    private static func box(_ cells: [Cell], _ range: Range<Int>) -> Box {
        var box = Box(cells: range)
        for cell in cells[range] {
            box.count += cell.count
            box.sums &+= cell.sums
        }
        let mean = box.sums / box.count
        for cell in cells[range] {
            let difference = cell.mean &- mean
            box.variances &+= difference &* difference &* cell.count
        }
        return box
    }
}

/// A picture as numbers of colours.
package struct PalettePicture {
    var width: Int
    var height: Int
    /// At most 256 straight colours.
    var palette: [SIMD4<UInt8>]
    /// The number of each pixel's colour, row by row.
    var numbers: [UInt8] = []
    /// The root of the mean square of the differences, in levels of alpha and of colour times alpha.
    var error = 0.0
    /// The largest difference.
    var largestError = 0
}

extension PalettePicture {
    /// The same picture with a palette. Nil if a bitmap has more than 256 colours.
    package init?(exactly bitmap: Bitmap) {
        self.init(width: bitmap.width, height: bitmap.height, palette: [])
        let words = bitmap.pixels
        var table: [UInt32: UInt8] = [:]
        func color(_ pixel: Int) -> UInt32 {
            let at = 4 * pixel
            return UInt32(words[at + 3]) << 24 | UInt32(words[at]) << 16 | UInt32(words[at + 1]) << 8 | UInt32(words[at + 2])
        }
        let pixels = words.count / 4
        var last: UInt32?
        for pixel in 0..<pixels {
            let word = color(pixel)
            guard word != last else { continue }
            last = word
            if table[word] == nil {
                if table.count == 256 { return nil }
                table[word] = 0
            }
        }
        let sorted = table.keys.sorted()
        for (number, word) in sorted.enumerated() { table[word] = UInt8(truncatingIfNeeded: number) }
        palette = sorted.map { word in
            func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: word >> shift) }
            return SIMD4(byte(16), byte(8), byte(0), byte(24))
        }
        numbers = [UInt8](repeating: 0, count: pixels)
        var (word, number): (UInt32?, UInt8) = (nil, 0)
        for pixel in 0..<pixels {
            let next = color(pixel)
            if next != word { (word, number) = (next, table[next] ?? 0) }
            numbers[pixel] = number
        }
    }
}
