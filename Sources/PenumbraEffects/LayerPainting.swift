import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// Paints a layer with its shadows and sublayers onto `target`.
    ///
    /// - Parameter place: where the layer stands in the scene, for errors: `layers[2].sublayers[0]`.
    mutating func paint(
        _ layer: Layer, in space: LayerSpace, onto target: PaintTarget, place: String
    ) throws(PlanningError) {
        guard !layer.isHidden, layer.opacity > 0, let geometry = LayerGeometry(layer, in: space) else { return }
        let name = layer.name.map { "layer \"\($0)\"" } ?? place
        guard layer.opacity < 1 else {
            try paintUngrouped(layer, geometry, onto: target, place: place, name: name)
            return
        }
        try paintGroup(onto: target, extent: extent(of: layer, in: space), opacity: layer.opacity, label: "group of \(name)") {
            (planner, group) throws(PlanningError) in
            try planner.paintUngrouped(layer, geometry, onto: group, place: place, name: name)
        }
    }

    /// Paints something by itself first, and then its result at `opacity`.
    mutating func paintGroup(
        onto target: PaintTarget, extent: PixelRect, opacity: Double, label: String,
        _ body: (inout ScenePlanner, PaintTarget) throws(PlanningError) -> Void
    ) throws(PlanningError) {
        let bounds = extent.intersection(target.clip)
        guard !bounds.isEmpty else { return }
        let group = PaintTarget(surface: try addSurface(.color, bounds, label), bounds: bounds)
        plan.passes.append(.clear(target: group.surface, color: .clear))
        try body(&self, group)
        compositeSurface(group.surface, bounds: bounds, onto: target, opacity: opacity)
    }

    /// Paints a surface that holds the device pixels `bounds`.
    mutating func compositeSurface(
        _ surface: SurfaceID, bounds: PixelRect, onto target: PaintTarget, mask: Composite.Mask = .none,
        opacity: Double = 1
    ) {
        let region = bounds.intersection(target.clip)
        guard !region.isEmpty else { return }
        plan.passes.append(
            .composite(
                Composite(
                    target: target.surface, region: region.offset(x: -target.bounds.x, y: -target.bounds.y),
                    source: .surface(surface, dx: target.bounds.x - bounds.x, dy: target.bounds.y - bounds.y),
                    mask: mask, opacity: Q15.value(opacity))))
    }

    private mutating func paintUngrouped(
        _ layer: Layer, _ geometry: LayerGeometry, onto target: PaintTarget, place: String, name: String
    ) throws(PlanningError) {
        let visible = layer.shadows.filter { shadow in
            shadow.opacity > 0 && shadow.color.alpha > 0 && geometry.pixels(shadow.radius) <= GaussianBlur.largestSigma
        }
        let castByAlpha = visible.contains { $0.path == nil }
        // What the body hides for certain need not be shadowed.
        let hidden = layer.backgroundColor.map { $0.alpha >= 1 } == true ? geometry.coveredPixels : .empty

        if castByAlpha, let outline = simpleOutline(of: layer, geometry) {
            for shadow in visible.reversed() {
                if let path = shadow.path {
                    try castShadow(
                        shadow, path.applying(geometry.toDevice), shadow.fillRule, geometry, hidden: hidden, onto: target,
                        name: name)
                } else {
                    try castShadow(
                        shadow, ofOutline: outline.path, outline.fillRule, extent: bodyExtent(of: layer, geometry), geometry,
                        hidden: hidden, onto: target, name: name)
                }
            }
            try paintBody(layer, geometry, onto: target, place: place, name: name)
            return
        }
        guard castByAlpha else {
            for shadow in visible.reversed() {
                guard let path = shadow.path else { continue }
                try castShadow(
                    shadow, path.applying(geometry.toDevice), shadow.fillRule, geometry, hidden: hidden, onto: target,
                    name: name)
            }
            try paintBody(layer, geometry, onto: target, place: place, name: name)
            return
        }
        // The body is drawn once, casts the shadows, and is painted over them.
        let extent = bodyExtent(of: layer, geometry)
        let needed = visible.reduce(target.clip) { result, shadow in
            shadow.path != nil ? result : result.union(self.casterPixels(of: shadow, geometry, shadowing: target.clip))
        }
        let bounds = extent.intersection(needed)
        guard !bounds.isEmpty else { return }
        let body = PaintTarget(surface: try addSurface(.color, bounds, "body of \(name)"), bounds: bounds)
        plan.passes.append(.clear(target: body.surface, color: .clear))
        try paintBody(layer, geometry, onto: body, place: place, name: name)
        for shadow in visible.reversed() {
            if let path = shadow.path {
                try castShadow(
                    shadow, path.applying(geometry.toDevice), shadow.fillRule, geometry, hidden: hidden, onto: target,
                    name: name)
            } else {
                try castShadow(shadow, ofAlphaIn: body, extent: extent, geometry, hidden: hidden, onto: target, name: name)
            }
        }
        compositeSurface(body.surface, bounds: bounds, onto: target)
    }

    /// The outline whose coverage is the layer's whole alpha, when one path says it all.
    private func simpleOutline(of layer: Layer, _ geometry: LayerGeometry) -> (path: Path, fillRule: FillRule)? {
        guard layer.sublayers.isEmpty, layer.borderWidth <= 0 else { return nil }
        switch layer.kind {
        case .layer:
            guard let background = layer.backgroundColor, background.alpha >= 1 else { return nil }
            return (geometry.devicePath, .nonzero)
        case .shape(let shape):
            guard layer.backgroundColor == nil, !layer.masksToBounds, shape.fillColor.map({ $0.alpha >= 1 }) == true
            else { return nil }
            return (shape.path.applying(geometry.toDevice), shape.fillRule)
        case .image:
            return nil
        }
    }

    /// Background, contents, sublayers and border.
    private mutating func paintBody(
        _ layer: Layer, _ geometry: LayerGeometry, onto target: PaintTarget, place: String, name: String
    ) throws(PlanningError) {
        if layer.masksToBounds {
            try paintClipped(layer, geometry, onto: target, place: place, name: name)
        } else {
            if let color = layer.backgroundColor {
                try fillBounds(geometry, color, onto: target, name: name)
            }
            try paintInterior(layer, geometry, onto: target, place: place, name: name)
        }
        try paintBorder(layer, geometry, onto: target, name: name)
    }

    /// Contents and sublayers.
    ///
    /// - Parameter isCut: the result will be cut by the layer's bounds.
    private mutating func paintInterior(
        _ layer: Layer, _ geometry: LayerGeometry, isCut: Bool = false, onto target: PaintTarget, place: String,
        name: String
    ) throws(PlanningError) {
        guard !target.clip.isEmpty else { return }
        switch layer.kind {
        case .layer: break
        case .shape(let shape):
            if let color = shape.fillColor {
                try fill(
                    shape.path.applying(geometry.toDevice), shape.fillRule, color, onto: target, label: "shape of \(name)",
                    name: name)
            }
        case .image(let contents):
            try paintImage(contents, geometry, isCut: isCut, onto: target, name: name)
        }
        for (index, sublayer) in layer.sublayers.enumerated() {
            try paint(sublayer, in: geometry.space, onto: target, place: "\(place).sublayers[\(index)]")
        }
    }

    /// Everything inside the rounded bounds, cut by them once.
    private mutating func paintClipped(
        _ layer: Layer, _ geometry: LayerGeometry, onto target: PaintTarget, place: String, name: String
    ) throws(PlanningError) {
        if layer.cornerRadii.isZero, let pixels = geometry.wholePixels(geometry.bounds) {
            let clipped = target.clipped(to: pixels)
            if let color = layer.backgroundColor { fillPixels(pixels, color, onto: clipped) }
            try paintInterior(layer, geometry, isCut: true, onto: clipped, place: place, name: name)
            return
        }
        guard
            let mask = try coverage(of: geometry.devicePath, .nonzero, in: target.clip, label: "bounds of \(name)", name: name)
        else { return }
        let group = PaintTarget(surface: try addSurface(.color, mask.bounds, "contents of \(name)"), bounds: mask.bounds)
        // Inside the cut the background is everywhere: its edge is the cut's.
        plan.passes.append(
            .clear(target: group.surface, color: layer.backgroundColor.map(PremultipliedColor.init) ?? .clear))
        try paintInterior(layer, geometry, isCut: true, onto: group, place: place, name: name)
        compositeSurface(
            group.surface, bounds: mask.bounds, onto: target,
            mask: .surface(mask.surface, dx: target.bounds.x - mask.bounds.x, dy: target.bounds.y - mask.bounds.y))
    }
}
