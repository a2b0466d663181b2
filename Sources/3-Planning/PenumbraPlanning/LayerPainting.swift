import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraSystem

extension ScenePlanner {
    /// Paints a layer with its shadows and sublayers onto `target`.
    ///
    /// - Parameter place: where the layer stands in the scene, for errors: `layers[2].sublayers[0]`.
    mutating func paint(
        _ layer: Layer, in space: LayerSpace, onto target: PaintTarget, place: String
    ) throws(PlanningError) {
        guard !layer.isHidden, layer.opacity > 0, let geometry = LayerGeometry(layer, in: space) else { return }
        let name = layer.name.map { "layer \"\(oneLine($0))\"" } ?? place
        let extent = extent(of: layer, in: space)
        let isFiltered = layer.blur.value > 0 || !layer.filter.isEmpty
        let blends = layer.blendMode != .normal
        if layer.opacity >= 1 && !isFiltered && !blends {
            try paintUngrouped(layer, geometry, onto: target, place: place, name: name)
        } else if layer.backdropBlur != nil && !isFiltered && !blends && !layer.sublayers.contains(where: \.readsBackdrop) {
            try paintOverCopy(onto: target, extent: extent, opacity: layer.opacity, label: "group of \(name)") {
                (planner, group) throws(PlanningError) in
                try planner.paintUngrouped(layer, geometry, onto: group, place: place, name: name)
            }
        } else {
            try paintBackdrop(of: layer, geometry, onto: target, place: place, name: name)
            var body = layer
            body.backdropBlur = nil
            body.blendMode = .normal
            try paintGroup(
                onto: target, extent: unfilteredExtent(of: layer, geometry), filter: GroupFilter(layer, geometry),
                opacity: layer.opacity, operation: layer.blendMode.operation, label: "group of \(name)"
            ) { (planner, group) throws(PlanningError) in
                try planner.paintUngrouped(body, geometry, onto: group, place: place, name: name)
            }
        }
    }

    /// Blurs what is behind a layer that is painted by itself.
    private mutating func paintBackdrop(
        of layer: Layer, _ geometry: LayerGeometry, onto target: PaintTarget, place: String, name: String
    ) throws(PlanningError) {
        guard layer.backdropBlur != nil else { return }
        var body = LayerBody(layer, geometry, place: place, name: name)
        if let mask = body.maskLayer {
            body.mask = try maskSurface(
                of: mask, geometry, covering: backdropExtent(of: layer, geometry).intersection(target.clip),
                place: "\(place).mask")
        }
        if let backdrop = try backdrop(of: body, onto: target) { try paint(backdrop, onto: target) }
    }

    /// Paints something by itself first, and then its result, filtered, at `opacity`.
    ///
    /// - Parameter extent: the device pixels that may be painted before any filter.
    mutating func paintGroup(
        onto target: PaintTarget, extent: PixelRect, filter: GroupFilter = GroupFilter(), opacity: Double,
        operation: Composite.Operation = .over, label: String,
        _ body: (inout ScenePlanner, PaintTarget) throws(PlanningError) -> Void
    ) throws(PlanningError) {
        let extents = filter.extents(from: extent)
        let bounds = extents[extents.count - 1].intersection(target.clip)
        let needed = filter.needed(for: bounds, extents)
        guard !bounds.isEmpty, !needed[0].isEmpty else { return }
        let group = PaintTarget(surface: try addSurface(.color, needed[0], label), bounds: needed[0])
        plan.passes.append(.clear(target: group.surface, color: .clear))
        try body(&self, group)
        guard let result = try filtered(live(group.surface), by: filter, needed: needed, extents: extents, name: label) else {
            return
        }
        compositeSurface(result, bounds: bounds, onto: target, opacity: opacity, operation: operation)
    }

    /// Paints something over a copy of what is there, and then the copy at `opacity` in its place.
    private mutating func paintOverCopy(
        onto target: PaintTarget, extent: PixelRect, opacity: Double, label: String,
        _ body: (inout ScenePlanner, PaintTarget) throws(PlanningError) -> Void
    ) throws(PlanningError) {
        let bounds = extent.intersection(target.clip)
        guard !bounds.isEmpty else { return }
        let before = try readHalfPainted(target)
        // As large as the target: what is behind is blurred from all of it.
        var copy = PaintTarget(surface: try addSurface(.color, target.bounds, label), bounds: target.bounds)
        plan.passes.append(.clear(target: copy.surface, color: .clear))
        plan.passes.append(
            .composite(
                Composite(
                    target: copy.surface, region: target.local(target.bounds), source: .surface(before, dx: 0, dy: 0))))
        inheritOpacity(of: before, copy.surface)
        copy.clip = bounds
        try body(&self, copy)
        emit(
            Composite(
                target: target.surface, region: target.local(bounds), source: .surface(copy.surface, dx: 0, dy: 0),
                opacity: Q15.value(opacity), operation: .mix))
    }

    /// Paints a surface that holds the device pixels `bounds`.
    mutating func compositeSurface(
        _ surface: SurfaceID, bounds: PixelRect, onto target: PaintTarget, mask: Composite.Mask = .none,
        opacity: Double = 1, operation: Composite.Operation = .over
    ) {
        let region = bounds.intersection(target.clip)
        guard !region.isEmpty else { return }
        emit(
            Composite(
                target: target.surface, region: target.local(region),
                source: .surface(surface, dx: target.bounds.x - bounds.x, dy: target.bounds.y - bounds.y),
                mask: mask, opacity: Q15.value(opacity), operation: operation))
    }

    /// Shadows, backdrop and body.
    private mutating func paintUngrouped(
        _ layer: Layer, _ geometry: LayerGeometry, onto target: PaintTarget, place: String, name: String
    ) throws(PlanningError) {
        let shadows = layer.outerShadows(geometry).visible(in: geometry)
        var body = LayerBody(layer, geometry, place: place, name: name)
        let wanted = pixelsWanted(of: body, shadows, onto: target)
        if let mask = body.maskLayer {
            // Once for the body, for what it casts and for the backdrop.
            let extent = bodyExtent(of: layer, geometry).union(
                layer.backdropBlur == nil ? .empty : backdropExtent(of: layer, geometry))
            body.mask = try maskSurface(of: mask, geometry, covering: extent.intersection(wanted), place: "\(place).mask")
        }
        let backdrop = try backdrop(of: body, onto: target)
        var drawn: PaintTarget?
        var alpha: LayerAlpha?
        if shadows.contains(where: { $0.shadow.path == nil }) {
            if let outline = simpleOutline(of: layer, geometry, withSublayers: true) {
                alpha = LayerAlpha(.outline(outline.path, outline.fillRule), extent: bodyExtent(of: layer, geometry))
                body.ownAlpha = alpha
            } else if let made = try paintedAlpha(of: &body, wanted) {
                (drawn, alpha) = (made.target, made.alpha)
            }
            // Inner shadows may share the blur.
            if let own = body.ownAlpha {
                for shadow in body.visibleInnerShadows {
                    announce(inner: shadow.shadow, of: own, isHard: layer.clipForAnyAlpha, geometry, onto: target)
                }
            }
            if let alpha {
                for shadow in shadows { announce(shadow.shadow, of: alpha, geometry, onto: target) }
            }
        }
        let hidden = isOpaqueInside(layer, geometry) ? body.coveredPixels : .empty
        let box = try shadows.contains(where: \.isOfBox) ? boxAlpha(geometry, name: name) : nil
        for shadow in shadows.reversed() {
            try paintDropShadow(
                shadow.shadow, of: alpha, keptOutOf: shadow.isOfBox ? box : nil, isHard: layer.clipForAnyAlpha, geometry,
                hidden: hidden, onto: target, name: name)
        }
        if let backdrop { try paint(backdrop, onto: target) }
        if let drawn {
            compositeSurface(drawn.surface, bounds: drawn.bounds, onto: target)
        } else {
            try paintMasked(body, onto: target)
        }
    }

    /// The pixels of a body that are seen, or cast a shadow that is.
    private func pixelsWanted(of body: LayerBody, _ shadows: [CastShadow], onto target: PaintTarget) -> PixelRect {
        shadows.map(\.shadow).reduce(target.clip) { result, shadow in
            guard shadow.path == nil else { return result }
            // A transformed caster may come from anywhere.
            return shadow.transform == .identity
                ? result.union(casterPixels(of: shadow, body.geometry, shadowing: target.clip))
                : result.union(bodyExtent(of: body.layer, body.geometry))
        }
    }

    /// The body on a surface of its own, and its alpha; only the alpha when what is seen of the body is another thing.
    private mutating func paintedAlpha(
        of body: inout LayerBody, _ wanted: PixelRect
    ) throws(PlanningError) -> (target: PaintTarget?, alpha: LayerAlpha)? {
        let layer = body.layer
        let extent = bodyExtent(of: layer, body.geometry)
        let bounds = extent.intersection(wanted)
        guard !bounds.isEmpty else { return nil }
        let looksBehind = layer.sublayers.contains(where: \.readsBackdrop)
        // Inner shadows lie within the alpha, but change it where it is soft: they do not count. Nor does what sublayers show
        // of what is behind, and where they are shown they must see it.
        let isAsSeen = layer.drawsContents && body.visibleInnerShadows.isEmpty && !looksBehind
        if !isAsSeen && !looksBehind && !layer.sublayers.isEmpty {
            // Both the caster and what is seen of the body need the sublayers: they are painted once.
            let sublayers = PaintTarget(surface: try addSurface(.color, bounds, "sublayers of \(body.name)"), bounds: bounds)
            plan.passes.append(.clear(target: sublayers.surface, color: .clear))
            try paintSublayers(body, onto: sublayers)
            body.sublayers = PaintTarget(surface: live(sublayers.surface), bounds: bounds)
        }
        let surface = PaintTarget(surface: try addSurface(.color, bounds, "body of \(body.name)"), bounds: bounds)
        plan.passes.append(.clear(target: surface.surface, color: .clear))
        var caster = isAsSeen ? body : body.asCaster
        if !isAsSeen && looksBehind { caster.layer = caster.layer.withoutBackdrops }
        try paintMasked(caster, onto: surface)
        let alpha = LayerAlpha(.surface(live(surface.surface), bounds: bounds), extent: extent)
        return (isAsSeen ? surface : nil, alpha)
    }

    /// A layer's rounded box, whatever it shows.
    func boxAlpha(_ geometry: LayerGeometry, name: String) throws(PlanningError) -> LayerAlpha {
        try LayerAlpha(geometry.devicePath, .nonzero, self, name: name)
    }

    /// The outline whose coverage is a layer's alpha, when one path says it all.
    ///
    /// - Parameter withSublayers: the whole alpha, or the layer's own.
    func simpleOutline(
        of layer: Layer, _ geometry: LayerGeometry, withSublayers: Bool
    ) -> (path: Path, fillRule: FillRule)? {
        if withSublayers {
            guard layer.sublayers.isEmpty, layer.borderWidth <= 0, layer.mask.map({ $0.isHidden }) ?? true else { return nil }
        }
        let isOpaqueBox = layer.backgroundColor?.isOpaque == true
        switch layer.kind {
        case .layer:
            return isOpaqueBox ? (geometry.devicePath, .nonzero) : nil
        case .gradient(let gradient):
            // Two fillings have two soft edges, one over the other, unless they are cut as one or end on whole pixels.
            let hasOneEdge =
                layer.backgroundColor == nil || layer.masksToBounds
                || layer.cornerRadii.isZero && geometry.wholePixels(geometry.bounds) != nil
            let isOpaque = isOpaqueBox || Paint.gradient(gradient).isOpaque
            return isOpaque && hasOneEdge ? (geometry.devicePath, .nonzero) : nil
        case .shape(let shape):
            guard layer.backgroundColor == nil, !layer.masksToBounds, shape.strokeColor == nil,
                shape.fillColor?.isOpaque == true
            else { return nil }
            return (shape.path.applying(geometry.toDevice), shape.fillRule)
        case .text(let text):
            guard layer.backgroundColor == nil, !layer.masksToBounds, text.color.isOpaque,
                let path = textPath(text, geometry)
            else { return nil }
            return (path.applying(geometry.toDevice), .nonzero)
        case .image(let contents):
            if layer.masksToBounds { return isOpaqueBox || fills(contents, geometry) ? (geometry.devicePath, .nonzero) : nil }
            guard layer.backgroundColor == nil, let place = opaquePlace(of: contents, geometry) else { return nil }
            return (Path(place).applying(geometry.toDevice), .nonzero)
        }
    }

    /// Whether all of a layer's bounds, which cut it, are opaque: by its background or by its picture.
    func isOpaqueInside(_ layer: Layer, _ geometry: LayerGeometry) -> Bool {
        if layer.backgroundColor?.isOpaque == true { return true }
        guard layer.masksToBounds, case .image(let contents) = layer.kind else { return false }
        return fills(contents, geometry)
    }
}

/// What a layer paints besides its shadows.
struct LayerBody {
    var layer: Layer
    var geometry: LayerGeometry
    /// Where the layer stands in the scene.
    var place: String
    var name: String
    /// The alpha of background and contents, where it is known to be one outline.
    var ownAlpha: LayerAlpha?
    /// The alpha of the mask as far as it is wanted; nil where there is none of it, or no mask.
    var mask: PlacedMask?
    /// All sublayers, where they have been painted already.
    var sublayers: PaintTarget?

    init(_ layer: Layer, _ geometry: LayerGeometry, place: String, name: String) {
        self.layer = layer
        self.geometry = geometry
        self.place = place
        self.name = name
    }

    /// The body that casts shadows: its contents are there whether they are painted or not, its inner shadows are not.
    var asCaster: LayerBody {
        var result = self
        result.layer.drawsContents = true
        result.layer.innerShadows = []
        result.layer.boxShadows = []
        result.layer.effects = []
        result.layer.backdropBlur = nil
        return result
    }

    var visibleInnerShadows: [CastShadow] { layer.insideShadows(geometry).visible(in: geometry) }

    /// The mask, unless it is hidden.
    var maskLayer: Layer? { layer.mask.flatMap { $0.isHidden ? nil : $0 } }

    /// Device pixels that the body, opaque within its bounds, hides for certain.
    var coveredPixels: PixelRect { layer.drawsContents && maskLayer == nil ? geometry.coveredPixels : .empty }
}
