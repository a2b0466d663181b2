import PenumbraLayout

/// The keys of a layer that say how CSS's flexbox places it and its sublayers.
///
/// A layer with a `frame` keeps it and is out of the flow. A layer without one is an item of its parent's layout, or is placed
/// in the bounds of a parent without a layout.
public struct LayerLayout: Hashable, Sendable {
    public var style: LayoutStyle
    /// How the layer arranges its sublayers. Nil places them in the layer's bounds.
    public var container: FlexContainer?
    /// Values of the layer that depend on its size.
    var relative = RelativeValues()

    public init(style: LayoutStyle = LayoutStyle(), container: FlexContainer? = nil) {
        self.style = style
        self.container = container
    }
}

/// The values of a layer that are known only together with its size.
struct RelativeValues: Hashable {
    /// A transform with percentages. It replaces the layer's own.
    var transform: TransformList?
    /// Whether the circles of the layer's gradient lie in its middle.
    var centersCircles = false
    /// Whether the layer's rounded bounds are the path of its shape.
    var takesBoundsAsPath = false
    /// The indexes of the shadows whose path is the layer's rounded bounds.
    var shadowsOfBounds: Set<Int> = []
    var innerShadowsOfBounds: Set<Int> = []
    /// Transforms of shadows with percentages.
    var shadowTransforms: [Int: TransformList] = [:]
    /// The transform of copies with percentages.
    var replicaTransform: TransformList?

    /// Gives a layer the values that it has at a size.
    ///
    /// - Throws: `SceneError` for a transform beyond the limits.
    func resolve(_ layer: inout Layer, _ size: Size, _ place: @autoclosure () -> Place) throws(SceneError) {
        guard self != RelativeValues() else { return }
        let place = place()
        if let transform { layer.transform3D = try transform.resolved(in: size, as: transform.css, .key(place, "transform")) }
        if let replicaTransform {
            layer.replication?.transform3D = try replicaTransform.resolved(
                in: size, as: replicaTransform.css, .key(.key(place, "replicate"), "transform"))
        }
        if centersCircles, case .gradient(var gradient) = layer.kind,
            case .circles(_, let start, let end) = gradient.geometry
        {
            gradient.geometry = .circles(
                center: Point(size.width / 2, size.height / 2), startRadius: start, endRadius: end)
            layer.kind = .gradient(gradient)
        }
        for (index, transform) in shadowTransforms where layer.shadows.indices.contains(index) {
            layer.shadows[index].transform =
                try transform.resolved(
                    in: size, as: transform.css, .key(.index(.key(place, "shadows"), index), "transform")
                ).affine ?? .identity
        }
        guard takesBoundsAsPath || !shadowsOfBounds.isEmpty || !innerShadowsOfBounds.isEmpty else { return }
        let bounds = Path(
            Rect(origin: .zero, size: size), radii: layer.cornerRadii, curve: layer.cornerCurve)
        if takesBoundsAsPath, case .shape(var shape) = layer.kind {
            shape.path = bounds
            layer.kind = .shape(shape)
        }
        for index in shadowsOfBounds where layer.shadows.indices.contains(index) { layer.shadows[index].path = bounds }
        for index in innerShadowsOfBounds where layer.innerShadows.indices.contains(index) {
            layer.innerShadows[index].path = bounds
        }
    }
}

/// Distances in points from the sides of a layer.
public struct Insets: Hashable, Sendable {
    public var top: Double
    public var right: Double
    public var bottom: Double
    public var left: Double

    public init(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    public static let zero = Insets()

    /// The rectangle inside the insets. Its sides are zero where the insets leave no room.
    package func inside(_ rect: Rect) -> Rect {
        self == .zero
            ? rect
            : Rect(
                x: rect.minX + left, y: rect.minY + top, width: max(0, rect.width - left - right),
                height: max(0, rect.height - top - bottom))
    }
}
