import PenumbraPlan

extension BandContext {
    func fillMesh(_ coverage: Coverage, _ target: Rows, _ band: Range<Int>) {
        let sums = zeroedSums(target.width + 2)
        coverage.strips.withUnsafeBytes { bytes in
            // A strip is four 32-bit words in the order the kernel reads them.
            let strips = bytes.baseAddress?.assumingMemoryBound(to: SIMD4<Int32>.self)
            for y in band {
                let from = Int(coverage.rowStarts[y])
                let count = Int(coverage.rowStarts[y + 1]) - from
                if let strips, count > 0 {
                    kernels.coverage(strips + from, count, sums, target.row(y), target.width)
                } else {
                    target.row(y).update(repeating: 0, count: target.width)
                }
            }
        }
    }
}
