import PenumbraGeometry

/// A rectangle of a surface that is read, in its coordinates; it may reach outside.
struct SurfaceRead {
    var surface: SurfaceID
    var rect: PixelRect
    var edge: Edge = .zero
}

extension Pass {
    /// What of its sources this pass reads to write `part` of its target, which is not empty. The target itself is left out.
    func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        switch self {
        case .clear, .fillMesh, .noise, .shade, .resample:
            return []
        case .extractChannel(let source, _, _, let dx, let dy), .mapMask(let source, _, _, let dx, let dy):
            return [SurfaceRead(surface: source, rect: part.offset(x: dx, y: dy))]
        case .peaks(let source, _, let dx, let dy, _):
            let values = PixelRect(minX: part.x, minY: part.y / 2, maxX: part.maxX, maxY: (part.maxY + 1) / 2)
            return [SurfaceRead(surface: source, rect: values.offset(x: dx, y: dy).outset(x: 1, y: 1))]
        case .rowMaxima(let source, _, let levels):
            let (first, end) = (part.y / (levels + 1), (part.maxY + levels) / (levels + 1))
            return [
                SurfaceRead(surface: source, rect: PixelRect(minX: part.x, minY: 2 * first, maxX: part.maxX, maxY: 2 * end))
            ]
        case .spread(let source, _, let disc, _):
            let each = disc.levels + 1
            return [
                SurfaceRead(
                    surface: source,
                    rect: PixelRect(
                        minX: part.x, minY: part.y * each, maxX: part.maxX + 2 * disc.reachX,
                        maxY: (part.maxY + 2 * disc.reachY) * each))
            ]
        case .dither(let source, _):
            return [SurfaceRead(surface: source, rect: part)]
        case .downsample(let source, _, let dx, let dy, let edge):
            return [
                SurfaceRead(
                    surface: source,
                    rect: PixelRect(
                        minX: 2 * part.x + dx, minY: 2 * part.y + dy, maxX: 2 * part.maxX + dx + 2, maxY: 2 * part.maxY + dy + 2
                    ),
                    edge: edge)
            ]
        case .convolve(let source, _, .horizontal, let kernel, let crossOffset, let edge):
            let columns = kernel.inputs(part.x..<part.maxX)
            let rect = PixelRect(
                minX: columns.lowerBound, minY: part.y + crossOffset, maxX: columns.upperBound, maxY: part.maxY + crossOffset)
            return [SurfaceRead(surface: source, rect: rect, edge: edge)]
        case .convolve(let source, _, .vertical, let kernel, let crossOffset, let edge):
            let rows = kernel.inputs(part.y..<part.maxY)
            let rect = PixelRect(
                minX: part.x + crossOffset, minY: rows.lowerBound, maxX: part.maxX + crossOffset, maxY: rows.upperBound)
            return [SurfaceRead(surface: source, rect: rect, edge: edge)]
        case .mergeChannels(let sources, _, let kernel, let dx, let dy, let edge):
            let rows = kernel.inputs(part.y + dy..<part.maxY + dy)
            let rect = PixelRect(minX: part.x + dx, minY: rows.lowerBound, maxX: part.maxX + dx, maxY: rows.upperBound)
            return sources.map { SurfaceRead(surface: $0, rect: rect, edge: edge) }
        case .filterColors(let source, _, let axis, let table):
            switch axis {
            case .horizontal:
                let columns = table.inputs(part.x..<part.maxX)
                return [
                    SurfaceRead(
                        surface: source,
                        rect: PixelRect(minX: columns.lowerBound, minY: part.y, maxX: columns.upperBound, maxY: part.maxY))
                ]
            case .vertical:
                let rows = table.inputs(part.y..<part.maxY)
                return [
                    SurfaceRead(
                        surface: source,
                        rect: PixelRect(minX: part.x, minY: rows.lowerBound, maxX: part.maxX, maxY: rows.upperBound))
                ]
            }
        case .transformImage(let source, _, let sampling):
            return [SurfaceRead(surface: source, rect: sampling.inputs(part, of: plan[source]))]
        case .composite(let composite):
            return composite.reads(of: part)
        }
    }
}

extension Composite {
    fileprivate func reads(of part: PixelRect) -> [SurfaceRead] {
        let painted = region.intersection(part)
        guard !painted.isEmpty else { return [] }
        var result: [SurfaceRead] = []
        if case .surface(let id, let dx, let dy) = source {
            result.append(SurfaceRead(surface: id, rect: painted.offset(x: dx, y: dy)))
        }
        switch mask {
        case .none: break
        case .surface(let id, let dx, let dy):
            result.append(SurfaceRead(surface: id, rect: painted.offset(x: dx, y: dy)))
        case .convolvedRows(let id, let kernel, let dx, let dy):
            let rows = kernel.inputs(painted.y + dy..<painted.maxY + dy)
            result.append(
                SurfaceRead(
                    surface: id,
                    rect: PixelRect(
                        minX: painted.x + dx, minY: rows.lowerBound, maxX: painted.maxX + dx, maxY: rows.upperBound)))
        }
        if let clip { result.append(SurfaceRead(surface: clip.surface, rect: painted.offset(x: clip.dx, y: clip.dy))) }
        return result
    }
}

extension PolyphaseKernel {
    /// The inputs that a run of outputs is made of; not empty.
    func inputs(_ outputs: Range<Int>) -> Range<Int> {
        func cycle(_ output: Int) -> Int {
            let position = output + phase
            return position >= 0 ? position / phases : -((-position + phases - 1) / phases)
        }
        return cycle(outputs.lowerBound) + offset..<cycle(outputs.upperBound - 1) + offset + taps
    }
}

extension SignedTable {
    /// The inputs that a run of outputs is made of.
    func inputs(_ outputs: Range<Int>) -> Range<Int> {
        var (first, end) = (Int.max, 0)
        for i in outputs {
            first = min(first, Int(starts[i]))
            end = max(end, Int(starts[i]) + Int(offsets[i + 1] - offsets[i]))
        }
        return min(first, end)..<end
    }
}

extension AffineSampling {
    /// The source pixels that part of the target is made of.
    func inputs(_ part: PixelRect, of source: Surface) -> PixelRect {
        let (columns, rows) = (part.x..<part.maxX, part.y..<part.maxY)
        let (left, right) = range([columnU[columns], rowU[rows], acrossU[...], downU[...]], length: source.width)
        let (top, bottom) = range([columnV[columns], rowV[rows], acrossV[...], downV[...]], length: source.height)
        return PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
    }

    /// The first pixel and the one after the last that any sum of shares lies on or between.
    private func range(_ shares: [ArraySlice<Int32>], length: Int) -> (Int, Int) {
        var (low, high) = (0, 0)
        for share in shares {
            low += Int(share.min() ?? 0)
            high += Int(share.max() ?? 0)
        }
        let last = length - 1
        var first = min(last, max(0, low) >> 15)
        // Shares that start further right must still fit in 32 bits together; where they would not, nothing is cut off.
        if low - first << 15 < Int(Int32.min) || low - first << 15 > Int(Int32.max) { first = 0 }
        return (first, min(last, (max(0, min(high, last << 15)) >> 15) + 1) + 1)
    }
}
