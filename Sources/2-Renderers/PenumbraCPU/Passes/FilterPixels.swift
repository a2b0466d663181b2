import PenumbraGeometry
import PenumbraPlan

typealias Pixel = SIMD4<Int32>

/// The rows of a surface that are read at an offset. Colours are clamped to their alpha.
struct PixelReader {
    let rows: Rows
    let dx: Int
    let dy: Int

    /// The pixel at a place of the input; zeros outside.
    @inline(__always)
    func callAsFunction(at x: Int, _ y: Int) -> Pixel {
        guard x >= 0, x < rows.width, y >= rows.firstRow, y < rows.firstRow &+ rows.rowCount else { return .zero }
        let p = rows.row(y) + 4 &* x
        let a = Int32(p[3])
        return Pixel(min(Int32(p[0]), a), min(Int32(p[1]), a), min(Int32(p[2]), a), a)
    }

    /// The pixel of the target's pixel (x, y).
    @inline(__always)
    func callAsFunction(_ x: Int, _ y: Int) -> Pixel { self(at: x &+ dx, y &+ dy) }
}

extension Pixel {
    /// The straight colour of a premultiplied colour.
    @inline(__always)
    var straight: Pixel {
        guard w > 0 else { return .zero }
        @inline(__always) func divided(_ c: Int32) -> Int32 { (c &* 32768 &+ w / 2) / w }
        return w == 32768 ? self : Pixel(divided(x), divided(y), divided(z), w)
    }

    /// The premultiplied colour of a straight colour.
    @inline(__always)
    var premultiplied: Pixel {
        let product = (self &* Pixel(repeating: w) &+ 16384) &>> 15
        return Pixel(product.x, product.y, product.z, w)
    }

    @inline(__always)
    func clamped(to most: Int32) -> Pixel { pointwiseMax(.zero, pointwiseMin(self, Pixel(repeating: most))) }

    @inline(__always)
    func store(_ target: UnsafeMutablePointer<UInt16>) {
        (target[0], target[1], target[2], target[3]) = (
            UInt16(truncatingIfNeeded: x), UInt16(truncatingIfNeeded: y), UInt16(truncatingIfNeeded: z),
            UInt16(truncatingIfNeeded: w)
        )
    }
}

extension FilterPixels: BandPass {
    func workBytes(in plan: RenderPlan) -> Int {
        if case .convolve(let kernel) = operation { kernel.workBytes(width: plan[target].width) } else { 0 }
    }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        var inputs: [PixelReader] = []
        for (index, input) in self.inputs.enumerated() {
            var rect = PixelRect(columns: 0..<target.width, rows: band).offset(x: input.dx, y: input.dy)
            if index == 0 { rect = operation.reads(of: rect) }
            inputs.append(PixelReader(rows: context.rows(of: input.surface, rect.rows), dx: input.dx, dy: input.dy))
        }
        func fill(_ pixel: (Int, Int) -> Pixel) {
            for y in band {
                var row = target.row(y)
                for x in 0..<target.width {
                    pixel(x, y).store(row)
                    row += 4
                }
            }
        }
        switch operation {
        case .straight(let changes):
            let (read, steps) = (inputs[0], changes.map(ColorStep.init))
            fill { x, y in
                var color = read(x, y).straight
                for step in steps { color = step(color) }
                return color.premultiplied
            }
        case .combine(let combination): combine(combination, inputs[0], inputs[1], fill)
        case .extremum(let extremum):
            let read = inputs[0]
            let (dx, dy) = extremum.axis == .horizontal ? (1, 0) : (0, 1)
            fill { x, y in
                var place = (x: x &+ read.dx &+ extremum.first &* dx, y: y &+ read.dy &+ extremum.first &* dy)
                var result = read(at: place.x, place.y)
                for _ in 1..<max(1, extremum.count) {
                    place = (place.x &+ dx, place.y &+ dy)
                    let next = read(at: place.x, place.y)
                    result = extremum.isGreatest ? pointwiseMax(result, next) : pointwiseMin(result, next)
                }
                return result
            }
        case .tile(let rect):
            let read = inputs[0]
            func wrapped(_ value: Int, _ length: Int) -> Int {
                let rest = value % length
                return rest < 0 ? rest + length : rest
            }
            fill { x, y in
                read(
                    at: rect.x + wrapped(x + read.dx - rect.x, rect.width),
                    rect.y + wrapped(y + read.dy - rect.y, rect.height))
            }
        case .turbulence(let turbulence): turbulence.fill(fill)
        case .convolve(let kernel): kernel.draw(inputs[0], target, band, context)
        case .light(let light): light.fill(inputs[0], fill)
        case .displace(let displacement):
            let (read, map) = (inputs[0], inputs[1])
            func offset(_ part: Displacement.Part, _ color: Pixel) -> Int {
                let half = Int32(1) << (part.shift + 14)
                return Int((part.scale &* (color[part.channel.rawValue] &- 16384) &+ half) >> (part.shift + 15))
            }
            fill { x, y in
                let color = map(x, y).straight
                return read(x + offset(displacement.x, color), y + offset(displacement.y, color))
            }
        }
    }

    private func combine(
        _ combination: Combination, _ a: PixelReader, _ b: PixelReader, _ fill: ((Int, Int) -> Pixel) -> Void
    ) {
        func held(_ color: Pixel) -> Pixel { pointwiseMin(color, Pixel(repeating: color.w)) }
        switch combination {
        case .parts(let first, let second):
            func part(_ share: Share, _ alpha: Int32) -> UInt32 {
                switch share {
                case .none: 0
                case .all: 32768
                case .inside: UInt32(alpha)
                case .outside: UInt32(32768 - alpha)
                }
            }
            fill { x, y in
                let (a, b) = (a(x, y), b(x, y))
                let sum =
                    SIMD4<UInt32>(truncatingIfNeeded: a) &* part(first, b.w)
                    &+ SIMD4<UInt32>(truncatingIfNeeded: b) &* part(second, a.w)
                return held(Pixel(truncatingIfNeeded: (sum &+ 16384) &>> 15).clamped(to: 32768))
            }
        case .arithmetic(let row):
            let half = Int32(1 << row.shift) >> 1
            fill { x, y in
                let (a, b) = (a(x, y), b(x, y))
                let product = (a &* b &+ 16384) &>> 15
                var sum = product &* row.numbers[0] &+ a &* row.numbers[1] &+ b &* row.numbers[2]
                sum = sum &+ (32768 &* row.numbers[4] &+ half)
                return held((sum &>> Pixel(repeating: row.shift)).clamped(to: 32768))
            }
        }
    }
}

/// A change of straight colours in the form in which it is applied.
private enum ColorStep {
    case matrix([Pixel], shifts: Pixel)
    case tables([ChannelTable?])

    init(_ change: FilterPixels.ColorChange) {
        switch change {
        case .matrix(let rows):
            var columns = (0..<5).map { column in Pixel(rows.map { $0.numbers[column] }) }
            let shifts = Pixel(rows.map(\.shift))
            columns[4] = columns[4] &* 32768 &+ Pixel(rows.map { Int32(1 << $0.shift) >> 1 })
            self = .matrix(columns, shifts: shifts)
        case .tables(let tables): self = .tables(tables)
        }
    }

    @inline(__always)
    func callAsFunction(_ color: Pixel) -> Pixel {
        switch self {
        case .matrix(let columns, let shifts):
            var sum = columns[0] &* color.x &+ columns[1] &* color.y
            sum = sum &+ columns[2] &* color.z &+ columns[3] &* color.w
            return ((sum &+ columns[4]) &>> shifts).clamped(to: 32768)
        case .tables(let tables):
            var result = color
            for channel in 0..<4 {
                if let table = tables[channel] { result[channel] = Int32(table.values[Int(color[channel])]) }
            }
            return result
        }
    }
}

extension FilterPixels.Turbulence {
    fileprivate func fill(_ fill: ((Int, Int) -> Pixel) -> Void) {
        let (width, height) = (columns.count / octaves, rows.count / octaves)
        let (words, scaling) = (lattice.words, scaling)
        func mix(_ t: Int32, _ a: Int32, _ b: Int32) -> Int32 { a &+ ((t &* (b &- a) &+ 16384) >> 15) }
        fill { x, y in
            var sum = Pixel.zero
            for octave in 0..<octaves {
                let (column, row) = (columns[octave * width + x], rows[octave * height + y])
                let (rx, ry) = (column.y & 0xFFFF, row.y & 0xFFFF)
                let sx = Int32(bitPattern: UInt32(bitPattern: column.y) >> 16)
                let sy = Int32(bitPattern: UInt32(bitPattern: row.y) >> 16)
                let (i, j) = (words[Int(column.x & 255)], words[Int(column.x >> 16)])
                let (above, below) = (row.x & 255, row.x >> 16)
                let (b00, b10) = (words[Int(i + above)], words[Int(j + above)])
                let (b01, b11) = (words[Int(i + below)], words[Int(j + below)])
                for channel in 0..<4 {
                    func dot(_ point: Int32, _ x: Int32, _ y: Int32) -> Int32 {
                        let place = PerlinLattice.latticeCount + 2 * (PerlinLattice.size * channel + Int(point))
                        return (x &* words[place] &+ y &* words[place + 1] &+ 32768) >> 16
                    }
                    let a = mix(sx, dot(b00, rx, ry), dot(b10, rx - 32768, ry))
                    let b = mix(sx, dot(b01, rx, ry - 32768), dot(b11, rx - 32768, ry - 32768))
                    let n = mix(sy, a, b)
                    sum[channel] &+= ((isFractal ? n : abs(n)) << 8) >> Int32(octave)
                }
            }
            let color = (sum &+ scaling.bias) &>> Pixel(repeating: scaling.shift)
            return color.clamped(to: 32768).premultiplied
        }
    }
}
