import CPenumbraHEIF
import PenumbraCodecs
import TestSupport
import Testing

/// Planes of AVIF and HEIC against the formulas in floating point.
@Suite(.timed) struct HEIFPlanesTests {
    /// The samples of a plane in memory.
    private struct Samples {
        let width: Int
        let height: Int
        let bits: Int
        var values: [UInt16]

        init(_ width: Int, _ height: Int, bits: Int, _ random: inout SeededGenerator) {
            (self.width, self.height, self.bits) = (width, height, bits)
            let isWild = random.chance(0.3)
            let middle = 1 << (bits - 1)
            values = (0..<(width * height)).map { _ in
                UInt16(isWild ? random.integer(0...(2 * middle - 1)) : random.integer((middle / 2)...(3 * middle / 2)))
            }
        }

        /// Bytes with some room behind each row.
        var bytes: [UInt8] {
            (0..<height).flatMap { y in
                (0..<width).flatMap { x in
                    let value = values[y * width + x]
                    return bits > 8 ? [UInt8(value & 255), UInt8(value >> 8)] : [UInt8(value)]
                } + [7, 7, 7, 7]
            }
        }

        func plane(_ bytes: UnsafePointer<UInt8>) -> penumbra_heif_plane {
            penumbra_heif_plane(
                bytes: bytes, stride: Int32(width * (bits > 8 ? 2 : 1) + 4), width: Int32(width), height: Int32(height),
                bits: Int32(bits))
        }

        /// The value at a place in a picture of another size. Samples at half resolution lie between those of full resolution.
        func value(_ x: Int, _ y: Int, in size: (width: Int, height: Int)) -> Double {
            func shares(_ at: Int, _ count: Int, _ full: Int) -> [(Int, Double)] {
                guard count < full else { return [(at, 1)] }
                let place = min(max((Double(at) - 0.5) / 2, 0), Double(count - 1))
                let low = Int(place)
                let share = place - Double(low)
                return [(low, 1 - share), (min(low + 1, count - 1), share)]
            }
            var sum = 0.0
            for (row, down) in shares(y, height, size.height) {
                for (column, across) in shares(x, width, size.width) {
                    sum += down * across * Double(values[row * width + column])
                }
            }
            return sum
        }
    }

    private static let weights: [Int: (red: Double, blue: Double)] = [
        1: (0.2126, 0.0722), 2: (0.299, 0.114), 5: (0.299, 0.114), 6: (0.299, 0.114), 9: (0.2627, 0.0593),
    ]

    /// Red, green and blue of 255, by ITU-T H.273, equations 38 to 57.
    private static func color(_ y: Double, _ u: Double, _ v: Double, matrix: Int, bits: Int, isFull: Bool) -> [Double] {
        let (unit, full) = (Double(1 << (bits - 8)), Double(1 << bits - 1))
        func scaled(_ value: Double) -> Double { isFull ? value / full : (value / unit - 16) / 219 }
        func chroma(_ value: Double) -> Double {
            (value - Double(1 << (bits - 1))) / (isFull ? full : 224 * unit)
        }
        if matrix == 0 { return [scaled(v), scaled(y), scaled(u)].map { 255 * $0 } }
        let (luma, blue, red) = (scaled(y), chroma(u), chroma(v))
        if matrix == 8 { return [luma - blue + red, luma + blue, luma - blue - red].map { 255 * $0 } }
        guard let (r, b) = weights[matrix] else { return [] }
        let (reds, blues) = (luma + 2 * (1 - r) * red, luma + 2 * (1 - b) * blue)
        return [reds, (luma - r * reds - b * blues) / (1 - r - b), blues].map { 255 * $0 }
    }

    @Test func heifPlanesMatchTheColourFormulas() throws {
        for seed in seeds(rounds(300)) {
            var random = SeededGenerator(seed: seed)
            let size = (width: random.integer(1...21), height: random.integer(1...13))
            let bits = [8, 8, 10, 12, 16].randomElement(using: &random) ?? 8
            let matrix = [0, 1, 2, 5, 6, 8, 9].randomElement(using: &random) ?? 2
            let (isWide, isHigh, isFull) = (random.chance(0.4), random.chance(0.5), random.chance(0.6))
            let (isRGB, isGray) = (random.chance(0.1), random.chance(0.1))
            let luma = Samples(size.width, size.height, bits: bits, &random)
            let chroma = (
                isWide || isRGB ? size.width : (size.width + 1) / 2, isHigh || isRGB ? size.height : (size.height + 1) / 2
            )
            let blue = Samples(chroma.0, chroma.1, bits: bits, &random)
            let red = Samples(chroma.0, chroma.1, bits: bits, &random)
            let alpha =
                random.chance(0.3) ? Samples(size.width, size.height, bits: random.chance(0.5) ? bits : 8, &random) : nil
            let memory = [luma, blue, red, alpha ?? luma].map(\.bytes)
            let starts = [0] + memory.map(\.count)
            let target = try memory.flatMap(\.self).withUnsafeBufferPointer { bytes in
                let base = try #require(bytes.baseAddress)
                func address(_ index: Int) -> UnsafePointer<UInt8> { base + starts[...index].reduce(0, +) }
                var planes = penumbra_heif_planes()
                (planes.is_rgb, planes.is_full_range, planes.matrix) = (isRGB ? 1 : 0, isFull ? 1 : 0, Int32(matrix))
                planes.colors.0 = luma.plane(address(0))
                if isRGB || !isGray { (planes.colors.1, planes.colors.2) = (blue.plane(address(1)), red.plane(address(2))) }
                if let alpha { planes.alpha = alpha.plane(address(3)) }
                let found = try HEIFPlanes(planes, .avif, width: size.width, height: size.height)
                return [UInt8](unsafeUninitializedCapacity: 4 * size.width * size.height) { target, count in
                    target.initialize(repeating: 0)
                    if let first = target.baseAddress { found.write(to: first) }
                    count = target.count
                }
            }
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (u, v) = (blue.value(x, y, in: size), red.value(x, y, in: size))
                    let first = luma.value(x, y, in: size)
                    let middle = Double(1 << (bits - 1))
                    let wanted =
                        isRGB
                        ? Self.color(u, v, first, matrix: 0, bits: bits, isFull: true)
                        : isGray
                            ? Self.color(first, middle, middle, matrix: 2, bits: bits, isFull: isFull)
                            : Self.color(first, u, v, matrix: matrix, bits: bits, isFull: isFull)
                    for channel in 0..<3 {
                        let exact = min(max(wanted[channel], 0), 255)
                        let value = Double(target[4 * (y * size.width + x) + channel])
                        #expect(abs(value - exact) < 0.501, "seed \(seed), \(x), \(y), channel \(channel)")
                    }
                    let part = alpha.map { $0.value(x, y, in: size) * 255 / Double(1 << $0.bits - 1) } ?? 255
                    let value = Double(target[4 * (y * size.width + x) + 3])
                    #expect(abs(value - part) < 0.501, "seed \(seed), \(x), \(y), alpha")
                }
            }
        }
    }

    @Test func heifPlanesOfBadSizesAndMatricesAreRefused() throws {
        var random = SeededGenerator(seed: 1)
        let bytes = Samples(8, 8, bits: 8, &random).bytes
        try bytes.withUnsafeBufferPointer { bytes in
            let address = try #require(bytes.baseAddress)
            func plane(_ width: Int32, _ height: Int32, bits: Int32 = 8) -> penumbra_heif_plane {
                penumbra_heif_plane(bytes: address, stride: 8, width: width, height: height, bits: bits)
            }
            func check(
                _ colors: [penumbra_heif_plane], alpha: penumbra_heif_plane? = nil, matrix: Int32 = 6, isRGB: Bool = false
            ) {
                var planes = penumbra_heif_planes()
                planes.colors = (colors[0], colors[1], colors[2])
                if let alpha { planes.alpha = alpha }
                (planes.matrix, planes.is_full_range, planes.is_rgb) = (matrix, 1, isRGB ? 1 : 0)
                #expect(throws: ImageError.self) { try HEIFPlanes(planes, .heic, width: 8, height: 6) }
            }
            let (whole, half) = (plane(8, 6), plane(4, 3))
            let none = penumbra_heif_plane()
            check([plane(8, 5), half, half])
            check([none, half, half])
            check([whole, plane(3, 3), half])
            check([whole, half, plane(4, 2)])
            check([whole, half, none])
            check([whole, half, plane(4, 3, bits: 10)])
            check([plane(8, 6, bits: 17), half, half])
            check([whole, plane(4, 3, bits: 17), plane(4, 3, bits: 17)])
            check([whole, half, half], alpha: half)
            check([whole, half, half], alpha: plane(8, 6, bits: 4))
            check([whole, none, none], isRGB: true)
            for matrix: Int32 in [3, 10, 11, 14, 255, -1] { check([whole, half, half], matrix: matrix) }
        }
    }
}
