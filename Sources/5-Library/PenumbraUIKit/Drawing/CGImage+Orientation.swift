import PenumbraBitmap
import PenumbraCoreGraphics

extension CGImage {
    /// The image as it is displayed.
    func oriented(_ orientation: UIImage.Orientation) -> CGImage {
        guard orientation != .up else { return self }
        let (columns, rows) = orientation.isTurned ? (height, width) : (width, height)
        let eight = bitmap.inEightBits
        let (width, height, source) = (width, height, eight.pixels)
        let turned = Bitmap(width: columns, height: rows, isOpaque: bitmap.isOpaque ? true : nil) { pixels in
            for y in 0..<rows {
                for x in 0..<columns {
                    let (fromX, fromY) =
                        switch orientation {
                        case .up: (x, y)
                        case .down: (width - 1 - x, height - 1 - y)
                        case .left: (width - 1 - y, x)
                        case .right: (y, height - 1 - x)
                        case .upMirrored: (width - 1 - x, y)
                        case .downMirrored: (x, height - 1 - y)
                        case .leftMirrored: (y, x)
                        case .rightMirrored: (width - 1 - y, height - 1 - x)
                        }
                    let (from, to) = ((fromY * width + fromX) * 4, (y * columns + x) * 4)
                    for i in 0..<4 { pixels[to + i] = source[from + i] }
                }
            }
        }
        return CGImage(turned, space: colorSpace ?? CGColorSpaceCreateDeviceRGB())
    }

    /// The image's alpha in one colour.
    func tinted(_ color: CGColor) -> CGImage {
        let eight = bitmap.inEightBits
        let (tint, source) = (color.scene.bytes, eight.pixels)
        let tinted = Bitmap(width: width, height: height) { pixels in
            for at in stride(from: 0, to: pixels.count, by: 4) {
                let alpha = (Int(source[at + 3]) * Int(tint.w) + 127) / 255
                for i in 0..<3 { pixels[at + i] = alpha > 0 ? tint[i] : 0 }
                pixels[at + 3] = UInt8(alpha)
            }
        }
        return CGImage(tinted)
    }
}
