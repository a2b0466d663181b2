import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// The device pixels a layer may paint: a bound that is never too small.
    func extent(of layer: Layer, in space: LayerSpace) -> PixelRect {
        guard !layer.isHidden, let geometry = LayerGeometry(layer, in: space) else { return .empty }
        let body = bodyExtent(of: layer, geometry)
        return layer.shadows.reduce(body) { $0.union(extent(of: $1, caster: body, geometry)) }
    }

    /// The same without the layer's own shadows.
    func bodyExtent(of layer: Layer, _ geometry: LayerGeometry) -> PixelRect {
        var result = Rect.zero
        func add(_ rect: Rect) { result = result.union(rect.transformed(by: geometry.toDevice)) }
        if layer.backgroundColor != nil || layer.borderWidth > 0 || layer.masksToBounds { add(geometry.bounds) }
        var inner = PixelRect.empty
        if !layer.masksToBounds {
            switch layer.kind {
            case .layer: break
            case .shape(let shape):
                result = result.union(shape.path.applying(geometry.toDevice).controlPointBounds)
            case .image(let contents):
                if let bitmap = images[contents.source] {
                    add(ImagePlacement(contents, bitmap, in: geometry.bounds).destination)
                }
            }
            for sublayer in layer.sublayers { inner = inner.union(extent(of: sublayer, in: geometry.space)) }
        }
        // Flattened curves may stand out of their bounds by the flattening tolerance, and edges are rounded to a grid.
        let own = result.isEmpty ? PixelRect.empty : PixelRect(covering: result).outset(x: 1, y: 1)
        return own.union(inner)
    }

    /// The device pixels a shadow may paint.
    func extent(of shadow: Shadow, caster: PixelRect, _ geometry: LayerGeometry) -> PixelRect {
        let offset = shadow.offset.applyingLinearPart(of: geometry.toDevice)
        let reach = GaussianBlur(sigma: geometry.pixels(shadow.radius)).reach + 1
        let cast: Rect
        if let path = shadow.path {
            cast = path.applying(geometry.toDevice).controlPointBounds
        } else {
            cast = caster.rect
        }
        guard !cast.isEmpty else { return .empty }
        return PixelRect(covering: cast.offset(by: offset)).outset(x: reach, y: reach)
    }
}
