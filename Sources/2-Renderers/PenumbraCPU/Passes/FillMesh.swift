import PenumbraPlan

extension FillMesh: BandPass {
    func workBytes(in plan: RenderPlan) -> Int {
        Workspace.bytes(Int32.self, plan[target].width + 2)
    }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        // The sums are zero between rows: the kernel leaves zeros behind.
        let sums = context.work.take(Int32.self, target.width + 2)
        sums.update(repeating: 0, count: target.width + 2)
        coverage.strips.withUnsafeBytes { bytes in
            // A strip is four 32-bit words in the order in which the kernel reads them.
            let strips = bytes.baseAddress?.assumingMemoryBound(to: SIMD4<Int32>.self)
            for y in band {
                let from = Int(coverage.rowStarts[y])
                let count = Int(coverage.rowStarts[y + 1]) - from
                if let strips, count > 0 {
                    context.kernels.coverage(strips + from, count, sums, target.row(y), target.width)
                } else {
                    target.row(y).update(repeating: 0, count: target.width)
                }
            }
        }
    }
}
