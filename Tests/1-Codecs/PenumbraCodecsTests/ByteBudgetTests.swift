import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// Files within a budget, against all files that the format could have.
@Suite(.timed) struct ByteBudgetTests {
    /// A picture with flat areas, a gradient, noise and transparent pixels.
    private static func picture(_ random: inout SeededGenerator) -> Bitmap {
        let (width, height) = (Int.random(in: 20...90, using: &random), Int.random(in: 20...90, using: &random))
        let noise = Int.random(in: 0...60, using: &random)
        let hasAlpha = Bool.random(using: &random)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let flat = x < width / 3
                func value(_ base: Int) -> UInt8 { UInt8(max(0, min(255, base + Int.random(in: 0...noise, using: &random)))) }
                pixels += flat ? [200, 30, 90] : [value(255 * x / width), value(255 * y / height), value(128)]
                pixels.append(hasAlpha && y % 5 == 0 ? UInt8(255 * x / width) : 255)
            }
        }
        return Bitmap(width: width, height: height) { target in
            for index in pixels.indices { target[index] = pixels[index] }
        }
    }

    @Test(arguments: [PictureFormat.jpeg, .webp])
    func budgetQualityIsAtMostTwoBelowTheBest(format: PictureFormat) throws {
        for seed in seeds(rounds(12)) {
            var random = SeededGenerator(seed: seed)
            let bitmap = Self.picture(&random)
            var options = PictureOptions.default
            var sizes: [Int] = [0]
            for quality in 1...100 {
                options.setQuality(quality)
                sizes.append(try PictureEncoder.encode(bitmap, as: format, options: options).count)
            }
            for budget in [sizes[1], sizes[37], (sizes[60] + sizes[61]) / 2, sizes[100]] {
                let fitted = try PictureEncoder.fitted(bitmap, as: format, options: options, within: budget)
                #expect(fitted.bytes.count <= budget && fitted.encodings <= 6, "seed \(seed)")
                guard case .quality(let quality) = fitted.choice else {
                    Issue.record("seed \(seed): \(fitted.choice)")
                    continue
                }
                // Where a better quality makes a smaller file, only the files around the chosen one count.
                let next = (quality + 1..<min(101, quality + 4)).filter { sizes[$0] > budget }
                #expect(quality >= 98 || !next.isEmpty, "seed \(seed): quality \(quality) for \(budget) bytes")
                #expect(sizes[quality] == fitted.bytes.count, "seed \(seed)")
            }
            #expect(throws: ImageError.self) {
                try PictureEncoder.fitted(bitmap, as: format, options: options, within: sizes[1...].min().map { $0 - 1 } ?? 0)
            }
        }
    }

    @Test func pngWithinBudgetLosesColoursOnlyIfNeeded() throws {
        for seed in seeds(rounds(30)) {
            var random = SeededGenerator(seed: seed)
            let bitmap = Self.picture(&random)
            let fast = try PictureEncoder.encode(bitmap, as: .png)
            let whole = try PictureEncoder.fitted(bitmap, as: .png, options: .default, within: fast.count)
            #expect(whole.choice == .asGiven && whole.bytes == fast)
            let budget = fast.count / 2
            guard let small = try? PictureEncoder.fitted(bitmap, as: .png, options: .default, within: budget) else { continue }
            #expect(small.bytes.count <= budget && small.encodings <= 6, "seed \(seed)")
            let decoded = try ImageDecoder.decode(small.bytes)
            withExtendedLifetime((bitmap, decoded)) {
                var (squares, largest) = (0, 0)
                for pixel in 0..<(bitmap.width * bitmap.height) {
                    func seen(_ pixels: UnsafeBufferPointer<UInt8>, _ channel: Int) -> Int {
                        let alpha = Int(pixels[4 * pixel + 3])
                        return channel == 3 ? alpha : (2 * Int(pixels[4 * pixel + channel]) * alpha + 255) / 510
                    }
                    for channel in 0..<4 {
                        let difference = abs(seen(bitmap.pixels, channel) - seen(decoded.pixels, channel))
                        squares += difference * difference
                        largest = max(largest, difference)
                    }
                }
                let error = (Double(squares) / Double(4 * bitmap.width * bitmap.height)).squareRoot()
                if case .palette(let colors, let stated, let statedLargest) = small.choice {
                    #expect(colors <= 256 && statedLargest == largest && abs(stated - error) < 1e-9, "seed \(seed)")
                } else {
                    #expect(largest == 0, "seed \(seed): \(small.choice)")
                }
            }
        }
    }

    @Test func pngOfFewColoursHasAPaletteAndIsLossless() throws {
        for seed in seeds(rounds(40)) {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...256, using: &random)
            let colors = (0..<count).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
            let (width, height) = (Int.random(in: 1...67, using: &random), Int.random(in: 1...40, using: &random))
            let pixels = (0..<(width * height)).map { _ in colors.randomElement(using: &random) ?? 0 }
            let bitmap = Bitmap(width: width, height: height) { target in
                for (index, word) in pixels.enumerated() {
                    for byte in 0..<4 { target[4 * index + byte] = UInt8(truncatingIfNeeded: word >> UInt32(8 * byte)) }
                }
            }
            let picture = try #require(PalettePicture(exactly: bitmap))
            let file = try PNGSmallWriter.write(picture, PNGOptions(effort: .small))
            let decoded = try ImageDecoder.decode(file)
            #expect(decoded == bitmap, "seed \(seed)")
            let small = try PictureEncoder.encode(bitmap, as: .png, options: PictureOptions(png: PNGOptions(effort: .small)))
            #expect(small.count <= file.count, "seed \(seed)")
        }
    }
}
