import PenumbraCoreGraphics

/// A colour, a picture that repeats, or a function that gives a colour for an appearance.
public final class UIColor: NSObject, @unchecked Sendable {
    private let type = ComparedByFoundation()
    private let fixed: CGColor
    /// Functions of dynamic colours may be called by any thread, as on Apple's systems.
    private let provider: ((UITraitCollection) -> UIColor)?

    public init(cgColor: CGColor) {
        (fixed, provider) = (cgColor, nil)
        super.init()
    }

    /// Makes a colour that depends on the appearance.
    public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
        (fixed, provider) = (.clear, dynamicProvider)
        super.init()
    }

    /// The colour for the current traits.
    public var cgColor: CGColor { provider == nil ? fixed : resolvedColor(with: .current).fixed }

    /// Returns the colour for some traits.
    public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        var color = self
        // A function may return a dynamic colour, but not itself for ever.
        for _ in 0..<Self.mostProviders {
            guard let provider = color.provider else { return color }
            color = provider(traitCollection)
        }
        return color.provider == nil ? color : UIColor(cgColor: .clear)
    }

    private static let mostProviders = 16

    /// Whether the colour depends on the appearance.
    var isDynamic: Bool { provider != nil }

    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(cgColor: CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
    }

    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(cgColor: CGColor(gray: white, alpha: alpha))
    }

    public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let color = CGColorSpace(name: CGColorSpace.displayP3).flatMap {
            CGColor(colorSpace: $0, components: [red, green, blue, alpha])
        }
        self.init(cgColor: color ?? CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
    }

    /// Makes a colour by W3C's formula for HSB: the hue is a part of a turn from red over green to blue.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let turns = hue.isFinite ? hue - hue.rounded(.down) : 0
        func component(_ shift: CGFloat) -> CGFloat {
            let k = (shift + turns * 6).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(k, 4 - k, 1))
        }
        self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
    }

    /// Finds no colour: servers have no asset catalogues.
    public convenience init?(named name: String) { return nil }

    /// Makes a colour that paints copies of an image from the origin of the context.
    public convenience init(patternImage image: UIImage) {
        self.init(cgColor: image.patternColor ?? .clear)
    }

    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        if isDynamic { return UIColor { self.resolvedColor(with: $0).withAlphaComponent(alpha) } }
        return UIColor(cgColor: cgColor.copy(alpha: alpha) ?? cgColor)
    }

    @discardableResult public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        guard let rgb = components else { return false }
        red?.pointee = rgb[0]
        green?.pointee = rgb[1]
        blue?.pointee = rgb[2]
        alpha?.pointee = rgb[3]
        return true
    }

    @discardableResult public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?)
        -> Bool
    {
        guard let rgb = components, rgb[0] == rgb[1], rgb[1] == rgb[2] else { return false }
        white?.pointee = rgb[0]
        alpha?.pointee = rgb[3]
        return true
    }

    @discardableResult public func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        guard let rgb = components else { return false }
        let (red, green, blue) = (rgb[0], rgb[1], rgb[2])
        let (most, least) = (max(red, green, blue), min(red, green, blue))
        let range = most - least
        var turns: CGFloat = 0
        if range > 0 {
            if most == red {
                turns = (green - blue) / range
            } else if most == green {
                turns = 2 + (blue - red) / range
            } else {
                turns = 4 + (red - green) / range
            }
        }
        hue?.pointee = (turns < 0 ? turns + 6 : turns) / 6
        saturation?.pointee = most > 0 ? range / most : 0
        brightness?.pointee = most
        alpha?.pointee = rgb[3]
        return true
    }

    /// Red, green, blue and alpha in extended sRGB. Nil for patterns.
    private var components: [CGFloat]? {
        guard cgColor.pattern == nil, let space = CGColorSpace(name: CGColorSpace.extendedSRGB) else { return nil }
        return cgColor.converted(to: space, intent: .defaultIntent)?.components
    }

    /// Sets the colour of fills and strokes of the current context.
    public func set() {
        setFill()
        setStroke()
    }

    public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
    public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        return isDynamic || other.isDynamic ? self === other : fixed == other.fixed
    }

    public override var hash: Int { isDynamic ? ObjectIdentifier(self).hashValue : fixed.hashValue }

    public override var description: String { "UIColor \((cgColor.components ?? []).map { "\($0)" }.joined(separator: " "))" }
}

extension UIColor: TextColor {
    package var textColor: CGColor { cgColor }
}
