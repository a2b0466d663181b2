import Foundation
import PenumbraBitmap

/// A layout of pixels in memory, and the conversions between it and the engine's straight RGBA bytes.
struct PixelFormat: Hashable, Sendable {
    var width: Int
    var height: Int
    var bitsPerComponent: Int
    var bitsPerPixel: Int
    var bytesPerRow: Int
    var info: CGBitmapInfo
    var model: CGColorSpaceModel

    /// The largest side of a picture in pixels.
    static let largestSide = 1 << 15
    /// The most pixels of a picture.
    static let mostPixels = 1 << 28

    /// Checks a layout. Nil if Penumbra can't read and write it.
    ///
    /// - Parameter bytesPerRow: 0 chooses the shortest rows.
    init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int? = nil, bytesPerRow: Int, info: CGBitmapInfo,
        model: CGColorSpaceModel
    ) {
        guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height),
            width * height <= Self.mostPixels, info.pixelFormat == .packed
        else { return nil }
        if bitsPerComponent > 8 {
            self.init(
                deepWidth: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
                bytesPerRow: bytesPerRow, info: info, model: model)
            return
        }
        guard !info.contains(.floatComponents) else { return nil }
        let bits: Int
        switch (model, info.alpha) {
        case (_, .alphaOnly), (.monochrome, .none): bits = bitsPerComponent
        case (.monochrome, .premultipliedLast), (.monochrome, .last), (.monochrome, .noneSkipLast): bits = 16
        case (.rgb, .none): bits = bitsPerPixel ?? 24
        case (.rgb, _), (.cmyk, .none): bits = 32
        default: return nil
        }
        guard bits > 0, bits == bitsPerPixel ?? bits else { return nil }
        guard bitsPerComponent == 8 || ([1, 2, 4].contains(bitsPerComponent) && bits == bitsPerComponent) else { return nil }
        guard model != .rgb || info.alpha != .none || bits == 24 || bits == 32 else { return nil }
        let shortest = (width * bits + 7) / 8
        guard bytesPerRow == 0 || bytesPerRow >= shortest, bytesPerRow <= 1 << 24 else { return nil }
        self.init(
            checkedWidth: width, height, bitsPerComponent, bits, bytesPerRow == 0 ? shortest : bytesPerRow, info, model)
    }

    /// The layout of pictures from files and contexts: premultiplied RGBA bytes.
    init(_ bitmap: Bitmap, isGray: Bool = false) {
        (width, height) = (bitmap.width, bitmap.height)
        bitsPerComponent = 8
        bitsPerPixel = isGray ? 8 : 32
        bytesPerRow = bitmap.width * (isGray ? 1 : 4)
        info = CGBitmapInfo(alpha: isGray ? .none : bitmap.isOpaque ? .noneSkipLast : .premultipliedLast)
        model = isGray ? .monochrome : .rgb
    }

    var byteCount: Int { bytesPerRow * height }

    private var isLittle: Bool { info.byteOrder == .order32Little && bitsPerPixel == 32 }

    /// The places of red, green, blue and alpha in a pixel of 32 or 24 bits. Alpha is −1 if there is none.
    private var places: SIMD4<Int> {
        let isFirst = [.premultipliedFirst, .first, .noneSkipFirst].contains(info.alpha)
        let hasAlpha = ![.none, .noneSkipFirst, .noneSkipLast].contains(info.alpha)
        var places = isFirst ? SIMD4(1, 2, 3, 0) : SIMD4(0, 1, 2, 3)
        if isLittle { places = SIMD4(repeating: 3) &- places }
        if !hasAlpha { places.w = -1 }
        return places
    }

    private var isPremultiplied: Bool { info.alpha == .premultipliedLast || info.alpha == .premultipliedFirst }

    /// Makes a layout of parts that are checked already.
    init(
        checkedWidth width: Int, _ height: Int, _ bitsPerComponent: Int, _ bitsPerPixel: Int, _ bytesPerRow: Int,
        _ info: CGBitmapInfo, _ model: CGColorSpaceModel
    ) {
        (self.width, self.height) = (width, height)
        (self.bitsPerComponent, self.bitsPerPixel, self.bytesPerRow) = (bitsPerComponent, bitsPerPixel, bytesPerRow)
        (self.info, self.model) = (info, model)
    }

    /// Reads pixels into straight RGBA bytes.
    func read(_ bytes: UnsafeRawBufferPointer, into pixels: UnsafeMutableBufferPointer<UInt8>) {
        let places = places
        for y in 0..<height {
            for x in 0..<width {
                let target = (y * width + x) * 4
                var value = SIMD4<UInt8>(0, 0, 0, 255)
                if model == .rgb, info.alpha != .alphaOnly {
                    let at = y * bytesPerRow + x * bitsPerPixel / 8
                    value = SIMD4(bytes[at + places.x], bytes[at + places.y], bytes[at + places.z], 255)
                    if places.w >= 0 { value.w = bytes[at + places.w] }
                } else if model == .cmyk, info.alpha != .alphaOnly {
                    let at = y * bytesPerRow + x * 4
                    let paper = 255 - Int(bytes[at + 3])
                    for i in 0..<3 { value[i] = UInt8(((255 - Int(bytes[at + i])) * paper + 127) / 255) }
                } else if bitsPerPixel == 16 {
                    let at = y * bytesPerRow + x * 2
                    value = SIMD4(repeating: bytes[at])
                    value.w = info.alpha == .noneSkipLast ? 255 : bytes[at + 1]
                } else {
                    let sample = sample(bytes, x, y)
                    value = info.alpha == .alphaOnly ? SIMD4(0, 0, 0, sample) : SIMD4(sample, sample, sample, 255)
                }
                if isPremultiplied { value = Self.straight(value) }
                for i in 0..<4 { pixels[target + i] = value[i] }
            }
        }
    }

    /// A sample of 1, 2, 4 or 8 bits, as a byte.
    private func sample(_ bytes: UnsafeRawBufferPointer, _ x: Int, _ y: Int) -> UInt8 {
        guard bitsPerComponent < 8 else { return bytes[y * bytesPerRow + x] }
        let bit = x * bitsPerComponent
        let most = (1 << bitsPerComponent) - 1
        let shift = 8 - bitsPerComponent - bit % 8
        let value = (Int(bytes[y * bytesPerRow + bit / 8]) >> shift) & most
        return UInt8(value * 255 / most)
    }

    /// Writes straight RGBA bytes in the layout.
    func write(_ bitmap: Bitmap, to bytes: UnsafeMutableRawBufferPointer) {
        let pixels = bitmap.pixels
        let places = places
        for y in 0..<height {
            for x in 0..<width {
                let at = (y * width + x) * 4
                var value = SIMD4(pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3])
                if isPremultiplied || places.w < 0 { value = Self.premultiplied(value) }
                if model == .rgb, info.alpha != .alphaOnly {
                    let target = y * bytesPerRow + x * bitsPerPixel / 8
                    bytes[target + places.x] = value.x
                    bytes[target + places.y] = value.y
                    bytes[target + places.z] = value.z
                    if places.w >= 0 {
                        bytes[target + places.w] = value.w
                    } else if bitsPerPixel == 32 {
                        bytes[target + 6 - places.x - places.y - places.z] = 255
                    }
                } else if model == .cmyk, info.alpha != .alphaOnly {
                    let target = y * bytesPerRow + x * 4
                    let most = max(value.x, value.y, value.z)
                    for i in 0..<3 {
                        bytes[target + i] = most == 0 ? 0 : UInt8((Int(most) - Int(value[i])) * 255 / Int(most))
                    }
                    bytes[target + 3] = 255 - most
                } else if bitsPerPixel == 16 {
                    let target = y * bytesPerRow + x * 2
                    bytes[target] = Self.luminance(value)
                    bytes[target + 1] = info.alpha == .noneSkipLast ? 255 : value.w
                } else if bitsPerComponent == 8 {
                    bytes[y * bytesPerRow + x] = info.alpha == .alphaOnly ? value.w : Self.luminance(value)
                } else {
                    let sample = info.alpha == .alphaOnly ? value.w : Self.luminance(value)
                    write(sample, to: bytes, x, y)
                }
            }
        }
    }

    private func write(_ sample: UInt8, to bytes: UnsafeMutableRawBufferPointer, _ x: Int, _ y: Int) {
        let bit: Int = x * bitsPerComponent
        let most: Int = (1 << bitsPerComponent) - 1
        let at: Int = y * bytesPerRow + bit / 8
        let shift: Int = 8 - bitsPerComponent - bit % 8
        let value: Int = (Int(sample) * most + 127) / 255
        let others = Int(bytes[at]) & (0xFF ^ (most << shift))
        bytes[at] = UInt8(others | (value << shift))
    }

    /// The grey of a colour by the weights of Rec. 709, on encoded values.
    static func luminance(_ value: SIMD4<UInt8>) -> UInt8 {
        if value.x == value.y, value.y == value.z { return value.x }
        let sum: Int = Int(value.x) * 2126 + Int(value.y) * 7152 + Int(value.z) * 722
        return UInt8((sum + 5000) / 10000)
    }

    static func straight(_ value: SIMD4<UInt8>) -> SIMD4<UInt8> {
        let alpha = Int(value.w)
        if alpha == 255 { return value }
        if alpha == 0 { return .zero }
        func component(_ value: UInt8) -> UInt8 { UInt8(min(255, (Int(value) * 255 + alpha / 2) / alpha)) }
        return SIMD4(component(value.x), component(value.y), component(value.z), value.w)
    }

    static func premultiplied(_ value: SIMD4<UInt8>) -> SIMD4<UInt8> {
        let alpha = Int(value.w)
        if alpha == 255 { return value }
        func component(_ value: UInt8) -> UInt8 { UInt8((Int(value) * alpha + 127) / 255) }
        return SIMD4(component(value.x), component(value.y), component(value.z), value.w)
    }
}
