import PenumbraGeometry
import PenumbraScene

/// A text as it is laid out in a layer: what its outline depends on.
public struct TextPlacement: Hashable, Sendable {
    public var text: Text
    /// Of the layer's frame, in points.
    public var width: Double

    /// Strings are equal that Unicode calls equivalent; fonts may draw them differently, so here they must be the same bytes.
    public static func == (a: TextPlacement, b: TextPlacement) -> Bool {
        a.width == b.width && a.text == b.text && a.text.string.utf8.elementsEqual(b.text.string.utf8)
            && a.text.font.utf8.elementsEqual(b.text.font.utf8)
    }

    public init(_ text: Text, width: Double) {
        self.text = text
        self.width = width
    }
}
