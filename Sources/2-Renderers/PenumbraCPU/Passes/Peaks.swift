import PenumbraPlan

extension BandContext {
    func peaks(_ id: SurfaceID, _ dx: Int, _ dy: Int, _ isInverted: Bool, _ target: Rows, _ band: Range<Int>) {
        let source = rows(of: id, 0..<plan[id].height)
        let width = target.width
        // Values from one to the left of the row to one to its right, in three rows.
        let padded = (width + 2 + 15) / 16 * 16 + 16
        let memory = arena.allocate(UInt16.self, 3 * padded)
        var lines = [memory, memory + padded, memory + 2 * padded]
        var held: Int?
        func load(_ y: Int, into line: UnsafeMutablePointer<UInt16>) {
            line.update(repeating: 0, count: padded)
            if source.rows.contains(y) {
                copyPadded(source.row(y), source.width, from: dx - 1, count: width + 2, .zero, to: line)
            }
            if isInverted { kernels.invert(line, width + 2) }
        }
        for row in band {
            let y = row / 2
            if held != y {
                let middle = y + dy
                if held == y - 1 {
                    lines.append(lines.removeFirst())
                } else {
                    load(middle - 1, into: lines[0])
                    load(middle, into: lines[1])
                }
                load(middle + 1, into: lines[2])
                held = y
            }
            kernels.peaks(
                lines[0], lines[1], lines[2], row % 2 == 1, SpreadDisc.threshold, target.row(row), width)
        }
    }
}
