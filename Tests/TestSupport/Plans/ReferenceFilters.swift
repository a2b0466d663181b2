import PenumbraGeometry
import PenumbraPlan

/// `FilterPixels` from its formulas, one pixel at a time.
extension ReferenceExecutor {
    func filtered(_ pass: FilterPixels, _ x: Int, _ y: Int) -> [Int] {
        func pixel(_ index: Int, _ dx: Int = 0, _ dy: Int = 0) -> [Int] {
            let input = pass.inputs[index]
            return held(surfaces[input.surface.index][x + input.dx + dx, y + input.dy + dy])
        }
        /// A pixel of the first input at its own place.
        func first(_ x: Int, _ y: Int) -> [Int] { held(surfaces[pass.inputs[0].surface.index][x, y]) }
        switch pass.operation {
        case .straight(let changes):
            var color = straight(pixel(0))
            for change in changes {
                switch change {
                case .matrix(let rows): color = rows.map { result(of: $0, color) }
                case .tables(let tables):
                    color = (0..<4).map { channel in tables[channel].map { Int($0.values[color[channel]]) } ?? color[channel] }
                }
            }
            return premultiplied(color)
        case .combine(.parts(let one, let other)):
            let (a, b) = (pixel(0), pixel(1))
            func part(_ share: FilterPixels.Share, _ alpha: Int) -> Int {
                switch share {
                case .none: 0
                case .all: 32768
                case .inside: alpha
                case .outside: 32768 - alpha
                }
            }
            return held((0..<4).map { min(32768, fits(a[$0] * part(one, b[3]) + b[$0] * part(other, a[3]) + 16384) >> 15) })
        case .combine(.arithmetic(let row)):
            let (a, b) = (pixel(0), pixel(1))
            return held((0..<4).map { result(of: row, [(a[$0] * b[$0] + 16384) >> 15, a[$0], b[$0], 0]) })
        case .extremum(let extremum):
            let pixels = (extremum.first..<extremum.first + extremum.count).map {
                extremum.axis == .horizontal ? pixel(0, $0, 0) : pixel(0, 0, $0)
            }
            return (0..<4).map { channel in
                let values = pixels.map { $0[channel] }
                return (extremum.isGreatest ? values.max() : values.min())!
            }
        case .tile(let rect):
            let input = pass.inputs[0]
            func wrapped(_ value: Int, _ start: Int, _ length: Int) -> Int {
                start + ((value - start) % length + length) % length
            }
            return first(wrapped(x + input.dx, rect.x, rect.width), wrapped(y + input.dy, rect.y, rect.height))
        case .turbulence(let turbulence): return noise(turbulence, x, y)
        case .convolve(let kernel):
            let input = pass.inputs[0]
            let (own, area) = ((x + input.dx, y + input.dy), kernel.area)
            func placed(_ value: Int, _ start: Int, _ length: Int) -> Int {
                switch kernel.edge {
                case .none: value
                case .duplicate: min(max(value, start), start + length - 1)
                case .wrap: start + ((value - start) % length + length) % length
                }
            }
            var sums = [0, 0, 0, 0]
            for index in 0..<kernel.weights.count {
                let column = placed(own.0 + kernel.firstColumn + index % kernel.columns, area.x, area.width)
                let row = placed(own.1 + kernel.firstRow + index / kernel.columns, area.y, area.height)
                guard area.columns.contains(column), area.rows.contains(row) else { continue }
                let color = kernel.keepsAlpha ? straight(first(column, row)) : first(column, row)
                for channel in 0..<4 { sums[channel] += color[channel] * Int(kernel.weights[index]) }
            }
            let half = (1 << Int(kernel.shift)) >> 1
            func settled(_ sum: Int, _ most: Int) -> Int { min(max((sum + half) >> Int(kernel.shift), 0), most) }
            if kernel.keepsAlpha {
                let alpha = first(own.0, own.1)[3]
                return premultiplied((0..<3).map { settled(sums[$0] + Int(kernel.bias) * alpha, 32768) } + [alpha])
            }
            let alpha = settled(sums[3] + 32768 * Int(kernel.bias), 32768)
            return (0..<3).map { settled(sums[$0] + Int(kernel.bias) * alpha, alpha) } + [alpha]
        case .displace(let displacement):
            let map = straight(pixel(1))
            func offset(_ part: FilterPixels.Displacement.Part) -> Int {
                let half = 1 << (Int(part.shift) + 14)
                return (Int(part.scale) * (map[part.channel.rawValue] - 16384) + half) >> (Int(part.shift) + 15)
            }
            return pixel(0, offset(displacement.x), offset(displacement.y))
        case .light(let light):
            let input = pass.inputs[0]
            return lit(light, column: x, row: y, at: (x + input.dx, y + input.dy)) { first($0, $1)[3] }
        }
    }

    private func held(_ color: [Int]) -> [Int] { color.map { min($0, color[3]) } }

    private func straight(_ color: [Int]) -> [Int] {
        color[3] == 0 ? [0, 0, 0, 0] : color[0..<3].map { ($0 * 32768 + color[3] / 2) / color[3] } + [color[3]]
    }

    private func premultiplied(_ color: [Int]) -> [Int] {
        color[0..<3].map { fits($0 * color[3] + 16384) >> 15 } + [color[3]]
    }

    private func result(of row: FilterPixels.Row, _ values: [Int]) -> Int {
        let half = (1 << Int(row.shift)) >> 1
        let sum = (0..<4).reduce(32768 * Int(row.numbers[4]) + half) { $0 + values[$1] * Int(row.numbers[$1]) }
        precondition(abs(sum) < 1 << 31)
        return min(max(sum >> Int(row.shift), 0), 32768)
    }

    private func noise(_ turbulence: FilterPixels.Turbulence, _ x: Int, _ y: Int) -> [Int] {
        let words = turbulence.lattice.words.map { Int($0) }
        let (width, height) = (turbulence.columns.count / turbulence.octaves, turbulence.rows.count / turbulence.octaves)
        struct Place {
            var b: [Int]
            var r: Int
            var s: Int

            init(_ numbers: SIMD2<Int32>) {
                b = [Int(numbers.x) & 0xFFFF, Int(numbers.x) >> 16]
                (r, s) = (Int(UInt32(bitPattern: numbers.y) & 0xFFFF), Int(UInt32(bitPattern: numbers.y) >> 16))
            }
        }
        func mix(_ t: Int, _ a: Int, _ b: Int) -> Int { a + ((t * (b - a) + 16384) >> 15) }
        let channels = (0..<4).map { channel in
            var sum = 0
            for octave in 0..<turbulence.octaves {
                let column = Place(turbulence.columns[octave * width + x])
                let row = Place(turbulence.rows[octave * height + y])
                func dot(_ i: Int, _ j: Int) -> Int {
                    let point = words[words[column.b[i]] + row.b[j]]
                    let place = 512 + 2 * (256 * channel + point)
                    let sum = (column.r - 32768 * i) * words[place] + (row.r - 32768 * j) * words[place + 1] + 32768
                    precondition(abs(sum) < 1 << 31)
                    return sum >> 16
                }
                let n = mix(row.s, mix(column.s, dot(0, 0), dot(1, 0)), mix(column.s, dot(0, 1), dot(1, 1)))
                sum += ((turbulence.isFractal ? n : abs(n)) << 8) >> octave
            }
            let value = turbulence.isFractal ? (sum + (1 << 22) + 128) >> 8 : (sum + 64) >> 7
            return min(max(value, 0), 32768)
        }
        return premultiplied(channels)
    }
}
