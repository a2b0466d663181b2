import PenumbraGeometry
import PenumbraPlan

extension FilterPixels.Kernel {
    private var keptRows: Int { rows <= Self.mostKeptRows ? rows : 1 }

    func workBytes(width: Int) -> Int {
        Workspace.bytes(Pixel.self, (width + columns - 1) * keptRows) + Workspace.bytes(Pixel.self, width)
    }

    func draw(_ read: PixelReader, _ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let (width, kept) = (target.width, keptRows)
        let length = width + columns - 1
        let lines = context.work.take(Pixel.self, length * kept)
        let sums = context.work.take(Pixel.self, width)
        // The row of the input that each line holds.
        var held = [Int?](repeating: nil, count: kept)
        weights.withUnsafeBufferPointer { weights in
            for y in band {
                sums.update(repeating: .zero, count: width)
                for j in 0..<rows {
                    let row = y + read.dy + firstRow + j
                    let slot = (row % kept + kept) % kept
                    let line = lines + slot * length
                    if held[slot] != row {
                        fill(line, length, from: read.dx + firstColumn, row, read)
                        held[slot] = row
                    }
                    for x in 0..<width {
                        var sum = sums[x]
                        for i in 0..<columns { sum = sum &+ line[x &+ i] &* weights[j &* columns &+ i] }
                        sums[x] = sum
                    }
                }
                finish(sums, y, read, target)
            }
        }
    }

    /// Writes pixels of one row of the input, as the kernel reads them.
    private func fill(_ line: UnsafeMutablePointer<Pixel>, _ length: Int, from first: Int, _ row: Int, _ read: PixelReader) {
        let y = placed(row, area.y, area.height)
        guard y >= area.y, y < area.maxY else { return line.update(repeating: .zero, count: length) }
        for i in 0..<length {
            let x = placed(first + i, area.x, area.width)
            guard x >= area.x, x < area.maxX else {
                line[i] = .zero
                continue
            }
            let color = read(at: x, y)
            line[i] = keepsAlpha ? color.straight : color
        }
    }

    @inline(__always)
    private func placed(_ value: Int, _ start: Int, _ length: Int) -> Int {
        switch edge {
        case .none: return value
        case .duplicate: return max(start, min(start + length - 1, value))
        case .wrap:
            let rest = (value - start) % length
            return start + (rest < 0 ? rest + length : rest)
        }
    }

    private func finish(_ sums: UnsafeMutablePointer<Pixel>, _ y: Int, _ read: PixelReader, _ target: Rows) {
        let half = Int32(1 << shift) >> 1
        var row = target.row(y)
        for x in 0..<target.width {
            var sum = sums[x]
            let alpha = keepsAlpha ? read(x, y).w : max(0, min(32768, (sum.w &+ 32768 &* bias &+ half) >> shift))
            sum = (sum &+ Pixel(repeating: bias &* alpha &+ half)) &>> Pixel(repeating: shift)
            sum = sum.clamped(to: keepsAlpha ? 32768 : alpha)
            sum.w = alpha
            (keepsAlpha ? sum.premultiplied : sum).store(row)
            row += 4
        }
    }
}
