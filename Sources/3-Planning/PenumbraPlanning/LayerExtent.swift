import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// The device pixels a layer may paint: a bound that is never too small.
    func extent(of layer: Layer, in space: LayerSpace) -> PixelRect {
        guard !layer.isHidden, let geometry = LayerGeometry(layer, in: space) else { return .empty }
        let extents = GroupFilter(layer, geometry).extents(from: unfilteredExtent(of: layer, geometry))
        let result = extents[extents.count - 1]
        return layer.backdropBlur == nil ? result : result.union(backdropExtent(of: layer, geometry))
    }

    /// The same without the layer's blur, filter and backdrop.
    func unfilteredExtent(of layer: Layer, _ geometry: LayerGeometry) -> PixelRect {
        let body = bodyExtent(of: layer, geometry)
        return layer.outerShadows(geometry).reduce(body) {
            $0.union(extent(of: $1.shadow, casterBounds: body.rect, geometry))
        }
    }

    /// The same without the layer's own shadows and blur.
    func bodyExtent(of layer: Layer, _ geometry: LayerGeometry) -> PixelRect {
        var result = Rect.zero
        func add(_ rect: Rect) { result = result.union(rect.transformed(by: geometry.toDevice)) }
        if layer.backgroundColor != nil || layer.borderWidth > 0 || layer.masksToBounds
            || layer.boxShadows.contains(where: \.isInset)
        {
            add(geometry.bounds)
        }
        var inner = PixelRect.empty
        if !layer.masksToBounds {
            switch layer.kind {
            case .layer: break
            case .gradient: add(geometry.bounds)
            case .shape(let shape):
                if shape.fillColor != nil {
                    result = result.union(shape.path.applying(geometry.toDevice).controlPointBounds)
                }
                if shape.strokeColor != nil, shape.stroke.lineWidth > 0 {
                    add(shape.path.controlPointBounds.inset(by: -shape.stroke.reach))
                }
            case .text(let text):
                if let path = textPath(text, geometry) {
                    result = result.union(path.applying(geometry.toDevice).controlPointBounds)
                }
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
    ///
    /// - Parameter casterBounds: of the alpha that casts it where it has no path, in device pixels.
    func extent(of shadow: Shadow, casterBounds: Rect, _ geometry: LayerGeometry) -> PixelRect {
        let placement = ShadowPlacement(shadow, geometry)
        let reach = placement.blur.reach + 1
        var cast = casterBounds
        if let path = shadow.path { cast = path.applying(geometry.toDevice).controlPointBounds }
        guard !cast.isEmpty else { return .empty }
        if shadow.spread > 0 { cast = cast.inset(by: -Double(shadow.spreadReach(in: geometry))) }
        if shadow.transform != .identity {
            guard let toLayer = geometry.toDevice.inverted else { return .empty }
            cast = cast.transformed(by: toLayer)
                .transformed(by: shadow.transform.about(shadow.anchorPoint(in: geometry.bounds)))
                .transformed(by: geometry.toDevice)
        }
        return PixelRect(covering: cast.offset(by: placement.offset)).outset(x: reach + 1, y: reach + 1)
    }

    /// The device pixels whose backdrop a layer may blur.
    func backdropExtent(of layer: Layer, _ geometry: LayerGeometry) -> PixelRect {
        let shape = backdropShape(of: layer, geometry).path
        return PixelRect(covering: shape.controlPointBounds).outset(x: 1, y: 1)
    }
}

extension StrokeStyle {
    /// How far from its path a stroke may paint, in the path's own coordinates.
    var reach: Double {
        let join = lineJoin == .miter ? max(1, miterLimit) : 1
        return lineWidth / 2 * max(join, lineCap == .square ? 2.0.squareRoot() : 1)
    }
}
