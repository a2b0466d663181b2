/// Where the colours of a CSS gradient lie: angles and lengths, which mean something once the size of what is filled is known.
///
/// Made by `Gradient(css:)`. Angles are as one sees them, also where a frame is not square.
public struct CSSGradient: Hashable, Sendable {
    /// A length as a sum of points and of a part of what it is measured against. On the way around a conic gradient degrees
    /// stand for points.
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

        public static let center = Position(x: Length(fraction: 0.5), y: Length(fraction: 0.5))
    }

    public enum Direction: Hashable, Sendable {
        /// Degrees, clockwise from upwards.
        case angle(Double)
        /// To a side or a corner: −1, 0 or 1 on each axis.
        case towards(x: Int, y: Int)
    }

    /// How far a radial gradient reaches when no length says it.
    public enum Reach: String, Hashable, Sendable, CaseIterable {
        case closestSide = "closest-side"
        case closestCorner = "closest-corner"
        case farthestSide = "farthest-side"
        case farthestCorner = "farthest-corner"
    }

    /// Where a radial gradient ends.
    public enum Ending: Hashable, Sendable {
        case circle(radius: Double)
        /// Half-axes; percentages are of the frame's width and height.
        case ellipse(Length, Length)
        case reaching(Reach, isCircle: Bool)
    }

    public enum Shape: Hashable, Sendable {
        case linear(Direction)
        case radial(Ending, at: Position)
        /// Once around, clockwise from an angle in degrees, itself clockwise from upwards.
        case conic(from: Double, at: Position)
    }

    public var shape: Shape
    /// One a colour: where it stands, nil where CSS finds a place for it.
    public var positions: [Length?]
    /// One a colour: where halfway between it and the next one is, nil for the middle.
    public var hints: [Length?]
}

extension Gradient {
    /// The gradient that a CSS `linear-gradient()`, `radial-gradient()` or `conic-gradient()` describes, premultiplied as in
    /// CSS.
    ///
    /// - Throws: for repeating gradients, other colour spaces to mix in and computed lengths, by name, and for what CSS does
    ///   not allow.
    public init(css text: String) throws(NotationError) {
        try self.init(css: text, mostColors: SceneLimits.default.gradientStops)
    }

    init(css text: String, mostColors: Int) throws(NotationError) {
        var scanner = CSSScanner(text)
        scanner.skipSpace()
        self = try CSSGradientParser.gradient(&scanner, mostColors: mostColors)
        scanner.skipSpace()
        guard scanner.isAtEnd else { throw NotationError("found \(scanner.rest), expected nothing after the gradient") }
    }

    /// A CSS string that reads back as exactly this gradient; nil when it is no CSS gradient, or differs from those in
    /// interpolation or falloff.
    public var css: String? {
        guard case .css(let gradient) = geometry, interpolation == .premultiplied, falloff == .linear else { return nil }
        return gradient.css(colors)
    }
}
