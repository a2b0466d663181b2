import PenumbraGeometry

/// Whether a layer is painted when it turns its back to the eye.
public enum BackfaceVisibility: String, CaseIterable, Hashable, Sendable {
    case visible
    case hidden
}

/// Where the sublayers of a layer stand.
public enum TransformStyle: String, CaseIterable, Hashable, Sendable {
    /// In the layer's plane: sublayers that leave it are flattened into it.
    case flat
    /// In the space that the layer stands in itself. Sublayers hide each other by depth, and cut through each other.
    case preserve3D = "preserve-3d"
}

/// The properties of a layer that most layers leave alone: those in space.
struct LayerInSpace: Hashable, Sendable {
    /// Nil for a transform in the plane.
    var transform: Transform3D?
    var perspective: Double?
    var perspectiveOrigin = Point(0.5, 0.5)
    var backfaceVisibility = BackfaceVisibility.visible
    var transformStyle = TransformStyle.flat
}
