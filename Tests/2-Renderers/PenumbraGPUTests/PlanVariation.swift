import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraTessellation
import TestSupport

/// Plans aligned with a given plan: the same passes, sources and targets, but different values wherever values may differ.
struct PlanVariation {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0...1, using: &random) < probability }
    private mutating func offset(_ old: Int) -> Int { chance(0.5) ? old : number(-12...12) }
    private mutating func edge(_ old: Edge) -> Edge { chance(0.7) ? old : old == .zero ? .clamp : .zero }

    private mutating func color() -> PremultipliedColor {
        func share() -> Double { Double.random(in: 0...1, using: &random) }
        return PremultipliedColor(red: share(), green: share(), blue: share(), alpha: chance(0.3) ? 1 : share())
    }

    private mutating func kernel(_ old: PolyphaseKernel) -> PolyphaseKernel {
        chance(0.5) ? old : .gaussian(sigma: Double.random(in: 0...2, using: &random))
    }

    private mutating func bitmap(like old: Bitmap) -> Bitmap {
        var generator = random
        defer { random = generator }
        return Bitmap(width: old.width, height: old.height, isOpaque: old.isOpaque ? true : nil) { bytes in
            for i in bytes.indices { bytes[i] = UInt8.random(in: 0...255, using: &generator) }
            if old.isOpaque { for i in 0..<old.width * old.height { bytes[4 * i + 3] = 255 } } else { bytes[3] = 7 }
        }
    }

    private mutating func coverage(_ old: Coverage, _ surface: Surface) -> Coverage {
        if chance(0.4) { return old }
        let unit = Int(FixedPoint.unitsPerPixel)
        var points: [FixedPoint] = []
        for _ in 0..<number(3...30) {
            let x = number(-unit...unit * (surface.width + 1))
            let y = number(-unit...unit * (surface.height + 1))
            points.append(FixedPoint(x: Int32(x), y: Int32(y)))
        }
        let edges = points.indices.map { BoundaryEdge(start: points[$0], end: points[($0 + 1) % points.count]) }
        return Coverage(
            boundary: Boundary(edges: edges),
            bounds: PixelRect(x: 0, y: 0, width: surface.width, height: surface.height))
    }

    mutating func varied(_ plan: RenderPlan) -> RenderPlan {
        var result = plan
        for index in plan.images.indices where chance(0.6) { result.images[index] = bitmap(like: plan.images[index]) }
        // Blend modes promise nothing for colours above their alpha, which no planner makes.
        let mergesChannels = plan.passes.contains { pass in
            if case .mergeChannels(let merge) = pass { merge.sources.count == 4 } else { false }
        }
        result.passes = plan.passes.map { pass in
            switch pass {
            case .extractChannel, .downsample, .convolve, .mixMasks, .mergeChannels: mergesChannels ? pass : varied(pass, plan)
            case .clear, .fillMesh, .mapMask, .peaks, .rowMaxima, .spread, .noise, .dither, .mapColors, .filterPixels, .shade,
                .resample,
                .filterColors,
                .transformImage, .projectImage, .blurSpans, .blurRays, .composite, .drawInstances:
                varied(pass, plan)
            }
        }
        return result
    }

    private mutating func varied(_ pass: Pass, _ plan: RenderPlan) -> Pass {
        switch pass {
        case .clear(let old): return .clear(target: old.target, color: color())
        case .fillMesh(let old): return .fillMesh(target: old.target, coverage: coverage(old.coverage, plan[old.target]))
        case .extractChannel(let old):
            return .extractChannel(
                source: old.source, target: old.target, channel: Channel.allCases[number(0...3)], dx: offset(old.dx),
                dy: offset(old.dy))
        case .mapMask(let old):
            return .mapMask(
                source: old.source, target: old.target, map: chance(0.5) ? old.map : .above(UInt16(number(0...32767))),
                dx: offset(old.dx),
                dy: offset(old.dy))
        case .peaks(let old):
            return .peaks(
                source: old.source, target: old.target, dx: offset(old.dx), dy: offset(old.dy), isInverted: old.isInverted)
        case .noise(let old):
            return .noise(
                target: old.target, columns: old.columns.reversed(), rows: old.rows, amount: UInt16(number(0...32768)),
                seed: UInt32(number(0...1 << 20)))
        case .downsample(let old):
            return .downsample(
                source: old.source, target: old.target, dx: offset(old.dx), dy: offset(old.dy), edge: edge(old.edge))
        case .convolve(let old):
            return .convolve(
                source: old.source, target: old.target, axis: old.axis, kernel: kernel(old.kernel),
                crossOffset: offset(old.crossOffset),
                edge: edge(old.edge))
        case .mixMasks(var mix):
            (mix.positionDx, mix.positionDy) = (offset(mix.positionDx), offset(mix.positionDy))
            for index in mix.shares.indices {
                mix.shares[index].kernel = kernel(mix.shares[index].kernel)
                mix.shares[index].dx = offset(mix.shares[index].dx)
                mix.shares[index].edge = edge(mix.shares[index].edge)
            }
            if let limit = mix.limit { mix.limit = MixMasks.Limit(limit.surface, dx: offset(limit.dx), dy: limit.dy) }
            return .mixMasks(mix)
        case .mergeChannels(let old):
            return .mergeChannels(
                sources: old.sources, target: old.target, kernel: kernel(old.kernel), dx: offset(old.dx), dy: offset(old.dy),
                edge: edge(old.edge))
        case .transformImage(let old):
            if chance(0.4) { return pass }
            func share() -> Double { Double.random(in: -2...2, using: &random) }
            let map = AffineTransform(a: share(), b: share(), c: share(), d: share(), tx: 3 * share(), ty: 9 * share())
            let filter: AffineSampling.Filter =
                switch old.sampling.filter {
                case .nearest, .bilinear: chance(0.5) ? .nearest : .bilinear
                case .area: .area(.mean(through: map, isInterpolated: chance(0.5)))
                }
            return .transformImage(
                source: old.source, target: old.target,
                sampling: AffineSampling(
                    map, width: plan[old.target].width, height: plan[old.target].height, filter: filter))
        case .composite(var composite):
            if chance(0.7) { composite.opacity = UInt16(chance(0.1) ? 0 : number(0...32768)) }
            if chance(0.3) {
                let surface = plan[composite.target]
                let (x, y) = (number(0...surface.width - 1), number(0...surface.height - 1))
                composite.region = PixelRect(
                    x: x, y: y, width: number(0...surface.width - x), height: number(0...surface.height - y))
            }
            if case .color = composite.source { composite.source = .color(color()) }
            switch composite.mask {
            case .none: break
            case .surface(let id, let dx, let dy): composite.mask = .surface(id, dx: offset(dx), dy: offset(dy))
            case .convolvedRows(let id, let old, let dx, let dy):
                composite.mask = .convolvedRows(id, kernel: kernel(old), dx: offset(dx), dy: offset(dy))
            }
            if chance(0.2) { composite.isMaskInverted.toggle() }
            return .composite(composite)
        case .rowMaxima, .spread, .dither, .mapColors, .filterPixels, .shade, .resample, .filterColors, .projectImage,
            .blurSpans,
            .blurRays, .drawInstances:
            return pass
        }
    }
}
