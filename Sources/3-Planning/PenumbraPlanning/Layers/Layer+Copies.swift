import PenumbraGeometry
import PenumbraScene

extension Layer {
    /// The layer with its copies as sublayers. A layer that isn't replicated is returned unchanged.
    var withCopies: Layer {
        guard let replication else { return self }
        var result = self
        result.replication = nil
        result.kind = .layer
        result.contentInsets = .zero
        // The copies themselves are seen in perspective only if they leave the plane.
        let step = replication.transform3D
        if step.affine != nil { result.perspective = nil }
        var map = AffineTransform.identity
        var mapInSpace = Transform3D.identity
        result.sublayers = (0..<max(0, replication.count)).map { index in
            let color = replication.color(ofCopy: index)
            var copy = Layer(
                kind: kind, name: name, transform: map, anchorPoint: anchorPoint, opacity: color.alpha,
                cornerRadii: cornerRadii, cornerCurve: cornerCurve, drawsContents: drawsContents,
                sublayers: replication.sublayers(of: self, inCopy: index))
            copy.contentInsets = contentInsets
            (copy.perspective, copy.perspectiveOrigin) = (perspective, perspectiveOrigin)
            copy.copyColors = [Color(red: color.red, green: color.green, blue: color.blue)]
            if step.affine == nil {
                copy.transform3D = mapInSpace
                mapInSpace = mapInSpace.concatenating(step)
            }
            map = map.concatenating(replication.transform)
            return copy
        }
        return result
    }

    /// Whether the layer is one of the copies of a replicated layer.
    var isCopy: Bool { !copyColors.isEmpty }

    /// Whether the layer is a copy whose contents aren't painted. They cast the shadows of the copied layer all the same.
    var isHiddenCopy: Bool { isCopy && !drawsContents }

    /// Lets hidden copies cast shadows. Returns whether there are any.
    mutating func castHiddenCopies() -> Bool {
        let hidden = sublayers.indices.filter { sublayers[$0].isHiddenCopy }
        for index in hidden { sublayers[index].drawsContents = true }
        return !hidden.isEmpty
    }
}

extension Replication {
    /// The sublayers of a copy.
    fileprivate func sublayers(of layer: Layer, inCopy index: Int) -> [Layer] {
        guard let count = sublayersPerCopy else { return layer.sublayers }
        let all = layer.sublayers
        return Array(all[min(all.count, index * count)..<min(all.count, (index + 1) * count)])
    }
}
