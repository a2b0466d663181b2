import CPenumbraVectors
import PenumbraPlan

extension ProjectImage: BandPass {
    func workBytes(in plan: RenderPlan) -> Int { 2 * Workspace.bytes(SIMD2<Int32>.self, plan[target].width + 2) }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = context.rows(of: source)
        // Two lines of corners. One more place at the end lets the kernel read two corners at a time.
        var above = context.work.take(SIMD2<Int32>.self, target.width + 2)
        var below = context.work.take(SIMD2<Int32>.self, target.width + 2)
        (above[target.width + 1], below[target.width + 1]) = (.zero, .zero)
        placeCorners(band.lowerBound, target.width, above)
        for y in band {
            placeCorners(y + 1, target.width, below)
            let (first, end) = (Int(sampling.firstColumns[y]), Int(sampling.endColumns[y]))
            let row = target.row(y)
            row.update(repeating: 0, count: 4 * first)
            (row + 4 * end).update(repeating: 0, count: 4 * (target.width - end))
            let numbers = penumbra_project_row(
                above: UnsafeRawPointer(above + first).assumingMemoryBound(to: Int32.self),
                below: UnsafeRawPointer(below + first).assumingMemoryBound(to: Int32.self), source: source.row(0),
                stride: source.stride, width: source.width, height: source.height)
            if first < end { context.kernels.projectArea(numbers, row + 4 * first, end - first) }
            swap(&above, &below)
        }
    }

    /// Writes the corners on a line of the target, from column 0 to column `width`.
    private func placeCorners(_ y: Int, _ width: Int, _ line: UnsafeMutablePointer<SIMD2<Int32>>) {
        let s = sampling
        let shift = s.shift
        let step = 1 << shift
        let row = (y + s.dy) >> shift
        let g = Int32((y + s.dy) & (step - 1))
        let half = SIMD2<Int32>(repeating: Int32(step / 2))
        let bits = SIMD2<Int32>(repeating: Int32(shift))
        s.positions.withUnsafeBufferPointer { positions in
            let upper = positions.baseAddress! + row * s.gridWidth
            // On the last line of the grid, there is no next position, and none is needed.
            let lower = g == 0 ? upper : upper + s.gridWidth
            for x in 0...width {
                let (column, f) = ((x &+ s.dx) &>> shift, Int32(truncatingIfNeeded: (x &+ s.dx) & (step &- 1)))
                let next = f == 0 ? column : column &+ 1
                let top = upper[column] &+ (((upper[next] &- upper[column]) &* f &+ half) &>> bits)
                let low = lower[column] &+ (((lower[next] &- lower[column]) &* f &+ half) &>> bits)
                line[x] = top &+ (((low &- top) &* g &+ half) &>> bits)
            }
        }
    }
}
