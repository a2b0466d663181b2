import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan

/// Executes a plan one pixel at a time, directly from the formulas of the vocabulary, in 64-bit integers.
///
/// It shares no code with the renderers, allocates freely and is some hundred times slower. Surfaces start as zeros. Sums that
/// the vocabulary promises to fit in 32 bits are checked, so a formula that overflows stops the test.
public struct ReferenceExecutor: Sendable {
    public let plan: RenderPlan
    /// The contents of the surfaces after the passes executed so far.
    public private(set) var surfaces: [ReferenceSurface]

    public init(_ plan: RenderPlan) {
        self.plan = plan
        surfaces = plan.surfaces.map { ReferenceSurface(format: $0.format, width: $0.width, height: $0.height) }
    }

    /// The picture that `plan` describes.
    public static func execute(_ plan: RenderPlan) -> Bitmap {
        var executor = ReferenceExecutor(plan)
        for pass in plan.passes { executor.execute(pass) }
        return executor.finish()
    }

    public mutating func execute(_ pass: Pass) {
        switch pass {
        case .clear(let pass):
            surfaces[pass.target.index].fill { _, _ in components(pass.color) }
        case .fillMesh(let pass):
            let mask = referenceMask(pass.coverage)
            surfaces[pass.target.index].fill { x, y in [mask[y][x]] }
        case .extractChannel(let pass):
            let from = surfaces[pass.source.index]
            surfaces[pass.target.index].fill { x, y in [from[x + pass.dx, y + pass.dy][pass.channel.rawValue]] }
        case .mapMask(let pass):
            let from = surfaces[pass.source.index]
            surfaces[pass.target.index].fill { x, y in [mapped(from[x + pass.dx, y + pass.dy][0], pass.map)] }
        case .filterColors(let pass):
            let from = surfaces[pass.source.index]
            surfaces[pass.target.index].fill { x, y in
                let i = pass.axis == .horizontal ? x : y
                var sums = [0, 0, 0, 0]
                for position in Int(pass.table.offsets[i])..<Int(pass.table.offsets[i + 1]) {
                    let place = Int(pass.table.starts[i]) + position - Int(pass.table.offsets[i])
                    let pixel = pass.axis == .horizontal ? from[place, y] : from[x, place]
                    for c in 0..<4 {
                        sums[c] += Int(pass.table.weights[position]) * (pixel[c] - (pass.stage == .last ? 16384 : 0))
                    }
                }
                if pass.stage == .first { return sums.map { min(max(($0 + 16384) >> 15, -9421), 42189) + 16384 } }
                let held = sums.map { min(max(($0 + 16384) >> 15, 0), 32768) }
                return held.map { min($0, held[3]) }
            }
        case .noise(let pass):
            surfaces[pass.target.index].fill { x, y in
                func low(_ value: Int) -> Int { value & 0xFFFF_FFFF }
                var h = low(
                    low(Int(pass.columns[x]) &* 2_654_435_761) ^ low(low(Int(pass.rows[y]) &* 2_246_822_507) + Int(pass.seed)))
                h ^= h >> 16
                h = low(h &* 2_146_121_005)
                h ^= h >> 15
                h = low(h &* 2_221_713_035)
                h ^= h >> 16
                return [32768 - fits(Int(pass.amount) * (h >> 17) + 16384) >> 15]
            }
        case .dither(let pass):
            let from = surfaces[pass.source.index]
            // Builds up the matrix: M(2n) = 4·M(n) + [0 2; 3 1].
            func rank(_ x: Int, _ y: Int, _ side: Int) -> Int {
                if side == 1 { return 0 }
                let half = side / 2
                return 4 * rank(x % half, y % half, half) + [[0, 2], [3, 1]][y / half][x / half]
            }
            surfaces[pass.target.index].fill { x, y in
                let pixel = from[x, y]
                let d = ((2 * rank(x % 8, y % 8, 8) - 63) * pixel[3] + 16384) >> 15
                return pixel[0..<3].map { min(max($0 + d, 0), pixel[3]) } + [pixel[3]]
            }
        case .drawInstances:
            // Copies are defined by the passes that they stand for.
            var alone = plan
            alone.passes = [pass]
            let expanded = alone.expandingInstances()
            surfaces += expanded.surfaces.dropFirst(surfaces.count).map {
                ReferenceSurface(format: $0.format, width: $0.width, height: $0.height)
            }
            for pass in expanded.passes { execute(pass) }
            surfaces.removeLast(surfaces.count - plan.surfaces.count)
        case .mapColors(let pass):
            let from = surfaces[pass.source.index]
            surfaces[pass.target.index].fill { x, y in
                var c = from[x + pass.dx, y + pass.dy]
                for i in 0..<3 { c[i] = min(c[i], c[3]) }
                for matrix in pass.matrices {
                    let half = matrix.shift == 0 ? 0 : 1 << (Int(matrix.shift) - 1)
                    let colors = [matrix.red, matrix.green, matrix.blue].map { row in
                        let sum = (0..<4).reduce(half) { $0 + c[$1] * Int(row[$1]) }
                        precondition(abs(sum) < 1 << 31)
                        return min(max(sum >> Int(matrix.shift), 0), c[3])
                    }
                    c = (colors + [c[3]]).map { fits($0 * Int(matrix.opacity) + 16384) >> 15 }
                }
                return c
            }
        case .filterPixels(let pass):
            let executor = self
            surfaces[pass.target.index].fill { x, y in executor.filtered(pass, x, y) }
        case .peaks(let pass):
            let from = surfaces[pass.source.index]
            func value(_ x: Int, _ y: Int) -> Int {
                let v = from[x + pass.dx, y + pass.dy][0]
                return pass.isInverted ? 32768 - v : v
            }
            surfaces[pass.target.index].fill { x, row in
                let y = row / 2
                let around = (-1...1).flatMap { j in (-1...1).map { i in value(x + i, y + j) } }
                let (e, level) = edge(around)
                return [row % 2 == 1 ? level : e]
            }
        case .rowMaxima(let pass):
            let from = surfaces[pass.source.index]
            surfaces[pass.target.index].fill { x, row in
                let (y, k) = (row / (pass.levels + 1), row % (pass.levels + 1) - 1)
                if k < 0 { return from[x, 2 * y] }
                return [(0..<1 << (2 * k)).map { from[x + $0, 2 * y + 1][0] }.max()!]
            }
        case .spread(let pass):
            // Computed from the values and the maximum of a single pixel; the longer runs must agree.
            let from = surfaces[pass.source.index]
            let each = pass.disc.levels + 1
            surfaces[pass.target.index].fill { x, y in
                var result = 0
                for row in pass.disc.rows where row.first <= row.last {
                    for dx in row.first...row.last {
                        result = max(result, from[x + pass.disc.reachX + dx, (y + pass.disc.reachY + row.dy) * each + 1][0])
                    }
                }
                for place in pass.disc.ring {
                    let (column, row) = (x + pass.disc.reachX + place.dx, (y + pass.disc.reachY + place.dy) * each)
                    let (v, level) = (from[column, row][0], from[column, row + 1][0])
                    let change = fits(level * abs(place.share) + 16384) >> 15
                    result = max(result, min(level, v + (place.share < 0 ? -change : change)))
                }
                return [pass.isInverted ? 32768 - result : result]
            }
        case .downsample(let pass):
            let from = surfaces[pass.source.index]
            let w = [1, 3, 3, 1]
            surfaces[pass.target.index].fill { x, y in
                var sum = 0
                for j in 0..<4 {
                    for i in 0..<4 { sum += w[i] * w[j] * from.value(2 * x + pass.dx + i, 2 * y + pass.dy + j, pass.edge)[0] }
                }
                return [(sum + 32) >> 6]
            }
        case .convolve(let pass):
            let from = surfaces[pass.source.index]
            surfaces[pass.target.index].fill { x, y in
                switch pass.axis {
                case .horizontal: [convolved(pass.kernel, at: x) { from.value($0, y + pass.crossOffset, pass.edge)[0] }]
                case .vertical: [convolved(pass.kernel, at: y) { from.value(x + pass.crossOffset, $0, pass.edge)[0] }]
                }
            }
        case .mixMasks(let pass):
            mix(pass)
        case .mergeChannels(let pass):
            let masks = pass.sources.map { surfaces[$0.index] }
            surfaces[pass.target.index].fill { x, y in
                let channels = masks.map { mask in
                    convolved(pass.kernel, at: y + pass.dy) { mask.value(x + pass.dx, $0, pass.edge)[0] }
                }
                return channels.count == 3 ? channels + [32768] : channels
            }
        case .shade(let pass):
            let isMask = plan[pass.target].format == .mask
            surfaces[pass.target.index].fill { x, y in
                let color = shaded(pass.shading, x, y)
                return isMask ? [color[3]] : color
            }
        case .resample(let pass):
            let picture = plan.images[pass.image.index]
            surfaces[pass.target.index].fill { x, y in resampled(picture, x, y, columns: pass.columns, rows: pass.rows) }
        case .transformImage(let pass):
            let from = surfaces[pass.source.index]
            surfaces[pass.target.index].fill { x, y in transformed(from, x, y, pass.sampling) }
        case .projectImage(let pass):
            let from = surfaces[pass.source.index]
            surfaces[pass.target.index].fill { x, y in projected(from, x, y, pass.sampling) }
        case .blurSpans(let pass):
            let from = surfaces[pass.source.index]
            surfaces[pass.target.index].fill { x, y in spanned(from, x + pass.dx, y + pass.dy, pass.kernel) }
        case .blurRays(let pass):
            let from = surfaces[pass.source.index]
            surfaces[pass.target.index].fill { x, y in rayed(from, x, y, pass.sampling) }
        case .composite(let composite):
            paint(composite)
        }
    }

    /// The canvas as straight 8-bit RGBA.
    public func finish() -> Bitmap {
        let canvas = surfaces[plan.canvas.index]
        return Bitmap(width: canvas.width, height: canvas.height) { bytes in
            for y in 0..<canvas.height {
                for x in 0..<canvas.width {
                    let straight = finished(canvas[x, y])
                    for i in 0..<4 { bytes[(y * canvas.width + x) * 4 + i] = UInt8(straight[i]) }
                }
            }
        }
    }

    private mutating func mix(_ pass: MixMasks) {
        let surfaces = surfaces
        self.surfaces[pass.target.index].fill { x, y in
            let position = surfaces[pass.position.index][x + pass.positionDx, y + pass.positionDy][0]
            var sum = 0
            for share in pass.shares {
                let from = surfaces[share.source.index]
                let value = convolved(share.kernel, at: y + share.dy) { from.value(x + share.dx, $0, share.edge)[0] }
                let index = min(max(position - Int(share.first), 0) / (1 << Int(share.shift)), share.weights.count - 1)
                sum += (value * Int(share.weights[index]) + 8192) >> 14
                precondition(-16384...49151 ~= sum)
            }
            let held = min(max(sum, 0), 32768)
            guard let limit = pass.limit else { return [held] }
            return [min(held, surfaces[limit.surface.index][x + limit.dx, y + limit.dy][0])]
        }
    }

    private mutating func paint(_ composite: Composite) {
        let region = composite.region
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                var m: Int
                switch composite.mask {
                case .none:
                    m = 32768
                case .surface(let id, let dx, let dy):
                    m = surfaces[id.index][x + dx, y + dy][0]
                case .convolvedRows(let id, let kernel, let dx, let dy):
                    let from = surfaces[id.index]
                    m = convolved(kernel, at: y + dy) { from[x + dx, $0][0] }
                }
                if composite.isMaskInverted { m = 32768 - m }
                var c = 32768
                if let clip = composite.clip {
                    c = surfaces[clip.surface.index][x + clip.dx, y + clip.dy][0]
                    if clip.isInverted { c = 32768 - c }
                }
                let e = fits((fits(m * c + 16384) >> 15) * Int(composite.opacity) + 16384) >> 15
                let source: [Int]
                switch composite.source {
                case .color(let color): source = components(color)
                case .surface(let id, let dx, let dy): source = surfaces[id.index][x + dx, y + dy]
                }
                let d = surfaces[composite.target.index][x, y]
                let result: [Int]
                switch composite.operation {
                case .blend(.normal):
                    let s = source.map { fits($0 * e + 16384) >> 15 }
                    result = (0..<4).map { i in s[i] + (fits(d[i] * (32768 - s[3]) + 16384) >> 15) }
                case .mix:
                    result = (0..<4).map { i in fits(source[i] * e + d[i] * (32768 - e) + 16384) >> 15 }
                case .blend(let mode):
                    result = blended(mode, source.map { fits($0 * e + 16384) >> 15 }, d)
                }
                surfaces[composite.target.index][x, y] = result
            }
        }
    }
}

/// The pixels of one surface: rows of columns of one or four values.
public struct ReferenceSurface: Sendable {
    public let format: Surface.Format
    public let width: Int
    public let height: Int
    private var pixels: [[Int]]

    init(format: Surface.Format, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
        pixels = Array(repeating: [Int](repeating: 0, count: format == .mask ? 1 : 4), count: width * height)
    }

    /// The values of a pixel; zeros outside.
    public internal(set) subscript(x: Int, y: Int) -> [Int] {
        get {
            guard x >= 0, y >= 0, x < width, y < height else { return format == .mask ? [0] : [0, 0, 0, 0] }
            return pixels[y * width + x]
        }
        set { pixels[y * width + x] = newValue }
    }

    /// The values of a pixel; outside, the values that `edge` defines.
    func value(_ x: Int, _ y: Int, _ edge: Edge) -> [Int] {
        switch edge {
        case .zero: self[x, y]
        case .clamp: self[min(max(x, 0), width - 1), min(max(y, 0), height - 1)]
        }
    }

    mutating func fill(_ value: (Int, Int) -> [Int]) {
        for y in 0..<height {
            for x in 0..<width { pixels[y * width + x] = value(x, y) }
        }
    }
}
