import PenumbraGeometry

/// Whether a layer is painted when it turns its back to the eye.
public enum BackfaceVisibility: String, CaseIterable, Hashable, Sendable {
    case visible
    case hidden
}

/// The properties of a layer that most layers leave alone: those in space.
struct LayerInSpace: Hashable, Sendable {
    /// Nil for a transform in the plane.
    var transform: Transform3D?
    var perspective: Double?
    var perspectiveOrigin = Point(0.5, 0.5)
    var backfaceVisibility = BackfaceVisibility.visible
}
