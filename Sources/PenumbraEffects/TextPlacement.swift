import PenumbraGeometry
import PenumbraScene

/// A text as it is laid out in a layer: what its outline depends on.
public struct TextPlacement: Hashable, Sendable {
    public var text: Text
    /// Of the layer's frame, in points.
    public var width: Double

    public init(_ text: Text, width: Double) {
        self.text = text
        self.width = width
    }
}

extension ScenePlanner {
    /// The outline of a layer's text in the layer's own coordinates; nil where it was not laid out.
    func textPath(_ text: Text, _ geometry: LayerGeometry) -> Path? {
        texts[TextPlacement(text, width: geometry.bounds.width)]
    }
}
