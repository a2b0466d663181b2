import Foundation
import PenumbraBitmap
import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraScene

extension SnapshotBuilder {
    /// Adds filters, shadow, mask, place, opacity and mode to a layer whose surface is complete.
    ///
    /// The scene's mask doesn't clip shadows, and its filters see them. Core Animation's order is filters, shadow, mask: a step
    /// that comes too early for the scene gets a layer around it.
    func finish(
        _ layer: CALayer, _ body: Layer, at time: CFTimeInterval, in space: SuperlayerSpace, _ opacity: Double, depth: Int
    ) -> Layer {
        var result = body
        let bounds = body.frame ?? .zero
        let isSpatialOnly = layer.hasOnlyDepth
        let filters = isSpatialOnly ? [] : filterSteps(layer.filters, of: layer)
        let shadow = isSpatialOnly ? nil : self.shadow(of: layer)
        let mask = isSpatialOnly ? nil : self.mask(of: layer, at: time, depth: depth)
        let isClipped = mask != nil || layer.masksToBounds
        func wrap() {
            var outer = Layer(name: result.name, frame: bounds, sublayers: [result])
            outer.sublayers[0].name = nil
            result = outer
        }
        for step in filters {
            switch step {
            case .function(let function): result.filter.append(function)
            case .shaped(let blur):
                if result.shapedBlur != nil || !result.filter.isEmpty { wrap() }
                result.shapedBlur = blur
            case .vignette(let picture):
                let reach = CIFilter.reachOfVignette(layer.bounds.size)
                result = painted(result, with: picture, bounds: bounds, reach: reach)
            }
        }
        if !filters.isEmpty, shadow != nil { wrap() }
        if let shadow { result.shadows = [shadow] }
        if isClipped, !filters.isEmpty || shadow != nil {
            wrap()
            result.masksToBounds = layer.masksToBounds
            (result.cornerRadii, result.cornerCurve) = (body.cornerRadii, body.cornerCurve)
        }
        result.mask = mask
        if layer.shouldRasterize, !isSpatialOnly { result = rasterized(result, of: layer) }
        if !result.filter.isEmpty || result.shapedBlur != nil, opacity < 1 || layer.compositingFilter != nil { wrap() }
        result.opacity = opacity
        result.blendMode = blendMode(of: layer)
        let background = backgroundFunctions(of: layer)
        if background.count == 1, case .blur(let sigma) = background[0] {
            result.backdropBlur = BackdropBlur(radius: sigma)
        } else {
            result.backdropFilter = background
        }
        place(layer, &result, in: space)
        return result
    }

    /// Gives a layer its frame and its transform.
    func place(_ layer: CALayer, _ result: inout Layer, in space: SuperlayerSpace) {
        let size = result.frame?.size ?? .zero
        let unit = layer.anchorPoint.scene
        let position = layer.position.scene
        let origin = Point(
            position.x - unit.x * size.width - space.origin.x, position.y - unit.y * size.height - space.origin.y)
        guard origin.isFinite, size.width.isFinite, size.height.isFinite, abs(origin.x) < 1e9, abs(origin.y) < 1e9 else {
            fail(.number(property: "position or bounds", layer: layer.label))
            return
        }
        result.frame = Rect(origin: origin, size: size)
        result.anchorPoint = unit
        result.zPosition = Double(layer.zPosition)
        var map = CATransform3DIsIdentity(layer.transform) ? .identity : layer.transform.matrix
        if layer.anchorPointZ != 0 { map = Transform3D.translation(0, 0, -Double(layer.anchorPointZ)).concatenating(map) }
        if let sublayerTransform = space.sublayerTransform {
            let way = position - space.anchor
            map = map.concatenating(.translation(way.x, way.y, Double(layer.zPosition)))
                .concatenating(sublayerTransform)
                .concatenating(.translation(-way.x, -way.y, 0))
        }
        guard map.isFinite else {
            fail(.number(property: "transform", layer: layer.label))
            return
        }
        setTransform(map, of: layer, &result)
    }

    /// Sets a transform: in the plane if the eye sees no perspective.
    func setTransform(_ map: Transform3D, of layer: CALayer, _ result: inout Layer) {
        if let affine = map.flattened, layer.isDoubleSided {
            result.transform = affine
            return
        }
        result.transform3D = map
        if !layer.isDoubleSided { result.backfaceVisibility = .hidden }
    }

    // MARK: - Parts

    private func shadow(of layer: CALayer) -> Shadow? {
        guard layer.shadowOpacity > 0, let color = layer.shadowColor else { return nil }
        let sign: Double = layer.isGeometryFlipped ? -1 : 1
        let offset = Point(Double(layer.shadowOffset.width), sign * Double(layer.shadowOffset.height))
        guard offset.isFinite, layer.shadowRadius.isFinite else {
            fail(.number(property: "shadowOffset or shadowRadius", layer: layer.label))
            return nil
        }
        return Shadow(
            color: color.scene, opacity: min(1, numberValue(layer.shadowOpacity) ?? 1), offset: offset,
            radius: Sigma(layerRadius: max(0, Double(layer.shadowRadius))), path: layer.shadowPath.map { local($0, layer) })
    }

    /// A path in the layer's coordinates, from the top left corner of its bounds.
    func local(_ path: CGPath, _ layer: CALayer) -> Path {
        let origin = layer.bounds.origin
        var map = PenumbraGeometry.AffineTransform.translation(-Double(origin.x), -Double(origin.y))
        if layer.isGeometryFlipped {
            let height = Double(layer.bounds.size.height)
            map = map.concatenating(PenumbraGeometry.AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height))
        }
        return map == .identity ? path.shape : path.shape.applying(map)
    }

    /// The mask of a layer. A hidden mask shows nothing of the layer.
    private func mask(of layer: CALayer, at time: CFTimeInterval, depth: Int) -> Layer? {
        guard let mask = layer.mask else { return nil }
        var space = SuperlayerSpace(of: layer)
        space.sublayerTransform = nil
        let empty = Layer(frame: .zero)
        guard let shown = self.layer(mask, at: time, in: space, depth: depth + 1) else { return empty }
        guard layer.isGeometryFlipped else { return shown }
        let size = Size(width: Double(layer.bounds.size.width), height: Double(layer.bounds.size.height))
        return Self.flipped([shown], size: size)
    }

    // MARK: - Depth

    /// The sublayers of a layer that has layers of depth among them. They hide each other by depth, and cut through each other.
    func spatialLayers(of layer: CALayer, at time: CFTimeInterval, _ inner: SuperlayerSpace, depth: Int) -> [Layer] {
        var found: [Layer] = []
        let toPicture = Transform3D.translation(-inner.origin.x, -inner.origin.y, 0)
        addSublayers(of: layer, at: time, layer.mapOfSublayersUnflipped, toPicture, 1, depth + 1, &found)
        guard !found.isEmpty else { return [] }
        let size = Size(width: abs(Double(layer.bounds.size.width)), height: abs(Double(layer.bounds.size.height)))
        var space = Layer(frame: Rect(origin: .zero, size: size), sublayers: found)
        space.transformStyle = .preserve3D
        return [space]
    }

    private func addSpatial(
        _ layer: CALayer, at parentTime: CFTimeInterval, _ outside: Transform3D, _ toPicture: Transform3D, _ opacity: Double,
        _ depth: Int, _ found: inout [Layer]
    ) {
        guard depth < LayerLimits.depth else {
            fail(.tooDeep(allowed: LayerLimits.depth))
            return
        }
        let time = layer.state.timing.localTime(parentTime)
        presented(layer, at: time) {
            guard !layer.isHidden, layer.opacity > 0 else { return }
            let map = layer.ownMap.concatenating(outside)
            if layer.hasOnlyDepth {
                let inside = layer.mapOfSublayersUnflipped.concatenating(map)
                let factor = opacity * (numberValue(layer.opacity) ?? 1)
                addSublayers(of: layer, at: time, inside, toPicture, factor, depth + 1, &found)
                return
            }
            var space = SuperlayerSpace(of: layer.superlayer)
            space.sublayerTransform = nil
            space.opacity = opacity
            guard var shown = self.shown(layer, at: time, in: space, depth: depth) else { return }
            let size = shown.frame?.size ?? .zero
            let origin = layer.bounds.origin
            let whole = Transform3D.translation(Double(origin.x), Double(origin.y), 0)
                .concatenating(map).concatenating(toPicture)
            shown.frame = Rect(origin: .zero, size: size)
            // The depth is part of the transform.
            shown.zPosition = 0
            if shown.replication == nil {
                shown.anchorPoint = .zero
                shown.transform3D = whole
            } else {
                // Copies turn about the anchor, so it stays where it is.
                let (x, y) = (shown.anchorPoint.x * size.width, shown.anchorPoint.y * size.height)
                shown.transform3D = Transform3D.translation(x, y, 0).concatenating(whole).concatenating(.translation(-x, -y, 0))
            }
            if !layer.isDoubleSided { shown.backfaceVisibility = .hidden }
            found.append(shown)
        }
    }

    /// Adds the sublayers of a layer, or the copies of them that a replicator makes.
    ///
    /// - Parameter inside: the map from the layer's coordinates to those of the space.
    private func addSublayers(
        of layer: CALayer, at time: CFTimeInterval, _ inside: Transform3D, _ toPicture: Transform3D, _ opacity: Double,
        _ depth: Int, _ found: inout [Layer]
    ) {
        guard let replicator = layer as? CAReplicatorLayer, replicator.preservesDepth else {
            for child in layer.children { addSpatial(child, at: time, inside, toPicture, opacity, depth, &found) }
            return
        }
        guard replicator.instanceCount > 0, count(replicator.instanceCount) else { return }
        let replication = replication(of: replicator)
        let anchor = replicator.anchor.scene
        let step = Transform3D.translation(-anchor.x, -anchor.y, 0).concatenating(replication.transform3D)
            .concatenating(.translation(anchor.x, anchor.y, 0))
        var map = Transform3D.identity
        for copy in 0..<replicator.instanceCount {
            let color = replication.color(ofCopy: copy)
            let first = found.count
            for child in replicator.children {
                addSpatial(
                    child, at: time - Double(copy) * replicator.instanceDelay, map.concatenating(inside), toPicture,
                    opacity * color.alpha, depth, &found)
            }
            for index in first..<found.count { found[index] = found[index].multiplied(by: color) }
            map = map.concatenating(step)
        }
    }

    // MARK: - Transitions

    /// A layer on the way from what it showed before.
    func transition(_ state: TransitionInProgress, to body: Layer, of layer: CALayer) -> Layer {
        let progress = max(0, min(1, state.progress))
        guard var old = state.source.layers.first, progress < 1 else { return body }
        adopt(state.source.images)
        var new = body
        let size = body.frame?.size ?? .zero
        let way: Point =
            switch state.transition.subtype {
            case .fromRight: Point(size.width, 0)
            case .fromTop: Point(0, -size.height)
            case .fromBottom: Point(0, size.height)
            default: Point(-size.width, 0)
            }
        func moved(_ layer: Layer, _ amount: Double) -> Layer {
            var result = layer
            result.frame = layer.frame?.offset(by: amount * way)
            return result
        }
        var isSum = false
        switch state.transition.type {
        case .push: (old, new) = (moved(old, -progress), moved(new, 1 - progress))
        case .moveIn: new = moved(new, 1 - progress)
        case .reveal:
            old = moved(old, -progress)
            (old, new) = (new, old)
        default:
            old.opacity *= 1 - progress
            new.opacity *= progress
            new.blendMode = .plusLighter
            isSum = true
        }
        (old.zPosition, new.zPosition) = (0, 0)
        var result = Layer(name: body.name, zPosition: body.zPosition, sublayers: [old, new])
        // A filter that changes nothing makes a group, in which both layers are added.
        if isSum { result.filter = [.color(.opacity, amount: 1)] }
        return result
    }
}

extension Layer {
    /// A layer in space whose colours are multiplied by a colour. Its alpha counts elsewhere.
    fileprivate func multiplied(by color: Color) -> Layer {
        guard color.red < 1 || color.green < 1 || color.blue < 1 else { return self }
        var inner = self
        (inner.transform3D, inner.backfaceVisibility) = (.identity, .visible)
        var result = Layer(frame: frame, anchorPoint: .zero, sublayers: [inner])
        (result.transform3D, result.backfaceVisibility) = (transform3D, backfaceVisibility)
        var opaque = color
        opaque.alpha = 1
        result.replication = Replication(count: 1, color: opaque)
        return result
    }
}

extension CALayer {
    /// Whether the layer is nothing but a space for its sublayers.
    var hasOnlyDepth: Bool { self is CATransformLayer || (self as? CAReplicatorLayer)?.preservesDepth == true }

    /// The name of the layer in messages.
    var label: String { name ?? "\(type(of: self))" }

    /// The map from the layer's coordinates to those of its superlayer, without what the superlayer adds.
    fileprivate var ownMap: Transform3D {
        let anchor = self.anchor
        var map = Transform3D.translation(-Double(anchor.x), -Double(anchor.y), -Double(anchorPointZ))
        if !CATransform3DIsIdentity(transform) { map = map.concatenating(transform.matrix) }
        return map.concatenating(.translation(Double(position.x), Double(position.y), Double(zPosition)))
    }

    fileprivate var mapOfSublayersUnflipped: Transform3D {
        guard !CATransform3DIsIdentity(sublayerTransform) else { return .identity }
        let anchor = self.anchor
        return Transform3D.translation(-Double(anchor.x), -Double(anchor.y), 0)
            .concatenating(sublayerTransform.matrix)
            .concatenating(.translation(Double(anchor.x), Double(anchor.y), 0))
    }
}
