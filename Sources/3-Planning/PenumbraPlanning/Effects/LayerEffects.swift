import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// All effects of a layer, prepared once.
///
/// Each effect is one file in this folder, with the area it covers, the pixels it needs and the passes it adds. This type puts
/// the effects in order.
struct LayerEffects {
    /// The shadows behind the layer, front-most first: the layer's own shadows, the shadows of its box, and Figma's shadows.
    var shadows: [DropShadow]
    /// The visible shadows inside the layer, in the same order.
    var innerShadows: [InnerShadow]
    /// The blur of the picture behind the layer.
    let backdrop: Backdrop?
    /// The filter of the finished layer.
    let filter: GroupFilter

    /// - Parameter caster: the bounds of the layer's alpha in its own coordinates, if a shadow grows softer from its foot.
    init(_ layer: Layer, _ geometry: LayerGeometry, _ contents: LayerContents, caster: Rect?) {
        var (outside, inside): ([PlacedShadow], [PlacedShadow]) = ([], [])
        var (backdrop, filter): (Backdrop?, GroupFilter) = (nil, GroupFilter())
        for effect in LayerEffect.allCases {
            switch effect {
            case .shadows: outside += layer.shadows.map { PlacedShadow($0, geometry, caster: caster) }
            case .innerShadows: inside += layer.innerShadows.map { PlacedShadow($0, geometry) }
            case .boxShadows:
                for shadow in layer.boxShadows {
                    guard let placed = PlacedShadow(shadow, geometry) else { continue }
                    if shadow.isInset { inside.append(placed) } else { outside.append(placed) }
                }
            case .figmaShadows:
                for shadow in layer.effects.reversed() {
                    let placed = PlacedShadow(shadow.shadow, geometry)
                    switch shadow.kind {
                    case .drop: outside.append(placed)
                    case .inner: inside.append(placed)
                    }
                }
            case .copyColors:
                for color in layer.copyColors where color != .white { filter.add(GroupColors(multiplying: color)) }
            case .shapedBlur: if let blur = layer.shapedBlur { filter.add(GroupShapedBlur(blur, geometry)) }
            case .blur: filter.add(GroupBlur(layer.blur, geometry))
            case .filter: for function in layer.filter { filter.add(function, of: layer, geometry) }
            case .backdrop: backdrop = Backdrop(layer, geometry, contents)
            }
        }
        shadows = outside.map { DropShadow(placed: $0) }
        innerShadows = inside.filter(\.isVisible).map { InnerShadow(placed: $0, isHard: layer.clipForAnyAlpha) }
        (self.backdrop, self.filter) = (backdrop, filter)
    }

    /// The device pixels that a layer with its shadows may paint, if its body may paint the pixels `body`.
    func extent(of body: PixelRect) -> PixelRect {
        shadows.reduce(body) { $0.union($1.extent(castBy: body)) }
    }

    /// The area that the shadows alone paint. As exact as the outlines are known.
    func shadowContent(castBy body: Rect) -> Rect {
        visibleShadows.reduce(.zero) { $0.union($1.content(castBy: body)) }
    }

    var visibleShadows: [DropShadow] { shadows.filter(\.placed.isVisible) }
}
