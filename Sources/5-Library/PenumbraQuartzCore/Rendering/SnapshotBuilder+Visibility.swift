import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraScene

extension SnapshotBuilder {
    /// The room around a picture within which layers are always drawn: edges are smooth, and frames may be rounded.
    static func area(_ rect: Rect, scale: Double) -> Rect? {
        guard rect.isFinite, scale > 0, scale.isFinite else { return nil }
        return rect.inset(by: -2 - 2 / scale)
    }

    /// Whether a layer or one inside it may paint in an area. True if nobody can tell without drawing.
    ///
    /// - Parameter area: the area in the superlayer's coordinates.
    static func mayShow(_ layer: CALayer, in area: Rect, depth: Int) -> Bool {
        guard depth < LayerLimits.depth, layer.running.isEmpty, layer.hasKnownReach else { return true }
        guard !layer.isHidden, let toLayer = layer.uniformMap?.inverted, toLayer.isFinite else { return !layer.isHidden }
        let area = area.transformed(by: toLayer)
        let bounds = layer.bounds.standardized.scene
        guard area.isFinite, bounds.isFinite else { return true }
        let casting = layer.areaOfCasters(of: area)
        if let path = layer.shadowPath, casting != area, path.shape.controlPointBounds.meets(casting) { return true }
        if bounds.meets(casting) { return true }
        if layer.masksToBounds { return false }
        if layer.contents != nil, ![.resize, .resizeAspect].contains(layer.contentsGravity) { return true }
        if let shape = layer as? CAShapeLayer, let path = shape.path {
            let pen = Double(shape.lineWidth) * max(1, Double(shape.miterLimit))
            guard pen.isFinite else { return true }
            if path.shape.controlPointBounds.inset(by: -abs(pen)).meets(casting) { return true }
        }
        guard !layer.children.isEmpty else { return false }
        guard layer.placesSublayersPlainly else { return true }
        return layer.children.contains { mayShow($0, in: casting, depth: depth + 1) }
    }

    /// The area in which sublayers have to be drawn, in their own coordinates. Nil if it isn't known.
    ///
    /// - Parameter area: the area of the layer that is seen, in the layer's coordinates.
    static func areaOfSublayers(of layer: CALayer, _ area: Rect) -> Rect? {
        guard layer.hasKnownReach, layer.placesSublayersPlainly, layer.transitionInProgress == nil else { return nil }
        let casting = layer.areaOfCasters(of: area)
        // The blur of a group is rounded in places that depend on the group's size.
        guard casting == area || layer.shadowPath != nil else { return nil }
        guard casting.isFinite else { return nil }
        return layer.masksToBounds ? casting.intersection(layer.bounds.standardized.scene) : casting
    }
}

extension CALayer {
    /// Whether a layer of the tree filters what lies behind it, and so depends on layers that aren't seen themselves.
    func hasBackgroundFilters(depth: Int) -> Bool {
        guard depth < LayerLimits.depth else { return true }
        return !(backgroundFilters?.isEmpty ?? true) || mask?.hasBackgroundFilters(depth: depth + 1) == true
            || children.contains { $0.hasBackgroundFilters(depth: depth + 1) }
    }

    /// Whether the layer paints near its own places alone: without filters, copies, depth and a turned axis.
    fileprivate var hasKnownReach: Bool {
        !isGeometryFlipped && filters?.isEmpty ?? true && backgroundFilters?.isEmpty ?? true && !(self is CAReplicatorLayer)
            && !(self is CAEmitterLayer) && !(self is CATransformLayer)
    }

    /// Whether sublayers lie in the layer's coordinates as they are.
    fileprivate var placesSublayersPlainly: Bool { CATransform3DIsIdentity(sublayerTransform) }

    /// The map from the layer's coordinates to the superlayer's. Nil if the layer leaves the plane, or if the map has different
    /// scales in different directions, because shadows are then blurred further in one of them.
    var uniformMap: PenumbraGeometry.AffineTransform? {
        guard anchorPointZ == 0 else { return nil }
        let anchor = self.anchor
        let (from, to) = (
            PenumbraGeometry.AffineTransform.translation(-Double(anchor.x), -Double(anchor.y)),
            PenumbraGeometry.AffineTransform.translation(Double(position.x), Double(position.y))
        )
        if CATransform3DIsIdentity(transform) { return from.concatenating(to) }
        guard let map = transform.matrix.affine else { return nil }
        let (across, down) = (map.a * map.a + map.b * map.b, map.c * map.c + map.d * map.d)
        guard abs(across - down) <= 1e-6 * across, abs(map.a * map.c + map.b * map.d) <= 1e-6 * across else { return nil }
        return from.concatenating(map).concatenating(to)
    }

    /// The area whose paint is seen in an area, or whose shadow falls into it.
    fileprivate func areaOfCasters(of area: Rect) -> Rect {
        guard shadowOpacity > 0, shadowColor != nil else { return area }
        let offset = Point(-Double(shadowOffset.width), -Double(shadowOffset.height))
        // A Gaussian blur reaches some standard deviations far.
        let casters = area.offset(by: offset).inset(by: -6 * abs(Double(shadowRadius)) - 2)
        return area.union(casters)
    }
}

extension Rect {
    /// Whether two rectangles have a common point. An empty rectangle has its corners.
    fileprivate func meets(_ other: Rect) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }
}
