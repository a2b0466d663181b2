import PenumbraPlan

extension BandContext {
    func clear(_ color: PremultipliedColor, _ target: Rows, _ band: Range<Int>) {
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

extension PremultipliedColor {
    var vector: SIMD4<UInt16> { SIMD4(red, green, blue, alpha) }
}
