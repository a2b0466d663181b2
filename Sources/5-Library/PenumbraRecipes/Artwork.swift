import PenumbraScene

/// Something with an alpha channel that a recipe can shade: a picture, a text or a path, with the size of its frame.
public struct Artwork: Hashable, Sendable {
    public var kind: Layer.Kind
    /// Points.
    public var size: Size

    public init(kind: Layer.Kind, size: Size) {
        self.kind = kind
        self.size = size
    }

    /// A picture, as large as its frame allows without changing its proportions.
    public static func image(_ source: ImageSource, size: Size) -> Artwork {
        Artwork(kind: .image(ImageContents(source: source, gravity: .resizeAspect)), size: size)
    }

    /// A text in a frame that its user has measured; lines break at the frame's width where the text says so.
    public static func text(_ text: Text, size: Size) -> Artwork {
        Artwork(kind: .text(text), size: size)
    }

    /// A filled path in a frame that starts at the path's own origin.
    public static func path(_ path: Path, fillRule: FillRule = .nonzero, color: Color = .black, size: Size) -> Artwork {
        Artwork(kind: .shape(Shape(path: path, fillRule: fillRule, fillColor: .color(color))), size: size)
    }

    /// A filled path in a frame that just holds it.
    public static func path(fitting path: Path, fillRule: FillRule = .nonzero, color: Color = .black) -> Artwork {
        let bounds = path.bounds
        let moved = path.applying(.translation(-bounds.minX, -bounds.minY))
        return .path(moved, fillRule: fillRule, color: color, size: bounds.size)
    }

    /// The frame in the artwork's own coordinates.
    public var bounds: Rect { Rect(origin: .zero, size: size) }
}
