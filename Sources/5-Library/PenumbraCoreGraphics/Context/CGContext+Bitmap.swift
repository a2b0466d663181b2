import Foundation
import Penumbra
import PenumbraBitmap
import PenumbraEngine
import PenumbraGeometry
import PenumbraScene

extension CGContext {
    /// Makes a bitmap context whose y axis points up, with the origin at the bottom left.
    ///
    /// Nil for layouts that Penumbra doesn't draw. Components have 8 or 16 bits, or 16 or 32 bits with a point. Deep contexts
    /// hold values from 0 to 1.
    ///
    /// - Parameters:
    ///   - data: memory for the pixels, which every call then changes at once. Nil lets the context keep its own.
    ///   - bytesPerRow: 0 chooses the shortest rows.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        guard bitsPerComponent >= 8, space.supportsOutput, space.isDrawn,
            let format = PixelFormat(
                width: width, height: height, bitsPerComponent: bitsPerComponent,
                bitsPerPixel: Self.bitsPerPixel(bitsPerComponent, space, bitmapInfo),
                bytesPerRow: bytesPerRow, info: CGBitmapInfo(rawValue: bitmapInfo), model: space.model)
        else { return nil }
        self.init(ContextPixels(format, space: space, memory: data), base: .identity)
    }

    /// The bits of a pixel where the layout alone doesn't tell: colours are never packed without a fourth component.
    private static func bitsPerPixel(_ bitsPerComponent: Int, _ space: CGColorSpace, _ info: UInt32) -> Int? {
        guard space.model == .rgb, info & 0x1F != CGImageAlphaInfo.alphaOnly.rawValue else { return nil }
        return 4 * bitsPerComponent
    }

    /// Makes a bitmap context, with the layout of its pixels as a `CGBitmapInfo`.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: CGBitmapInfo
    ) {
        self.init(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
            space: space, bitmapInfo: bitmapInfo.rawValue)
    }

    /// Makes a bitmap context whose memory the caller gives back.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32,
        releaseCallback: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void)?,
        releaseInfo: UnsafeMutableRawPointer?
    ) {
        self.init(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
            space: space, bitmapInfo: bitmapInfo)
    }

    private convenience init(_ pixels: ContextPixels, base: CGAffineTransform) {
        let format = pixels.format
        self.init(
            size: CGSize(width: format.width, height: format.height),
            deviceToScene: PenumbraGeometry.AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(format.height)),
            base: base, pixels: pixels)
    }

    /// Makes a bitmap context as UIKit's are: points with the y axis downward, from the top left.
    ///
    /// - Parameter scale: pixels per point.
    package convenience init?(size: CGSize, scale: CGFloat, isOpaque: Bool, space: CGColorSpace = .deviceRGB) {
        let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
        guard width >= 1, height >= 1, width <= CGFloat(PixelFormat.largestSide), height <= CGFloat(PixelFormat.largestSide),
            let format = PixelFormat(
                width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0,
                info: CGBitmapInfo(alpha: isOpaque ? .noneSkipLast : .premultipliedLast), model: .rgb)
        else { return nil }
        self.init(
            ContextPixels(format, space: space, memory: nil),
            base: CGAffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: height))
    }

    public var width: Int { pixels?.format.width ?? 0 }
    public var height: Int { pixels?.format.height ?? 0 }
    public var bitsPerComponent: Int { pixels?.format.bitsPerComponent ?? 0 }
    public var bitsPerPixel: Int { pixels?.format.bitsPerPixel ?? 0 }
    public var bytesPerRow: Int { pixels?.format.bytesPerRow ?? 0 }
    public var colorSpace: CGColorSpace? { pixels?.space }
    public var alphaInfo: CGImageAlphaInfo { pixels?.format.info.alpha ?? .none }
    public var bitmapInfo: CGBitmapInfo { pixels?.format.info ?? [] }

    /// The pixels of a bitmap context. Once it was asked for, every call changes the pixels at once.
    public var data: UnsafeMutableRawPointer? {
        flush()
        return failure == nil ? pixels?.exposed() : nil
    }

    /// Draws what is recorded into the bitmap. Other contexts do nothing.
    public func flush() {
        do throws(DrawingError) { try draw() } catch { if failure == nil { failure = error } }
    }

    public func synchronize() { flush() }

    /// Does nothing: pages are those of PDF contexts.
    public func beginPage(mediaBox: UnsafePointer<CGRect>?) {}
    public func endPage() {}

    /// Returns the picture so far. Nil for contexts without a bitmap, and if something could not be drawn: see `failure`.
    public func makeImage() -> CGImage? { try? drawnImage() }

    /// Returns the picture so far.
    ///
    /// - Throws: the first reason why a call since the context was made could not be drawn.
    public func drawnImage() throws(DrawingError) -> CGImage {
        flush()
        if let failure { throw failure }
        guard let pixels else { throw .unsupported(call: "makeImage", reason: "the context has no bitmap") }
        pixels.takeMemory()
        let bitmap = pixels.base ?? pixels.empty
        var format = pixels.format
        if pixels.format.model == .rgb, !pixels.hasAlpha { format.info = CGBitmapInfo(alpha: .noneSkipLast) }
        return CGImage(bitmap, format, space: pixels.space)
    }

    private func draw() throws(DrawingError) {
        guard let pixels, let group = groups.first, !group.layers.isEmpty, failure == nil else { return }
        pixels.takeMemory()
        var layers = group.layers
        if let picture = basePicture { layers.insert(picture, at: 0) }
        var canvas = Canvas(
            size: Size(width: Double(pixels.format.width), height: Double(pixels.format.height)),
            colorSpace: pixels.isP3 ? .displayP3 : .srgb, depth: pixels.format.depth)
        if !pixels.hasAlpha { canvas.background = .black }
        do throws(RenderError) {
            pixels.take(try RendererPool.render(Scene(canvas: canvas, layers: layers), images: images))
        } catch {
            throw .render(error)
        }
        groups[0].layers = []
        groups[0].depth = 0
        // Open transparency layers may show pictures.
        if groups.count == 1 { images = [:] }
    }
}

extension ContextPixels {
    var isP3: Bool { if case .rgb(isP3: true, _) = space.kind { true } else { false } }

    /// A picture without anything drawn.
    var empty: Bitmap {
        Bitmap(width: format.width, height: format.height, depth: format.depth, isOpaque: !hasAlpha) { pixels in
            pixels.initialize(repeating: 0)
            guard !hasAlpha else { return }
            let (size, alpha) = (format.depth.bytesPerPixel, format.depth.bytesPerPixel / 4)
            for pixel in stride(from: 0, to: pixels.count, by: size) {
                for at in pixel + size - alpha..<pixel + size { pixels[at] = 255 }
            }
        }
    }
}
