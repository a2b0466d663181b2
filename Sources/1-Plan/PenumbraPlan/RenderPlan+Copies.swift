import PenumbraGeometry

extension RenderPlan {
    /// The same picture without surfaces that are only copied: where the first thing painted on a cleared surface is all of
    /// another one of the same size, which nothing else reads, that one is made in its place.
    public func removingCopies() -> RenderPlan {
        var readers = [Int](repeating: 0, count: surfaces.count)
        for pass in passes {
            for source in pass.sources { readers[source.index] += 1 }
        }
        var opaque = Set<SurfaceID>()
        /// Surfaces that are cleared and not painted on yet, and where.
        var cleared: [SurfaceID: (index: Int, isTransparent: Bool)] = [:]
        var renamed: [SurfaceID: SurfaceID] = [:]
        var dropped = Set<Int>()
        for (index, pass) in passes.enumerated() {
            if case .clear(let target, let color) = pass {
                cleared[target] = (index, color == .clear)
                continue
            }
            let target = pass.target
            if case .resample(let image, _, _, _) = pass, images[image.index].isOpaque {
                opaque.insert(target)
            } else {
                opaque.remove(target)
            }
            defer { cleared[target] = nil }
            guard let before = cleared[target], case .composite(let composite) = pass,
                case .surface(let source, 0, 0) = composite.source, composite.isPlain,
                before.isTransparent || opaque.contains(source), readers[source.index] == 1, source != canvas,
                renamed[source] == nil, surfaces[source.index].hasSize(of: surfaces[target.index]),
                composite.region == surfaces[target.index].all
            else { continue }
            renamed[source] = target
            dropped.insert(index)
            dropped.insert(before.index)
        }
        guard !renamed.isEmpty else { return self }
        func name(_ id: SurfaceID) -> SurfaceID {
            var id = id
            while let next = renamed[id] { id = next }
            return id
        }
        var result = self
        result.passes = passes.enumerated().filter { !dropped.contains($0.offset) }.map { $0.element.retargeted(name) }
        return result
    }
}

extension Surface {
    fileprivate func hasSize(of other: Surface) -> Bool {
        format == other.format && width == other.width && height == other.height
    }

    fileprivate var all: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}

extension Composite {
    /// Source over, with nothing that holds it back.
    fileprivate var isPlain: Bool {
        guard case .none = mask else { return false }
        return clip == nil && UInt32(opacity) == Q15.one && operation == .over
    }
}

extension Pass {
    /// The same pass that writes another surface.
    fileprivate func retargeted(_ name: (SurfaceID) -> SurfaceID) -> Pass {
        switch self {
        case .clear(let target, let color): .clear(target: name(target), color: color)
        case .fillMesh(let target, let coverage): .fillMesh(target: name(target), coverage: coverage)
        case .extractChannel(let source, let target, let channel, let dx, let dy):
            .extractChannel(source: source, target: name(target), channel: channel, dx: dx, dy: dy)
        case .mapMask(let source, let target, let map, let dx, let dy):
            .mapMask(source: source, target: name(target), map: map, dx: dx, dy: dy)
        case .peaks(let source, let target, let dx, let dy, let isInverted):
            .peaks(source: source, target: name(target), dx: dx, dy: dy, isInverted: isInverted)
        case .rowMaxima(let source, let target, let levels): .rowMaxima(source: source, target: name(target), levels: levels)
        case .spread(let source, let target, let disc, let isInverted):
            .spread(source: source, target: name(target), disc: disc, isInverted: isInverted)
        case .noise(let target, let columns, let rows, let amount, let seed):
            .noise(target: name(target), columns: columns, rows: rows, amount: amount, seed: seed)
        case .dither(let source, let target): .dither(source: source, target: name(target))
        case .downsample(let source, let target, let dx, let dy, let edge):
            .downsample(source: source, target: name(target), dx: dx, dy: dy, edge: edge)
        case .convolve(let source, let target, let axis, let kernel, let crossOffset, let edge):
            .convolve(
                source: source, target: name(target), axis: axis, kernel: kernel, crossOffset: crossOffset, edge: edge)
        case .mergeChannels(let sources, let target, let kernel, let dx, let dy, let edge):
            .mergeChannels(sources: sources, target: name(target), kernel: kernel, dx: dx, dy: dy, edge: edge)
        case .shade(let target, let shading): .shade(target: name(target), shading: shading)
        case .resample(let image, let target, let columns, let rows):
            .resample(image: image, target: name(target), columns: columns, rows: rows)
        case .filterColors(let source, let target, let axis, let table):
            .filterColors(source: source, target: name(target), axis: axis, table: table)
        case .transformImage(let source, let target, let sampling):
            .transformImage(source: source, target: name(target), sampling: sampling)
        case .composite(let composite):
            .composite(
                {
                    var composite = composite
                    composite.target = name(composite.target)
                    return composite
                }())
        }
    }
}
