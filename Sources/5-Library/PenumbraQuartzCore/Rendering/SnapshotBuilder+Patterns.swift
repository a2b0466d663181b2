import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraScene

extension SnapshotBuilder {
    /// Paints the patterns of a layer's background and of a shape's inside. They lie below what the layer shows otherwise.
    func addPatterns(of layer: CALayer, to result: inout Layer, _ bounds: Rect, isUpsideDown: Bool) {
        let shape = layer as? CAShapeLayer
        if layer.borderWidth > 0 { refusePattern(layer.borderColor, of: layer, "borderColor") }
        if let shape, shape.lineWidth > 0 { refusePattern(shape.strokeColor, of: layer, "strokeColor") }
        var painted: [Layer] = []
        if let color = layer.backgroundColor, color.pattern != nil {
            var ground = pattern(color, CGPath(rect: CGRect(bounds), transform: nil), .winding, of: layer, bounds)
            (ground.cornerRadii, ground.cornerCurve, ground.masksToBounds) = (result.cornerRadii, result.cornerCurve, true)
            painted.append(ground)
            result.backgroundColor = nil
        }
        if let shape, let path = shape.path, let color = shape.fillColor, color.pattern != nil {
            // Below, all that is painted turns with the cells of an upside-down layer.
            let turns = layer.isGeometryFlipped != isUpsideDown
            var map = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: layer.bounds.minY + layer.bounds.maxY)
            painted.append(
                pattern(
                    color, turns ? path.copy(using: &map) ?? path : path, shape.fillRule == .evenOdd ? .evenOdd : .winding,
                    of: layer, bounds, at: layer.bounds.origin))
        }
        guard !painted.isEmpty else { return }
        if case .layer = result.kind {
        } else {
            var own = Layer(kind: result.kind, frame: bounds)
            own.contentInsets = result.contentInsets
            (own.cornerRadii, own.cornerCurve) = (result.cornerRadii, result.cornerCurve)
            (result.kind, result.contentInsets) = (.layer, .zero)
            painted.append(own)
        }
        result.sublayers.insert(contentsOf: painted.map { isUpsideDown ? $0.mirrored : $0 }, at: 0)
    }

    /// A path that is filled with a pattern, whose cells begin in the upper left corner of the layer.
    private func pattern(
        _ color: CGColor, _ path: CGPath, _ rule: CGPathFillRule, of layer: CALayer, _ bounds: Rect, at origin: CGPoint = .zero
    ) -> Layer {
        let context = CGContext(recording: CGRect(bounds))
        context.translateBy(x: -origin.x, y: -origin.y)
        context.addPath(path)
        context.setFillColor(color)
        context.fillPath(using: rule)
        if let failure = context.failure { fail(.drawing(failure, layer: layer.label)) }
        adopt(context.images)
        return Layer(frame: bounds, sublayers: context.layers)
    }

    private func refusePattern(_ color: CGColor?, of layer: CALayer, _ property: String) {
        guard color?.pattern != nil else { return }
        let reason = DrawingError.unsupported(call: property, reason: "found a pattern, expected a plain colour")
        fail(.drawing(reason, layer: layer.label))
    }
}

extension Layer {
    fileprivate var mirrored: Layer {
        var result = self
        result.transform = .scale(1, -1)
        return result
    }
}
