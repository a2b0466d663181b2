/// Colours that change from place to place.
///
/// Geometry is in unit coordinates of what is filled (a layer's frame) and stretched with it, except for circles. Colours
/// extend past both ends. One colour is solid; coinciding points give the last colour.
public struct Gradient: Hashable, Sendable {
    public enum Geometry: Hashable, Sendable {
        /// Along a line, in unit coordinates.
        case axial(startPoint: Point, endPoint: Point)
        /// From a centre outward to an ellipse with half-axes |endPoint − startPoint|, in unit coordinates.
        case radial(startPoint: Point, endPoint: Point)
        /// From one circle to another with the same centre, in points of the layer's own coordinates. The end may be the
        /// smaller one.
        case circles(center: Point, startRadius: Double, endRadius: Double)
        /// From one circle to another that holds it or is held by it, in points of the layer's own coordinates. Where neither
        /// holds the other there is no colour at most places: then nothing is painted.
        case twoCircles(startCenter: Point, startRadius: Double, endCenter: Point, endRadius: Double)
        /// Once around `startPoint`, clockwise, beginning towards `endPoint`, in unit coordinates.
        case conic(startPoint: Point, endPoint: Point)
        /// As CSS has it, in points: `locations` do not count.
        case css(CSSGradient)
    }

    /// What is mixed between two stops.
    public enum Interpolation: String, Hashable, Sendable, CaseIterable {
        /// Straight components: halfway from black to a transparent colour half of that colour shows.
        case straight
        /// Components multiplied by alpha, as in CSS.
        case premultiplied
    }

    /// How colours follow each other between two stops.
    public enum Falloff: String, Hashable, Sendable, CaseIterable {
        case linear
        /// As the edge of a shadow: an error function over six σ, without visible bands at the stops.
        case gaussian
    }

    public var geometry: Geometry
    /// At least one.
    public var colors: [Color]
    /// One a colour, in order, 0…1; nil spreads them evenly.
    public var locations: [Double]?
    public var interpolation: Interpolation
    public var falloff: Falloff

    public init(
        _ geometry: Geometry = .axial(startPoint: Point(0.5, 0), endPoint: Point(0.5, 1)), colors: [Color],
        locations: [Double]? = nil, interpolation: Interpolation = .straight, falloff: Falloff = .linear
    ) {
        self.geometry = geometry
        self.colors = colors
        self.locations = locations
        self.interpolation = interpolation
        self.falloff = falloff
    }
}

extension Gradient {
    /// Whether there is a colour at every place. Two circles of which neither holds the other leave most places without one;
    /// they are not painted at all.
    public var hasColorsEverywhere: Bool {
        guard case .twoCircles(let startCenter, let startRadius, let endCenter, let endRadius) = geometry,
            max(startRadius, endRadius) > 0
        else { return true }
        let difference = abs(endRadius - startRadius)
        // Circles that touch have a common place, where a colour would be all colours.
        return difference > (endCenter - startCenter).length * (1 + 1e-9) && difference.isFinite
    }
}

/// What an area is filled with.
public enum Paint: Hashable, Sendable {
    case color(Color)
    indirect case gradient(Gradient)

    public static let black = Paint.color(.black)
    public static let white = Paint.color(.white)

    /// Straight sRGB components of 0…1.
    public static func rgb(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) -> Paint {
        .color(Color(red: red, green: green, blue: blue, alpha: alpha))
    }

    /// Whether nothing shows through anywhere.
    public var isOpaque: Bool {
        switch self {
        case .color(let color): color.alpha >= 1
        case .gradient(let gradient):
            !gradient.colors.isEmpty && gradient.colors.allSatisfy { $0.alpha >= 1 } && gradient.hasColorsEverywhere
        }
    }

    /// Whether it paints nothing anywhere.
    public var isClear: Bool {
        switch self {
        case .color(let color): color.alpha <= 0
        case .gradient(let gradient): gradient.colors.allSatisfy { $0.alpha <= 0 } || !gradient.hasColorsEverywhere
        }
    }
}
