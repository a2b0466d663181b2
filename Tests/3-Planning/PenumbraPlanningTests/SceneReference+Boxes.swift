import PenumbraGeometry
import PenumbraScene
import TestSupport

/// Draws box shadows and filters: CSS Backgrounds 3, section 7, and Filter Effects 1, as worded in the scene format.
extension SceneReference {
    /// "The caster is the rounded *box* as if opaque, whatever the contents; outer ones are knocked out of that box."
    func outer(_ shadow: BoxShadow, of layer: Layer, _ place: Place) -> Field {
        let sigma = shadow.radius.value * place.map.meanScale
        let caster = grownBox(of: layer, by: shadow.spread, movedBy: shadow.offset, place)
        let box = coverage(of: outline(layer, place), place)
        return caster.blurred(sigma: sigma, movedBy: .zero).times(box.map { 1 - $0 })
    }

    /// "The caster is everything outside", where the border counts as inside. The clip of `masksToBounds` comes once, over
    /// everything inside.
    func inner(_ shadow: BoxShadow, of layer: Layer, _ place: Place) -> Field {
        let sigma = shadow.radius.value * place.map.meanScale
        let hole = grownBox(of: layer, by: -shadow.spread, movedBy: shadow.offset, place)
        let shade = hole.blurred(sigma: sigma, movedBy: .zero).map { 1 - $0 }
        return layer.masksToBounds ? shade : shade.times(coverage(of: outline(layer, place), place))
    }

    /// "Sharp corners stay sharp, radii grow": by the spread, or by less if the radius is below the spread. Negative spreads
    /// shrink radii to zero.
    private func grownBox(of layer: Layer, by spread: Double, movedBy offset: Point, _ place: Place) -> Field {
        let bounds = place.bounds
        let (width, height) = (bounds.width + 2 * spread, bounds.height + 2 * spread)
        guard width > 0, height > 0 else { return Field(area) }
        let fitted = layer.cornerRadii.fitted(to: bounds.size)
        func grown(_ radius: Double) -> Double {
            if spread <= 0 { return max(radius + spread, 0) }
            if radius >= spread { return radius + spread }
            let r = radius / spread
            return radius + spread * (1 + (r - 1) * (r - 1) * (r - 1))
        }
        let radii = CornerRadii(
            topLeft: grown(fitted.topLeft), topRight: grown(fitted.topRight), bottomRight: grown(fitted.bottomRight),
            bottomLeft: grown(fitted.bottomLeft))
        let path = Path(Rect(x: -spread, y: -spread, width: width, height: height), radii: radii)
        return coverage(of: path.applying(.translation(offset.x, offset.y)), place)
    }

    /// "After the mask come `blur`, then `filter` from left to right."
    func filtered(_ picture: Planes, _ layer: Layer, _ place: Place) -> Planes {
        let scale = place.map.meanScale
        var result = layer.shapedBlur.map { picture.blurred($0, bounds: place.bounds, place.map) } ?? picture
        result = result.blurred(sigma: layer.blur.value * scale)
        for function in layer.filter {
            switch function {
            case .blur(let sigma): result = result.blurred(sigma: sigma.value * scale)
            case .dropShadow(let offset, let radius, let color):
                let mask = result.alpha.blurred(
                    sigma: radius.value * scale, movedBy: offset.applyingLinearPart(of: place.map))
                var behind = Planes(area)
                behind.paint(color.premultiplied, through: mask)
                behind.paint(result)
                result = behind
            // FilterStepTests compares filters of several steps.
            case .graph: break
            case .color(let function, let amount):
                for i in result.values.indices { result.values[i] = colorFiltered(result.values[i], function, amount) }
            }
        }
        return result
    }
}
