import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// Paints the alpha of a layer's mask in the device pixels `pixels`. Nil if it is empty there, or if there is no mask.
    mutating func maskSurface(
        of prepared: PreparedLayer, covering pixels: PixelRect
    ) throws(PlanningError) -> PlacedMask? {
        guard let mask = prepared.mask, mask.layer.opacity > 0 else { return nil }
        let bounds = mask.extent.intersection(pixels)
        guard !bounds.isEmpty else { return nil }
        let label = "mask \(mask.name)"
        if let gradient = mask.plainGradient, let whole = mask.geometry.wholePixels(mask.geometry.bounds) {
            // The alpha of a gradient is drawn without its colours.
            let shown = whole.intersection(bounds)
            return try shade(gradient, mask.geometry, .mask, shown, label: label).map { PlacedMask(surface: $0, bounds: shown) }
        }
        if let outline = mask.wholeOutline, mask.plane == nil, mask.layer.opacity >= 1, mask.layer.drawsContents,
            mask.layer.isPlain
        {
            return try coverage(of: outline.path, outline.fillRule, in: bounds, label: label, name: mask.name)
        }
        let group = try addTarget(surface(of: mask, showing: bounds, with: mask.groupExtents[0]), label)
        try paint(mask, onto: group)
        return try LayerAlpha(.surface(live(group.surface), bounds: group.bounds), extent: bounds).mask(
            &self, bounds, name: mask.name)
    }
}

extension PreparedLayer {
    /// The gradient that fills plain bounds, if the layer consists of nothing else.
    fileprivate var plainGradient: Gradient? {
        guard case .gradient(let gradient) = contents, layer.isNothingButContents, layer.cornerRadii.isZero,
            geometry.projection == nil, plane == nil
        else { return nil }
        return gradient
    }

    /// A rectangle that contains every device pixel where the layer's alpha is at most `value`. Nil unless it is easy to
    /// determine, which is so for gradients between circles whose alpha rises outward.
    func pixels(upTo value: Double) -> PixelRect? {
        guard value < 1, let gradient = plainGradient, gradient.falloff == .linear,
            case .circles(let center, let from, let to) = gradient.geometry, from <= to,
            let stop = gradient.colors.firstIndex(where: { $0.alpha > value }),
            zip(gradient.colors, gradient.colors.dropFirst()).allSatisfy({ $0.alpha <= $1.alpha })
        else { return nil }
        let last = max(1, gradient.colors.count - 1)
        let location = gradient.locations.flatMap { $0.indices.contains(stop) ? $0[stop] : nil } ?? Double(stop) / Double(last)
        let radius = from + (to - from) * location
        let circle = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
        return PixelRect(covering: circle.transformed(by: geometry.toDevice)).outset(x: 1, y: 1)
    }
}
