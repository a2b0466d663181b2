/// The reason why layers have no layout. `node` is the index of the layer at fault.
public enum LayoutError: Error {
    case tooManyNodes(count: Int, limit: Int)
    case tooDeep(node: Int, limit: Int)
    /// Layers inside each other depend on each other in so many ways that layout would take too long.
    case tooComplex(node: Int, limit: Int)
    /// The floats up to this box, and the lines and boxes beside them, are too many together.
    case tooManyFloats(node: Int)
    /// The grids up to this one have too many tracks together.
    case tooManyTracks(node: Int, limit: Int)
    /// The layer is not a sublayer of exactly one layer before it.
    case notATree(node: Int)
    case invalidValue(node: Int, key: LayoutKey, value: Double)
    /// The size of the canvas or its scale is not a finite number above or equal to zero.
    case invalidCanvas
    /// The text could not be measured.
    case text(node: Int, error: any Error)
    /// The measured size of a text is not a finite number above or equal to zero.
    case invalidText(node: Int)
    /// The frame is beyond the range of numbers.
    case overflow(node: Int)
}

/// The key of a layer that a layout error is about.
public enum LayoutKey: String, Hashable, Sendable {
    case frame, inset, width, height, minWidth, minHeight, maxWidth, maxHeight, padding, margin, border
    case flexGrow, flexShrink, flexBasis, aspectRatio, gap, track, image
}
