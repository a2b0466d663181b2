import PenumbraGeometry
import PenumbraScene

/// A text and the width for its lines: everything that its outline depends on.
public struct TextPlacement: Hashable, Sendable {
    public var text: Text
    /// The width of the layer's frame in points.
    public var width: Double

    /// Compares strings by their bytes. Swift treats canonically equivalent strings as equal, but fonts may draw them
    /// differently.
    public static func == (a: TextPlacement, b: TextPlacement) -> Bool {
        a.width == b.width && a.text == b.text && a.text.string.utf8.elementsEqual(b.text.string.utf8)
            && a.text.font.utf8.elementsEqual(b.text.font.utf8)
    }

    public init(_ text: Text, width: Double) {
        self.text = text
        self.width = width
    }
}
