import Foundation
import PenumbraBitmap

extension CGImage {
    public func copy() -> CGImage? { self }

    /// Returns the same pixels with another meaning. Nil if the space has another number of components.
    public func copy(colorSpace space: CGColorSpace) -> CGImage? {
        guard !isMask, space.isDrawn, space.numberOfComponents == colorSpace?.numberOfComponents else { return nil }
        return CGImage(bitmap, format, space: space, interpolates: shouldInterpolate, intent: renderingIntent)
    }

    /// Returns a part of the image, in pixels from the top left. Nil if the rectangle lies outside.
    public func cropping(to rect: CGRect) -> CGImage? {
        guard !rect.isNull, rect.scene.isFinite else { return nil }
        let part = rect.standardized.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
        guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
        let (left, top, columns, rows) = (Int(part.minX), Int(part.minY), Int(part.width), Int(part.height))
        let eight = bitmap.inEightBits
        let source = eight.pixels
        let cut = Bitmap(width: columns, height: rows, isOpaque: bitmap.isOpaque ? true : nil) { pixels in
            for y in 0..<rows {
                let from = ((top + y) * width + left) * 4
                for at in 0..<columns * 4 { pixels[y * columns * 4 + at] = source[from + at] }
            }
        }
        guard
            let format = PixelFormat(
                width: columns, height: rows, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bytesPerRow: 0,
                info: bitmapInfo, model: format.model)
        else { return nil }
        return CGImage(
            cut, format, isMask: isMask, space: colorSpace, interpolates: shouldInterpolate, intent: renderingIntent)
    }

    /// Returns the image with its alpha multiplied by a mask: an image mask, or a grey picture whose white lets paint pass.
    ///
    /// A mask of another size is stretched over the image by nearest samples.
    public func masking(_ mask: CGImage) -> CGImage? {
        guard !isMask else { return nil }
        let (amounts, eight) = (mask.coverage.inEightBits, bitmap.inEightBits)
        let source = eight.pixels
        let (columns, rows) = (mask.width, mask.height)
        let masked = Bitmap(width: width, height: height) { pixels in
            for y in 0..<height {
                let row = y * rows / height * columns
                for x in 0..<width {
                    let at = (y * width + x) * 4
                    for i in 0..<3 { pixels[at + i] = source[at + i] }
                    let amount = Int(amounts.pixels[(row + x * columns / width) * 4 + 3])
                    pixels[at + 3] = UInt8((Int(source[at + 3]) * amount + 127) / 255)
                }
            }
        }
        return CGImage(
            masked, PixelFormat(masked), space: colorSpace, interpolates: shouldInterpolate, intent: renderingIntent)
    }

    /// Returns an image whose pixels are transparent where all components lie within ranges, in 0…255.
    ///
    /// - Parameter components: the least and the greatest value of each component of the image.
    public func copy(maskingColorComponents components: UnsafePointer<CGFloat>) -> CGImage? {
        guard !isMask, let count = colorSpace?.numberOfComponents, count == 3 || count == 1, bitmap.isOpaque else { return nil }
        let ranges = (0..<count).map { (Double(components[2 * $0]), Double(components[2 * $0 + 1])) }
        let masked = bitmap.mapped { value in
            let isMasked = ranges.indices.allSatisfy { ranges[$0].0 <= Double(value[$0]) && Double(value[$0]) <= ranges[$0].1 }
            return isMasked ? .zero : value
        }
        return CGImage(
            masked, PixelFormat(masked), space: colorSpace, interpolates: shouldInterpolate, intent: renderingIntent)
    }

    /// A bitmap whose alpha is the amount of paint that the image lets pass as a mask.
    ///
    /// An image mask and a picture with alpha give their alpha. An opaque picture gives its luminance.
    package var coverage: Bitmap {
        if isMask || !bitmap.isOpaque { return bitmap }
        return bitmap.mapped { SIMD4(0, 0, 0, PixelFormat.luminance($0)) }
    }
}
