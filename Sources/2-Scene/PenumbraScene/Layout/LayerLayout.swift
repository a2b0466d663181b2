import PenumbraLayout

/// The keys of a layer that say how CSS's flexbox or grid places it and its sublayers.
///
/// A layer with a `frame` keeps it and is out of the flow. A layer without one is an item of its parent's layout, or is placed
/// in the bounds of a parent without a layout.
public struct LayerLayout: Hashable, Sendable {
    public var style: LayoutStyle
    /// How the layer arranges its sublayers. Nil places them in the layer's bounds.
    public var container: FlexContainer?
    /// The grid in which the layer arranges its sublayers. A grid wins over `container`.
    public var grid: GridContainer?
    /// Values of the layer that depend on its size.
    var relative = RelativeValues()

    public init(style: LayoutStyle = LayoutStyle(), container: FlexContainer? = nil, grid: GridContainer? = nil) {
        self.style = style
        self.container = container
        self.grid = grid
    }
}

/// The values of a layer, of a shadow or of copies that are known only together with the size of the layer.
struct RelativeValues: Hashable {
    /// A transform with percentages. It replaces the value's own.
    var transform: TransformList?
    /// Whether the layer's rounded bounds are the path of a shape or of a shadow.
    var takesBoundsAsPath = false
    /// Whether the circles of the layer's gradient lie in its middle.
    var centersCircles = false
    /// The values of shadows, by their indexes.
    var shadows: [Int: RelativeValues] = [:]
    var innerShadows: [Int: RelativeValues] = [:]
    /// The transform of copies with percentages.
    var replicaTransform: TransformList?

    var isEmpty: Bool {
        transform == nil && replicaTransform == nil && !takesBoundsAsPath && !centersCircles && shadows.isEmpty
            && innerShadows.isEmpty
    }

    /// Gives a layer the values that it has at a size.
    ///
    /// - Throws: `SceneError` for a transform beyond the limits.
    func resolve(_ layer: inout Layer, _ size: Size, _ place: @autoclosure () -> Place) throws(SceneError) {
        guard !isEmpty else { return }
        let place = place()
        func map(_ transform: TransformList, _ place: Place) throws(SceneError) -> Transform3D {
            try transform.resolved(in: size, as: transform.css, .key(place, "transform"))
        }
        if let transform { layer.transform3D = try map(transform, place) }
        if let replicaTransform { layer.replication?.transform3D = try map(replicaTransform, .key(place, "replicate")) }
        if centersCircles, case .gradient(var gradient) = layer.kind {
            gradient.geometry.center = Point(size.width / 2, size.height / 2)
            layer.kind = .gradient(gradient)
        }
        let bounds = Path(Rect(origin: .zero, size: size), radii: layer.cornerRadii, curve: layer.cornerCurve)
        if takesBoundsAsPath, case .shape(var shape) = layer.kind {
            shape.path = bounds
            layer.kind = .shape(shape)
        }
        for (index, values) in shadows where layer.shadows.indices.contains(index) {
            if let transform = values.transform {
                let place = Place.index(.key(place, "shadows"), index)
                layer.shadows[index].transform = try map(transform, place).affine ?? .identity
            }
            if values.takesBoundsAsPath { layer.shadows[index].path = bounds }
        }
        for (index, values) in innerShadows where layer.innerShadows.indices.contains(index) && values.takesBoundsAsPath {
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
