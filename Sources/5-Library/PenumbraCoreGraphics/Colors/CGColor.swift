import Foundation
import PenumbraScene

/// A colour: components in a colour space, and an alpha that doesn't multiply them.
public final class CGColor: Hashable, Sendable {
    private let space: CGColorSpace
    private let values: [CGFloat]
    public let pattern: CGPattern?

    private init(_ space: CGColorSpace, _ values: [CGFloat], pattern: CGPattern? = nil) {
        (self.space, self.values, self.pattern) = (space, values, pattern)
    }

    /// Makes a colour of a space.
    ///
    /// - Parameter components: one number for each component of the space, then alpha.
    public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
        guard space.model != .pattern else { return nil }
        self.init(space, (0...space.numberOfComponents).map { components[$0] })
    }

    /// Makes a colour that paints a pattern.
    ///
    /// - Parameter components: the colour of a pattern without colours, then alpha. Only alpha for a pattern with colours.
    public convenience init?(patternSpace space: CGColorSpace, pattern: CGPattern, components: UnsafePointer<CGFloat>) {
        guard space.model == .pattern else { return nil }
        self.init(space, (0...space.numberOfComponents).map { components[$0] }, pattern: pattern)
    }

    /// Makes a colour of sRGB.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(.deviceRGB, [red, green, blue, alpha])
    }

    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(.deviceRGB, [red, green, blue, alpha])
    }

    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(.deviceGray, [gray, alpha])
    }

    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
        self.init(.deviceGray, [gray, alpha])
    }

    public convenience init(
        genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
    ) {
        self.init(.deviceCMYK, [cyan, magenta, yellow, black, alpha])
    }

    public static let white = CGColor(gray: 1, alpha: 1)
    public static let black = CGColor(gray: 0, alpha: 1)
    public static let clear = CGColor(gray: 0, alpha: 0)

    public var colorSpace: CGColorSpace? { space }
    /// The components, then alpha.
    public var components: [CGFloat]? { values }
    public var numberOfComponents: Int { values.count }
    public var alpha: CGFloat { values.last ?? 1 }

    public func copy() -> CGColor? { self }

    public func copy(alpha: CGFloat) -> CGColor? {
        CGColor(space, Array(values.dropLast()) + [alpha], pattern: pattern)
    }

    /// Returns the colour in another space. Components are clipped unless the space is an extended space.
    public func converted(
        to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary? = nil
    ) -> CGColor? {
        guard pattern == nil, let values = ColorConversion.components(of: scene, in: space) else { return nil }
        return CGColor(space, values)
    }

    public static func == (a: CGColor, b: CGColor) -> Bool {
        a === b || (a.space == b.space && a.values == b.values && a.pattern === b.pattern)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(space)
        hasher.combine(values)
    }

    /// The colour as the engine knows it. A pattern without colours gives the colour that it is drawn in.
    package var scene: Color {
        ColorConversion.color(values.map(Double.init), in: space.kind)
    }

    /// Makes a colour of extended sRGB.
    package convenience init(_ color: Color) {
        self.init(.deviceRGB, [color.red, color.green, color.blue, color.alpha].map { CGFloat($0) })
    }
}

extension CGColor: _ExpressibleByColorLiteral {
    public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    }
}
