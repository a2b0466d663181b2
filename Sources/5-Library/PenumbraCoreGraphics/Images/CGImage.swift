import Foundation
import PenumbraBitmap
import PenumbraCodecs
import PenumbraScene
import PenumbraSystem

/// An immutable picture, or an image mask.
public final class CGImage: Hashable, Sendable {
    /// The pixels, in the colour space of the image. In a mask, alpha is the amount of paint that passes.
    package let bitmap: Bitmap
    let format: PixelFormat
    public let isMask: Bool
    public let colorSpace: CGColorSpace?
    public let shouldInterpolate: Bool
    public let renderingIntent: CGColorRenderingIntent
    /// The name of `source`, once it is known.
    private let sourceName = Mutex<String?>(nil)

    init(
        _ bitmap: Bitmap, _ format: PixelFormat, isMask: Bool = false, space: CGColorSpace?, interpolates: Bool = true,
        intent: CGColorRenderingIntent = .defaultIntent
    ) {
        self.bitmap = bitmap
        self.format = format
        self.isMask = isMask
        colorSpace = space
        shouldInterpolate = interpolates
        renderingIntent = intent
    }

    /// Makes an image of pixels that the engine drew or decoded.
    package convenience init(_ bitmap: Bitmap, space: CGColorSpace = .deviceRGB) {
        self.init(bitmap, PixelFormat(bitmap), space: space)
    }

    /// Makes an image from pixels in memory.
    ///
    /// Nil if the layout isn't one that Penumbra reads, or the data are too short. Components have 8 or 16 bits, or 16 or 32
    /// bits with a point. Greys may have 1, 2 and 4 bits, too.
    ///
    /// - Parameter decode: the values of the smallest and the largest sample of each component. Nil means 0 and 1.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard space.isDrawn,
            let format = PixelFormat(
                width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
                bytesPerRow: bytesPerRow, info: bitmapInfo, model: space.model),
            let bitmap = Self.read(provider.bytes, format)
        else { return nil }
        let components = space.numberOfComponents
        let ranges = decode.map { decode in (0..<components).map { (decode[2 * $0], decode[2 * $0 + 1]) } }
        self.init(
            ranges.map { Self.decoded(bitmap, $0) } ?? bitmap, format, space: space, interpolates: shouldInterpolate,
            intent: intent)
    }

    /// Makes an image mask: samples of 0 let paint pass, samples of 1 hold it back. `decode` of (1, 0) inverts that.
    public convenience init?(
        maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
        provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
    ) {
        guard
            let format = PixelFormat(
                width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
                bytesPerRow: bytesPerRow, info: CGBitmapInfo(alpha: .none), model: .monochrome),
            let gray = Self.read(provider.bytes, format)
        else { return nil }
        let isInverse = decode.map { $0[0] > $0[1] } ?? false
        let mask = gray.mapped { SIMD4(0, 0, 0, isInverse ? $0.x : 255 - $0.x) }
        self.init(mask, format, isMask: true, space: nil, interpolates: shouldInterpolate)
    }

    public convenience init?(
        pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard let image = try? CGImage(decoding: source.bytes) else { return nil }
        self.init(image.bitmap, image.format, space: image.colorSpace, interpolates: shouldInterpolate, intent: intent)
    }

    public convenience init?(
        jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        self.init(
            pngDataProviderSource: source, decode: decode, shouldInterpolate: shouldInterpolate, intent: intent)
    }

    /// Decodes a PNG, JPEG, WebP, AVIF, HEIC, GIF or TIFF. Colour profiles are converted to sRGB.
    public convenience init(decoding data: Data) throws(DrawingError) {
        do throws(ImageError) {
            self.init(try ImageDecoder.decode([UInt8](data)))
        } catch {
            throw .image(error)
        }
    }

    private static func read(_ data: Data, _ format: PixelFormat) -> Bitmap? {
        let needed = (format.height - 1) * format.bytesPerRow + (format.width * format.bitsPerPixel + 7) / 8
        let pixelBytes = format.depth.bytesPerPixel
        guard data.count >= needed, AddressSpace.hasRoom(for: pixelBytes * format.width * format.height) else { return nil }
        return data.withUnsafeBytes { bytes in
            Bitmap(width: format.width, height: format.height, depth: format.depth) {
                if format.isDeep { format.readDeep(bytes, into: $0) } else { format.read(bytes, into: $0) }
            }
        }
    }

    private static func decoded(_ bitmap: Bitmap, _ ranges: [(CGFloat, CGFloat)]) -> Bitmap {
        guard let first = ranges.first, ranges.contains(where: { $0.0 != 0 || $0.1 != 1 }) else { return bitmap }
        let ranges = ranges.count >= 3 ? Array(ranges.prefix(3)) : [first, first, first]
        return bitmap.mapped { value in
            var result = value
            for index in 0..<3 {
                let (low, high) = (Double(ranges[index].0), Double(ranges[index].1))
                let decoded = low + Double(value[index]) / 255 * (high - low)
                result[index] = UInt8(max(0, min(255, (decoded.isFinite ? decoded : 0) * 255).rounded()))
            }
            return result
        }
    }

    public static func == (a: CGImage, b: CGImage) -> Bool {
        a === b || (a.bitmap == b.bitmap && a.format == b.format && a.isMask == b.isMask && a.colorSpace == b.colorSpace)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(format)
        hasher.combine(isMask)
    }
}

extension CGImage {
    public var width: Int { bitmap.width }
    public var height: Int { bitmap.height }
    public var bitsPerComponent: Int { format.bitsPerComponent }
    public var bitsPerPixel: Int { format.bitsPerPixel }
    public var bytesPerRow: Int { format.bytesPerRow }
    public var alphaInfo: CGImageAlphaInfo { format.info.alpha }
    public var bitmapInfo: CGBitmapInfo { format.info }
    public var byteOrderInfo: CGImageByteOrderInfo { format.info.byteOrder }
    public var pixelFormatInfo: CGImagePixelFormatInfo { format.info.pixelFormat }
    /// The decode array. Nil, because samples are decoded when an image is made.
    public var decode: UnsafePointer<CGFloat>? { nil }
    /// The type of the file that the image came from. Nil, because images don't remember it.
    public var utType: CFString? { nil }

    /// The image's bytes in its own layout.
    public var dataProvider: CGDataProvider? {
        var data = Data(count: format.byteCount)
        data.withUnsafeMutableBytes { bytes in
            // A mask's samples hold paint back.
            let shown = isMask ? bitmap.mapped { SIMD4(SIMD3(repeating: 255 - $0.w), 255) } : bitmap
            if format.isDeep { format.writeDeep(shown, to: bytes) } else { format.write(shown, to: bytes) }
        }
        return CGDataProvider(data: data)
    }

    /// The file of the image in a format, with the default options.
    ///
    /// - Parameter quality: 0 to 1, for formats with a quality. Nil takes the format's default.
    public func encoded(as format: PictureFormat, quality: Double? = nil) throws(DrawingError) -> Data {
        var options = PictureOptions.default
        if case .rgb(isP3: true, isLinear: false)? = colorSpace?.kind { options.setColorSpace(.displayP3) }
        if let quality, quality.isFinite {
            options.setQuality(max(1, min(100, Int((min(1, max(0, quality)) * 100).rounded()))))
        }
        do throws(ImageError) {
            // PNG alone stores 16 bits.
            let stored = format == .png ? bitmap : bitmap.inEightBits
            return Data(try PictureEncoder.encode(stored, as: format, options: options))
        } catch {
            throw .image(error)
        }
    }

    /// The file of the image as a PNG.
    public func pngData() throws(DrawingError) -> Data { try encoded(as: .png) }

    /// The key of the image among the pictures of a scene. Images with the same pixels have the same key.
    package var source: ImageSource {
        .file(
            sourceName.withLock { name in
                if let name { return name }
                let made = "cgimage:\(width)x\(height):\(bitmap.digest)"
                name = made
                return made
            })
    }
}

extension Bitmap {
    /// The picture with 8 bits per channel.
    package var inEightBits: Bitmap {
        guard depth == .sixteen else { return self }
        return Bitmap(width: width, height: height, isOpaque: isOpaque ? true : nil) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let value = self[x, y]
                    for i in 0..<4 { pixels[4 * (y * width + x) + i] = value[i] }
                }
            }
        }
    }

    /// Returns a bitmap of the same size whose pixels are functions of this bitmap's pixels.
    func mapped(_ function: (SIMD4<UInt8>) -> SIMD4<UInt8>) -> Bitmap {
        Bitmap(width: width, height: height) { pixels in
            let eight = self.inEightBits
            let source = eight.pixels
            for at in stride(from: 0, to: pixels.count, by: 4) {
                let value = function(SIMD4(source[at], source[at + 1], source[at + 2], source[at + 3]))
                for i in 0..<4 { pixels[at + i] = value[i] }
            }
        }
    }
}
