import PenumbraGeometry
import PenumbraScene

/// A text and its frame: everything that its outline depends on.
public struct TextPlacement: Hashable, Sendable {
    public var text: Text
    /// The width of the layer's frame in points.
    public var width: Double
    /// The height of the layer's frame in points. Nil for texts whose lines do not depend on it.
    public private(set) var height: Double?

    /// Compares strings by their bytes. Swift treats canonically equivalent strings as equal, but fonts may draw them
    /// differently.
    public static func == (a: TextPlacement, b: TextPlacement) -> Bool {
        a.width == b.width && a.height == b.height && a.text == b.text
            && a.text.wholeString.utf8.elementsEqual(b.text.wholeString.utf8)
            && a.text.font.utf8.elementsEqual(b.text.font.utf8)
    }

    /// - Parameter size: the size of the layer's frame.
    public init(_ text: Text, in size: Size) {
        self.text = text
        width = size.width
        let dependsOnHeight =
            text.minimumFontSize != nil || text.verticalAlignment == .center || text.verticalAlignment == .bottom
        height = dependsOnHeight ? size.height : nil
    }
}

/// The outlines of a text with their paints, in the order in which they are filled. The non-zero rule fills each.
public struct TextOutline: Hashable, Sendable {
    public struct Fill: Hashable, Sendable {
        public var path: Path
        public var paint: Paint

        public init(_ path: Path, _ paint: Paint) {
            self.path = path
            self.paint = paint
        }
    }

    public var fills: [Fill]

    public init(_ fills: [Fill]) {
        self.fills = fills
    }

    func applying(_ transform: AffineTransform) -> TextOutline {
        TextOutline(fills.map { Fill($0.path.applying(transform), $0.paint) })
    }

    /// All outlines as one path.
    var path: Path {
        guard fills.count != 1 else { return fills[0].path }
        return fills.reduce(into: Path()) { $0.append($1.path) }
    }
}
