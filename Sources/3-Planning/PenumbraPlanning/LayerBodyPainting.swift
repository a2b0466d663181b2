import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraSystem

extension ScenePlanner {
    /// The body, cut by the layer's mask.
    mutating func paintMasked(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        guard body.maskLayer != nil else {
            try paintBody(body, onto: target)
            return
        }
        guard let cut = body.mask else { return }
        if let paint = plainFill(body), let pixels = body.geometry.wholePixels(body.geometry.bounds) {
            try self.paint(
                paint, body.geometry, in: pixels.intersection(cut.bounds), through: cut, onto: target,
                label: "background of \(body.name)")
            return
        }
        let bounds = bodyExtent(of: body.layer, body.geometry).intersection(target.clip).intersection(cut.bounds)
        guard !bounds.isEmpty else { return }
        let group = PaintTarget(surface: try addSurface(.color, bounds, "masked \(body.name)"), bounds: bounds)
        plan.passes.append(.clear(target: group.surface, color: .clear))
        try paintBody(body, onto: group)
        compositeSurface(group.surface, bounds: bounds, onto: target, mask: cut.operand(onto: target))
    }

    /// The one paint that a layer's whole bounds are filled with, when that is all there is.
    private func plainFill(_ body: LayerBody) -> Paint? {
        let layer = body.layer
        guard layer.sublayers.isEmpty, layer.borderWidth <= 0, layer.drawsContents, layer.cornerRadii.isZero,
            body.visibleInnerShadows.isEmpty
        else { return nil }
        switch layer.kind {
        case .layer: return layer.backgroundColor
        case .gradient(let gradient): return layer.backgroundColor == nil ? .gradient(gradient) : nil
        case .image, .shape, .text: return nil
        }
    }

    /// A mask layer's alpha in the device pixels `pixels`; nil where there is none of it.
    mutating func maskSurface(
        of layer: Layer, _ geometry: LayerGeometry, covering pixels: PixelRect, place: String
    ) throws(PlanningError) -> PlacedMask? {
        let space = geometry.space
        guard let inner = LayerGeometry(layer, in: space), layer.opacity > 0 else { return nil }
        let bounds = extent(of: layer, in: space).intersection(pixels)
        guard !bounds.isEmpty else { return nil }
        let name = layer.name.map { "layer \"\(oneLine($0))\"" } ?? place
        if case .gradient(let gradient) = layer.kind, isNothingButContents(layer), layer.cornerRadii.isZero,
            let whole = inner.wholePixels(inner.bounds)
        {
            // A gradient's alpha needs no colours.
            let shown = whole.intersection(bounds)
            guard let surface = try shade(gradient, inner, .mask, shown, label: "mask \(name)") else { return nil }
            return PlacedMask(surface: surface, bounds: shown)
        }
        if let outline = simpleOutline(of: layer, inner, withSublayers: true), layer.opacity >= 1, layer.drawsContents,
            layer.isPlain
        {
            return try coverage(of: outline.path, outline.fillRule, in: bounds, label: "mask \(name)", name: name)
        }
        let group = PaintTarget(surface: try addSurface(.color, bounds, "mask \(name)"), bounds: bounds)
        plan.passes.append(.clear(target: group.surface, color: .clear))
        var layer = layer
        layer.blendMode = .normal
        try paint(layer, in: space, onto: group, place: place)
        let alpha = LayerAlpha(.surface(live(group.surface), bounds: bounds), extent: bounds)
        return try alpha.mask(&self, bounds, name: name)
    }

    /// Whether a layer is its contents and nothing else.
    func isNothingButContents(_ layer: Layer) -> Bool {
        layer.backgroundColor == nil && layer.sublayers.isEmpty && layer.borderWidth <= 0 && layer.mask == nil
            && layer.opacity >= 1 && layer.drawsContents && layer.isPlain
    }

    /// Background, contents, inner shadows, sublayers and border.
    private mutating func paintBody(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        if body.layer.masksToBounds {
            try paintClipped(body, onto: target)
        } else {
            if body.visibleInnerShadows.isEmpty {
                if body.layer.drawsContents { try paintOwn(body, onto: target) }
            } else {
                try paintOwnWithInnerShadows(body, onto: target)
            }
            try paintSublayers(body, onto: target)
        }
        try paintBorder(body.layer, body.geometry, onto: target, name: body.name)
    }

    mutating func paintSublayers(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        guard !target.clip.isEmpty else { return }
        if let painted = body.sublayers {
            compositeSurface(painted.surface, bounds: painted.bounds, onto: target)
            return
        }
        for (index, sublayer) in body.layer.sublayers.enumerated() {
            try paint(sublayer, in: body.geometry.space, onto: target, place: "\(body.place).sublayers[\(index)]")
        }
    }

    /// Background and contents.
    private mutating func paintOwn(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        if let paint = body.layer.backgroundColor { try fillBounds(body.geometry, paint, onto: target, name: body.name) }
        try paintContents(body, onto: target)
    }

    /// - Parameter isCut: the result will be cut by the layer's bounds.
    private mutating func paintContents(
        _ body: LayerBody, isCut: Bool = false, onto target: PaintTarget
    ) throws(PlanningError) {
        guard !target.clip.isEmpty else { return }
        let (geometry, name) = (body.geometry, body.name)
        switch body.layer.kind {
        case .layer: break
        case .gradient(let gradient):
            if isCut {
                let pixels = PixelRect(covering: geometry.bounds.transformed(by: geometry.toDevice))
                try paint(.gradient(gradient), geometry, in: pixels, onto: target, label: name)
            } else {
                try fillBounds(geometry, .gradient(gradient), onto: target, name: name)
            }
        case .shape(let shape):
            if let paint = shape.fillColor {
                try fill(
                    shape.path.applying(geometry.toDevice), shape.fillRule, paint, geometry, onto: target,
                    label: "shape of \(name)", name: name)
            }
            if let paint = shape.strokeColor {
                try fill(
                    try outline(of: shape, geometry, name: name), .nonzero, paint, geometry, onto: target,
                    label: "stroke of \(name)", name: name)
            }
        case .text(let text):
            if let path = textPath(text, geometry) {
                try fill(
                    path.applying(geometry.toDevice), .nonzero, text.color, geometry, onto: target,
                    label: "text of \(name)", name: name)
            }
        case .image(let contents):
            try paintImage(contents, geometry, isCut: isCut, onto: target, name: name)
        }
    }

    /// Background and contents, with their inner shadows above them.
    private mutating func paintOwnWithInnerShadows(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        var own = body.ownAlpha
        let isCast = body.visibleInnerShadows.contains { !$0.isOfBox }
        if own == nil, isCast, let outline = simpleOutline(of: body.layer, body.geometry, withSublayers: false) {
            own = try LayerAlpha(outline.path, outline.fillRule, self, name: body.name)
        }
        if own == nil, isCast {
            if let made = try ownSurface(body, onto: target) {
                own = made.alpha
                if body.layer.drawsContents {
                    compositeSurface(made.target.surface, bounds: made.target.bounds, onto: target)
                }
            }
        } else if body.layer.drawsContents {
            try paintOwn(body, onto: target)
        }
        let box =
            try body.visibleInnerShadows.contains(where: \.isOfBox) ? boxAlpha(body.geometry, name: body.name) : nil
        try paintInnerShadows(body, castBy: own, clippedTo: own, box: box, onto: target)
    }

    /// - Parameters:
    ///   - caster: the layer's own alpha; nil where there is none, and only the box has shadows.
    ///   - box: what those of the box are clipped to; nil where they will be cut by it.
    private mutating func paintInnerShadows(
        _ body: LayerBody, castBy caster: LayerAlpha?, clippedTo clip: LayerAlpha?, box: LayerAlpha?, onto target: PaintTarget
    ) throws(PlanningError) {
        let shadows = body.visibleInnerShadows
        if let caster, body.ownAlpha !== caster {
            for shadow in shadows {
                announce(inner: shadow.shadow, of: caster, isHard: body.layer.clipForAnyAlpha, body.geometry, onto: target)
            }
        }
        for shadow in shadows.reversed() where shadow.isOfBox || caster != nil {
            try paintInnerShadow(
                shadow.shadow, castBy: caster, isHard: body.layer.clipForAnyAlpha, clippedTo: shadow.isOfBox ? box : clip,
                body.geometry, onto: target, name: body.name)
        }
    }

    /// Background and contents on a surface of their own, as far as inner shadows inside `target` come from them.
    private mutating func ownSurface(
        _ body: LayerBody, isCut: Bool = false, onto target: PaintTarget
    ) throws(PlanningError) -> (target: PaintTarget, alpha: LayerAlpha)? {
        var alone = body.layer
        alone.sublayers = []
        alone.borderWidth = 0
        let extent = bodyExtent(of: alone, body.geometry)
        let needed = body.visibleInnerShadows.reduce(target.clip) {
            $0.union(self.casterPixels(of: $1.shadow, body.geometry, shadowing: target.clip))
        }
        let bounds = extent.intersection(needed)
        guard !bounds.isEmpty else { return nil }
        let surface = PaintTarget(surface: try addSurface(.color, bounds, "contents of \(body.name)"), bounds: bounds)
        plan.passes.append(
            .clear(target: surface.surface, color: isCut ? backgroundColor(body) : .clear))
        if isCut {
            if let gradient = backgroundGradient(body) {
                try paint(gradient, body.geometry, in: bounds, onto: surface, label: "background of \(body.name)")
            }
            try paintContents(body, isCut: true, onto: surface)
        } else {
            try paintOwn(body, onto: surface)
        }
        return (surface, LayerAlpha(.surface(live(surface.surface), bounds: bounds), extent: extent))
    }

    /// What a surface inside a cut is cleared to: there the background is everywhere, its edge is the cut's.
    private func backgroundColor(_ body: LayerBody) -> PremultipliedColor {
        guard case .color(let color)? = body.layer.backgroundColor else { return .clear }
        return PremultipliedColor(color)
    }

    private func backgroundGradient(_ body: LayerBody) -> Paint? {
        guard case .gradient? = body.layer.backgroundColor else { return nil }
        return body.layer.backgroundColor
    }

    /// Everything inside the rounded bounds, cut by them once.
    private mutating func paintClipped(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        let (layer, geometry, name) = (body.layer, body.geometry, body.name)
        let isPlain = body.visibleInnerShadows.isEmpty && !layer.sublayers.contains(where: \.readsBackdrop)
        if isPlain, layer.cornerRadii.isZero, let pixels = geometry.wholePixels(geometry.bounds) {
            let clipped = target.clipped(to: pixels)
            if layer.drawsContents {
                if let paint = layer.backgroundColor {
                    try self.paint(paint, geometry, in: pixels, onto: clipped, label: "background of \(name)")
                }
                try paintContents(body, isCut: true, onto: clipped)
            }
            try paintSublayers(body, onto: clipped)
            return
        }
        guard
            let cut = try coverage(of: geometry.devicePath, .nonzero, in: target.clip, label: "bounds of \(name)", name: name)
        else { return }
        let group = PaintTarget(surface: try addSurface(.color, cut.bounds, "contents of \(name)"), bounds: cut.bounds)
        let isDrawn = layer.drawsContents
        plan.passes.append(.clear(target: group.surface, color: isDrawn ? backgroundColor(body) : .clear))
        if isDrawn {
            if let gradient = backgroundGradient(body) {
                try paint(gradient, geometry, in: cut.bounds, onto: group, label: "background of \(name)")
            }
            try paintContents(body, isCut: true, onto: group)
        }
        if !body.visibleInnerShadows.isEmpty { try paintInnerShadowsInCut(body, cut, onto: group, beyond: target) }
        try paintSublayers(body, onto: group)
        compositeSurface(group.surface, bounds: cut.bounds, onto: target, mask: cut.operand(onto: target))
    }

    /// Inner shadows of what will be cut: cast by what the cut leaves, clipped to what it is made of.
    private mutating func paintInnerShadowsInCut(
        _ body: LayerBody, _ cut: PlacedMask, onto group: PaintTarget, beyond target: PaintTarget
    ) throws(PlanningError) {
        let (geometry, name) = (body.geometry, body.name)
        if isOpaqueInside(body.layer, geometry) {
            let caster: LayerAlpha
            if let known = body.ownAlpha {
                caster = known
            } else {
                caster = try LayerAlpha(geometry.devicePath, .nonzero, self, name: name)
            }
            try paintInnerShadows(body, castBy: caster, clippedTo: nil, box: nil, onto: group)
            return
        }
        guard body.visibleInnerShadows.contains(where: { !$0.isOfBox }),
            let own = try ownSurface(body, isCut: true, onto: target),
            let whole = try coverage(
                of: geometry.devicePath, .nonzero, in: own.target.bounds, label: "bounds of \(name)", name: name)
        else {
            try paintInnerShadows(body, castBy: nil, clippedTo: nil, box: nil, onto: group)
            return
        }
        let left = PaintTarget(surface: try addSurface(.color, whole.bounds, "cut contents of \(name)"), bounds: whole.bounds)
        plan.passes.append(.clear(target: left.surface, color: .clear))
        compositeSurface(own.target.surface, bounds: own.target.bounds, onto: left, mask: whole.operand(onto: left))
        try paintInnerShadows(
            body, castBy: LayerAlpha(.surface(left.surface, bounds: left.bounds), extent: own.alpha.extent),
            clippedTo: own.alpha, box: nil, onto: group)
    }

    /// The outline of a shape's stroke in device pixels.
    private func outline(of shape: Shape, _ geometry: LayerGeometry, name: String) throws(PlanningError) -> Path {
        do {
            return try shape.path
                .stroked(shape.stroke, tolerance: Self.strokeTolerance / max(geometry.toDevice.largestScale, 1e-9))
                .applying(geometry.toDevice)
        } catch {
            throw .stroke(layer: name, reason: error)
        }
    }

    /// How far, in pixels, a stroke's outline may be from the true one: as far as flattened curves may.
    static let strokeTolerance = 0.002
}

extension Layer {
    /// Whether the layer, or one inside it, looks at what is behind: blurs it or blends with it.
    var readsBackdrop: Bool {
        !isHidden && (backdropBlur != nil || blendMode != .normal || sublayers.contains(where: \.readsBackdrop))
    }

    /// The same without looking at what is behind, and all layers inside it likewise: what casts a shadow is an alpha, which no
    /// blend mode changes but `plusLighter`.
    var withoutBackdrops: Layer { withoutBackdrops(keepingLight: true) }

    /// - Parameter keepingLight: whether alphas may still be summed. Inside a sublayer with shadows of its own they are not:
    ///   all it holds would have to be painted twice, and twice again at each depth.
    private func withoutBackdrops(keepingLight: Bool) -> Layer {
        var result = self
        result.backdropBlur = nil
        result.sublayers = sublayers.map { sublayer in
            var inner = sublayer.withoutBackdrops(keepingLight: keepingLight && sublayer.isPlain)
            if !(keepingLight && sublayer.blendMode == .plusLighter) { inner.blendMode = .normal }
            return inner
        }
        return result
    }
}
