import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraTessellation

/// Neighbouring layers that show one picture and nothing else. Enough of them are painted by one pass.
struct InstanceRun {
    /// What all layers of a run have in common.
    private struct Form: Equatable {
        var picture: ObjectIdentifier
        var limits: PixelRect
        var isNearest: Bool
        var mode: BlendMode
    }

    private var form: Form?
    /// The layers so far, until they are enough.
    fileprivate var waiting: [PreparedLayer] = []
    fileprivate var picture: Picture?
    fileprivate var mode = BlendMode.normal
    fileprivate var list = InstanceList()
    /// The surface that holds the picture's pixels. Nil if nothing is painted yet.
    fileprivate var source: SurfaceID?
    /// The maps so far, without their places. Layers of one angle and size share the weights of their pixels.
    fileprivate var turns: Set<SIMD4<Double>> = []
    /// Whether the layers are enough.
    fileprivate var isLong = false
    fileprivate var place = ""

    /// The fewest layers that become one pass.
    fileprivate static let fewest = 4

    /// Whether a layer can follow the layers so far.
    fileprivate func continues(with instance: LayerInstance) -> Bool { form == Self.form(of: instance) && list.hasRoom }

    fileprivate mutating func begin(with instance: LayerInstance) {
        self = InstanceRun()
        form = Self.form(of: instance)
        (picture, mode) = (instance.picture, instance.mode)
    }

    private static func form(of instance: LayerInstance) -> Form {
        Form(
            picture: ObjectIdentifier(instance.picture.bitmap), limits: instance.picture.limits,
            isNearest: instance.picture.isNearest, mode: instance.mode)
    }
}

/// A layer that shows a picture and nothing else, as a copy of the picture.
struct LayerInstance {
    let picture: Picture
    let tint: MapColors.Matrix?
    let opacity: Double
    let mode: BlendMode
}

extension PreparedLayer {
    /// The layer as a copy of its picture. Nil if the layer is more than its picture, or the picture is large.
    fileprivate var instance: LayerInstance? {
        if let instance = ownInstance { return instance }
        // A layer around a single copy, as a replication of one copy makes it.
        guard case .none = contents, sublayers.count == 1, !layer.masksToBounds, isNothingBesidesContents,
            effects.filter.isEmpty, let inner = sublayers[0].ownInstance, inner.mode == .normal,
            inner.opacity >= 1 || layer.opacity >= 1 && layer.blendMode == .normal
        else { return nil }
        return LayerInstance(
            picture: inner.picture, tint: inner.tint, opacity: min(inner.opacity, layer.opacity), mode: layer.blendMode)
    }

    private var ownInstance: LayerInstance? {
        guard case .image(let picture?) = contents, sublayers.isEmpty, isNothingBesidesContents, layer.drawsContents,
            !layer.masksToBounds, picture.isSimple, max(extent.width, extent.height) <= InstanceList.longestSide
        else { return nil }
        let matrix = effects.filter.matrix
        guard effects.filter.isEmpty || matrix != nil else { return nil }
        return LayerInstance(picture: picture, tint: matrix, opacity: layer.opacity, mode: layer.blendMode)
    }

    /// Whether nothing is painted but contents and sublayers, in the device's plane.
    private var isNothingBesidesContents: Bool {
        layer.backgroundColor == nil && layer.borderWidth <= 0 && layer.mask == nil && effects.shadows.isEmpty
            && effects.innerShadows.isEmpty && effects.backdrop == nil && plane == nil && shadowPlane == nil && members.isEmpty
            && geometry.projection == nil && !geometry.isOpen
    }
}

extension Picture {
    /// Whether the picture is read directly at its place, without further surfaces besides its own pixels.
    fileprivate var isSimple: Bool {
        let map = geometry.toDevice
        return !isEmpty && contents.tint == nil && contents.contentsCenter == nil && !usesLanczos && bitmap.depth == .eight
            && (map.isAxisAligned || !map.swapsAxes && reductions == (1, 1))
    }
}

extension ScenePlanner {
    /// Paints a layer, or keeps it until the layers after it are known.
    mutating func paint(
        _ prepared: PreparedLayer, in run: inout InstanceRun, onto target: PaintTarget
    ) throws(PlanningError) {
        guard prepared.layer.opacity > 0 else { return }
        guard let instance = prepared.instance else {
            try finish(&run, onto: target)
            return try paint(prepared, onto: target)
        }
        if !run.continues(with: instance) {
            try finish(&run, onto: target)
            run.begin(with: instance)
        }
        run.place = prepared.place
        if run.isLong { return try add(instance, named: prepared.name, to: &run, onto: target) }
        run.waiting.append(prepared)
        guard run.waiting.count >= InstanceRun.fewest else { return }
        run.isLong = true
        for waiting in run.waiting {
            if let instance = waiting.instance { try add(instance, named: waiting.name, to: &run, onto: target) }
        }
        run.waiting = []
    }

    /// Paints the layers of a run. Nothing is painted between the run's first layer and this call.
    mutating func finish(_ run: inout InstanceRun, onto target: PaintTarget) throws(PlanningError) {
        defer { run = InstanceRun() }
        for prepared in run.waiting { try paint(prepared, onto: target) }
        guard let picture = run.picture, let source = run.source, run.list.count > 0 else { return }
        plan.passes.append(
            .drawInstances(
                DrawInstances(
                    image: imageID(of: picture.bitmap), source: source, left: picture.limits.x, top: picture.limits.y,
                    target: live(target.surface), list: run.list, operation: .blend(run.mode))))
        try checkSize(run.place)
    }

    private mutating func add(
        _ instance: LayerInstance, named name: String, to run: inout InstanceRun, onto target: PaintTarget
    ) throws(PlanningError) {
        let (picture, opacity) = (instance.picture, Q15.value(instance.opacity))
        let geometry = picture.geometry
        let map = geometry.toDevice
        // Edges on pixel boundaries, or outside the painted area, need no coverage: see `Picture.paint`.
        let onDevice = geometry.onDevice(picture.destination)
        let seen = PixelRect(covering: onDevice).intersection(target.clip)
        let inside = geometry.isUpright ? PixelRect(inside: onDevice) : .empty
        var coverage: Coverage?
        let pixels: PixelRect
        if let whole = geometry.wholePixels(picture.destination)?.intersection(target.clip)
            ?? (inside.contains(seen) ? seen : nil)
        {
            pixels = whole
        } else {
            guard !PixelRect(covering: onDevice).outset(x: 1, y: 1).intersection(target.clip).isEmpty else { return }
            let region: TessellatedRegion
            if geometry.isUpright, let upright = Boundary(picture.destination, through: map) {
                region = TessellatedRegion(upright)
            } else {
                region = try tessellated(geometry.onDevice(Path(picture.destination)), .nonzero, name: name)
            }
            pixels = region.pixels.intersection(target.clip)
            if !pixels.isEmpty { coverage = region.coverage(in: pixels) }
        }
        guard !pixels.isEmpty else { return }
        let area = target.local(pixels)
        try hold(picture, in: &run, name)
        if map.isAxisAligned {
            let (columns, rows) = picture.steps(map, to: pixels)
            func stretch(_ count: Int, _ steps: Picture.Steps, _ limits: Range<Int>, _ total: UInt32) -> ResamplingTable.Stretch
            {
                ResamplingTable.Stretch(
                    count: count, origin: steps.origin, step: steps.step, limits: limits, nearest: picture.isNearest,
                    total: total)
            }
            run.list.add(
                area, columns: stretch(pixels.width, columns, picture.limits.columns, ResamplingTable.unitTotal),
                rows: stretch(pixels.height, rows, picture.limits.rows, picture.rowTotal), coverage: coverage,
                tint: instance.tint, opacity: opacity)
        } else {
            let turn = picture.turn(to: pixels, 1, 1)
            let size = coverage == nil ? nil : (width: picture.limits.width, height: picture.limits.height)
            let sampling =
                picture.isMean(through: turn) && run.turns.insert(SIMD4(turn.a, turn.b, turn.c, turn.d)).inserted
                ? AffineSampling.mean(
                    through: turn, isInterpolated: AffineSampling.Filter.isInterpolated(through: turn), width: pixels.width,
                    height: pixels.height, onlyOver: size)
                : AffineSampling(
                    turn, width: pixels.width, height: pixels.height, filter: picture.filter(through: turn), onlyOver: size)
            run.list.add(area, map: sampling, coverage: coverage, tint: instance.tint, opacity: opacity)
        }
        try check(run.list, name)
    }

    /// Throws if the copies so far are too much work or take too much memory.
    private func check(_ list: InstanceList, _ name: String) throws(PlanningError) {
        // The work of planning counts as the copies' own.
        try work.check(plan.passes.count * Pass.workOfAny + countedWork / 4 + list.work / 4, name)
        try work.hold(plan: bytesOfPlan + list.byteCount, name)
    }

    /// Adds the surface with the picture's pixels.
    private mutating func hold(_ picture: Picture, in run: inout InstanceRun, _ name: String) throws(PlanningError) {
        guard run.source == nil else { return }
        let limits = picture.limits
        let surface = try addSurface(
            .color, PixelRect(x: 0, y: 0, width: limits.width, height: limits.height), "pixels of image of \(name)")
        try picture.resample(
            &self, to: surface, (Double(limits.x), 1), (Double(limits.y), 1), width: limits.width, height: limits.height)
        run.source = surface
    }
}
