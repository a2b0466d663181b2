import Foundation
import PenumbraBitmap

// Components of 16 bits, and components with a point of 16 and 32 bits.
extension PixelFormat {
    /// Whether a component has more than eight bits.
    var isDeep: Bool { bitsPerComponent > 8 }

    /// The bits per channel of the engine's pictures in this layout.
    var depth: PixelDepth { isDeep ? .sixteen : .eight }

    private var isFloat: Bool { info.contains(.floatComponents) }
    private var isAlphaOnly: Bool { info.alpha == .alphaOnly }
    private var isAlphaFirst: Bool { [.premultipliedFirst, .first, .noneSkipFirst].contains(info.alpha) }
    private var bytesOfComponent: Int { bitsPerComponent / 8 }

    /// Checks a layout of deep components.
    init?(
        deepWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int?, bytesPerRow: Int, info: CGBitmapInfo,
        model: CGColorSpaceModel
    ) {
        guard bitsPerComponent == 16 || bitsPerComponent == 32 && info.contains(.floatComponents) else { return nil }
        let components: Int
        switch (model, info.alpha) {
        case (_, .alphaOnly), (.monochrome, .none): components = 1
        case (.monochrome, .premultipliedLast), (.monochrome, .last), (.monochrome, .noneSkipLast): components = 2
        case (.rgb, .none): components = 3
        case (.rgb, _): components = 4
        default: return nil
        }
        let bits = components * bitsPerComponent
        let order = info.byteOrder
        let orders: [CGImageByteOrderInfo] =
            bitsPerComponent == 16 ? [.order16Big, .order16Little] : [.order32Big, .order32Little]
        guard bits == bitsPerPixel ?? bits, order == .orderDefault || orders.contains(order) else { return nil }
        let shortest = width * bits / 8
        guard bytesPerRow == 0 || bytesPerRow >= shortest, bytesPerRow <= 1 << 24 else { return nil }
        self.init(
            checkedWidth: width, height, bitsPerComponent, bits, bytesPerRow == 0 ? shortest : bytesPerRow, info, model)
    }

    /// Whether bytes are stored from the lowest on. Integers are big-endian by default, numbers with a point are the host's.
    private var isLittleEndian: Bool {
        switch info.byteOrder {
        case .order16Little, .order32Little: true
        case .order16Big, .order32Big: false
        case .orderDefault, .orderMask: isFloat
        }
    }

    private var isMultiplied: Bool { info.alpha == .premultipliedLast || info.alpha == .premultipliedFirst }

    private var storesAlpha: Bool { ![.none, .noneSkipFirst, .noneSkipLast].contains(info.alpha) }

    // MARK: - Components

    private func component(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Double {
        func whole<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
            let value = bytes.loadUnaligned(fromByteOffset: at, as: type)
            return isLittleEndian ? Value(littleEndian: value) : Value(bigEndian: value)
        }
        let value: Double
        if bitsPerComponent == 32 {
            value = Double(Float(bitPattern: whole(UInt32.self)))
        } else if isFloat {
            value = Self.double(ofHalf: whole(UInt16.self))
        } else {
            value = Double(whole(UInt16.self)) / 65535
        }
        return value.isNaN ? 0 : max(0, min(1, value))
    }

    private func store(_ value: Double, _ bytes: UnsafeMutableRawBufferPointer, _ at: Int) {
        func write<Value: FixedWidthInteger>(_ value: Value) {
            bytes.storeBytes(of: isLittleEndian ? value.littleEndian : value.bigEndian, toByteOffset: at, as: Value.self)
        }
        if bitsPerComponent == 32 {
            write(Float(value).bitPattern)
        } else if isFloat {
            write(Self.half(of: value))
        } else {
            write(UInt16((max(0, min(1, value)) * 65535).rounded()))
        }
    }

    /// The value of a half-precision number by IEEE 754. Infinity and NaN are zero.
    static func double(ofHalf bits: UInt16) -> Double {
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Double(bits & 0x3FF)
        guard exponent < 31 else { return 0 }
        let size =
            exponent == 0
            ? fraction * 0x1p-24 : (1024 + fraction) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
        return bits & 0x8000 == 0 ? size : -size
    }

    /// The half-precision number nearest to a number from 0 to 1.
    static func half(of value: Double) -> UInt16 {
        guard value > 0 else { return 0 }
        guard value < 1 else { return 0x3C00 }
        // Below 2⁻¹⁴, steps have equal lengths. The carry of a fraction raises the exponent by itself.
        let exponent = max(-14, value.exponent)
        let steps = (value * Double(sign: .plus, exponent: 10 - exponent, significand: 1)).rounded(.toNearestOrEven)
        return UInt16(Int(steps) + (exponent + 14) * 1024)
    }

    // MARK: - Pictures

    /// Reads deep pixels into the engine's straight RGBA of 16 bits, whose higher byte comes first.
    func readDeep(_ bytes: UnsafeRawBufferPointer, into pixels: UnsafeMutableBufferPointer<UInt8>) {
        let size = bytesOfComponent
        for y in 0..<height {
            for x in 0..<width {
                let at = y * bytesPerRow + x * bitsPerPixel / 8
                var value = SIMD4<Double>(0, 0, 0, 1)
                if isAlphaOnly {
                    value.w = component(bytes, at)
                } else if model == .rgb {
                    let first = isAlphaFirst ? 1 : 0
                    for index in 0..<3 { value[index] = component(bytes, at + (first + index) * size) }
                    if storesAlpha { value.w = component(bytes, at + (isAlphaFirst ? 0 : 3) * size) }
                } else {
                    let gray = component(bytes, at)
                    value = SIMD4(gray, gray, gray, storesAlpha ? component(bytes, at + size) : 1)
                }
                if isMultiplied {
                    for index in 0..<3 { value[index] = value.w > 0 ? min(1, value[index] / value.w) : 0 }
                }
                for index in 0..<4 {
                    let whole = UInt16((value[index] * 65535).rounded())
                    pixels[8 * (y * width + x) + 2 * index] = UInt8(whole >> 8)
                    pixels[8 * (y * width + x) + 2 * index + 1] = UInt8(whole & 0xFF)
                }
            }
        }
    }

    /// Writes a picture in the layout. A picture of 8 bits has the same colours.
    func writeDeep(_ bitmap: Bitmap, to bytes: UnsafeMutableRawBufferPointer) {
        let size = bytesOfComponent
        let pixels = bitmap.pixels
        for y in 0..<height {
            for x in 0..<width {
                var value = Self.value(pixels, bitmap.depth, y * width + x)
                if isMultiplied || !storesAlpha { for index in 0..<3 { value[index] *= value.w } }
                let at = y * bytesPerRow + x * bitsPerPixel / 8
                if isAlphaOnly {
                    store(value.w, bytes, at)
                } else if model == .rgb {
                    let first = isAlphaFirst ? 1 : 0
                    for index in 0..<3 { store(value[index], bytes, at + (first + index) * size) }
                    if info.alpha != .none { store(storesAlpha ? value.w : 1, bytes, at + (isAlphaFirst ? 0 : 3) * size) }
                } else {
                    store(Self.luminance(value), bytes, at)
                    if info.alpha != .none { store(storesAlpha ? value.w : 1, bytes, at + size) }
                }
            }
        }
    }

    private static func value(_ pixels: UnsafeBufferPointer<UInt8>, _ depth: PixelDepth, _ place: Int) -> SIMD4<Double> {
        var result = SIMD4<Double>()
        for index in 0..<4 {
            switch depth {
            case .eight: result[index] = Double(pixels[4 * place + index]) / 255
            case .sixteen:
                let at = 8 * place + 2 * index
                result[index] = Double(Int(pixels[at]) << 8 | Int(pixels[at + 1])) / 65535
            }
        }
        return result
    }

    /// The grey of a colour by the weights of Rec. 709, on encoded values.
    private static func luminance(_ value: SIMD4<Double>) -> Double {
        if value.x == value.y, value.y == value.z { return value.x }
        return 0.2126 * value.x + 0.7152 * value.y + 0.0722 * value.z
    }

    /// The picture as a deep layout of greys or of alpha alone can hold it.
    func reducedDeep(_ bitmap: Bitmap) -> Bitmap {
        Bitmap(width: width, height: height, depth: .sixteen) { pixels in
            for place in 0..<width * height {
                let value = Self.value(bitmap.pixels, bitmap.depth, place)
                let gray = isAlphaOnly ? 0 : Self.luminance(value)
                for (index, component) in [gray, gray, gray, value.w].enumerated() {
                    let whole = UInt16((component * 65535).rounded())
                    pixels[8 * place + 2 * index] = UInt8(whole >> 8)
                    pixels[8 * place + 2 * index + 1] = UInt8(whole & 0xFF)
                }
            }
        }
    }
}
