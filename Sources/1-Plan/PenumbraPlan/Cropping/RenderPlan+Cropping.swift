import PenumbraGeometry

extension RenderPlan {
    /// A plan for part of the picture, and which part: it has the same bytes as the whole picture has there.
    ///
    /// Every surface shrinks to what that part is made from, with what blurs and spreads reach beyond it, and passes that
    /// nothing of it needs are gone. Pictures that are read stay whole.
    ///
    /// - Parameter wanted: not empty, inside the picture.
    /// - Returns: the plan, and the part it draws, which holds `wanted` and is larger where a pass can be cut at some places
    ///   only (dithering: at multiples of eight pixels).
    public func cropped(to wanted: PixelRect) -> (plan: RenderPlan, part: PixelRect) {
        let regions = PlanRegions(self, wanted: wanted)
        let part = regions[canvas]
        var result = RenderPlan(width: part.width, height: part.height)
        result.surfaces = []
        var names: [SurfaceID: SurfaceID] = [:]
        for (index, surface) in surfaces.enumerated() where !regions.parts[index].isEmpty {
            var surface = surface
            (surface.width, surface.height) = (regions.parts[index].width, regions.parts[index].height)
            names[SurfaceID(index: index)] = result.addSurface(surface)
        }
        result.images = images
        result.passes = passes.filter(regions.needs).map { $0.cropped(regions, names: names) }
        result.canvas = names[canvas] ?? canvas
        return (result, part)
    }

    /// The same surfaces in the sizes that part of the picture needs, one pixel for those it does not need, and the passes it
    /// needs.
    ///
    /// - Returns: a plan to estimate memory with, not one to draw, and about how many pixels its passes write.
    public func footprint(of wanted: PixelRect) -> (plan: RenderPlan, pixels: Int) {
        let regions = PlanRegions(self, wanted: wanted)
        var result = self
        for (index, part) in regions.parts.enumerated() {
            (result.surfaces[index].width, result.surfaces[index].height) = (max(1, part.width), max(1, part.height))
        }
        (result.width, result.height) = (regions[canvas].width, regions[canvas].height)
        // Without the others surfaces have fewer readers, and may be made otherwise.
        result.passes = passes.filter(regions.needs)
        let pixels = result.passes.reduce(0) { sum, pass in
            let part = regions[pass.target]
            guard case .composite(let composite) = pass else { return sum + part.width * part.height }
            let painted = composite.region.intersection(part)
            return sum + painted.width * painted.height
        }
        return (result, pixels)
    }
}

extension Pass {
    /// The same pass between parts of its surfaces, under their new names.
    fileprivate func cropped(_ regions: PlanRegions, names: [SurfaceID: SurfaceID]) -> Pass {
        let part = regions[target]
        func name(_ id: SurfaceID) -> SurfaceID { names[id] ?? id }
        /// How far an offset that reads `source` at the target's own place moves.
        func moved(_ source: SurfaceID, _ dx: Int, _ dy: Int) -> (x: Int, y: Int) {
            (dx + part.x - regions[source].x, dy + part.y - regions[source].y)
        }
        let (columns, rows) = (part.x..<part.maxX, part.y..<part.maxY)
        switch self {
        case .clear(let target, let color):
            return .clear(target: name(target), color: color)
        case .fillMesh(let target, let coverage):
            return .fillMesh(target: name(target), coverage: coverage.cropped(to: part))
        case .extractChannel(let source, let target, let channel, let dx, let dy):
            let d = moved(source, dx, dy)
            return .extractChannel(source: name(source), target: name(target), channel: channel, dx: d.x, dy: d.y)
        case .mapMask(let source, let target, let map, let dx, let dy):
            let d = moved(source, dx, dy)
            return .mapMask(source: name(source), target: name(target), map: map, dx: d.x, dy: d.y)
        case .peaks(let source, let target, let dx, let dy, let isInverted):
            return .peaks(
                source: name(source), target: name(target), dx: dx + part.x - regions[source].x,
                dy: dy + part.y / 2 - regions[source].y, isInverted: isInverted)
        case .rowMaxima(let source, let target, let levels):
            return .rowMaxima(source: name(source), target: name(target), levels: levels)
        case .spread(let source, let target, let disc, let isInverted):
            return .spread(source: name(source), target: name(target), disc: disc, isInverted: isInverted)
        case .noise(let target, let columnPlaces, let rowPlaces, let amount, let seed):
            return .noise(
                target: name(target), columns: Array(columnPlaces[columns]), rows: Array(rowPlaces[rows]), amount: amount,
                seed: seed)
        case .dither(let source, let target):
            return .dither(source: name(source), target: name(target))
        case .downsample(let source, let target, let dx, let dy, let edge):
            return .downsample(
                source: name(source), target: name(target), dx: dx + 2 * part.x - regions[source].x,
                dy: dy + 2 * part.y - regions[source].y, edge: edge)
        case .convolve(let source, let target, let axis, let kernel, let crossOffset, let edge):
            let d = moved(source, crossOffset, crossOffset)
            let (along, across) =
                axis == .horizontal ? ((part.x, regions[source].x), d.y) : ((part.y, regions[source].y), d.x)
            return .convolve(
                source: name(source), target: name(target), axis: axis,
                kernel: kernel.shifted(outputs: along.0, inputs: along.1), crossOffset: across, edge: edge)
        case .mergeChannels(let sources, let target, let kernel, let dx, let dy, let edge):
            return .mergeChannels(
                sources: sources.map(name), target: name(target),
                kernel: kernel.shifted(outputs: 0, inputs: regions[sources[0]].y), dx: dx + part.x - regions[sources[0]].x,
                dy: dy + part.y, edge: edge)
        case .shade(let target, let shading):
            return .shade(target: name(target), shading: shading.cropped(columns: columns, rows: rows))
        case .resample(let image, let target, let columnTable, let rowTable):
            return .resample(
                image: image, target: name(target), columns: columnTable.cropped(to: columns), rows: rowTable.cropped(to: rows))
        case .filterColors(let source, let target, let axis, let table):
            let (outputs, first) = axis == .horizontal ? (columns, regions[source].x) : (rows, regions[source].y)
            return .filterColors(
                source: name(source), target: name(target), axis: axis, table: table.cropped(to: outputs, inputs: first))
        case .transformImage(let source, let target, let sampling):
            return .transformImage(
                source: name(source), target: name(target), sampling: sampling.cropped(to: part, of: regions[source]))
        case .composite(var composite):
            composite.target = name(composite.target)
            composite.region = composite.region.intersection(part).offset(x: -part.x, y: -part.y)
            if case .surface(let id, let dx, let dy) = composite.source {
                let d = moved(id, dx, dy)
                composite.source = .surface(name(id), dx: d.x, dy: d.y)
            }
            switch composite.mask {
            case .none: break
            case .surface(let id, let dx, let dy):
                let d = moved(id, dx, dy)
                composite.mask = .surface(name(id), dx: d.x, dy: d.y)
            case .convolvedRows(let id, let kernel, let dx, let dy):
                composite.mask = .convolvedRows(
                    name(id), kernel: kernel.shifted(outputs: 0, inputs: regions[id].y), dx: moved(id, dx, 0).x, dy: dy + part.y
                )
            }
            if let clip = composite.clip {
                let d = moved(clip.surface, clip.dx, clip.dy)
                composite.clip = Composite.Clip(name(clip.surface), dx: d.x, dy: d.y, isInverted: clip.isInverted)
            }
            return .composite(composite)
        }
    }
}
