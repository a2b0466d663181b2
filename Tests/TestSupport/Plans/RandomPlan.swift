import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraTessellation
import TestSupport

/// Valid plans made of random passes over random surfaces. Each pass reads only surfaces that an earlier pass wrote.
///
/// Half of the offsets are negative, and some lie far outside; regions touch edges. Kernels are real or random, boundaries wind
/// more than once, and masks are combined in ways that no effect uses.
public struct RandomPlan {
    var random: SeededGenerator
    var plan: RenderPlan
    var masks: [SurfaceID] = []
    var colors: [SurfaceID] = []
    /// Colour surfaces whose red, green or blue may exceed their alpha. Only `mix` can paint with them, because source-over
    /// would leave 0…32768.
    var loose: Set<SurfaceID> = []
    let largest: Int
    let largestSigma: Double

    /// - Parameters:
    ///   - seed: the same seed gives the same plan.
    ///   - passes: the number of passes, without the clearing of the canvas.
    ///   - largest: the longest side of a surface in pixels.
    ///   - largestSigma: the largest σ of a Gaussian kernel, which determines how many rows one pixel may need.
    public static func make(seed: UInt64, passes: Int = 18, largest: Int = 60, largestSigma: Double = 9) -> RenderPlan {
        make(SeededGenerator(seed: seed), passes: passes, largest: largest, largestSigma: largestSigma)
    }

    /// The same, with values from a generator, for example a generator that reads bytes.
    public static func make(
        _ random: SeededGenerator, passes: Int = 18, largest: Int = 60, largestSigma: Double = 9
    ) -> RenderPlan {
        var maker = RandomPlan(random, largest: largest, largestSigma: largestSigma)
        maker.plan.passes.append(.clear(target: maker.plan.canvas, color: maker.color()))
        for _ in 0..<passes { maker.addPass() }
        for id in maker.colors.suffix(3) { maker.composite(onto: maker.plan.canvas, source: id) }
        maker.showMasks()
        if maker.chance(0.5) { maker.drawInstances(onto: maker.plan.canvas) }
        return maker.plan
    }

    private init(_ random: SeededGenerator, largest: Int, largestSigma: Double) {
        var random = random
        self.largest = largest
        self.largestSigma = largestSigma
        plan = RenderPlan(
            width: Int.random(in: 1...largest, using: &random), height: Int.random(in: 4...max(4, largest), using: &random))
        self.random = random
    }

    /// Paints every mask somewhere, so that the picture depends on all masks.
    private mutating func showMasks() {
        for id in masks {
            let (width, height) = (plan.width, plan.height)
            // Corners that miss the picture would leave many pictures blank.
            let (x, y) = (number(0...(width - 1) / 2), number(0...(height - 1) / 2))
            let region = PixelRect(x: x, y: y, width: width - x, height: height - y)
            let surface = plan[id]
            plan.passes.append(
                .composite(
                    Composite(
                        target: plan.canvas, region: region, source: .color(color()),
                        mask: .surface(
                            id, dx: number(0...(surface.width - 1) / 2) - x, dy: number(0...(surface.height - 1) / 2) - y),
                        opacity: chance(0.5) ? UInt16(Q15.one) : 20000)))
        }
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    mutating func chance(_ probability: Double) -> Bool { number(0...1.0) < probability }

    mutating func surface(_ format: Surface.Format) -> SurfaceID {
        // The most important widths are multiples of the pixels per word and of the lanes per group, and their neighbours.
        let width = chance(0.2) ? min(largest, [1, 2, 3, 63, 64, 65][number(0...5)]) : number(1...largest)
        return plan.addSurface(Surface(format: format, width: width, height: number(1...largest), label: "random"))
    }

    private mutating func addPass() {
        switch number(0...18) {
        case 18: filterPixels()
        case 0:
            let target = surface(.color)
            plan.passes.append(.clear(target: target, color: color()))
            colors.append(target)
        case 1:
            fillMesh()
        case 2:
            guard let source = colors.randomElement(using: &random) else { return resample() }
            let target = surface(.mask)
            plan.passes.append(
                .extractChannel(source: source, target: target, channel: channel(), dx: offset(), dy: offset()))
            masks.append(target)
        case 3:
            guard let source = masks.randomElement(using: &random) else { return fillMesh() }
            let target = surface(.mask)
            plan.passes.append(.mapMask(source: source, target: target, map: maskMap(), dx: offset(), dy: offset()))
            masks.append(target)
        case 4:
            guard let source = masks.randomElement(using: &random) else { return fillMesh() }
            let target = surface(.mask)
            let edge = anyEdge()
            plan.passes.append(
                .downsample(source: source, target: target, dx: offset(edge), dy: offset(edge), edge: edge))
            masks.append(target)
        case 5:
            guard let source = masks.randomElement(using: &random) else { return fillMesh() }
            let target = surface(.mask)
            let edge = anyEdge()
            plan.passes.append(
                .convolve(
                    source: source, target: target, axis: chance(0.5) ? .horizontal : .vertical,
                    kernel: kernel(edge), crossOffset: offset(edge), edge: edge))
            masks.append(target)
        case 17:
            mixMasks()
        case 16:
            filterColors()
        case 14:
            spread()
        case 15:
            if chance(0.25) {
                noise()
            } else if chance(0.3) {
                dither()
            } else if chance(0.5) {
                mapColors()
            } else {
                shapedBlur()
            }
        case 6:
            resample()
        case 7:
            transform()
        case 8, 9:
            shade()
        case 10:
            mergeMasks()
        case 11:
            blurChannels()
        default:
            // A surface is complete before the first pass that reads it.
            let read = Set(plan.passes.flatMap(\.sources))
            composite(onto: colors.filter { !read.contains($0) }.randomElement(using: &random) ?? plan.canvas, source: nil)
        }
    }

    /// With a clamped edge, a pixel exists however far outside an offset points.
    mutating func offset(_ edge: Edge = .zero) -> Int {
        if chance(0.3) { return 0 }
        if edge == .clamp && chance(0.2) { return number(-9 * largest...9 * largest) }
        return number(-largest / 2...largest / 2)
    }

    /// A small offset, so that the operands of a composite overlap.
    private mutating func near() -> Int { chance(0.4) ? 0 : offset() / 2 }

    mutating func anyEdge() -> Edge { chance(0.5) ? .zero : .clamp }

    mutating func color() -> PremultipliedColor {
        let alpha = chance(0.3) ? 1 : number(0...1.0)
        return PremultipliedColor(red: number(0...1.0), green: number(0...1.0), blue: number(0...1.0), alpha: alpha)
    }

    mutating func fillMesh() {
        let target = surface(.mask)
        let bounds = PixelRect(
            x: number(-20...20), y: number(-20...20), width: plan[target].width, height: plan[target].height)
        let unit = Int(FixedPoint.unitsPerPixel)
        var edges: [BoundaryEdge] = []
        for _ in 0..<number(0...3) {
            var points: [FixedPoint] = []
            for _ in 0..<number(3...7) {
                // Occasionally on whole pixels, and occasionally beyond every side.
                let grid = chance(0.3) ? unit : 1
                let x = (bounds.x * unit + number(-unit * 4...unit * (bounds.width + 4))) / grid * grid
                let y = (bounds.y * unit + number(-unit * 4...unit * (bounds.height + 4))) / grid * grid
                points.append(FixedPoint(x: Int32(x), y: Int32(y)))
            }
            for i in points.indices {
                edges.append(BoundaryEdge(start: points[i], end: points[(i + 1) % points.count]))
            }
        }
        plan.passes.append(
            .fillMesh(target: target, coverage: Coverage(boundary: Boundary(edges: edges), bounds: bounds)))
        masks.append(target)
    }

    mutating func kernel(_ edge: Edge = .zero) -> PolyphaseKernel {
        var result: PolyphaseKernel
        switch number(0...3) {
        case 0:
            // Half of all sums end in exactly one half, where rounding methods differ.
            let halves = [UInt16](repeating: 16384, count: 2)
            result = PolyphaseKernel(phases: 1, taps: 2, weights: halves, phase: 0, offset: offset(), label: "halves")
        case 1:
            result = .gaussian(sigma: number(0...largestSigma), shift: chance(0.5) ? 0 : number(-1...1.0))
        case 2:
            result = .cubicBSpline(factor: 1 << number(1...5))
        default:
            let phases = 1 << number(0...3)
            let taps = number(1...9)
            var weights: [UInt16] = []
            for _ in 0..<phases {
                var left = 32768
                for t in 0..<taps {
                    let weight = t == taps - 1 ? left : number(0...left)
                    weights.append(UInt16(weight))
                    left -= weight
                }
            }
            result = PolyphaseKernel(
                phases: phases, taps: taps, weights: weights, phase: number(0...2 * phases), offset: offset(),
                label: "random")
        }
        if chance(0.5) { result = result.shifted(outputs: offset(edge), inputs: offset(edge)) }
        return result
    }

    mutating func image() -> ImageID {
        if !plan.images.isEmpty && chance(0.3) { return ImageID(index: number(0...plan.images.count - 1)) }
        let width = number(1...largest)
        let height = number(1...largest)
        let opaque = chance(0.5)
        var generator = random
        let picture = Bitmap(width: width, height: height) { bytes in
            for i in bytes.indices { bytes[i] = UInt8.random(in: 0...255, using: &generator) }
            if opaque { for i in 0..<width * height { bytes[4 * i + 3] = 255 } }
        }
        random = generator
        plan.images.append(picture)
        return ImageID(index: plan.images.count - 1)
    }

    mutating func resample() {
        let target = surface(.color)
        let id = image()
        let picture = plan.images[id.index]
        let rowTotal = picture.isOpaque ? Q15.byteScale : ResamplingTable.unitTotal
        let columns = table(plan[target].width, picture.width, total: ResamplingTable.unitTotal)
        let rows = table(plan[target].height, picture.height, total: rowTotal)
        plan.passes.append(.resample(image: id, target: target, columns: columns, rows: rows))
        colors.append(target)
    }

    private mutating func table(_ count: Int, _ source: Int, total: UInt32) -> ResamplingTable {
        let low = number(0...source - 1)
        let high = number(low + 1...source)
        if chance(0.2) {
            return .stretch(count: count, origin: 0, step: 1, limits: 0..<source, nearest: false, total: total)
        }
        // Steps of two average two pixels: half of those sums end in exactly one half.
        let step = (chance(0.3) ? 2 : number(0.1...3.0)) * (chance(0.25) ? -1 : 1)
        let origin = number(-4.0...Double(source) + 4)
        return .stretch(
            count: count, origin: abs(step) == 2 ? origin.rounded() : origin, step: step, limits: low..<high,
            nearest: chance(0.2), total: total)
    }

    private mutating func noise() {
        let target = surface(.mask)
        func places(_ count: Int) -> [Int32] {
            (0..<count).map { chance(0.1) ? Int32.random(in: .min ... .max, using: &random) : Int32($0 / 3 - 4) }
        }
        let (columns, rows) = (places(plan[target].width), places(plan[target].height))
        plan.passes.append(
            .noise(
                target: target, columns: columns, rows: rows, amount: UInt16(number(0...32768)),
                seed: UInt32.random(in: .min ... .max, using: &random)))
        masks.append(target)
    }

    /// Lanczos's kernel, or random weights of both signs.
    private mutating func filterColors() {
        guard let source = colors.randomElement(using: &random) else { return resample() }
        let axis: Axis = chance(0.5) || largestSigma < 9 ? .horizontal : .vertical
        let from = plan[source]
        let length = axis == .horizontal ? from.width : from.height
        let count = number(1...largest)
        var table = SignedTable.lanczos(
            count: count, origin: number(-5.0...5), step: number(0.3...2.5) * (chance(0.2) ? -1 : 1), source: length)
        if largestSigma >= 9, chance(0.3) { return filterColorsTwice(source, axis, table) }
        if chance(0.3) {
            for i in table.weights.indices { table.weights[i] = Int32(number(-2000...4000)) }
        }
        let target = plan.addSurface(
            Surface(
                format: .color, width: axis == .horizontal ? count : from.width,
                height: axis == .vertical ? count : from.height, label: "random"))
        plan.passes.append(.filterColors(source: source, target: target, axis: axis, table: table))
        colors.append(target)
    }

    /// Filters in both directions and clamps only afterwards.
    private mutating func filterColorsTwice(_ source: SurfaceID, _ axis: Axis, _ table: SignedTable) {
        let from = plan[source]
        func surface(_ width: Int, _ height: Int) -> Surface {
            Surface(format: .color, width: width, height: height, label: "random")
        }
        let isAcross = axis == .horizontal
        let count = number(1...largest)
        let other = SignedTable.lanczos(
            count: count, origin: number(-5.0...5), step: number(0.3...2.5), source: isAcross ? from.height : from.width)
        let between = plan.addSurface(isAcross ? surface(table.count, from.height) : surface(from.width, table.count))
        let target = plan.addSurface(isAcross ? surface(table.count, count) : surface(count, table.count))
        plan.passes.append(.filterColors(source: source, target: between, axis: axis, table: table, stage: .first))
        plan.passes.append(
            .filterColors(
                source: between, target: target, axis: isAcross ? .vertical : .horizontal, table: other, stage: .last))
        colors.append(target)
    }

    private mutating func dither() {
        guard let source = colors.filter({ !loose.contains($0) }).randomElement(using: &random) else { return noise() }
        let target = plan.addSurface(
            Surface(format: .color, width: plan[source].width, height: plan[source].height, label: "random"))
        plan.passes.append(.dither(source: source, target: target))
        colors.append(target)
    }

    private mutating func mapColors() {
        guard let source = colors.filter({ !loose.contains($0) }).randomElement(using: &random) else { return noise() }
        let target = surface(.color)
        let matrices = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let size = chance(0.5) ? 1.0 : number(1...40)
            func row() -> SIMD4<Double> {
                chance(0.1)
                    ? .zero : SIMD4(number(-size...size), number(-size...size), number(-size...size), number(-size...size))
            }
            return MapColors.Matrix(red: row(), green: row(), blue: row(), opacity: chance(0.6) ? 1 : number(0...1))
        }
        plan.passes.append(
            .mapColors(MapColors(source: source, target: target, matrices: matrices, dx: offset(), dy: offset())))
        colors.append(target)
    }

    /// A mask grown or shrunk by a disc, seen through some map.
    private mutating func spread() {
        guard let source = masks.randomElement(using: &random) else { return fillMesh() }
        let map = AffineTransform(
            a: number(0.3...2), b: number(-1.0...1), c: number(-1.0...1), d: number(0.3...2), tx: 0, ty: 0)
        // The inputs of one pixel must be within a shader's reach, as for blurs.
        let radius = chance(0.2) || largestSigma < 9 ? number(0...0.8) : number(0...6.0)
        guard let disc = SpreadDisc(radius: radius, through: chance(0.5) || largestSigma < 9 ? .identity : map) else {
            return fillMesh()
        }
        let (width, height) = (number(1...largest), number(1...largest))
        func add(_ width: Int, _ height: Int) -> SurfaceID {
            plan.addSurface(Surface(format: .mask, width: width, height: height, label: "random"))
        }
        let all = (width: width + 2 * disc.reachX, height: height + 2 * disc.reachY)
        let isInverted = chance(0.5)
        let peaks = add(all.width, 2 * all.height)
        plan.passes.append(.peaks(source: source, target: peaks, dx: offset(), dy: offset(), isInverted: isInverted))
        let maxima = add(all.width, all.height * (disc.levels + 1))
        plan.passes.append(.rowMaxima(source: peaks, target: maxima, levels: disc.levels))
        let target = add(width, height)
        plan.passes.append(.spread(source: maxima, target: target, disc: disc, isInverted: chance(0.8) == isInverted))
        masks.append(target)
    }

    private mutating func transform() {
        guard let source = colors.randomElement(using: &random) else { return resample() }
        // The grid must be within a shader's reach, as for blurs.
        if largestSigma >= 9, chance(0.4) { return project(source) }
        let target = surface(.color)
        // Most means are over a few source pixels, some over none, and some over many.
        let most = chance(0.1) ? 40.0 : chance(0.2) ? 8.0 : 2.0
        let map = AffineTransform(
            a: number(-most...most), b: number(-most...most), c: number(-most...most), d: number(-most...most),
            tx: number(-40.0...80), ty: number(-40.0...80))
        let filter: AffineSampling.Filter =
            switch number(0...3) {
            case 0: .nearest
            case 1: .bilinear
            // The table of an area must be within a shader's reach, as for blurs.
            default: largestSigma < 9 ? .nearest : .area(.mean(through: map, isInterpolated: chance(0.3)))
            }
        var sampling = AffineSampling(
            map, width: plan[target].width, height: plan[target].height, filter: filter,
            onlyOver: chance(0.3) ? (plan[source].width, plan[source].height) : nil)
        if chance(0.2) {
            for y in sampling.firstColumns.indices {
                let first = number(0...plan[target].width)
                (sampling.firstColumns[y], sampling.endColumns[y]) = (
                    Int32(first), Int32(number(first...plan[target].width))
                )
            }
        }
        plan.passes.append(.transformImage(source: source, target: target, sampling: sampling))
        colors.append(target)
        if loose.contains(source) { loose.insert(target) }
    }

    /// A surface as an eye sees it, sometimes with its horizon.
    private mutating func project(_ source: SurfaceID) {
        let target = surface(.color)
        let most = chance(0.1) ? 40.0 : chance(0.2) ? 8.0 : 2.0
        let tilt = chance(0.2) ? 0.05 : 0.004
        let map = Projection(
            u: SIMD3(number(-most...most), number(-most...most), number(-40.0...80)),
            v: SIMD3(number(-most...most), number(-most...most), number(-40.0...80)),
            w: SIMD3(number(-tilt...tilt), number(-tilt...tilt), 1))
        plan.passes.append(
            .projectImage(
                source: source, target: target,
                sampling: ProjectiveSampling(
                    map, least: number(0.05...0.5), width: plan[target].width, height: plan[target].height)))
        colors.append(target)
        if loose.contains(source) { loose.insert(target) }
    }

    mutating func composite(onto target: SurfaceID, source: SurfaceID?) {
        let surface = plan[target]
        let x = number(0...surface.width - 1)
        let y = number(0...surface.height - 1)
        let whole = chance(0.3)
        let region =
            whole
            ? PixelRect(x: 0, y: 0, width: surface.width, height: surface.height)
            : PixelRect(x: x, y: y, width: number(1...surface.width - x), height: number(1...surface.height - y))
        let candidates = colors.filter { $0 != target }
        let from = source ?? (chance(0.5) ? candidates.randomElement(using: &random) : nil)
        let paint: Composite.Source =
            from.flatMap { $0 == target ? nil : .surface($0, dx: near(), dy: near()) } ?? .color(color())
        var mask = Composite.Mask.none
        if let id = masks.randomElement(using: &random) {
            switch number(0...2) {
            case 0: break
            case 1: mask = .surface(id, dx: near(), dy: near())
            default: mask = .convolvedRows(id, kernel: kernel(), dx: near(), dy: near())
            }
        }
        let clip = chance(0.4) ? masks.randomElement(using: &random) : nil
        var result = Composite(
            target: target, region: region, source: paint, mask: mask, isMaskInverted: chance(0.3),
            clip: clip.map { Composite.Clip($0, dx: near(), dy: near(), isInverted: chance(0.5)) },
            opacity: chance(0.4) ? UInt16(Q15.one) : UInt16(number(0...32768)),
            operation: chance(0.4) ? .over : chance(0.4) ? .mix : Composite.Operation.allCases.randomElement(using: &random)!)
        if case .surface(let id, _, _) = paint, loose.contains(id) {
            result.operation = .mix
            loose.insert(target)
        }
        // Blend modes limit these colours to their alpha, but only where they paint.
        if loose.contains(target) && result.operation != .over { result.operation = .mix }
        plan.passes.append(.composite(result))
    }
}
