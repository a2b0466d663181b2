import PenumbraScene

/// A picture, a text or a path that a recipe can shade, with the size of its frame.
public struct Artwork: Hashable, Sendable {
    public var kind: Layer.Kind
    /// The frame's size in points.
    public var size: Size

    public init(kind: Layer.Kind, size: Size) {
        self.kind = kind
        self.size = size
    }

    /// A picture, as large as its frame allows without changing its proportions.
    public static func image(_ source: ImageSource, size: Size) -> Artwork {
        Artwork(kind: .image(ImageContents(source: source, gravity: .resizeAspect)), size: size)
    }

    /// A text in a frame of a given size. Lines break at the frame's width if the text is wrapped.
    public static func text(_ text: Text, size: Size) -> Artwork {
        Artwork(kind: .text(text), size: size)
    }

    /// A filled path in a frame that starts at the origin of the path's coordinates.
    public static func path(_ path: Path, fillRule: FillRule = .nonzero, color: Color = .black, size: Size) -> Artwork {
        Artwork(kind: .shape(Shape(path: path, fillRule: fillRule, fillColor: .color(color))), size: size)
    }

    /// A filled path in the smallest frame that holds it.
    public static func path(fitting path: Path, fillRule: FillRule = .nonzero, color: Color = .black) -> Artwork {
        let bounds = path.bounds
        let moved = path.applying(.translation(-bounds.minX, -bounds.minY))
        return .path(moved, fillRule: fillRule, color: color, size: bounds.size)
    }

    /// The frame in the artwork's own coordinates.
    public var bounds: Rect { Rect(origin: .zero, size: size) }
}
