import PenumbraPlan

extension Noise: BandPass {
    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        columns.withUnsafeBufferPointer { columns in
            for y in band {
                context.kernels.noise(columns.baseAddress!, rows[y], UInt32(amount), seed, target.row(y), target.width)
            }
        }
    }
}
