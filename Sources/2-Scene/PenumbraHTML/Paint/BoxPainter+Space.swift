import PenumbraGeometry
import PenumbraScene

/// `transform-style: preserve-3d`: CSS Transforms 2, section 5.
extension BoxPainter {
    /// Whether descendants stay in the space around the element. Effects on the whole element flatten them.
    private var preservesSpace: Bool {
        values.word("transform-style") == "preserve-3d" && !flattens && !clipsOverflow
    }

    /// The layer of an element with its effects, as `group(_:at:isolates:)` makes it. Descendants with a transform keep their
    /// depth if the element has `preserve-3d`.
    ///
    /// - Parameters:
    ///   - own: the layers of the box, in the coordinates of the border box.
    ///   - content: the layers of the content, in the same coordinates. Descendants with a transform are layers of this list.
    package func layers(own: [Layer], content: [Layer], at origin: Point, isolates: Bool = true) -> [Layer] {
        guard var layer = group(own + content, at: origin, isolates: isolates) else { return [] }
        if preservesSpace {
            layer.transformStyle = .preserve3D
            if values.word("backface-visibility") == "hidden", !own.isEmpty {
                // The back of the element hides its own box, and none of its descendants.
                var back = Layer(frame: geometry.borderBox, sublayers: own)
                back.backfaceVisibility = .hidden
                layer.sublayers = [back] + content
                layer.backfaceVisibility = .visible
            }
        }
        return [layer]
    }
}
