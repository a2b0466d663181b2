import PenumbraBitmap

/// Pixels from coefficients, by the arithmetic of libjpeg-turbo's accurate integer transform, its interpolation of chroma and
/// its conversion from YCbCr.
extension JPEGCoefficients {
    /// The number of rows that are made at a time.
    private static let rowsAtOnce = 64

    package func write(to pixels: UnsafeMutableBufferPointer<UInt8>) {
        guard let target = UnsafeMutableRawPointer(pixels.baseAddress)?.assumingMemoryBound(to: UInt32.self) else { return }
        let place = orientation.storedPlace(width: width, height: height)
        let displayedWidth = orientation.swapsSides ? height : width
        // The displayed index of the stored pixel (x, y) is origin + x·stepX + y·stepY.
        let stepX = place.xx + place.xy * displayedWidth
        let stepY = place.yx + place.yy * displayedWidth
        let origin = -place.x * stepX - place.y * stepY
        var lines = components.map { _ in [UInt8](repeating: 0, count: width) }
        for top in stride(from: 0, to: height, by: Self.rowsAtOnce) {
            let band = top..<min(height, top + Self.rowsAtOnce)
            let planes = components.map { Plane(of: $0, rows: $0.blockRows(for: band), values: values) }
            for y in band {
                for index in planes.indices { planes[index].stretch(row: y, to: &lines[index]) }
                let start = origin + y * stepY
                for x in 0..<width {
                    target[start + x * stepX] = word(lines, x)
                }
            }
        }
    }

    private func word(_ lines: [[UInt8]], _ x: Int) -> UInt32 {
        let first = UInt32(lines[0][x])
        switch space {
        case .gray: return (first | first << 8 | first << 16 | 255 << 24).littleEndian
        case .rgb: return (first | UInt32(lines[1][x]) << 8 | UInt32(lines[2][x]) << 16 | 255 << 24).littleEndian
        case .ycc:
            let luma = Int32(first)
            let (blue, red) = (Int32(lines[1][x]) - 128, Int32(lines[2][x]) - 128)
            func byte(_ value: Int32) -> UInt32 { UInt32(max(0, min(255, value))) }
            let r = byte(luma + (JPEGNumbers.redFromRed * red + 32768) >> 16)
            let g = byte(luma + (32768 - JPEGNumbers.greenFromBlue * blue - JPEGNumbers.greenFromRed * red) >> 16)
            let b = byte(luma + (JPEGNumbers.blueFromBlue * blue + 32768) >> 16)
            return (r | g << 8 | b << 16 | 255 << 24).littleEndian
        }
    }
}

/// Some rows of blocks of one component as samples.
private struct Plane {
    private let component: JPEGCoefficients.Component
    private let firstRow: Int
    private let rowBytes: Int
    private var samples: [UInt8]

    init(of component: JPEGCoefficients.Component, rows: Range<Int>, values: UnsafePointer<Int16>) {
        self.component = component
        firstRow = 8 * rows.lowerBound
        rowBytes = 8 * component.blocksAcross
        samples = [UInt8](repeating: 0, count: 8 * rows.count * rowBytes)
        let (across, first, bytesInRow) = (component.blocksAcross, component.firstBlock, rowBytes)
        component.quantisation.withUnsafeBufferPointer { quantisation in
            samples.withUnsafeMutableBufferPointer { samples in
                for row in rows {
                    for column in 0..<across {
                        let block = values + JPEGCoefficients.valuesInBlock * (first + row * across + column)
                        let place = 8 * (row - rows.lowerBound) * bytesInRow + 8 * column
                        Self.transform(block, quantisation, to: samples, place, rowBytes: bytesInRow)
                    }
                }
            }
        }
    }

    /// Makes a row of the picture: interpolates or repeats samples.
    func stretch(row y: Int, to line: inout [UInt8]) {
        let near = y / component.down
        let last = component.columns - 1
        func start(_ row: Int) -> Int { (max(0, min(component.rows - 1, row)) - firstRow) * rowBytes }
        let nearStart = start(near)
        let farStart = component.isSmoothDown ? start(y & 1 == 0 ? near - 1 : near + 1) : nearStart
        let (across, isSmoothAcross, isSmoothDown) = (component.across, component.isSmoothAcross, component.isSmoothDown)
        samples.withUnsafeBufferPointer { samples in
            func sum(_ column: Int) -> Int32 {
                let near = Int32(samples[nearStart + column])
                return isSmoothDown ? 3 * near + Int32(samples[farStart + column]) : near
            }
            for x in line.indices {
                let column = x / across
                var value = sum(column)
                if isSmoothAcross {
                    let isLeft = x & 1 == 0
                    value = 3 * value + sum(isLeft ? max(0, column - 1) : min(last, column + 1))
                    value = isSmoothDown ? (value + (isLeft ? 8 : 7)) >> 4 : (value + (isLeft ? 1 : 2)) >> 2
                } else if isSmoothDown {
                    value = (value + (y & 1 == 0 ? 1 : 2)) >> 2
                }
                line[x] = UInt8(truncatingIfNeeded: value)
            }
        }
    }

    /// Makes the 8×8 samples of a block: dequantises it and transforms columns, then rows.
    private static func transform(
        _ block: UnsafePointer<Int16>, _ quantisation: UnsafeBufferPointer<UInt16>,
        to samples: UnsafeMutableBufferPointer<UInt8>, _ place: Int, rowBytes: Int
    ) {
        func row(_ i: Int) -> SIMD8<Int32> {
            var result = SIMD8<Int32>()
            for j in 0..<8 { result[j] = Int32(block[8 * i + j]) &* Int32(quantisation[8 * i + j]) }
            return result
        }
        let columns = transformed(
            (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)), shift: JPEGNumbers.bits - JPEGNumbers.moreBits)
        let rows = transformed(transposed(columns), shift: JPEGNumbers.bits + JPEGNumbers.moreBits + 3)
        let made = transposed(rows)
        for (i, row) in [made.0, made.1, made.2, made.3, made.4, made.5, made.6, made.7].enumerated() {
            let bytes = (row &+ 128).clamped(lowerBound: SIMD8(repeating: 0), upperBound: SIMD8(repeating: 255))
            for j in 0..<8 { samples[place + i * rowBytes + j] = UInt8(truncatingIfNeeded: bytes[j]) }
        }
    }

    private typealias Eight = (
        SIMD8<Int32>, SIMD8<Int32>, SIMD8<Int32>, SIMD8<Int32>, SIMD8<Int32>, SIMD8<Int32>, SIMD8<Int32>, SIMD8<Int32>
    )

    /// The inverse transform of eight values, for eight columns at once (jidctint.c; Loeffler, Ligtenberg and Moschytz,
    /// ICASSP 1989).
    private static func transformed(_ v: Eight, shift: Int32) -> Eight {
        let numbers = JPEGNumbers.self
        let common = (v.2 &+ v.6) &* numbers.c0541
        let even2 = common &- v.6 &* numbers.c1847
        let even3 = common &+ v.2 &* numbers.c0765
        let even0 = (v.0 &+ v.4) &<< SIMD8(repeating: numbers.bits)
        let even1 = (v.0 &- v.4) &<< SIMD8(repeating: numbers.bits)
        let (a0, a3, a1, a2) = (even0 &+ even3, even0 &- even3, even1 &+ even2, even1 &- even2)
        let all = ((v.7 &+ v.3) &+ (v.5 &+ v.1)) &* numbers.c1175
        let z1 = (v.7 &+ v.1) &* -numbers.c0899
        let z2 = (v.5 &+ v.3) &* -numbers.c2562
        let z3 = all &- (v.7 &+ v.3) &* numbers.c1961
        let z4 = all &- (v.5 &+ v.1) &* numbers.c0390
        let b0 = v.7 &* numbers.c0298 &+ z1 &+ z3
        let b1 = v.5 &* numbers.c2053 &+ z2 &+ z4
        let b2 = v.3 &* numbers.c3072 &+ z2 &+ z3
        let b3 = v.1 &* numbers.c1501 &+ z1 &+ z4
        let half = SIMD8<Int32>(repeating: 1 << (shift - 1))
        func scaled(_ value: SIMD8<Int32>) -> SIMD8<Int32> { (value &+ half) &>> SIMD8(repeating: shift) }
        return (
            scaled(a0 &+ b3), scaled(a1 &+ b2), scaled(a2 &+ b1), scaled(a3 &+ b0), scaled(a3 &- b0), scaled(a2 &- b1),
            scaled(a1 &- b2), scaled(a0 &- b3)
        )
    }

    private static func transposed(_ v: Eight) -> Eight {
        func column(_ j: Int) -> SIMD8<Int32> {
            SIMD8(v.0[j], v.1[j], v.2[j], v.3[j], v.4[j], v.5[j], v.6[j], v.7[j])
        }
        return (column(0), column(1), column(2), column(3), column(4), column(5), column(6), column(7))
    }
}

/// The constants of libjpeg's arithmetic, which shaders share.
package enum JPEGNumbers {
    /// The fraction bits of the transform's constants, and the bits that values keep between the two transforms.
    package static let bits: Int32 = 13
    package static let moreBits: Int32 = 2

    // Named by their values × 1000; 8192 means one.
    package static let c0298: Int32 = 2446
    package static let c0390: Int32 = 3196
    package static let c0541: Int32 = 4433
    package static let c0765: Int32 = 6270
    package static let c0899: Int32 = 7373
    package static let c1175: Int32 = 9633
    package static let c1501: Int32 = 12299
    package static let c1847: Int32 = 15137
    package static let c1961: Int32 = 16069
    package static let c2053: Int32 = 16819
    package static let c2562: Int32 = 20995
    package static let c3072: Int32 = 25172

    // The weights of Cb and Cr in red, green and blue (jdcolor.c); 65536 means one.
    package static let redFromRed: Int32 = 91881
    package static let greenFromBlue: Int32 = 22554
    package static let greenFromRed: Int32 = 46802
    package static let blueFromBlue: Int32 = 116130
}
