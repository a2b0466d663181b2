import PenumbraBitmap

/// A colour in sRGB: straight (not premultiplied) components.
///
/// Components are between 0 and 1, except those of colours outside sRGB, such as `color(display-p3 1 0 0)`. Such a colour is
/// shown as it is on a canvas whose space holds it, and clipped channel by channel elsewhere.
public struct Color: Hashable, Sendable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var alpha: Double

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public init(white: Double, alpha: Double = 1) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    public static let black = Color(white: 0)
    public static let white = Color(white: 1)
    public static let transparent = Color(white: 0, alpha: 0)

    /// The same colour with its alpha multiplied by a factor.
    public func multiplyingAlpha(by factor: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha * factor)
    }
}

extension Color {
    /// The colour as straight bytes, rounded to nearest. All four bytes are 0 if the alpha is 0.
    package var bytes: SIMD4<UInt8> {
        func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, (value * 255).rounded()))) }
        return alpha > 0 ? SIMD4(byte(red), byte(green), byte(blue), byte(alpha)) : SIMD4(0, 0, 0, 0)
    }
}

extension Canvas {
    /// The colour, in straight bytes, of the area that is trimmed from the edges of a picture: the background if it is a
    /// colour, or transparent.
    package var borderBytes: SIMD4<UInt8> {
        guard case .color(let color)? = background else { return SIMD4(0, 0, 0, 0) }
        return color.components(in: colorSpace).bytes
    }
}
