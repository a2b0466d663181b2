import PenumbraPlan

extension Peaks: BandPass {
    func workBytes(in plan: RenderPlan) -> Int {
        Workspace.bytes(UInt16.self, 3 * lineLength(plan[target].width))
    }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = context.rows(of: source)
        let width = target.width
        let padded = lineLength(width)
        let memory = context.work.take(UInt16.self, 3 * padded)
        var lines = [memory, memory + padded, memory + 2 * padded]
        var held: Int?
        func load(_ y: Int, into line: UnsafeMutablePointer<UInt16>) {
            line.update(repeating: 0, count: padded)
            if source.rows.contains(y) {
                context.copyPadded(source.row(y), source.width, from: dx - 1, count: width + 2, .zero, to: line)
            }
            if isInverted { context.kernels.invert(line, width + 2) }
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
            context.kernels.peaks(
                lines[0], lines[1], lines[2], row % 2 == 1, SpreadDisc.threshold, target.row(row), width)
        }
    }

    /// Returns the length of a line. It runs from one value left of the row to one value right of it, plus the values that
    /// kernels read beyond.
    private func lineLength(_ width: Int) -> Int { (width + 2 + 15) / 16 * 16 + 16 }
}
