import PenumbraGeometry
import PenumbraScene

/// `transform-style: preserve-3d`: CSS Transforms 2, section 5.
extension BoxPainter {
    /// Whether descendants stay in the space around the element. Effects on the whole element flatten them.
    private var preservesSpace: Bool {
        values.word("transform-style") == "preserve-3d" && !flattens && !clipsOverflow
    }

    /// The layers of an element with its effects, as `group(_:at:isolates:)` makes them. With `preserve-3d`, every layer that
    /// leaves the element's plane comes by itself, so that it stands in the space around the element.
    ///
    /// - Parameters:
    ///   - own: the layers of the box, in the coordinates of the border box.
    ///   - content: the layers of the content, in the same coordinates. Descendants with a transform are layers of this list.
    package func layers(own: [Layer], content: [Layer], at origin: Point, isolates: Bool = true) -> [Layer] {
        guard preservesSpace else { return group(own + content, at: origin, isolates: isolates).map { [$0] } ?? [] }
        var map = transform() ?? .identity
        if let flat = map.affine, flat.a * flat.d - flat.b * flat.c == 0 { return [] }
        map = map.concatenating(.translation(origin.x, origin.y, 0))
        var seen = map
        if let perspective {
            let size = geometry.size
            let place = perspectiveOrigin(in: geometry.borderBox)
            seen = Transform3D.perspective(perspective).about(Point(place.x * size.width, place.y * size.height))
                .concatenating(map)
        }
        var result: [(layer: Layer, depth: Double)] = []
        var plane: [Layer] = []
        func add(_ layer: Layer, _ map: Transform3D) {
            var layer = layer
            let full = layer.fullTransform.concatenating(map)
            guard full.entries.allSatisfy({ $0.isFinite && abs($0) < SceneLimits.coordinate }) else { return }
            let anchor = layer.anchorInParent
            layer.transform3D = Transform3D.translation(anchor.x, anchor.y, 0).concatenating(full)
                .concatenating(.translation(-anchor.x, -anchor.y, 0))
            let frame = layer.frame ?? .zero
            let (middle, entries) = (Point(frame.midX, frame.midY), full.entries)
            let depth = middle.x * entries[2] + middle.y * entries[6] + entries[14]
            result.append((layer, depth))
        }
        func endPlane() {
            guard !plane.isEmpty else { return }
            var layer = Layer(frame: geometry.borderBox, sublayers: plane)
            if values.word("backface-visibility") == "hidden" { layer.backfaceVisibility = .hidden }
            add(layer, map)
            plane = []
        }
        plane = own
        for layer in content {
            if layer.transform3D.affine == nil {
                endPlane()
                add(layer, seen)
            } else {
                plane.append(layer)
            }
        }
        endPlane()
        // Nearer layers lie in front. Layers of one depth keep their order.
        let order = result.indices.sorted { (result[$0].depth, $0) < (result[$1].depth, $1) }
        return order.map { result[$0].layer }
    }
}

extension Layer {
    fileprivate var anchorInParent: Point {
        let frame = frame ?? .zero
        return Point(frame.minX + anchorPoint.x * frame.width, frame.minY + anchorPoint.y * frame.height)
    }

    /// The layer's transform in the coordinates of its parent.
    fileprivate var fullTransform: Transform3D { transform3D.about(anchorInParent) }
}
