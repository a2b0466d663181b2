/// The arithmetic of pixels, the same in every renderer: unsigned fixed point with 15 fractional bits, 0…32768 for 0…1.
///
/// Both renderers and the planner take their constants from here; GLSL receives them as generated `#define` lines.
public enum Q15 {
    /// The number of fractional bits.
    public static let bits: UInt32 = 15
    /// The value 1: fully covered, fully opaque or fully lit. It is 2¹⁵, not 2¹⁵−1, so that a product with 1 is exact.
    public static let one: UInt32 = 32768
    /// Half a unit, added before the shift that ends a product.
    public static let half: UInt32 = 16384

    /// Converts a number of 0…1 to the nearest Q15 value. Numbers outside 0…1 are clamped to the ends, and NaN becomes 0.
    public static func value(_ number: Double) -> UInt16 {
        guard number > 0 else { return 0 }
        return UInt16((min(number, 1) * Double(one)).rounded())
    }

    /// Multiplies two Q15 values: `(a·b + ½) / 1`. The product is exact when either is one.
    @inlinable
    public static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
        (a &* b &+ 16384) &>> 15
    }

    /// Converts an 8-bit value v to the nearest Q15 value: round(v · 32768 / 255).
    @inlinable
    public static func value(byte: UInt32) -> UInt32 {
        (byte &* byteScale &+ 32768) &>> 16
    }

    /// The factor round(2³¹ / 255), which turns an 8-bit value into Q15 with 16 more fractional bits. 255 times the factor,
    /// plus a rounding half, stays below 2³². All 256 results are the nearest ones.
    public static let byteScale: UInt32 = 8_421_505
}

/// A premultiplied colour in Q15: red, green and blue never exceed alpha.
public struct PremultipliedColor: Hashable, Sendable {
    public var red: UInt16
    public var green: UInt16
    public var blue: UInt16
    public var alpha: UInt16

    /// Converts straight components of 0…1, multiplied in floating point and rounded once. Values outside 0…1 are clamped
    /// to the ends.
    public init(red: Double, green: Double, blue: Double, alpha: Double) {
        let a = max(0, min(1, alpha.isNaN ? 0 : alpha))
        func component(_ value: Double) -> UInt16 { Q15.value(max(0, min(1, value.isNaN ? 0 : value)) * a) }
        self.red = component(red)
        self.green = component(green)
        self.blue = component(blue)
        self.alpha = Q15.value(a)
    }

    public static let clear = PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 0)

    public var isOpaque: Bool { UInt32(alpha) == Q15.one }
    public var isClear: Bool { alpha == 0 }

    /// The components in stored order: red, green, blue, alpha.
    package var vector: SIMD4<UInt16> { SIMD4(red, green, blue, alpha) }
}

extension SIMD4<UInt16> {
    /// The two words of a colour pixel: red with green, and blue with alpha.
    package var words: (redGreen: UInt32, blueAlpha: UInt32) {
        (UInt32(x) | UInt32(y) << 16, UInt32(z) | UInt32(w) << 16)
    }
}

extension PremultipliedColor: CustomStringConvertible {
    public var description: String { "(\(red) \(green) \(blue) \(alpha))" }
}
