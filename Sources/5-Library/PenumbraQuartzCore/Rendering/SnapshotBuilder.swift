import Foundation
import PenumbraBitmap
import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraMotion
import PenumbraScene

/// Turns trees of `CALayer` into layers of a scene.
final class SnapshotBuilder {
    let images = SnapshotImages()
    private var sources: [ObjectIdentifier: ImageSource] = [:]
    /// Keeps images alive, so that no two of them share an address.
    private var shownImages: [CGImage] = []
    private(set) var failure: LayerError?
    private var layerCount = 0
    /// Whether layers keep what they show now, for transitions.
    var isCommitting = false
    /// The area that is seen of a root, in the root's own coordinates. Nil if everything is needed.
    var seen: Rect?

    func fail(_ error: @autoclosure () -> LayerError) {
        if failure == nil { failure = error() }
    }

    /// Counts layers, copies or particles. False if the picture has too many.
    func count(_ more: Int = 1) -> Bool {
        layerCount += more
        if layerCount > LayerLimits.layers {
            fail(.tooMany(allowed: LayerLimits.layers))
            return false
        }
        return true
    }

    // MARK: - Layers

    /// A layer with what animations make of it at a time of its superlayer. Nil if it shows nothing.
    func layer(_ layer: CALayer, at parentTime: CFTimeInterval, in space: SuperlayerSpace, depth: Int) -> Layer? {
        guard depth < LayerLimits.depth else {
            fail(.tooDeep(allowed: LayerLimits.depth))
            return nil
        }
        if let area = space.seen, !Self.mayShow(layer, in: area, depth: depth) {
            if isCommitting { layer.committed = nil }
            return nil
        }
        let time = layer.state.timing.localTime(parentTime)
        return presented(layer, at: time) { shown(layer, at: time, in: space, depth: depth) }
    }

    /// A layer with its present values, at a time of its own.
    func shown(_ layer: CALayer, at time: CFTimeInterval, in space: SuperlayerSpace, depth: Int) -> Layer? {
        guard !layer.isHidden, layer.opacity > 0, count() else { return nil }
        let body = self.body(of: layer, at: time, in: space, depth: depth)
        let result = layer.transitionInProgress.map { transition($0, to: body, of: layer) } ?? body
        if isCommitting { layer.committed = CommittedLayer(layer: result, images: images) }
        return result
    }

    /// Runs code while a layer has the values of its animations.
    func presented<Result>(_ layer: CALayer, at time: CFTimeInterval, _ body: () -> Result) -> Result {
        guard !layer.running.isEmpty else { return body() }
        let restore = layer.savedState()
        let before = layer.drawing
        layer.transitionInProgress = nil
        layer.applyAnimations(layer.running, at: time)
        layer.isPresenting = true
        defer {
            restore()
            layer.drawing = before
            layer.transitionInProgress = nil
            layer.isPresenting = false
        }
        if layer.animationsChangeDrawing { layer.display() }
        return body()
    }

    private func body(of layer: CALayer, at time: CFTimeInterval, in space: SuperlayerSpace, depth: Int) -> Layer {
        let size = Size(width: abs(Double(layer.bounds.size.width)), height: abs(Double(layer.bounds.size.height)))
        let bounds = Rect(origin: .zero, size: size)
        var result = Layer(name: layer.name, frame: bounds)
        let opacity = max(0, min(1, numberValue(layer.opacity) ?? 1)) * space.opacity
        let isSplit = !layer.allowsGroupOpacity && opacity < 1 && !layer.children.isEmpty
        if !layer.hasOnlyDepth { surface(of: layer, &result, size) }
        var inner = SuperlayerSpace(of: layer)
        inner.opacity = isSplit ? opacity : 1
        let own =
            depth == 0 && seen != nil
            ? seen
            : space.seen.flatMap { area in
                layer.uniformMap?.inverted.map { area.transformed(by: $0) }
            }
        // A picture that is kept for later frames shows all of the layer.
        inner.seen = layer.shouldRasterize ? nil : own.flatMap { Self.areaOfSublayers(of: layer, $0) }
        addContents(of: layer, to: &result, at: time, bounds, isUpsideDown: space.isUpsideDown)
        if !layer.hasOnlyDepth { addPatterns(of: layer, to: &result, bounds, isUpsideDown: space.isUpsideDown) }
        if isSplit { split(&result, opacity) }
        addChildren(of: layer, to: &result, at: time, inner, depth: depth)
        return finish(layer, result, at: time, in: space, isSplit ? 1 : opacity, depth: depth)
    }

    /// Background, corners and border.
    private func surface(of layer: CALayer, _ result: inout Layer, _ size: Size) {
        result.backgroundColor = layer.backgroundColor.map { .color($0.scene) }
        result.cornerRadii = layer.radii
        result.cornerCurve = layer.cornerCurve == .continuous ? .continuous : .circular
        if layer.borderWidth > 0, let color = layer.borderColor {
            (result.borderWidth, result.borderColor) = (Double(layer.borderWidth), color.scene)
        }
        result.masksToBounds = layer.masksToBounds
    }

    /// Gives background, contents and border an opacity each, so that sublayers can have their own.
    private func split(_ result: inout Layer, _ opacity: Double) {
        var own = result
        own.frame = Rect(origin: .zero, size: result.frame?.size ?? .zero)
        (own.borderWidth, own.name, own.opacity) = (0, nil, opacity)
        result.kind = .layer
        result.backgroundColor = nil
        result.borderColor = result.borderColor.multiplyingAlpha(by: opacity)
        result.sublayers = [own]
    }

    // MARK: - Sublayers

    private func addChildren(
        of layer: CALayer, to result: inout Layer, at time: CFTimeInterval, _ inner: SuperlayerSpace, depth: Int
    ) {
        var children: [Layer]
        if let replicator = layer as? CAReplicatorLayer, !replicator.preservesDepth {
            children = copies(of: replicator, at: time, inner, depth, &result)
        } else {
            children = sublayers(of: layer, at: time, inner, depth: depth)
        }
        if let emitter = layer as? CAEmitterLayer { children = particles(of: emitter, at: time, inner) + children }
        guard !children.isEmpty else { return }
        if let replication = result.replication, layer.isGeometryFlipped || result.hasContents {
            // Only sublayers are repeated, in their own coordinates.
            var copies = Layer(frame: result.frame, anchorPoint: layer.anchorPoint.scene, sublayers: children)
            copies.replication = replication
            result.replication = nil
            children = [copies]
        }
        if layer.isGeometryFlipped { children = [Self.flipped(children, size: result.frame?.size ?? .zero)] }
        if result.sublayers.isEmpty {
            result.sublayers = children
        } else if children.contains(where: { $0.zPosition < 0 }) {
            // Contents lie below all sublayers, whatever their height.
            result.sublayers.append(Layer(frame: result.frame, sublayers: children))
        } else {
            result.sublayers += children
        }
    }

    func sublayers(of layer: CALayer, at time: CFTimeInterval, _ inner: SuperlayerSpace, depth: Int) -> [Layer] {
        let isSpace = layer.hasOnlyDepth && (layer is CAReplicatorLayer || layer.superlayer == nil || depth == 0)
        if isSpace || layer.children.contains(where: \.standsInSpace) {
            return spatialLayers(of: layer, at: time, inner, depth: depth)
        }
        return layer.children.compactMap { self.layer($0, at: time, in: inner, depth: depth + 1) }
    }

    /// Layers in a mirror of the y axis.
    static func flipped(_ layers: [Layer], size: Size) -> Layer {
        Layer(frame: Rect(origin: .zero, size: size), transform: .scale(1, -1), sublayers: layers)
    }

    private func copies(
        of layer: CAReplicatorLayer, at time: CFTimeInterval, _ inner: SuperlayerSpace, _ depth: Int, _ result: inout Layer
    ) -> [Layer] {
        guard layer.instanceCount > 0, count(layer.instanceCount) else { return [] }
        result.replication = replication(of: layer)
        // Copies turn about the anchor, also inside a layer that filters and shadows add around them.
        result.anchorPoint = layer.anchorPoint.scene
        guard layer.instanceDelay != 0, layer.children.contains(where: { $0.isMoving(depth: depth) }) else {
            return sublayers(of: layer, at: time, inner, depth: depth)
        }
        // Each copy shows an earlier time. A group keeps the sublayers of a copy together.
        var all: [Layer] = []
        for copy in 0..<layer.instanceCount {
            let own = sublayers(of: layer, at: time - Double(copy) * layer.instanceDelay, inner, depth: depth)
            all.append(Layer(frame: result.frame, sublayers: own))
        }
        result.replication?.sublayersPerCopy = 1
        return all
    }

    /// The copies of a replicator: their number, their step and their colours.
    func replication(of layer: CAReplicatorLayer) -> Replication {
        var replication = Replication(count: layer.instanceCount, color: layer.instanceColor?.scene ?? .white)
        replication.transform3D = layer.instanceTransform.matrix
        replication.redOffset = Double(layer.instanceRedOffset)
        replication.greenOffset = Double(layer.instanceGreenOffset)
        replication.blueOffset = Double(layer.instanceBlueOffset)
        replication.opacityOffset = Double(layer.instanceAlphaOffset)
        return replication
    }

    // MARK: - Images

    /// The source under which the renderer finds an image.
    func source(_ image: CGImage) -> ImageSource {
        if let known = sources[ObjectIdentifier(image)] { return known }
        let source = image.source
        shownImages.append(image)
        sources[ObjectIdentifier(image)] = source
        images.all[source] = image.bitmap
        return source
    }

    /// Takes over the pictures of layers that were recorded before. Names of pictures follow from their pixels.
    func adopt(_ recorded: [ImageSource: Bitmap]) { images.all.merge(recorded) { first, _ in first } }
}

extension Layer {
    /// Whether the layer shows more than its background before its sublayers are added.
    fileprivate var hasContents: Bool {
        if case .layer = kind { return !sublayers.isEmpty }
        return true
    }
}

extension CALayer {
    /// Whether the layer or one inside it has animations.
    func isMoving(depth: Int) -> Bool {
        guard depth < LayerLimits.depth else { return false }
        return !running.isEmpty || self is CAEmitterLayer || mask?.isMoving(depth: depth + 1) == true
            || children.contains { $0.isMoving(depth: depth + 1) }
    }

    /// Whether the layer leaves the plane of its superlayer, or may at some time. Such a layer has depth for its siblings.
    fileprivate var standsInSpace: Bool {
        hasOnlyDepth || transform.matrix.affine == nil
            || running.contains { $0.animation.keys.contains { $0.hasPrefix("transform") } }
    }

    /// Whether an animation changes a key that asks for a new drawing.
    fileprivate var animationsChangeDrawing: Bool {
        running.contains { $0.animation.keys.contains { type(of: self).needsDisplay(forKey: target($0).key) } }
    }

    /// The radii of the corners that are rounded.
    var radii: CornerRadii {
        let radius = max(0, Double(cornerRadius))
        guard radius > 0 else { return .zero }
        func corner(_ unflipped: CACornerMask, _ flipped: CACornerMask) -> Double {
            maskedCorners.contains(isGeometryFlipped ? flipped : unflipped) ? radius : 0
        }
        return CornerRadii(
            topLeft: corner(.layerMinXMinYCorner, .layerMinXMaxYCorner),
            topRight: corner(.layerMaxXMinYCorner, .layerMaxXMaxYCorner),
            bottomRight: corner(.layerMaxXMaxYCorner, .layerMaxXMinYCorner),
            bottomLeft: corner(.layerMinXMaxYCorner, .layerMinXMinYCorner))
    }
}

extension CAAnimation {
    /// The key paths that the animation changes.
    var keys: [String] {
        if let group = self as? CAAnimationGroup { return group.animations?.flatMap(\.keys) ?? [] }
        return (self as? CAPropertyAnimation)?.keyPath.map { [$0] } ?? []
    }
}
