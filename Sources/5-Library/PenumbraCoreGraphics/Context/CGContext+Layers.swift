import Foundation
import PenumbraGeometry
import PenumbraScene

extension CGContext {
    /// Begins a transparency layer: what is drawn until its end is one object for alpha, shadow and blend mode.
    public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
        if groups.count > Self.deepestLayers {
            fail("beginTransparencyLayer", "more than \(Self.deepestLayers) layers are inside each other; end some of them")
        }
        saveGState()
        groups.append(RecordedGroup(state: state))
        (state.alpha, state.shadow, state.blendMode) = (1, nil, .normal)
        // The layer is clipped as a whole, when it ends.
        state.clip = Clip()
    }

    /// The most transparency layers inside each other.
    private static let deepestLayers = 24

    public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
        beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
        groups[groups.count - 1].state?.clip.add(Path(rect.scene).applying(map), .nonzero)
    }

    /// Ends a transparency layer. Without one, nothing happens.
    public func endTransparencyLayer() {
        guard groups.count > 1, let group = groups.popLast(), let before = group.state else { return }
        restoreGState()
        guard !group.layers.isEmpty else { return }
        let (after, shape) = (state, Path(canvas))
        state = before
        var layer = Layer.group(group.layers)
        layer.opacity = state.alpha
        add(Painting(layer: layer.isolated, coverage: .shape(shape, .nonzero, .black)), "endTransparencyLayer")
        state = after
    }

    /// Draws a layer in a rectangle.
    public func draw(_ layer: CGLayer, in rect: CGRect) {
        let rect = rect.standardized
        let size = layer.size
        guard let context = layer.context, size.width > 0, size.height > 0, !context.layers.isEmpty else { return }
        if failure == nil { failure = context.failure }
        images.merge(context.images) { first, _ in first }
        // The layer's rows run downward, from its top edge.
        let placing = PenumbraGeometry.AffineTransform(
            a: Double(rect.width / size.width), b: 0, c: 0, d: Double(-rect.height / size.height), tx: Double(rect.minX),
            ty: Double(rect.maxY)
        ).concatenating(map)
        let content = Layer(
            frame: Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)), masksToBounds: true,
            sublayers: context.layers)
        var group = Layer.group([content], placing)
        group.opacity = state.alpha
        add(Painting(layer: group.isolated, coverage: .shape(Path(rect.scene).applying(map), .nonzero, .black)), "draw")
    }

    public func draw(_ layer: CGLayer, at point: CGPoint) {
        draw(layer, in: CGRect(origin: point, size: layer.size))
    }
}

/// A recording that can be drawn many times.
public final class CGLayer {
    public let context: CGContext?
    public let size: CGSize

    /// Makes a layer of a size in units of user space. Its y axis points up.
    public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: CFDictionary?) {
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { return nil }
        self.size = size
        self.context = CGContext(
            size: size,
            deviceToScene: PenumbraGeometry.AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(size.height)),
            base: .identity, pixels: nil)
    }
}
