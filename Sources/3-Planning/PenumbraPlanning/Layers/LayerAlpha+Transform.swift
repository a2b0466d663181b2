import PenumbraGeometry
import PenumbraPlan

extension LayerAlpha {
    /// The alpha after an affine map of device pixels.
    ///
    /// - Parameter wanted: the needed device pixels of the result, if the source is a surface.
    func transformed(
        _ planner: inout ScenePlanner, by map: AffineTransform, wanted: PixelRect, name: String
    ) throws(PlanningError) -> LayerAlpha? {
        switch source {
        case .outline(let path, let rule):
            return try LayerAlpha(path.applying(map), rule, planner, name: name)
        case .surface(let surface, let bounds):
            guard let inverse = map.inverted else { return nil }
            let all = PixelRect(covering: extent.rect.transformed(by: map)).outset(x: 1, y: 1)
            let pixels = all.intersection(wanted)
            guard !pixels.isEmpty, !bounds.isEmpty else { return nil }
            let toSource = AffineTransform.translation(Double(pixels.x), Double(pixels.y))
                .concatenating(inverse)
                .concatenating(.translation(-Double(bounds.x), -Double(bounds.y)))
            let isWholeMove =
                toSource.a == 1 && toSource.d == 1 && toSource.isAxisAligned && toSource.tx == toSource.tx.rounded()
                && toSource.ty == toSource.ty.rounded()
            let target = try planner.addTransformed(
                surface, by: toSource, in: pixels, filter: isWholeMove ? .nearest : .mean(through: toSource),
                "transformed \(name)")
            return LayerAlpha(.surface(target, bounds: pixels), extent: all)
        }
    }
}
