import PenumbraGeometry
import PenumbraScene

/// Layers of one space: a layer with `preserve-3d`, and the layers inside it that share its space. Each lies in a plane of its
/// own, and hides the others by depth.
extension ScenePlanner {
    /// Prepares a layer whose sublayers keep their depth. The result has all layers of the space as its sublayers.
    func prepareSpace(_ layer: Layer, in space: LayerSpace, place: String) -> PreparedLayer? {
        var members: [SpaceMember] = []
        collect(layer, in: space, place: place, into: &members)
        guard !members.isEmpty else { return nil }
        var container = Layer(name: layer.name, frame: space.bounds, sublayers: members.map(\.prepared.layer))
        container.zPosition = layer.zPosition
        var flat = space
        flat.perspective = nil
        guard let geometry = LayerGeometry(container, in: flat) else { return nil }
        return PreparedLayer(container, geometry, place: place, members: members)
    }

    private func collect(_ layer: Layer, in space: LayerSpace, place: String, into members: inout [SpaceMember]) {
        guard !layer.isHidden else { return }
        guard layer.keepsDepth else {
            add(layer, in: space, place: place, to: &members)
            return
        }
        var own = layer
        (own.sublayers, own.transformStyle) = ([], .flat)
        add(own, in: space, place: place, to: &members)
        let frame = layer.frame ?? space.bounds
        var inside = space
        inside.bounds = Rect(origin: .zero, size: frame.size)
        inside.perspective = Self.map(of: layer, in: space)
        if let own = LayerGeometry.perspective(of: layer, inside.bounds) {
            inside.perspective = own.concatenating(inside.perspective ?? .identity)
        }
        for index in layer.sublayers.backToFront {
            collect(layer.sublayers[index], in: inside, place: "\(place).sublayers[\(index)]", into: &members)
        }
    }

    private func add(_ layer: Layer, in space: LayerSpace, place: String, to members: inout [SpaceMember]) {
        guard let prepared = prepare(layer, in: space, place: place), !prepared.extent.isEmpty else { return }
        members.append(SpaceMember(prepared, Self.map(of: layer, in: space), in: space))
    }

    /// The map from a layer's own coordinates to those of the space's root.
    private static func map(of layer: Layer, in space: LayerSpace) -> Transform3D {
        let frame = layer.frame ?? space.bounds
        let anchor = Point(layer.anchorPoint.x * frame.width, layer.anchorPoint.y * frame.height)
        let map = layer.transform3D.about(anchor).concatenating(.translation(frame.minX, frame.minY, 0))
        return space.perspective.map { map.concatenating($0) } ?? map
    }
}

/// A layer that lies in a plane of a space.
struct SpaceMember {
    let prepared: PreparedLayer
    /// The depth at a point of the device, as coefficients of x, of y and without either. What is nearer to the eye has more.
    ///
    /// It is right for points before the eye, up to a factor that all members of the space share at a point.
    let depth: SIMD3<Double>
    /// A convex polygon on the device that holds everything the layer paints.
    let outline: [Point]

    init(_ prepared: PreparedLayer, _ map: Transform3D, in space: LayerSpace) {
        self.prepared = prepared
        // A plane in space is z = αx + βy + γw. Three of its points give the coefficients.
        let (a, b, c) = (map.x, map.y, map.origin)
        func determinant(_ u: SIMD3<Double>, _ v: SIMD3<Double>, _ w: SIMD3<Double>) -> Double {
            u.x * (v.y * w.z - v.z * w.y) - u.y * (v.x * w.z - v.z * w.x) + u.z * (v.x * w.y - v.y * w.x)
        }
        let (xs, ys) = (SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y))
        let (zs, ws) = (SIMD3(a.z, b.z, c.z), SIMD3(a.w, b.w, c.w))
        let whole = determinant(xs, ys, ws)
        var plane = SIMD3(determinant(zs, ys, ws), determinant(xs, zs, ws), determinant(xs, ys, zs)) / whole
        // A layer that is seen from its edge paints nothing.
        if !(plane.x.isFinite && plane.y.isFinite && plane.z.isFinite) { plane = SIMD3(0, 0, 0) }
        var toDevice = Projection(space.toDevice)
        if let around = space.projection { toDevice = toDevice.concatenating(around) }
        if let back = toDevice.inverted {
            depth = plane.x * back.u + plane.y * back.v + plane.z * back.w
        } else {
            depth = SIMD3(0, 0, 0)
        }
        outline = prepared.convexOutline
    }
}

extension PreparedLayer {
    /// A convex polygon on the device that holds everything the layer paints.
    fileprivate var convexOutline: [Point] {
        if let projection = geometry.projection {
            let area =
                plane.map { $0.extent.outset(x: 1, y: 1).rect }
                ?? (paintsInsideBounds ? geometry.bounds.transformed(by: geometry.toDevice) : nil)
            if let area { return projection.seen(area).map { projection.applied(to: $0) } }
        } else if paintsInsideBounds {
            let around = geometry.bounds.corners.map { $0.applying(geometry.toDevice) }
            return around
        }
        return extent.rect.corners
    }

    private var paintsInsideBounds: Bool {
        guard shadowPlane == nil, layer.sublayers.isEmpty, layer.effectTraits.isEmpty else { return false }
        return switch layer.kind {
        case .layer, .gradient: true
        case .image, .shape, .text: false
        }
    }
}

extension Layer {
    /// Whether the sublayers stand in the space around the layer. Whatever makes one picture of the layer flattens them.
    var keepsDepth: Bool {
        transformStyle == .preserve3D && opacity >= 1 && blendMode == .normal && !isFiltered && mask == nil && !masksToBounds
            && replication == nil && !effectTraits.contains(.changesBackdrop)
    }
}
