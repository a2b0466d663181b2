import PenumbraBitmap

/// Pixels from coefficients, by the arithmetic of libjpeg-turbo's accurate integer transform, its interpolation of chroma and
/// its conversion from YCbCr.
extension JPEGCoefficients {
    /// The number of rows that are made at a time.
    private static let rowsAtOnce = 64

    package func write(to pixels: UnsafeMutableBufferPointer<UInt8>) {
        guard let target = UnsafeMutableRawPointer(pixels.baseAddress)?.assumingMemoryBound(to: UInt32.self) else { return }
        let (width, height, orientation) = (shape.width, shape.height, shape.orientation)
        let place = orientation.storedPlace(width: width, height: height)
        let displayedWidth = orientation.swapsSides ? height : width
        // The displayed index of the stored pixel (x, y) is origin + x·stepX + y·stepY.
        let stepX = place.xx + place.xy * displayedWidth
        let stepY = place.yx + place.yy * displayedWidth
        let origin = -place.x * stepX - place.y * stepY
        var line = Line(components: shape.components, width: width)
        for top in stride(from: 0, to: height, by: Self.rowsAtOnce) {
            let band = top..<min(height, top + Self.rowsAtOnce)
            let samples = zip(shape.components, planes).map { component, plane in
                Samples(of: component, plane, rows: component.blockRows(for: band), values: values)
            }
            for y in band {
                line.stretch(samples, row: y)
                line.write(to: target + origin + y * stepY, step: stepX, shape.space)
            }
        }
    }
}

/// A row of the picture, one value per pixel for each component.
private struct Line {
    private let width: Int
    /// The values of all components, one component after another.
    private var values: [UInt8]
    /// The sums of two rows of samples.
    private var sums: [Int32]

    init(components: [JPEGShape.Component], width: Int) {
        self.width = width
        values = [UInt8](repeating: 0, count: components.count * width)
        sums = [Int32](repeating: 0, count: components.map(\.columns).max() ?? 0)
    }

    mutating func stretch(_ planes: [Samples], row: Int) {
        values.withUnsafeMutableBufferPointer { values in
            sums.withUnsafeMutableBufferPointer { sums in
                for (index, plane) in planes.enumerated() {
                    plane.stretch(
                        row: row, sums: sums,
                        to: UnsafeMutableBufferPointer(rebasing: values[index * width..<(index + 1) * width]))
                }
            }
        }
    }

    /// Writes pixels, each `step` pixels after the one before.
    func write(to target: UnsafeMutablePointer<UInt32>, step: Int, _ space: JPEGShape.Space) {
        values.withUnsafeBufferPointer { values in
            for x in 0..<width {
                let first = UInt32(values[x])
                let pixel: UInt32
                switch space {
                case .gray: pixel = first | first << 8 | first << 16
                case .rgb: pixel = first | UInt32(values[width + x]) << 8 | UInt32(values[2 * width + x]) << 16
                case .ycc:
                    let luma = Int32(first)
                    let (blue, red) = (Int32(values[width + x]) &- 128, Int32(values[2 * width + x]) &- 128)
                    func byte(_ value: Int32) -> UInt32 { UInt32(truncatingIfNeeded: max(0, min(255, value))) }
                    let r = byte(luma &+ (JPEGNumbers.redFromRed &* red &+ 32768) >> 16)
                    let g = byte(
                        luma &+ (32768 &- JPEGNumbers.greenFromBlue &* blue &- JPEGNumbers.greenFromRed &* red) >> 16)
                    let b = byte(luma &+ (JPEGNumbers.blueFromBlue &* blue &+ 32768) >> 16)
                    pixel = r | g << 8 | b << 16
                }
                target[x &* step] = (pixel | 255 << 24).littleEndian
            }
        }
    }
}

/// Some rows of blocks of one component as samples.
private struct Samples {
    private let component: JPEGShape.Component
    private let firstRow: Int
    private let rowBytes: Int
    private var samples: [UInt8]

    init(
        of component: JPEGShape.Component, _ plane: JPEGCoefficients.Plane, rows: Range<Int>, values: UnsafePointer<Int16>
    ) {
        self.component = component
        firstRow = 8 * rows.lowerBound
        rowBytes = 8 * component.blocksAcross
        samples = [UInt8](repeating: 0, count: 8 * rows.count * rowBytes)
        let (across, bytesInRow) = (component.blocksAcross, rowBytes)
        component.quantisation.withUnsafeBufferPointer { quantisation in
            samples.withUnsafeMutableBufferPointer { samples in
                for row in rows {
                    let first = plane.firstBlock + row * plane.rowBlocks
                    for column in 0..<across {
                        let block = values + JPEGCoefficients.valuesInBlock * (first + column)
                        let place = 8 * (row - rows.lowerBound) * bytesInRow + 8 * column
                        Self.transform(block, quantisation, to: samples, place, rowBytes: bytesInRow)
                    }
                }
            }
        }
    }

    /// Makes a row of the picture: interpolates or repeats samples.
    func stretch(
        row y: Int, sums: UnsafeMutableBufferPointer<Int32>, to line: UnsafeMutableBufferPointer<UInt8>
    ) {
        let columns = component.columns
        func start(_ row: Int) -> Int { (max(0, min(component.rows - 1, row)) - firstRow) * rowBytes }
        let near = start(y / component.down)
        let isUpper = y & 1 == 0
        guard component.isSmoothAcross || component.isSmoothDown else {
            samples.withUnsafeBufferPointer { samples in
                if component.across == 1 {
                    for x in line.indices { line[x] = samples[near &+ x] }
                } else {
                    for x in line.indices { line[x] = samples[near + x / component.across] }
                }
            }
            return
        }
        samples.withUnsafeBufferPointer { samples in
            if component.isSmoothDown {
                let far = start(y / component.down + (isUpper ? -1 : 1))
                for x in 0..<columns { sums[x] = 3 &* Int32(samples[near &+ x]) &+ Int32(samples[far &+ x]) }
            } else {
                for x in 0..<columns { sums[x] = Int32(samples[near &+ x]) }
            }
        }
        guard component.isSmoothAcross else {
            let half: Int32 = isUpper ? 1 : 2
            for x in line.indices { line[x] = UInt8(truncatingIfNeeded: (sums[x] &+ half) >> 2) }
            return
        }
        let (left, right, shift): (Int32, Int32, Int32) = component.isSmoothDown ? (8, 7, 4) : (1, 2, 2)
        for x in 0..<columns {
            let sum = 3 &* sums[x]
            line[2 &* x] = UInt8(truncatingIfNeeded: (sum &+ sums[max(0, x &- 1)] &+ left) &>> shift)
            guard 2 &* x &+ 1 < line.count else { break }
            line[2 &* x &+ 1] = UInt8(truncatingIfNeeded: (sum &+ sums[min(columns &- 1, x &+ 1)] &+ right) &>> shift)
        }
    }

    /// Makes the 8×8 samples of a block: dequantises it and transforms columns, then rows.
    private static func transform(
        _ block: UnsafePointer<Int16>, _ quantisation: UnsafeBufferPointer<UInt16>,
        to samples: UnsafeMutableBufferPointer<UInt8>, _ place: Int, rowBytes: Int
    ) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { values in
            guard let first = values.baseAddress else { return }
            for i in 0..<64 { first[i] = Int32(block[i]) &* Int32(quantisation[i]) }
            for column in 0..<8 {
                transform(first + column, step: 8, shift: JPEGNumbers.bits - JPEGNumbers.moreBits)
            }
            for row in 0..<8 {
                let line = first + 8 * row
                transform(line, step: 1, shift: JPEGNumbers.bits + JPEGNumbers.moreBits + 3)
                for i in 0..<8 {
                    samples[place &+ row &* rowBytes &+ i] = UInt8(truncatingIfNeeded: max(0, min(255, line[i] &+ 128)))
                }
            }
        }
    }

    /// The inverse transform of eight values (jidctint.c; Loeffler, Ligtenberg and Moschytz, ICASSP 1989).
    private static func transform(_ values: UnsafeMutablePointer<Int32>, step: Int, shift: Int32) {
        let numbers = JPEGNumbers.self
        let (v0, v1, v2, v3) = (values[0], values[step], values[2 &* step], values[3 &* step])
        let (v4, v5, v6, v7) = (values[4 &* step], values[5 &* step], values[6 &* step], values[7 &* step])
        let half: Int32 = 1 &<< (shift &- 1)
        if v1 | v2 | v3 | v4 | v5 | v6 | v7 == 0 {
            let value = (v0 &<< numbers.bits &+ half) &>> shift
            for i in 0..<8 { values[i &* step] = value }
            return
        }
        let even = (v2 &+ v6) &* numbers.c0541
        let even2 = even &- v6 &* numbers.c1847
        let even3 = even &+ v2 &* numbers.c0765
        let even0 = (v0 &+ v4) &<< numbers.bits &+ half
        let even1 = (v0 &- v4) &<< numbers.bits &+ half
        let (a0, a3, a1, a2) = (even0 &+ even3, even0 &- even3, even1 &+ even2, even1 &- even2)
        let odd = (v7 &+ v3 &+ v5 &+ v1) &* numbers.c1175
        let z1 = (v7 &+ v1) &* -numbers.c0899
        let z2 = (v5 &+ v3) &* -numbers.c2562
        let z3 = odd &- (v7 &+ v3) &* numbers.c1961
        let z4 = odd &- (v5 &+ v1) &* numbers.c0390
        let b0 = v1 &* numbers.c1501 &+ z1 &+ z4
        let b1 = v3 &* numbers.c3072 &+ z2 &+ z3
        let b2 = v5 &* numbers.c2053 &+ z2 &+ z4
        let b3 = v7 &* numbers.c0298 &+ z1 &+ z3
        values[0] = (a0 &+ b0) &>> shift
        values[step] = (a1 &+ b1) &>> shift
        values[2 &* step] = (a2 &+ b2) &>> shift
        values[3 &* step] = (a3 &+ b3) &>> shift
        values[4 &* step] = (a3 &- b3) &>> shift
        values[5 &* step] = (a2 &- b2) &>> shift
        values[6 &* step] = (a1 &- b1) &>> shift
        values[7 &* step] = (a0 &- b0) &>> shift
    }
}
