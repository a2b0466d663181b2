import PenumbraGeometry

/// CSS layout: frames of boxes from their sizes, paddings, borders, margins and contents.
///
/// The module computes block and inline formatting contexts, floats and positioned boxes of CSS 2.2, and CSS Flexible Box
/// Layout Level 1. Results depend on the input alone: sums, products, quotients and comparisons of doubles are the only arithmetic.
public enum Layout {
    /// The frames of all layers, in the coordinates of their parents.
    ///
    /// - Parameters:
    ///   - nodes: the layers. The first one is the canvas, which holds all others.
    ///   - width: the canvas's width. Nil takes the width from the first layer's style and content.
    ///   - height: the canvas's height. Nil takes the height from the first layer's style and content.
    ///   - scale: pixels per point, for layouts that round to pixels.
    ///   - text: the sizes of texts.
    public static func solve(
        _ nodes: [LayoutNode], width: Double?, height: Double?, scale: Double = 1, text: some TextMeasuring = NoText(),
        limits: LayoutLimits = .default
    ) throws(LayoutError) -> [Rect] {
        try result(nodes, width: width, height: height, scale: scale, text: text, limits: limits).frames
    }

    /// The frames of all boxes, in the coordinates of their parents, and the lines of inline content.
    ///
    /// - Parameter text: the sizes of texts and of lines. Trees with inline content need an `InlineMeasuring`.
    public static func result(
        _ nodes: [LayoutNode], width: Double?, height: Double?, scale: Double = 1, text: some TextMeasuring = NoText(),
        limits: LayoutLimits = .default
    ) throws(LayoutError) -> LayoutResult {
        try check(nodes, width: width, height: height, scale: scale, limits: limits)
        guard !nodes.isEmpty else { return LayoutResult(frames: [], lines: []) }
        var solver = Solver(nodes: nodes, text: text)
        return try solver.result(width: width, height: height, scale: scale)
    }
}
