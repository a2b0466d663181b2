import PenumbraGeometry

/// A layer, as far as layout knows it.
public struct LayoutNode: Hashable, Sendable {
    public var style: LayoutStyle
    public var content: LayoutContent
    /// Indexes of the sublayers, each greater than the layer's own.
    public var children: [Int]

    public init(style: LayoutStyle = LayoutStyle(), content: LayoutContent = .bounds, children: [Int] = []) {
        self.style = style
        self.content = content
        self.children = children
    }
}
