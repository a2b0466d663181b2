import CPenumbraVectors
import PenumbraPlan

extension Spread: BandPass {
    func workBytes(in plan: RenderPlan) -> Int {
        Workspace.bytes(UInt16.self, lineLength(plan[target].width))
    }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = context.rows(of: source)
        let count = disc.levels + 1
        let (reachX, reachY) = (disc.reachX, disc.reachY)
        // The offsets, in values, from a pixel to each run of 4ᵏ pixels: inside the disc, and inside its outer edge.
        var inner: [Int] = []
        var outer: [Int] = []
        func addRuns(_ first: Int, _ last: Int, _ dy: Int, to runs: inout [Int]) {
            guard first <= last else { return }
            let k = SpreadDisc.level(of: last - first + 1)
            let row = ((dy + reachY) * count + 1 + k) * source.stride
            let length = 1 << (2 * k)
            for start in stride(from: first, to: last + 1 - length, by: length) { runs.append(row + start + reachX) }
            runs.append(row + last + 1 - length + reachX)
        }
        for row in disc.rows {
            addRuns(row.first, row.last, row.dy, to: &inner)
            addRuns(row.outerFirst, row.outerLast, row.dy, to: &outer)
        }
        let places = disc.ring.filter { $0.share >= 0 } + disc.ring.filter { $0.share < 0 }
        let ring = places.map { ($0.dy + reachY) * count * source.stride + $0.dx + reachX }
        let shares = places.map { UInt16(abs($0.share)) }
        let insideCount = disc.ring.count { $0.share >= 0 }
        let line = context.work.take(UInt16.self, lineLength(target.width))
        inner.withUnsafeBufferPointer { inner in
            outer.withUnsafeBufferPointer { outer in
                ring.withUnsafeBufferPointer { ring in
                    shares.withUnsafeBufferPointer { shares in
                        let numbers = penumbra_spread_row(
                            inner: list(inner), outer: list(outer), ring: list(ring), shares: shares.baseAddress!,
                            inside_count: insideCount, value_stride: source.stride)
                        for y in band {
                            context.kernels.spread(numbers, source.row(y * count), line, target.width)
                            if isInverted { context.kernels.invert(line, target.width) }
                            target.row(y).update(from: line, count: target.width)
                        }
                    }
                }
            }
        }
    }

    private func list(_ places: UnsafeBufferPointer<Int>) -> penumbra_places {
        penumbra_places(places: places.baseAddress!, count: places.count)
    }

    /// Returns the length of a line with room for the values that the last vector of a row may read and write beyond it.
    private func lineLength(_ width: Int) -> Int { (width + 15) / 16 * 16 }
}
