import Foundation
import PenumbraCoreGraphics
import PenumbraGeometry

extension CALayer {
    /// Creates a layer's affine transform, if its transform is affine.
    public func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

    public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

    /// Whether contents are drawn against the y axis, because an odd number of layers from this one up flip it.
    public func contentsAreFlipped() -> Bool {
        var isFlipped = false
        var layer: CALayer? = self
        while let next = layer {
            if next.isGeometryFlipped { isFlipped.toggle() }
            layer = next.superlayer
        }
        return isFlipped
    }

    /// The anchor point in the layer's own coordinates.
    var anchor: CGPoint {
        let bounds = self.bounds
        return CGPoint(
            x: bounds.origin.x + anchorPoint.x * bounds.size.width, y: bounds.origin.y + anchorPoint.y * bounds.size.height)
    }

    /// The map from the layer's coordinates to its superlayer's, with the superlayer's `sublayerTransform`.
    var mapToSuperlayer: Transform3D {
        let anchor = self.anchor
        var map = Transform3D.translation(-Double(anchor.x), -Double(anchor.y), -Double(anchorPointZ))
        if !CATransform3DIsIdentity(transform) { map = map.concatenating(transform.matrix) }
        map = map.concatenating(.translation(Double(position.x), Double(position.y), Double(zPosition)))
        return superlayer.map { map.concatenating($0.mapOfSublayers) } ?? map
    }

    /// The map that a layer applies to its sublayers: `sublayerTransform` about the anchor point, and the flipped axis.
    var mapOfSublayers: Transform3D {
        var map = Transform3D.identity
        if !CATransform3DIsIdentity(sublayerTransform) {
            let anchor = self.anchor
            map = Transform3D.translation(-Double(anchor.x), -Double(anchor.y), 0)
                .concatenating(sublayerTransform.matrix)
                .concatenating(.translation(Double(anchor.x), Double(anchor.y), 0))
        }
        return isGeometryFlipped ? map.concatenating(flip) : map
    }

    /// The map that mirrors the y axis within the bounds.
    var flip: Transform3D {
        var map = Transform3D.scale(1, -1, 1)
        map.origin.y = Double(2 * bounds.origin.y + bounds.size.height)
        return map
    }

    var presentedFrame: CGRect {
        let bounds = self.bounds
        let anchor = self.anchor
        guard !CATransform3DIsIdentity(transform) else {
            return CGRect(
                x: position.x - anchor.x + bounds.origin.x, y: position.y - anchor.y + bounds.origin.y,
                width: bounds.size.width, height: bounds.size.height)
        }
        let map = Transform3D.translation(-Double(anchor.x), -Double(anchor.y), -Double(anchorPointZ))
            .concatenating(transform.matrix)
            .concatenating(.translation(Double(position.x), Double(position.y), 0))
        return CGRect(Rect(bounding: bounds.scene.corners.compactMap { map.image(of: $0) }))
    }

    /// Sets bounds and position so that the frame becomes a rectangle.
    ///
    /// Under a transform that turns, Core Animation's result is undefined. Here the bounds then grow in proportion.
    func setFrame(_ frame: CGRect) {
        let map = transform.matrix
        var size = frame.size
        if !CATransform3DIsIdentity(transform) {
            let unit = Rect(bounding: [Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)].compactMap { map.image(of: $0) })
            if map.x.y == 0, map.y.x == 0, unit.width > 0, unit.height > 0 {
                size = CGSize(width: Double(size.width) / unit.width, height: Double(size.height) / unit.height)
            } else {
                let old = presentedFrame
                guard old.size.width > 0, old.size.height > 0 else { return }
                size = CGSize(
                    width: bounds.size.width * frame.size.width / old.size.width,
                    height: bounds.size.height * frame.size.height / old.size.height)
            }
        }
        var bounds = self.bounds
        if bounds.size != size {
            bounds.size = size
            self.bounds = bounds
        }
        // The place of the frame when the anchor point is at the origin.
        let anchor = self.anchor
        let centred = Transform3D.translation(-Double(anchor.x), -Double(anchor.y), -Double(anchorPointZ)).concatenating(map)
        let around = Rect(bounding: self.bounds.scene.corners.compactMap { centred.image(of: $0) })
        let place = CGPoint(x: Double(frame.origin.x) - around.minX, y: Double(frame.origin.y) - around.minY)
        if place != position { position = place }
    }

    // MARK: - Conversions

    public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { Self.convert(p, from: l, to: self) }

    public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { Self.convert(p, from: self, to: l) }

    public func convert(_ r: CGRect, from l: CALayer?) -> CGRect { Self.convert(r, from: l, to: self) }

    public func convert(_ r: CGRect, to l: CALayer?) -> CGRect { Self.convert(r, from: self, to: l) }

    public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
        localTime(atRoot: l?.rootTime(atLocal: t) ?? t)
    }

    public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
        let root = rootTime(atLocal: t)
        return l?.localTime(atRoot: root) ?? root
    }

    /// The time outside all layers, which the tree's renderer has set. Zero before the first frame.
    var currentTime: CFTimeInterval {
        var root: CALayer = modelLayer ?? self
        while let parent = root.superlayer { root = parent }
        return root.rootTime
    }

    /// The layer's time at a time outside all layers.
    func localTime(atRoot time: CFTimeInterval) -> CFTimeInterval {
        ancestry.reversed().reduce(time) { $1.state.timing.localTime($0) }
    }

    private func rootTime(atLocal time: CFTimeInterval) -> CFTimeInterval {
        ancestry.reduce(time) { $1.state.timing.parentTime($0) }
    }

    /// The layers from this one to the root of its tree.
    private var ancestry: [CALayer] {
        var layers = [self]
        while let next = layers[layers.count - 1].superlayer { layers.append(next) }
        return layers
    }

    private static func convert(_ rect: CGRect, from: CALayer?, to: CALayer?) -> CGRect {
        let corners = rect.scene.corners.map { convert(CGPoint($0), from: from, to: to).scene }
        return CGRect(Rect(bounding: corners))
    }

    private static func convert(_ point: CGPoint, from: CALayer?, to: CALayer?) -> CGPoint {
        let ups = from?.ancestry ?? []
        let downs = to?.ancestry ?? []
        // Only the layers below the nearest common ancestor count. Nil stands for the coordinates around the root.
        var (upCount, downCount) = (ups.count, downs.count)
        while upCount > 0, downCount > 0, ups[upCount - 1] === downs[downCount - 1] {
            upCount -= 1
            downCount -= 1
        }
        var place = point.scene
        for layer in ups.prefix(upCount) { place = layer.mapToSuperlayer.image(of: place) ?? place }
        for layer in downs.prefix(downCount).reversed() { place = layer.mapToSuperlayer.source(of: place) ?? place }
        return CGPoint(place)
    }

    /// The deepest layer at a point of the superlayer's coordinates.
    func deepestLayer(at point: CGPoint, depth: Int) -> CALayer? {
        guard !isHidden, depth < LayerLimits.depth, let own = mapToSuperlayer.source(of: point.scene) else { return nil }
        if !isDoubleSided, mapToSuperlayer.showsBack { return nil }
        let place = CGPoint(own)
        let isInside = contains(place)
        if masksToBounds, !isInside { return nil }
        if let mask, mask.mapToSuperlayer.source(of: own).map({ !mask.contains(CGPoint($0)) }) ?? true { return nil }
        for layer in childrenInOrder.reversed() {
            if let hit = layer.deepestLayer(at: place, depth: depth + 1) { return hit }
        }
        return isInside ? self : nil
    }

    /// The sublayers in the order in which they're painted.
    var childrenInOrder: [CALayer] {
        let layers = children
        guard layers.contains(where: { $0.zPosition != 0 }) else { return layers }
        return layers.enumerated().sorted { a, b in
            (a.element.zPosition, a.offset) < (b.element.zPosition, b.offset)
        }.map(\.element)
    }
}

/// Bounds of the work that a tree of layers may cause.
enum LayerLimits {
    /// The deepest nesting of layers that is drawn.
    static let depth = 100
    /// The most layers, copies and particles in one picture.
    static let layers = 100_000
}
