import Foundation
import PenumbraBitmap
import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraScene

/// What a tree of layers shows at one time, as layers of a scene.
struct LayerSnapshot {
    /// The layers in the coordinates of the superlayer's bounds, from their top left corner.
    var layers: [Layer] = []
    /// The pictures that the layers show.
    var images: [ImageSource: Bitmap] = [:]
    /// The first thing that could not be drawn.
    var failure: LayerError?

    /// A snapshot of a layer in its superlayer, at a time outside all layers.
    static func ofTransition(_ layer: CALayer, at time: CFTimeInterval) -> LayerSnapshot {
        let builder = SnapshotBuilder()
        let parent = layer.superlayer
        let parentTime = parent?.localTime(atRoot: time) ?? time
        let space = SuperlayerSpace(of: parent)
        let shown = builder.layer(layer, at: parentTime, in: space, depth: 0)
        return LayerSnapshot(layers: shown.map { [$0] } ?? [], images: builder.images.all, failure: builder.failure)
    }

    /// A snapshot of a whole tree. The root lies where its frame is.
    ///
    /// - Parameter seen: the area that will be drawn. Layers that paint nothing in it are left out.
    static func ofTree(
        _ root: CALayer, at time: CFTimeInterval, seen: Rect? = nil, isCommitting: Bool = false
    ) -> LayerSnapshot {
        root.layoutTree(depth: 0)
        root.displayTree(depth: 0)
        let builder = SnapshotBuilder()
        builder.isCommitting = isCommitting
        var space = SuperlayerSpace(of: nil)
        space.seen = root.hasBackgroundFilters(depth: 0) ? nil : seen
        let shown = ThreadState.current.at(time) { builder.layer(root, at: time, in: space, depth: 0) }
        return LayerSnapshot(layers: shown.map { [$0] } ?? [], images: builder.images.all, failure: builder.failure)
    }

    /// A snapshot of a layer with its sublayers in its own coordinates, from the top left corner of its bounds.
    ///
    /// Position, transform and the layers above have no effect, except for their time.
    ///
    /// - Parameter seen: the area of the layer's coordinates that will be drawn. Layers that paint nothing in it are left out.
    static func ofOwnCoordinates(_ layer: CALayer, at time: CFTimeInterval, seen: Rect? = nil) -> LayerSnapshot {
        CATransaction.flush()
        layer.layoutTree(depth: 0)
        layer.displayTree(depth: 0)
        let builder = SnapshotBuilder()
        builder.seen = layer.hasBackgroundFilters(depth: 0) ? nil : seen
        let parentTime = layer.superlayer?.localTime(atRoot: time) ?? time
        var shown = ThreadState.current.at(time) {
            builder.layer(layer, at: parentTime, in: SuperlayerSpace(of: nil), depth: 0)
        }
        shown?.frame?.origin = .zero
        shown?.transform = .identity
        shown?.backfaceVisibility = .visible
        return LayerSnapshot(layers: shown.map { [$0] } ?? [], images: builder.images.all, failure: builder.failure)
    }
}

/// The pictures of a frame, which all of its layers share.
final class SnapshotImages {
    var all: [ImageSource: Bitmap] = [:]
}

/// What a renderer showed of a layer.
struct CommittedLayer {
    let layer: Layer
    let images: SnapshotImages

    var snapshot: LayerSnapshot { LayerSnapshot(layers: [layer], images: images.all) }
}

/// What a layer's place depends on besides the layer itself.
struct SuperlayerSpace {
    /// The origin of the superlayer's bounds.
    var origin = Point.zero
    /// The anchor point of the superlayer in its own coordinates.
    var anchor = Point.zero
    /// The transform of sublayers about that anchor point. Nil for none.
    var sublayerTransform: Transform3D?
    /// Whether the y axis points up inside.
    var isUpsideDown = false
    /// The opacity that sublayers have instead of their superlayer.
    var opacity = 1.0
    /// The area that is seen, in the superlayer's coordinates. Nil if all sublayers are needed.
    var seen: Rect?

    init(of layer: CALayer?) {
        guard let layer else { return }
        origin = layer.bounds.origin.scene
        anchor = layer.anchor.scene
        if !CATransform3DIsIdentity(layer.sublayerTransform) { sublayerTransform = layer.sublayerTransform.matrix }
        isUpsideDown = layer.contentsAreFlipped()
    }
}

/// A failure to draw a tree of layers.
public enum LayerError: Error, CustomStringConvertible {
    /// A tree that is nested too deeply, or has too many layers, copies and particles.
    case tooDeep(allowed: Int)
    case tooMany(allowed: Int)
    /// Contents of a type that Penumbra doesn't draw.
    case contents(type: String, layer: String)
    /// A filter that Penumbra doesn't have.
    case filter(name: String, layer: String)
    /// A number that is not finite, or too large.
    case number(property: String, layer: String)
    /// An area of an image that is empty or has no end.
    case area(CGRect)
    /// A call of `draw(in:)` that cannot be drawn.
    case drawing(any Error & Sendable, layer: String)

    public var description: String {
        switch self {
        case .tooDeep(let allowed): "layers are nested more than \(allowed) deep; flatten the tree"
        case .tooMany(let allowed): "the tree has more than \(allowed) layers, copies and particles; lower their number"
        case .contents(let type, let layer): "layer \(layer): found contents of type \(type), expected a CGImage"
        case .filter(let name, let layer):
            "layer \(layer): the filter \(name) isn't available; see docs/core-animation.md for the filters"
        case .number(let property, let layer): "layer \(layer): \(property) is not a finite number below 1e9; correct it"
        case .area(let area): "the area \(area) of an image is empty or has no end; crop the image"
        case .drawing(let error, let layer): "layer \(layer): \(error)"
        }
    }
}
