extension Bitmap {
    /// Returns the picture without the rows and columns at its edges that hold nothing but the border colour. At least one
    /// pixel is left.
    ///
    /// - Parameter border: the straight red, green, blue and alpha to cut off. An alpha of 0 cuts off all transparent
    ///   pixels, whatever their colour.
    public func trimmed(border: SIMD4<UInt8>) -> Bitmap {
        func isBorder(_ x: Int, _ y: Int) -> Bool { border.w == 0 ? self[x, y].w == 0 : self[x, y] == border }
        func isBorder(row y: Int, _ columns: Range<Int>) -> Bool { columns.allSatisfy { isBorder($0, y) } }
        func isBorder(column x: Int, _ rows: Range<Int>) -> Bool { rows.allSatisfy { isBorder(x, $0) } }
        var (top, bottom, left, right) = (0, height, 0, width)
        while top < bottom - 1, isBorder(row: top, 0..<width) { top += 1 }
        while bottom > top + 1, isBorder(row: bottom - 1, 0..<width) { bottom -= 1 }
        while left < right - 1, isBorder(column: left, top..<bottom) { left += 1 }
        while right > left + 1, isBorder(column: right - 1, top..<bottom) { right -= 1 }
        guard (top, bottom) != (0, height) || (left, right) != (0, width) else { return self }
        let bytesPerPixel = depth.bytesPerPixel
        return Bitmap(width: right - left, height: bottom - top, depth: depth) { bytes in
            for y in top..<bottom {
                let (source, target) = ((y * width + left) * bytesPerPixel, (y - top) * (right - left) * bytesPerPixel)
                for i in 0..<(right - left) * bytesPerPixel { bytes[target + i] = pixels[source + i] }
            }
        }
    }
}
