import PenumbraPlan

extension BandContext {
    func noise(_ columns: [Int32], _ rows: [Int32], _ amount: UInt16, _ seed: UInt32, _ target: Rows, _ band: Range<Int>) {
        columns.withUnsafeBufferPointer { columns in
            for y in band {
                kernels.noise(columns.baseAddress!, rows[y], UInt32(amount), seed, target.row(y), target.width)
            }
        }
    }
}
