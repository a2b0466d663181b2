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
        let isLuminance = mask.layer.maskType == .luminance
        if let gradient = mask.plainGradient, let whole = mask.geometry.wholePixels(mask.geometry.bounds) {
            // The alpha of a gradient is drawn without its colours.
            let shown = whole.intersection(bounds)
            return try shade(gradient, mask.geometry, .mask, shown, label: label).map { PlacedMask(surface: $0, bounds: shown) }
        }
        if !isLuminance, let outline = mask.wholeOutline, mask.plane == nil, mask.layer.opacity >= 1, mask.layer.drawsContents,
            mask.layer.isPlain
        {
            return try coverage(of: outline.path, outline.fillRule, in: bounds, label: label, name: mask.name)
        }
        let group = try addTarget(surface(of: mask, showing: bounds, with: mask.groupExtents[0]), label)
        try paint(mask, onto: group)
        if isLuminance { return try luminance(of: live(group.surface), group.bounds, in: bounds, label) }
        return try LayerAlpha(.surface(live(group.surface), bounds: group.bounds), extent: bounds).mask(
            &self, bounds, name: mask.name)
    }
}

extension ScenePlanner {
    /// Adds a mask with the luminance of a surface's premultiplied colours, by SVG's weights.
    private mutating func luminance(
        of surface: SurfaceID, _ bounds: PixelRect, in pixels: PixelRect, _ label: String
    ) throws(PlanningError) -> PlacedMask {
        let weights = SIMD4(0.2125, 0.7154, 0.0721, 0)
        let target = try addSurface(.color, pixels, "luminance of \(label)")
        plan.passes.append(
            .mapColors(
                MapColors(
                    source: surface, target: target, matrices: [MapColors.Matrix(red: weights, green: weights, blue: weights)],
                    dx: pixels.x - bounds.x, dy: pixels.y - bounds.y)))
        return try addChannel(.red, of: target, pixels, in: pixels, label)
    }
}

extension PreparedLayer {
    /// The gradient that fills plain bounds, if the layer consists of nothing else.
    fileprivate var plainGradient: Gradient? {
        guard case .gradient(let gradient) = contents, layer.isNothingButContents, layer.maskType == .alpha,
            layer.cornerRadii.isZero,
            geometry.projection == nil, plane == nil
        else { return nil }
        return gradient
    }

    /// Whether the bounds cover all of some pixels. At the edges of the bounds, a pixel has a part of the alpha only.
    private func covers(_ pixels: PixelRect) -> Bool {
        guard !pixels.isEmpty, let toLayer = geometry.toDevice.inverted else { return false }
        let bounds = geometry.bounds
        // Corners that lie on the edge may be rounded away from it. Half a unit of a pixel's alpha changes no position.
        return pixels.rect.inset(by: 0.5 / Double(Q15.one)).corners.allSatisfy {
            let corner = $0.applying(toLayer)
            return bounds.minX <= corner.x && corner.x <= bounds.maxX && bounds.minY <= corner.y && corner.y <= bounds.maxY
        }
    }

    /// The gradient of alpha that covers some pixels wholly. Nil if the layer isn't a gradient whose alpha is easy to determine.
    private func alphaRamp(in pixels: PixelRect) -> Gradient? {
        guard let gradient = plainGradient, covers(pixels), gradient.falloff == .linear, gradient.hasColorsEverywhere else {
            return nil
        }
        return gradient
    }

    /// The largest change of the layer's alpha from pixel to pixel in `pixels`. Nil if it isn't easy to determine: it is for
    /// gradients along a line or between circles around one centre, that cover the pixels wholly.
    func steepness(in pixels: PixelRect) -> Double? {
        guard let gradient = alphaRamp(in: pixels), let toLayer = geometry.toDevice.inverted else { return nil }
        let slopes = gradient.colors.indices.dropFirst().map { stop in
            let change = abs(gradient.colors[stop].alpha - gradient.colors[stop - 1].alpha)
            return change == 0 ? 0 : change / (gradient.location(stop) - gradient.location(stop - 1))
        }
        // The largest change of the location on the gradient.
        let growth: Double
        switch gradient.geometry {
        case .circles(_, let startRadius, let endRadius):
            growth =
                Point(Point(toLayer.a, toLayer.b).length, Point(toLayer.c, toLayer.d).length).length
                / abs(endRadius - startRadius)
        case .axial(let start, let end):
            guard let place = geometry.placeOnLine(from: start, to: end) else { return nil }
            growth = Point(place.across, place.down).length
        case .radial, .twoCircles, .conic, .css: return nil
        }
        let result = (slopes.max() ?? 0) * growth
        return result.isFinite && result >= 0 ? result : nil
    }

    /// A rectangle that contains every pixel of `pixels` where the layer's alpha lies in a range. It is as small as is easy to
    /// determine: for gradients of rising alpha, along a line or between circles around one centre, that cover the pixels wholly.
    func pixels(of alphas: ClosedRange<Double>, in pixels: PixelRect) -> PixelRect {
        guard let gradient = alphaRamp(in: pixels),
            zip(gradient.colors, gradient.colors.dropFirst()).allSatisfy({ $0.alpha <= $1.alpha })
        else { return pixels }
        // Stops beyond the range on both sides. Between them, the alpha may lie in the range.
        let before = gradient.colors.lastIndex { $0.alpha < alphas.lowerBound }
        let after = gradient.colors.firstIndex { $0.alpha > alphas.upperBound }
        func crossing(_ stop: Int, _ next: Int, _ alpha: Double) -> Double {
            guard gradient.colors.indices.contains(stop), gradient.colors.indices.contains(next) else {
                return gradient.location(next)
            }
            let (a, b) = (gradient.colors[stop].alpha, gradient.colors[next].alpha)
            let share = b > a ? max(0, min(1, (alpha - a) / (b - a))) : 0
            return gradient.location(stop) + (gradient.location(next) - gradient.location(stop)) * share
        }
        let from = before.map { $0 == gradient.colors.count - 1 ? nil : crossing($0, $0 + 1, alphas.lowerBound) } ?? -.infinity
        let to = after.map { $0 == 0 ? -Double.infinity : crossing($0 - 1, $0, alphas.upperBound) } ?? .infinity
        switch gradient.geometry {
        case .circles(let center, let startRadius, let endRadius) where startRadius <= endRadius:
            func radius(_ location: Double) -> Double {
                location.isInfinite ? location : startRadius + (endRadius - startRadius) * location
            }
            guard let from, let toLayer = geometry.toDevice.inverted, geometry.toDevice.isAxisAligned else { return pixels }
            // The nearest and the farthest point of the pixels from the centre.
            let part = pixels.rect.inset(by: -1).transformed(by: toLayer).offset(by: Point(-center.x, -center.y))
            let nearest = Point(max(0, part.minX, -part.maxX), max(0, part.minY, -part.maxY)).length
            let farthest = Point(max(-part.minX, part.maxX), max(-part.minY, part.maxY)).length
            if nearest > radius(to) || farthest < radius(from) { return .empty }
            guard to < .infinity else { return pixels }
            let circle = Rect(
                x: center.x - radius(to), y: center.y - radius(to), width: 2 * radius(to), height: 2 * radius(to))
            return PixelRect(covering: circle.transformed(by: geometry.toDevice)).outset(x: 1, y: 1).intersection(pixels)
        case .axial(let start, let end):
            guard let from, from <= to, let place = geometry.placeOnLine(from: start, to: end) else { return pixels }
            // Positions are rounded a few times.
            return pixels.slab(from - 1e-4...to + 1e-4, place.across, place.down, place.constant)
        case .circles, .radial, .twoCircles, .conic, .css: return pixels
        }
    }
}

extension Gradient {
    /// The place of a stop between the first and the last, from 0 to 1.
    fileprivate func location(_ stop: Int) -> Double {
        locations.flatMap { $0.indices.contains(stop) ? $0[stop] : nil } ?? Double(stop) / Double(max(1, colors.count - 1))
    }
}

extension LayerGeometry {
    /// The place of device pixels along a line in the unit square of the bounds, from 0 at its start to 1 at its end: across·x +
    /// down·y + constant. Gradients are placed so. Nil if the line or the bounds are empty.
    fileprivate func placeOnLine(from start: Point, to end: Point) -> (across: Double, down: Double, constant: Double)? {
        let direction = end - start
        let square = direction.x * direction.x + direction.y * direction.y
        guard let toLayer = toDevice.inverted, square > 0, square.isFinite, bounds.width > 0, bounds.height > 0 else {
            return nil
        }
        let toUnit = toLayer.concatenating(.translation(-bounds.minX, -bounds.minY))
            .concatenating(.scale(1 / bounds.width, 1 / bounds.height))
        return (
            (toUnit.a * direction.x + toUnit.b * direction.y) / square,
            (toUnit.c * direction.x + toUnit.d * direction.y) / square,
            ((toUnit.tx - start.x) * direction.x + (toUnit.ty - start.y) * direction.y) / square
        )
    }
}
