import PenumbraPlan

extension Clear: BandPass {
    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        for y in band {
            let row = target.row(y)
            if color.isClear {
                row.update(repeating: 0, count: target.width * 4)
            } else {
                let words = UnsafeMutableRawPointer(row).assumingMemoryBound(to: SIMD4<UInt16>.self)
                words.update(repeating: color.vector, count: target.width)
            }
        }
    }
}
