import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// The forms and filters of small PNG files.
@Suite(.timed) struct PNGSmallTests {
    private static let small = PNGOptions(effort: .small)

    private static func gray(_ width: Int, _ height: Int, alpha: Bool) -> Bitmap {
        bitmap(width, height) { x, y in
            let value = UInt8(truncatingIfNeeded: x * 7 + y * y + x * y / 3)
            return SIMD4(value, value, value, alpha ? UInt8(truncatingIfNeeded: 3 * x + y) : 255)
        }
    }

    @Test(arguments: [false, true]) func greyPicturesAreWrittenAsGreyPNG(alpha: Bool) throws {
        for (width, height) in [(1, 1), (1, 40), (40, 1), (33, 31), (70, 50)] {
            let picture = Self.gray(width, height, alpha: alpha)
            let file = try PNGEncoder.encode(picture, options: Self.small)
            let color = PNGForm.color(pixelBytes: alpha ? 4 : 3)
            let head = PNGEncoder.head(width: width, height: height, form: color, Self.small)
            let other = try PNGSmallWriter.write(picture, form: color, head: head, kernels: .baseline)
            #expect([0, 3, 4].contains(file[25]) && other[25] == color.colorType)
            #expect(try ImageDecoder.decode(file) == picture)
            #expect(try ImageDecoder.decode(other) == picture)
            #expect(file.count <= other.count)
        }
        #expect(try PNGEncoder.encode(Self.gray(70, 50, alpha: alpha), options: Self.small)[25] == (alpha ? 4 : 0))
    }

    /// A profile of colours doesn't suit grey pixels.
    @Test(arguments: [false, true]) func greyPicturesInDisplayP3AreWrittenAsColourPNG(alpha: Bool) throws {
        var options = Self.small
        options.colorSpace = .displayP3
        let picture = bitmap(70, 50) { x, y in
            let value = UInt8(truncatingIfNeeded: x * 5 + y)
            return SIMD4(value, value, value, alpha ? UInt8(truncatingIfNeeded: 3 * x + y) : 255)
        }
        let file = try PNGEncoder.encode(picture, options: options)
        #expect(![0, 4].contains(file[25]))
        #expect(try ImageDecoder.decode(file, to: .displayP3) == picture)
    }

    /// Filters undone by their definitions (W3C PNG, section 9.2) give the rows, whatever chose them.
    @Test func pngFiltersMatchTheirDefinitions() throws {
        for seed in seeds(rounds(20)) {
            var random = SeededGenerator(seed: seed)
            let (width, height) = (random.integer(1...70), random.integer(1...12))
            let picture = bitmap(width, height) { x, y in
                let value = UInt8(truncatingIfNeeded: x * random.integer(0...4) + y)
                return SIMD4(value, value, value, UInt8(random.integer(0...255)))
            }
            let numbers = (0..<(width * height)).map { _ in UInt8(random.integer(0...1)) }
            for form in [
                PNGForm.gray, .grayAlpha, .color(pixelBytes: 3), .color(pixelBytes: 4), .palette(of: 2), .palette(of: 5),
            ] {
                for choice in PNGRows.Choice.allCases {
                    try numbers.withUnsafeBufferPointer { numbers in
                        let first = try #require(numbers.baseAddress)
                        let pixels =
                            form.colorType == 3
                            ? PNGPixels(width: width, bytesPerPixel: 1, firstRow: 0, rows: first, rowBefore: nil)
                            : try #require(PNGPixels(picture))
                        try withExtendedLifetime(picture) {
                            try Self.check(pixels, height, form, choice, "seed \(seed), \(form), \(choice)")
                        }
                    }
                }
            }
        }
    }

    private static func check(
        _ pixels: PNGPixels, _ height: Int, _ form: PNGForm, _ choice: PNGRows.Choice, _ name: String
    ) throws {
        let length = form.rowBytes(pixels.width)
        var filtered = [UInt8](repeating: 0, count: height * (length + 1) + PNGRows.slack)
        var rows = try PNGRows(pixels, form: form, step: 1, kernels: .best)
        filtered.withUnsafeMutableBufferPointer { target in
            if let first = target.baseAddress { rows.filter(0..<height, by: choice, into: first) }
        }
        var above = [Int](repeating: 0, count: length)
        for y in 0..<height {
            let wanted = Self.packed(pixels, y, form)
            let row = filtered[(y * (length + 1))..<((y + 1) * (length + 1))].map { Int($0) }
            let undone = Self.undone(row[0], Array(row[1...]), above, form.pixelBytes)
            #expect(undone == wanted, "\(name), row \(y)")
            if choice == .fewestPairs {
                let counts = (0..<5).map { Self.pairs(Self.filtered($0, wanted, above, form.pixelBytes)) }
                #expect(counts[row[0]] == counts.min(), "\(name), row \(y)")
            }
            above = wanted
        }
    }

    /// The bytes of a row before filtering.
    private static func packed(_ pixels: PNGPixels, _ y: Int, _ form: PNGForm) -> [Int] {
        let row = pixels.row(y)
        if form.colorType == 3 {
            var bytes = [Int](repeating: 0, count: form.rowBytes(pixels.width))
            for x in 0..<pixels.width { bytes[x * form.depth / 8] += Int(row[x]) << (8 - form.depth - x * form.depth % 8) }
            return bytes
        }
        let channels: [UInt8: [Int]] = [0: [0], 2: [0, 1, 2], 4: [0, 3], 6: [0, 1, 2, 3]]
        return (0..<pixels.width).flatMap { x in (channels[form.colorType] ?? []).map { Int(row[4 * x + $0]) } }
    }

    private static func predicted(_ filter: Int, _ a: Int, _ b: Int, _ c: Int) -> Int {
        let gradient = a + b - c
        let distances = [abs(gradient - a), abs(gradient - b), abs(gradient - c)]
        let nearest = distances[0] <= distances[1] && distances[0] <= distances[2] ? a : distances[1] <= distances[2] ? b : c
        return [0, a, b, (a + b) / 2, nearest][filter]
    }

    private static func undone(_ filter: Int, _ row: [Int], _ above: [Int], _ distance: Int) -> [Int] {
        var result: [Int] = []
        for (x, value) in row.enumerated() {
            let (a, c) = x < distance ? (0, 0) : (result[x - distance], above[x - distance])
            result.append((value + predicted(filter, a, above[x], c)) & 255)
        }
        return result
    }

    private static func filtered(_ filter: Int, _ row: [Int], _ above: [Int], _ distance: Int) -> [Int] {
        row.indices.map { x in
            let (a, c) = x < distance ? (0, 0) : (row[x - distance], above[x - distance])
            return (row[x] - predicted(filter, a, above[x], c)) & 255
        }
    }

    private static func pairs(_ row: [Int]) -> Int { Set(zip(row, row.dropFirst()).map { $0 << 8 | $1 }).count }
}
