/// A gradient: its geometry, its colours, and how the colours are mixed.
///
/// Geometry is in unit coordinates of the filled area (a layer's frame) and stretches with it, except for circles and CSS
/// gradients. Colours extend past both ends unless that is turned off. One colour gives a solid fill. Coinciding points give the
/// last colour.
public struct Gradient: Hashable, Sendable {
    public enum Geometry: Hashable, Sendable {
        /// Changes along a line, in unit coordinates.
        case axial(startPoint: Point, endPoint: Point)
        /// Changes from a centre outward to an ellipse with half-axes |endPoint − startPoint|, in unit coordinates.
        case radial(startPoint: Point, endPoint: Point)
        /// Changes from one circle to another with the same centre, in points of the layer's own coordinates. The end circle
        /// may be the smaller circle.
        case circles(center: Point, startRadius: Double, endRadius: Double)
        /// Changes from one circle to a second circle, in points of the layer's own coordinates, as a canvas of HTML or Core
        /// Graphics paints it: the circles between them are drawn in order, so that later circles cover earlier ones. If neither
        /// circle encloses the other, only the wedge or strip that the circles cover is painted.
        case twoCircles(startCenter: Point, startRadius: Double, endCenter: Point, endRadius: Double)
        /// Changes clockwise in a full turn around `startPoint`, starting towards `endPoint`, in unit coordinates.
        case conic(startPoint: Point, endPoint: Point)
        /// A CSS gradient, in points. `locations` are ignored.
        case css(CSSGradient)
    }

    /// The components that are mixed between two stops.
    public enum Interpolation: String, Hashable, Sendable, CaseIterable {
        /// Mixes straight components. Halfway from black to a transparent colour, half of that colour is visible.
        case straight
        /// Mixes components multiplied by alpha, as in CSS.
        case premultiplied
    }

    /// The curve of the transition between two stops.
    public enum Falloff: String, Hashable, Sendable, CaseIterable {
        case linear
        /// The profile of a shadow's edge: an error function over six σ, without visible bands at the stops.
        case gaussian
    }

    public var geometry: Geometry
    /// The colours of the stops. At least one.
    public var colors: [Color]
    /// The location of each colour, 0…1. Locations must not decrease. Nil spaces the colours evenly.
    public var locations: [Double]?
    public var interpolation: Interpolation
    public var falloff: Falloff
    /// Whether the first colour covers the area before the start of the gradient.
    ///
    /// Conic gradients have no such area, and CSS gradients always cover it.
    public var extendsStart: Bool
    /// Whether the last colour covers the area after the end of the gradient.
    public var extendsEnd: Bool

    public init(
        _ geometry: Geometry = .axial(startPoint: Point(0.5, 0), endPoint: Point(0.5, 1)), colors: [Color],
        locations: [Double]? = nil, interpolation: Interpolation = .straight, falloff: Falloff = .linear,
        extendsStart: Bool = true, extendsEnd: Bool = true
    ) {
        self.geometry = geometry
        self.colors = colors
        self.locations = locations
        self.interpolation = interpolation
        self.falloff = falloff
        self.extendsStart = extendsStart
        self.extendsEnd = extendsEnd
    }
}

extension Gradient {
    /// Whether the gradient has a colour at every place.
    public var hasColorsEverywhere: Bool {
        switch geometry {
        case .conic, .css: return true
        case .axial, .circles: return extendsStart && extendsEnd
        case .radial: return extendsEnd
        case .twoCircles(let startCenter, let startRadius, let endCenter, let endRadius):
            let (distance, growth) = ((endCenter - startCenter).length, abs(endRadius - startRadius))
            // Circles that touch leave half of the plane without a colour.
            return extendsStart && extendsEnd && (distance == 0 || distance < growth * (1 - Self.touchingTolerance))
        }
    }

    /// Circles touch if the distance of their centres equals the difference of their radii within this part of it.
    package static let touchingTolerance = 1e-9
}

/// The fill of an area: a colour or a gradient.
public enum Paint: Hashable, Sendable {
    case color(Color)
    indirect case gradient(Gradient)

    public static let black = Paint.color(.black)
    public static let white = Paint.color(.white)

    /// A colour of straight sRGB components, 0…1.
    public static func rgb(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) -> Paint {
        .color(Color(red: red, green: green, blue: blue, alpha: alpha))
    }

    /// Whether the paint is opaque everywhere.
    public var isOpaque: Bool {
        switch self {
        case .color(let color): color.alpha >= 1
        case .gradient(let gradient):
            !gradient.colors.isEmpty && gradient.colors.allSatisfy { $0.alpha >= 1 } && gradient.hasColorsEverywhere
        }
    }

    /// Whether an alpha above 1/255 lies everywhere, so that the hard alpha has no holes.
    public var isVisibleEverywhere: Bool {
        switch self {
        case .color(let color): color.alpha > 1.0 / 255
        case .gradient(let gradient):
            !gradient.colors.isEmpty && gradient.colors.allSatisfy { $0.alpha > 1.0 / 255 } && gradient.hasColorsEverywhere
        }
    }

    /// Whether the paint is transparent everywhere.
    public var isClear: Bool {
        switch self {
        case .color(let color): color.alpha <= 0
        case .gradient(let gradient): gradient.colors.allSatisfy { $0.alpha <= 0 }
        }
    }
}
