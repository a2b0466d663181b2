import PenumbraPlan

extension BandContext {
    func dither(_ id: SurfaceID, _ target: Rows, _ band: Range<Int>) {
        let source = rows(of: id, band)
        Dither.offsets.withUnsafeBufferPointer { offsets in
            for y in band {
                kernels.dither(source.row(y), offsets.baseAddress! + 8 * (y & 7), target.row(y), target.width)
            }
        }
    }
}
