import Foundation
import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

extension CGContext {
    /// Draws layers that were recorded elsewhere, in user space whose y axis points down.
    ///
    /// - Parameters:
    ///   - reach: the part of user space that the layers may paint.
    ///   - recorded: the pictures that the layers show.
    package func draw(_ layers: [Layer], images recorded: [ImageSource: Bitmap], reach: CGRect, call: String) {
        guard !layers.isEmpty else { return }
        images.merge(recorded) { first, _ in first }
        var group = Layer.group(layers, map)
        group.opacity = state.alpha
        add(Painting(layer: group.isolated, coverage: .shape(Path(reach.scene).applying(map), .nonzero, .black)), call)
    }

    /// Reports a call that cannot be drawn. `makeImage()` then returns nil.
    package func refuse(_ call: String, _ reason: String) { fail(call, reason) }
}
