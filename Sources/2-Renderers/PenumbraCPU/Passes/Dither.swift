import PenumbraPlan

extension Dither: BandPass {
    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = context.rows(of: source, band)
        Self.offsets.withUnsafeBufferPointer { offsets in
            for y in band {
                context.kernels.dither(source.row(y), offsets.baseAddress! + 8 * (y & 7), target.row(y), target.width)
            }
        }
    }
}
