/// The geometry of a CSS gradient. Its angles and lengths are resolved once the size of the filled area is known.
///
/// `Gradient(css:)` creates it. Angles appear as written, also in frames that are not square.
public struct CSSGradient: Hashable, Sendable {
    /// A length as a sum of points and a fraction of a reference length. For conic gradients, `points` holds degrees.
    public struct Length: Hashable, Sendable {
        public var points: Double
        public var fraction: Double

        public init(points: Double = 0, fraction: Double = 0) {
            self.points = points
            self.fraction = fraction
        }

        func resolved(_ whole: Double) -> Double { points + fraction * whole }
    }

    public struct Position: Hashable, Sendable {
        public var x: Length
        public var y: Length

        public init(x: Length, y: Length) {
            (self.x, self.y) = (x, y)
        }

        public static let center = Position(x: Length(fraction: 0.5), y: Length(fraction: 0.5))
    }

    public enum Direction: Hashable, Sendable {
        /// An angle in degrees, clockwise from upwards.
        case angle(Double)
        /// The direction towards a side or a corner: −1, 0 or 1 on each axis.
        case towards(x: Int, y: Int)
    }

    /// The keyword for the extent of a radial gradient without explicit lengths.
    public enum Reach: String, Hashable, Sendable, CaseIterable {
        case closestSide = "closest-side"
        case closestCorner = "closest-corner"
        case farthestSide = "farthest-side"
        case farthestCorner = "farthest-corner"
    }

    /// The shape where a radial gradient ends.
    public enum Ending: Hashable, Sendable {
        case circle(radius: Double)
        /// An ellipse with the given half-axes. Percentages refer to the frame's width and height.
        case ellipse(Length, Length)
        case reaching(Reach, isCircle: Bool)
    }

    public enum Shape: Hashable, Sendable {
        case linear(Direction)
        case radial(Ending, at: Position)
        /// A full clockwise turn. `from` is the start angle in degrees, clockwise from upwards.
        case conic(from: Double, at: Position)
    }

    public var shape: Shape
    /// Whether the colours from the first to the last repeat in both directions, as in `repeating-linear-gradient()`.
    public var isRepeating = false
    /// The position of each colour. Nil lets CSS find a position.
    public var positions: [Length?]
    /// For each colour, the place halfway between this colour and the next. Nil means the middle.
    public var hints: [Length?]
    /// The space that colours mix in. Nil mixes the values of sRGB.
    public var mixing: ColorMixing?
}

extension Gradient {
    /// Parses a CSS `linear-gradient()`, `radial-gradient()` or `conic-gradient()`, each also with `repeating-` in front. The
    /// gradient is premultiplied, as in CSS.
    ///
    /// - Throws: `NotationError` for anything that CSS does not allow. Computed lengths are refused by name.
    public init(css text: String) throws(NotationError) {
        try self.init(css: text, mostColors: SceneLimits.default.gradientStops)
    }

    init(css text: String, mostColors: Int) throws(NotationError) {
        var scanner = CSSScanner(text)
        try scanner.refuseProperty()
        scanner.skipSpace()
        self = try CSSGradientParser.gradient(&scanner, mostColors: mostColors)
        scanner.skipEnd()
        guard !scanner.isNext(",") else {
            throw NotationError(
                "found \(scanner.rest) after a gradient; one gradient per layer, so use several layers for several backgrounds")
        }
        guard scanner.isAtEnd else { throw NotationError("found \(scanner.rest), expected nothing after the gradient") }
    }

    /// A CSS string that reads back as exactly this gradient. Nil if it is no CSS gradient, or has another interpolation or
    /// falloff than CSS.
    public var css: String? {
        guard case .css(let gradient) = geometry, interpolation == .premultiplied, falloff == .linear else { return nil }
        return gradient.css(colors)
    }
}
