import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// Fills a path in device pixels.
    ///
    /// - Parameter geometry: the layer's geometry, which the unit coordinates of gradients refer to.
    mutating func fill(
        _ path: Path, _ rule: FillRule, _ paint: Paint, _ geometry: LayerGeometry, onto target: PaintTarget, label: String,
        name: String
    ) throws(PlanningError) {
        guard !paint.isClear, let mask = try coverage(of: path, rule, in: target.clip, label: label, name: name) else {
            return
        }
        try self.paint(paint, geometry, in: mask.bounds, through: mask, onto: target, label: label)
    }

    /// Paints device pixels, through a mask if there is one.
    mutating func paint(
        _ paint: Paint, _ geometry: LayerGeometry, in pixels: PixelRect, through mask: PlacedMask? = nil,
        onto target: PaintTarget, label: String
    ) throws(PlanningError) {
        let region = pixels.intersection(target.clip)
        guard !region.isEmpty, !paint.isClear else { return }
        let source: Composite.Source
        switch paint {
        case .color(let color): source = .color(PremultipliedColor(color, in: colorSpace))
        case .gradient(let gradient):
            guard let surface = try shade(gradient, geometry, .color, region, label: "gradient of \(label)") else { return }
            source = target.source(surface, region)
        }
        emit(
            Composite(
                target: target.surface, region: target.local(region), source: source,
                mask: mask?.operand(onto: target) ?? .none))
    }

    /// Fills a layer's rounded bounds, and continues beyond them if the layer is open.
    mutating func fillBounds(
        _ geometry: LayerGeometry, _ paint: Paint, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        let shown = geometry.shownBounds(in: target.clip)
        if shown.radii.isZero, let pixels = geometry.wholePixels(shown.rect) {
            try self.paint(paint, geometry, in: pixels, onto: target, label: "background of \(name)")
        } else {
            let path = geometry.onDevice(Path(shown.rect, radii: shown.radii, curve: geometry.curve))
            try fill(path, .nonzero, paint, geometry, onto: target, label: "background of \(name)", name: name)
        }
    }

    /// Paints the ring between the rounded bounds and the same bounds moved inwards by the border's width.
    mutating func paintBorder(
        _ layer: Layer, _ geometry: LayerGeometry, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        guard layer.borderWidth > 0, layer.borderColor.alpha > 0 else { return }
        let bounds = geometry.bounds
        let color = Paint.color(layer.borderColor)
        guard 2 * layer.borderWidth < min(bounds.width, bounds.height) else {
            try fillBounds(geometry.closed, color, onto: target, name: name)
            return
        }
        let inner = bounds.inset(by: layer.borderWidth)
        if geometry.radii.isZero, let outerPixels = geometry.wholePixels(bounds),
            let innerPixels = geometry.wholePixels(inner)
        {
            for side in outerPixels.subtracting(innerPixels) {
                try paint(color, geometry, in: side, onto: target, label: "border of \(name)")
            }
            return
        }
        var ring = Path(bounds, radii: geometry.radii, curve: geometry.curve)
        ring.append(Path(inner, radii: geometry.radii.inset(by: layer.borderWidth), curve: geometry.curve))
        try fill(
            geometry.onDevice(ring), .evenOdd, color, geometry, onto: target, label: "border of \(name)",
            name: name)
    }
}
