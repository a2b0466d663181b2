import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// Paints a layer with its shadows and sublayers onto `target`.
    mutating func paint(_ prepared: PreparedLayer, onto target: PaintTarget) throws(PlanningError) {
        let layer = prepared.layer
        guard layer.opacity > 0 else { return }
        let isFiltered = layer.isFiltered
        let blends = layer.blendMode != .normal
        if let lifted = prepared.liftedShadows {
            let isGroup = isFiltered || blends || prepared.plane != nil || layer.opacity < 1 && prepared.looksBehind
            if layer.opacity >= 1 {
                try paint(prepared, lifting: isGroup ? lifted : nil, onto: target)
            } else {
                try paintOverCopy(of: prepared, onto: target) { planner, copy throws(PlanningError) in
                    try planner.paint(prepared, lifting: isGroup ? lifted : nil, onto: copy)
                }
            }
        } else if layer.opacity >= 1 && !isFiltered && !blends {
            try paintUngrouped(prepared, prepared.effects.backdrop, onto: target)
        } else if let backdrop = prepared.effects.backdrop {
            let isOneGroup = isFiltered || blends || prepared.looksBehind
            if layer.opacity >= 1 {
                try paintBackdropAndGroup(prepared, backdrop, onto: target)
            } else {
                try paintOverCopy(of: prepared, onto: target) { planner, copy throws(PlanningError) in
                    if isOneGroup {
                        try planner.paintBackdropAndGroup(prepared, backdrop, onto: copy)
                    } else {
                        try planner.paintUngrouped(prepared, backdrop, onto: copy)
                    }
                }
            }
        } else {
            try paintGroup(prepared, opacity: layer.opacity, onto: target)
        }
    }

    /// Paints a layer whose shadows blend with the picture behind it.
    ///
    /// - Parameter lifted: the shadows that are painted before the rest of the layer, which is a group. Nil if it is no group.
    private mutating func paint(
        _ prepared: PreparedLayer, lifting lifted: ArraySlice<DropShadow>?, onto target: PaintTarget
    ) throws(PlanningError) {
        let backdrop = prepared.effects.backdrop
        guard let lifted else { return try paintUngrouped(prepared, backdrop, onto: target) }
        var body = LayerBody(prepared)
        body.mask = try maskSurface(of: prepared, covering: (backdrop?.extent ?? .empty).intersection(target.clip))
        let behind = try backdrop?.blurred(&self, of: body, onto: target)
        for shadow in lifted.reversed() {
            let mode = shadow.placed.shadow.blendMode
            try paintGroup(
                prepared.showing([shadow]), opacity: 1, onlyShadows: true,
                mode: mode == .normal ? prepared.layer.blendMode : mode, onto: target)
        }
        try behind?.paint(&self, onto: target)
        let rest = prepared.shadowsBehind.prefix(upTo: lifted.startIndex)
        try paintGroup(prepared.showing(Array(rest)), opacity: 1, onto: target)
    }

    /// Blurs the picture behind a layer that is painted by itself, and paints the layer over it.
    private mutating func paintBackdropAndGroup(
        _ prepared: PreparedLayer, _ backdrop: Backdrop, onto target: PaintTarget
    ) throws(PlanningError) {
        var body = LayerBody(prepared)
        body.mask = try maskSurface(of: prepared, covering: backdrop.extent.intersection(target.clip))
        try backdrop.blurred(&self, of: body, onto: target)?.paint(&self, onto: target)
        try paintGroup(prepared, opacity: 1, onto: target)
    }

    /// Paints a layer on a separate surface, and then paints the filtered result at an opacity.
    ///
    /// - Parameters:
    ///   - onlyShadows: whether nothing but the shadows behind the layer is painted.
    ///   - mode: the blend mode of the result. Nil means the layer's.
    private mutating func paintGroup(
        _ prepared: PreparedLayer, opacity: Double, onlyShadows: Bool = false, mode: BlendMode? = nil, onto target: PaintTarget
    ) throws(PlanningError) {
        let (filter, extents) = (prepared.effects.filter, prepared.groupExtents)
        let label = "group of \(prepared.name)"
        let bounds = extents[extents.count - 1].intersection(target.clip)
        var needed = filter.needed(for: bounds, extents)
        guard !bounds.isEmpty, !needed[0].isEmpty || filter.paintsAlone else { return }
        var painted: SurfaceID?
        if !needed[0].isEmpty {
            needed[0] = surface(of: prepared, showing: needed[0])
            let group = try addTarget(needed[0], label)
            try paintUngrouped(
                prepared, onlyShadows ? nil : prepared.effects.backdrop, isAlone: true, onlyShadows: onlyShadows, onto: group)
            painted = live(group.surface)
        }
        guard let result = try filter.apply(&self, to: painted, needed: needed, extents: extents, name: label) else { return }
        compositeSurface(
            result, bounds: needed[needed.count - 1], onto: target, opacity: opacity,
            operation: .blend(mode ?? prepared.layer.blendMode))
    }

    /// Paints a layer over a copy of the target, and then mixes the copy into the target at the layer's opacity.
    private mutating func paintOverCopy(
        of prepared: PreparedLayer, onto target: PaintTarget,
        _ paint: (inout ScenePlanner, PaintTarget) throws(PlanningError) -> Void
    ) throws(PlanningError) {
        let bounds = prepared.extent.intersection(target.clip)
        guard !bounds.isEmpty else { return }
        let before = try readHalfPainted(target)
        // The copy is as large as the target, because the blur reads the whole picture behind the layer.
        var copy = try addTarget(target.bounds, "group of \(prepared.name)")
        self.copy(before, target.bounds, to: copy)
        inheritOpacity(of: before, copy.surface)
        copy.clip = bounds
        try paint(&self, copy)
        emit(
            Composite(
                target: target.surface, region: target.local(bounds), source: target.source(copy.surface, copy.bounds),
                opacity: Q15.value(prepared.layer.opacity), operation: .mix))
    }

    /// The device pixels of the surface for a layer's inside when `seen` is shown. The surface also holds the pixels around
    /// `seen` that the sublayers' backdrops read.
    ///
    /// - Parameter shadows: the area of the layer's own shadows, if they are painted on the surface too.
    func surface(of prepared: PreparedLayer, showing seen: PixelRect, with shadows: PixelRect = .empty) -> PixelRect {
        guard prepared.reachInside > 0, !seen.isEmpty else { return seen }
        let canvas = canvasBounds
        let around = seen.outset(x: prepared.reachInside, y: prepared.reachInside)
        let inside = prepared.uncutExtent.map { around.intersection($0.union(shadows)) } ?? around
        return inside.intersection(canvas).union(seen)
    }

    /// Paints the shadows behind a layer, and nothing else.
    mutating func paintShadows(of prepared: PreparedLayer, onto target: PaintTarget) throws(PlanningError) {
        try paintUngrouped(prepared, nil, onlyShadows: true, onto: target)
    }

    /// Paints the shadows behind a layer with the layer's filter, and nothing else.
    mutating func paintFilteredShadows(of prepared: PreparedLayer, onto target: PaintTarget) throws(PlanningError) {
        try paintGroup(prepared, opacity: 1, onlyShadows: true, mode: .normal, onto: target)
    }

    /// Paints shadows, backdrop and body.
    ///
    /// - Parameter isAlone: whether the target holds nothing behind the layer. The layer's shadows are then cleared where a
    ///   backdrop will show.
    private mutating func paintUngrouped(
        _ prepared: PreparedLayer, _ backdrop: Backdrop?, isAlone: Bool = false, onlyShadows: Bool = false,
        onto target: PaintTarget
    ) throws(PlanningError) {
        let (shadows, name) = (prepared.effects.visibleShadows, prepared.name)
        let projection = prepared.geometry.projection
        if let plane = prepared.plane, let projection {
            if onlyShadows { return try paintPlane(plane, projection, .filteredShadows, onto: target, name: name) }
            var shell = LayerBody(prepared)
            shell.mask = try maskSurface(of: prepared, covering: (backdrop?.extent ?? .empty).intersection(target.clip))
            if !isAlone { try backdrop?.blurred(&self, of: shell, onto: target)?.paint(&self, onto: target) }
            return try paintPlane(plane, projection, .everything, onto: target, name: name)
        }
        var body = LayerBody(prepared)
        // The pixels of the body that are visible or cast a visible shadow.
        let wanted = shadows.reduce(target.clip) { $0.union($1.needed(of: prepared.bodyExtent, for: target.clip)) }
        // One mask serves the body, its shadows and the backdrop.
        let masked = prepared.bodyExtent.union(backdrop?.extent ?? .empty)
        body.mask = try maskSurface(of: prepared, covering: masked.intersection(wanted))
        let behind =
            isAlone
            ? shadows.isEmpty ? nil : try backdrop?.cleared(&self, of: body, onto: target)
            : try backdrop?.blurred(&self, of: body, onto: target)
        var drawn: PaintTarget?
        var (soft, hard): (LayerAlpha?, LayerAlpha?)
        func alpha(_ shadow: DropShadow) -> LayerAlpha? { shadow.placed.shadow.hardAlpha ? hard ?? soft : soft }
        let casts = shadows.filter { $0.placed.path == nil }
        if !casts.isEmpty {
            if let outline = prepared.wholeOutline {
                soft = LayerAlpha(.outline(outline.path, outline.fillRule), extent: prepared.bodyExtent)
                body.ownAlpha = soft
            } else if casts.allSatisfy(\.castsPlainly), let outline = prepared.outlineAroundSublayers {
                soft = LayerAlpha(.outline(outline.path, outline.fillRule), extent: prepared.bodyExtent)
            } else {
                if casts.contains(where: \.placed.shadow.hardAlpha), let outline = prepared.hardOutline(isWhole: true) {
                    hard = LayerAlpha(.outline(outline.path, outline.fillRule), extent: prepared.bodyExtent)
                }
                let isNeeded = hard == nil || casts.contains { !$0.placed.shadow.hardAlpha }
                if isNeeded, let made = try paintedAlpha(of: &body, wanted) { (drawn, soft) = (made.target, made.alpha) }
            }
            // Inner shadows may share the blur.
            if let own = body.ownAlpha { for shadow in body.innerShadows { shadow.announce(to: own, onto: target) } }
            for shadow in shadows { if let cast = alpha(shadow) { shadow.announce(to: cast, onto: target) } }
        }
        let hidden = prepared.isOpaqueInside ? prepared.coveredPixels : .empty
        let box = try shadows.contains(where: \.placed.isOfBox) ? boxAlpha(of: prepared) : nil
        for shadow in shadows.reversed() {
            try shadow.paint(
                &self, castBy: alpha(shadow), keptOutOf: shadow.placed.isOfBox ? box : nil,
                isHard: prepared.layer.clipForAnyAlpha,
                hidden: onlyShadows ? .empty : hidden, onto: target, name: name)
        }
        if let plane = prepared.shadowPlane, let projection {
            // The shadows behind the front-most one that blends are projected one by one.
            let (shadows, first) = (plane.effects.visibleShadows, plane.effects.visibleShadows.firstBlended)
            for shadow in shadows[first...].reversed() {
                try paintPlane(
                    plane.showing([shadow]), projection, .shadows, mode: shadow.placed.shadow.blendMode, onto: target,
                    name: name)
            }
            let rest = first < shadows.count ? plane.showing(Array(shadows[..<first])) : plane
            if first > 0 { try paintPlane(rest, projection, .shadows, onto: target, name: name) }
        }
        if onlyShadows { return }
        try behind?.paint(&self, onto: target)
        if let drawn {
            compositeSurface(drawn.surface, bounds: drawn.bounds, onto: target)
        } else {
            try paintMasked(body, onto: target)
        }
    }

    /// Paints the body on a separate surface, and returns the surface and its alpha. Returns only the alpha if the caster
    /// differs from the visible body.
    private mutating func paintedAlpha(
        of body: inout LayerBody, _ wanted: PixelRect
    ) throws(PlanningError) -> (target: PaintTarget?, alpha: LayerAlpha)? {
        let prepared = body.prepared
        let bounds = prepared.bodyExtent.intersection(wanted)
        guard !bounds.isEmpty else { return nil }
        let looksBehind = prepared.looksBehind
        // Inner shadows stay within the alpha but change it where it is soft, so the caster leaves them out. The caster also
        // leaves out blurred backdrops and blending, which only work in the visible body.
        let isAsSeen =
            body.layer.drawsContents && body.innerShadows.isEmpty && !looksBehind && !prepared.geometry.isOpen
        let hasHiddenCopies = body.layer.sublayers.contains(where: \.isHiddenCopy)
        if !isAsSeen && !looksBehind && !hasHiddenCopies && !body.layer.sublayers.isEmpty {
            // Both the caster and the visible body need the sublayers, which are painted once.
            let sublayers = try addTarget(bounds, "sublayers of \(body.name)")
            try paintSublayers(body, onto: sublayers)
            body.sublayers = PaintTarget(surface: live(sublayers.surface), bounds: bounds)
        }
        let surface = try addTarget(bounds, "body of \(body.name)")
        var caster = body
        if !isAsSeen { caster.prepared = prepared.caster(self) }
        try paintMasked(caster, onto: surface)
        let alpha = LayerAlpha(.surface(live(surface.surface), bounds: bounds), extent: prepared.bodyExtent)
        return (isAsSeen ? surface : nil, alpha)
    }

    /// The alpha of a layer's rounded box, whatever the layer shows.
    func boxAlpha(of prepared: PreparedLayer) throws(PlanningError) -> LayerAlpha {
        try LayerAlpha(prepared.geometry.devicePath, .nonzero, self, name: prepared.name)
    }
}

extension PreparedLayer {
    /// The shadows that blend with the picture behind the layer, and the shadows behind them. Nil if there are none.
    ///
    /// A filter of several steps reads the whole layer, so its shadows stay in the layer.
    fileprivate var liftedShadows: ArraySlice<DropShadow>? {
        guard !layer.hasFilterGraph, plane?.layer.hasFilterGraph != true else { return nil }
        let (shadows, first) = (shadowsBehind, shadowsBehind.firstBlended)
        return first < shadows.count ? shadows[first...] : nil
    }
}

extension [DropShadow] {
    /// The index of the front-most shadow with a blend mode, or the number of shadows if there is none.
    fileprivate var firstBlended: Int { firstIndex { $0.placed.shadow.blendMode != .normal } ?? count }
}
