import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// The device pixels of a canvas that grows to hold what its layers paint: its own size and the content's, at least one
    /// pixel.
    func content(of scene: Scene, in space: LayerSpace) -> PixelRect {
        var result = Rect.zero
        for layer in scene.layers { result = result.union(content(of: layer, in: space)) }
        let pixels = PixelRect(covering: result, slack: 1e-6)
        let own = PixelRect(covering: space.bounds.transformed(by: space.toDevice), slack: 1e-6)
        let all = own.isEmpty ? pixels : pixels.union(own)
        return all.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : all
    }

    /// What a layer paints, in device pixels, as exactly as its outlines are known: shadows and blurs to where their kernels
    /// end.
    private func content(of layer: Layer, in space: LayerSpace) -> Rect {
        guard !layer.isHidden, layer.opacity > 0, let geometry = LayerGeometry(layer, in: space) else { return .zero }
        var body = Rect.zero
        func add(_ rect: Rect) { body = body.union(rect.transformed(by: geometry.toDevice)) }
        if layer.backgroundColor != nil || layer.borderWidth > 0 || layer.masksToBounds
            || layer.boxShadows.contains(where: \.isInset)
        {
            add(geometry.bounds)
        }
        if !layer.masksToBounds {
            switch layer.kind {
            case .layer: break
            case .gradient: add(geometry.bounds)
            case .shape(let shape):
                if shape.fillColor != nil { body = body.union(shape.path.applying(geometry.toDevice).bounds) }
                if shape.strokeColor != nil,
                    let outline = try? shape.path.stroked(
                        shape.stroke, tolerance: Self.strokeTolerance / max(geometry.toDevice.largestScale, 1e-9))
                {
                    body = body.union(outline.applying(geometry.toDevice).bounds)
                }
            case .text(let text):
                if let path = textPath(text, geometry) { body = body.union(path.applying(geometry.toDevice).bounds) }
            case .image(let contents):
                if let bitmap = images[contents.source] {
                    add(ImagePlacement(contents, bitmap, in: geometry.bounds).destination)
                }
            }
            for sublayer in layer.sublayers { body = body.union(content(of: sublayer, in: geometry.space)) }
        }
        var result = body
        for cast in layer.outerShadows(geometry).visible(in: geometry) {
            result = result.union(content(of: cast.shadow, casterBounds: body, geometry))
        }
        for step in GroupFilter(layer, geometry).steps where !result.isEmpty {
            switch step {
            case .blur(let blur): result = result.inset(by: -Double(blur.reach))
            case .dropShadow(let placement, _):
                result = result.union(result.offset(by: placement.offset).inset(by: -Double(placement.blur.reach)))
            }
        }
        return result
    }

    private func content(of shadow: Shadow, casterBounds: Rect, _ geometry: LayerGeometry) -> Rect {
        let placement = ShadowPlacement(shadow, geometry)
        var cast = shadow.path?.applying(geometry.toDevice).bounds ?? casterBounds
        guard !cast.isEmpty else { return .zero }
        cast = cast.inset(by: -shadow.spread * geometry.toDevice.largestScale)
        guard !cast.isEmpty else { return .zero }
        if shadow.transform != .identity {
            guard let toLayer = geometry.toDevice.inverted else { return .zero }
            cast = cast.transformed(by: toLayer)
                .transformed(by: shadow.transform.about(shadow.anchorPoint(in: geometry.bounds)))
                .transformed(by: geometry.toDevice)
        }
        return cast.offset(by: placement.offset).inset(by: -Double(placement.blur.reach))
    }
}
