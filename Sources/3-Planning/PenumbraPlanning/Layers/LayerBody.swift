import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// The parts of a layer without its shadows, and the intermediate results so far.
struct LayerBody {
    var prepared: PreparedLayer
    /// The alpha of background and contents, if a single outline describes it.
    var ownAlpha: LayerAlpha?
    /// The alpha of the mask in the wanted pixels. Nil if it is empty there, or if there is no mask.
    var mask: PlacedMask?
    /// All sublayers, if they have already been painted.
    var sublayers: PaintTarget?

    init(_ prepared: PreparedLayer) { self.prepared = prepared }

    var layer: Layer { prepared.layer }
    var geometry: LayerGeometry { prepared.geometry }
    var name: String { prepared.name }
    var innerShadows: [InnerShadow] { prepared.effects.innerShadows }
}

extension ScenePlanner {
    /// Paints the body, clipped by the layer's mask.
    mutating func paintMasked(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        guard body.prepared.isMasked else {
            try paintBody(body, onto: target)
            return
        }
        guard let cut = body.mask else { return }
        if let paint = body.prepared.plainFill, let pixels = body.geometry.wholePixels(body.geometry.bounds) {
            try self.paint(
                paint, body.geometry, in: pixels.intersection(cut.bounds), through: cut, onto: target,
                label: "background of \(body.name)")
            return
        }
        let bounds = body.prepared.bodyExtent.intersection(target.clip).intersection(cut.bounds)
        guard !bounds.isEmpty else { return }
        let group = try addTarget(surface(of: body.prepared, showing: bounds), "masked \(body.name)")
        try paintBody(body, onto: group)
        compositeSurface(group.surface, bounds: group.bounds, onto: target, mask: cut.operand(onto: target))
    }

    /// Paints background, contents, inner shadows, sublayers and border.
    private mutating func paintBody(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        if body.layer.masksToBounds {
            try paintClipped(body, onto: target)
        } else {
            if !body.innerShadows.isEmpty {
                try paintOwnWithInnerShadows(body, onto: target)
            } else if body.layer.drawsContents {
                try paintOwn(body, onto: target)
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
        let members = body.prepared.members
        guard members.isEmpty else { return try paintByDepth(members, onto: target, name: body.name) }
        var run = InstanceRun()
        for sublayer in body.prepared.sublayers { try paint(sublayer, in: &run, onto: target) }
        try finish(&run, onto: target)
    }

    /// Paints background and contents.
    private mutating func paintOwn(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        if let paint = body.layer.backgroundColor { try fillBounds(body.geometry, paint, onto: target, name: body.name) }
        try paintContents(body, onto: target)
    }

    /// Paints the contents.
    ///
    /// - Parameter isCut: whether the layer's bounds will clip the result.
    private mutating func paintContents(
        _ body: LayerBody, isCut: Bool = false, onto target: PaintTarget
    ) throws(PlanningError) {
        guard !target.clip.isEmpty else { return }
        let (geometry, name) = (body.geometry, body.name)
        switch body.prepared.contents {
        case .none: break
        case .gradient(let gradient):
            if isCut {
                let bounds = PixelRect(covering: geometry.onDevice(geometry.bounds))
                let pixels = body.prepared.continues ? target.clip : bounds
                try paint(.gradient(gradient), geometry, in: pixels, onto: target, label: name)
            } else {
                try fillBounds(geometry, .gradient(gradient), onto: target, name: name)
            }
        case .shape(let shape, let filled, let stroke):
            if let paint = shape.fillColor {
                try fill(filled, shape.fillRule, paint, geometry, onto: target, label: "shape of \(name)", name: name)
            }
            if let paint = shape.strokeColor {
                try fill(try stroke.outline(), .nonzero, paint, geometry, onto: target, label: "stroke of \(name)", name: name)
            }
        case .text(let outline):
            for part in outline?.parts ?? [] { try paint(part, part.paint, geometry, onto: target, name: name) }
        case .image(let picture):
            guard let picture else { throw .missingImage(layer: name) }
            // A backdrop inside the clipped area may read beyond the bounds.
            let cut = !isCut ? nil : body.prepared.continues ? target.clip : PixelRect.empty
            try picture.paint(&self, inCut: cut, onto: target, name: name)
        }
    }

    /// Paints part of a text.
    private mutating func paint(
        _ part: TextOutline.Part, _ paint: Paint, _ geometry: LayerGeometry, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        switch part {
        // The outlines of strokes are known here.
        case .fill(let path, _), .stroke(let path, _, _):
            try fill(path, .nonzero, paint, geometry, onto: target, label: "text of \(name)", name: name)
        case .glyphs(let glyphs, let place, _):
            let label = "text of \(name)"
            guard !paint.isClear, let mask = try coverage(of: glyphs, place, in: target.clip, label: label, name: name) else {
                return
            }
            try self.paint(paint, geometry, in: mask.bounds, through: mask, onto: target, label: label)
        case .glyph(let glyph, let place, _):
            try ColorGlyphPainting(glyph, toDevice: place, foreground: paint, geometry, name: name).paint(&self, onto: target)
        case .picture(let source, let place):
            guard let bitmap = images[source] else { throw .missingImage(layer: name) }
            let map = AffineTransform.scale(1 / Double(bitmap.width), 1 / Double(bitmap.height)).concatenating(place)
            guard map.inverted != nil else { return }
            try Picture(bitmap, toDevice: map, in: geometry).paint(&self, inCut: nil, onto: target, name: name)
        }
    }

    /// The alpha of a text in the device pixels `pixels`, as if its colour were opaque. Nil if there are no such pixels.
    mutating func alpha(
        of text: TextOutline, _ geometry: LayerGeometry, in pixels: PixelRect, name: String
    ) throws(PlanningError) -> PlacedMask? {
        guard !pixels.isEmpty else { return nil }
        let target = try addTarget(pixels, "text of \(name)")
        for part in text.parts { try paint(part, .black, geometry, onto: target, name: name) }
        return try addChannel(.alpha, of: live(target.surface), pixels, in: pixels, "alpha of text of \(name)")
    }

    /// Paints background and contents, with their inner shadows above them.
    private mutating func paintOwnWithInnerShadows(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        var own = body.ownAlpha
        let hard = try hardAlpha(of: body)
        let isCast = body.innerShadows.contains { !$0.placed.isOfBox && !($0.placed.shadow.hardAlpha && hard != nil) }
        if own == nil, isCast, let outline = body.prepared.ownOutline {
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
        let box = try body.innerShadows.contains(where: \.placed.isOfBox) ? boxAlpha(of: body.prepared) : nil
        try paintInnerShadows(
            body, soft: own.map { InnerCaster($0, clip: $0) }, hard: hard.map { InnerCaster($0, clip: $0) }, box: box,
            onto: target)
    }

    /// The hard alpha of background and contents, if a shadow needs it and a single outline describes it. Otherwise a shadow
    /// hardens the soft alpha.
    private func hardAlpha(of body: LayerBody) throws(PlanningError) -> LayerAlpha? {
        guard body.ownAlpha == nil, body.prepared.ownOutline == nil,
            body.innerShadows.contains(where: { $0.placed.shadow.hardAlpha }),
            let outline = body.prepared.hardOutline(isWhole: false)
        else { return nil }
        return try LayerAlpha(outline.path, outline.fillRule, self, name: body.name)
    }

    /// What casts inner shadows, and the alpha that clips them now. They will be clipped later if it is nil.
    private struct InnerCaster {
        let alpha: LayerAlpha
        let clip: LayerAlpha?

        init(_ alpha: LayerAlpha, clip: LayerAlpha?) { (self.alpha, self.clip) = (alpha, clip) }
    }

    /// Paints the inner shadows.
    ///
    /// - Parameters:
    ///   - soft: the layer's own alpha. Nil if there is none, and only the box has shadows.
    ///   - hard: the own alpha for shadows of a hard alpha. Nil if they harden the soft one.
    ///   - box: the alpha that clips shadows of the box. Nil if the box will clip the result anyway.
    private mutating func paintInnerShadows(
        _ body: LayerBody, soft: InnerCaster?, hard: InnerCaster? = nil, box: LayerAlpha?, onto target: PaintTarget
    ) throws(PlanningError) {
        func caster(_ shadow: InnerShadow) -> InnerCaster? { shadow.placed.shadow.hardAlpha ? hard ?? soft : soft }
        for shadow in body.innerShadows {
            if let alpha = caster(shadow)?.alpha, body.ownAlpha !== alpha { shadow.announce(to: alpha, onto: target) }
        }
        for shadow in body.innerShadows.reversed() where shadow.placed.isOfBox || caster(shadow) != nil {
            let cast = caster(shadow)
            try shadow.paint(
                &self, castBy: cast?.alpha, clippedTo: shadow.placed.isOfBox ? box : cast?.clip, onto: target, name: body.name)
        }
    }

    /// Paints background and contents on a separate surface, as far as inner shadows inside `target` depend on them.
    ///
    /// - Parameter inside: for clipped contents, further device pixels that are needed around them.
    private mutating func ownSurface(
        _ body: LayerBody, isCut: Bool = false, and inside: PixelRect = .empty, onto target: PaintTarget
    ) throws(PlanningError) -> (target: PaintTarget, alpha: LayerAlpha)? {
        let extent = body.prepared.ownExtent.union(inside)
        let needed = body.innerShadows.reduce(target.clip) { $0.union($1.needed(for: target.clip)) }
        let bounds = extent.intersection(needed).union(inside)
        guard !bounds.isEmpty else { return nil }
        let label = "contents of \(body.name)"
        let surface: PaintTarget
        if isCut {
            surface = try addTarget(bounds, label, cleared: backgroundColor(body))
            try paintOwnInCut(body, onto: surface)
        } else {
            surface = try addTarget(bounds, label)
            try paintOwn(body, onto: surface)
        }
        return (surface, LayerAlpha(.surface(live(surface.surface), bounds: bounds), extent: extent))
    }

    /// The initial colour of a surface for contents that are clipped afterwards. A background colour fills the whole surface,
    /// because the clip makes the edge.
    private func backgroundColor(_ body: LayerBody) -> PremultipliedColor {
        guard case .color(let color)? = body.layer.backgroundColor else { return .clear }
        return PremultipliedColor(color, in: colorSpace)
    }

    /// Paints background and contents on a surface that is cleared to the background's colour and will be clipped.
    private mutating func paintOwnInCut(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        if let paint = body.layer.backgroundColor, case .gradient = paint {
            try self.paint(paint, body.geometry, in: target.bounds, onto: target, label: "background of \(body.name)")
        }
        try paintContents(body, isCut: true, onto: target)
    }

    /// Paints everything inside the rounded bounds, clipped by the bounds once.
    private mutating func paintClipped(_ body: LayerBody, onto target: PaintTarget) throws(PlanningError) {
        let (layer, geometry, name) = (body.layer, body.geometry, body.name)
        let isPlain = body.innerShadows.isEmpty && !body.prepared.looksBehind
        let shown = geometry.shownBounds(in: target.clip)
        if isPlain, shown.radii.isZero, let pixels = geometry.wholePixels(shown.rect) {
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
        let path = geometry.onDevice(Path(shown.rect, radii: shown.radii, curve: geometry.curve))
        guard let cut = try coverage(of: path, .nonzero, in: target.clip, label: "bounds of \(name)", name: name) else {
            return
        }
        let isDrawn = layer.drawsContents
        let inside = surface(of: body.prepared, showing: cut.bounds)
        let group = try addTarget(inside, "contents of \(name)", cleared: isDrawn ? backgroundColor(body) : .clear)
        if isDrawn { try paintOwnInCut(body, onto: group) }
        if !body.innerShadows.isEmpty { try paintInnerShadowsInCut(body, onto: group, beyond: target) }
        try paintSublayers(body, onto: group)
        compositeSurface(group.surface, bounds: group.bounds, onto: target, mask: cut.operand(onto: target))
    }

    /// Paints the inner shadows of contents that will be clipped. The clipped contents cast the shadows, and the whole contents
    /// clip them.
    private mutating func paintInnerShadowsInCut(
        _ body: LayerBody, onto group: PaintTarget, beyond target: PaintTarget
    ) throws(PlanningError) {
        let name = body.name
        if body.prepared.isOpaqueInside {
            var caster = body.ownAlpha
            if caster == nil { caster = try boxAlpha(of: body.prepared) }
            try paintInnerShadows(body, soft: caster.map { InnerCaster($0, clip: nil) }, box: nil, onto: group)
            return
        }
        let hard = try hardAlpha(of: body).map { InnerCaster($0, clip: nil) }
        let around = body.prepared.reachInside > 0 ? group.bounds : .empty
        guard body.innerShadows.contains(where: { !$0.placed.isOfBox && !($0.placed.shadow.hardAlpha && hard != nil) }),
            let own = try ownSurface(body, isCut: true, and: around, onto: target),
            let whole = try coverage(
                of: body.geometry.devicePath, .nonzero, in: own.target.bounds, label: "bounds of \(name)", name: name)
        else {
            try paintInnerShadows(body, soft: nil, hard: hard, box: nil, onto: group)
            return
        }
        let left = try addTarget(whole.bounds, "cut contents of \(name)")
        compositeSurface(own.target.surface, bounds: own.target.bounds, onto: left, mask: whole.operand(onto: left))
        let cut = LayerAlpha(.surface(left.surface, bounds: left.bounds), extent: body.prepared.ownExtent)
        try paintInnerShadows(body, soft: InnerCaster(cut, clip: own.alpha), hard: hard, box: nil, onto: group)
    }
}
