import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests the steps of filters against the formulas of W3C's *Filter Effects*, in 64-bit floating point.
@Suite(.timed) struct FilterStepTests {
    typealias Pixel = SIMD4<Double>
    static let (width, height) = (14, 11)

    /// Straight colours and alphas of bytes.
    let source: [[Pixel]]

    init() {
        var random = SeededGenerator(seed: 20_261_125)
        source = (0..<Self.height).map { _ in
            (0..<Self.width).map { _ in
                func part() -> Double {
                    Double(random.chance(0.3) ? 255 * random.integer(0...1) : random.integer(0...255)) / 255
                }
                let color = Pixel(part(), part(), part(), random.chance(0.4) ? 1 : part())
                // Transparent pixels have no colour.
                return color.w > 0 ? color : .zero
            }
        }
    }

    private var layers: [Layer] {
        source.enumerated().flatMap { y, row in
            row.enumerated().map { x, color in
                Layer(
                    frame: Rect(x: Double(x), y: Double(y), width: 1, height: 1),
                    backgroundColor: .color(Color(red: color.x, green: color.y, blue: color.z, alpha: color.w)))
            }
        }
    }

    private static func premultiplied(_ color: Pixel) -> Pixel { Pixel(color.x, color.y, color.z, 1) * color.w }

    static func straight(_ color: Pixel) -> Pixel {
        color.w > 0 ? Pixel(color.x / color.w, color.y / color.w, color.z / color.w, color.w) : .zero
    }

    static func held(_ color: Pixel) -> Pixel { color.clamped(lowerBound: .zero, upperBound: .one) }

    static func linear(_ color: Pixel) -> Pixel {
        func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : power((v + 0.055) / 1.055, 2.4) }
        return Pixel(linear(color.x), linear(color.y), linear(color.z), color.w)
    }

    static func encoded(_ color: Pixel) -> Pixel {
        func encoded(_ v: Double) -> Double { v <= 0.0031308 ? v * 12.92 : 1.055 * power(v, 1 / 2.4) - 0.055 }
        return Pixel(encoded(color.x), encoded(color.y), encoded(color.z), color.w)
    }

    /// By bisection, so that no function of the program is used.
    static func power(_ base: Double, _ exponent: Double) -> Double {
        guard base > 0 else { return 0 }
        // Fifths suffice: 2.4 = 12/5 and 1/2.4 = 5/12.
        let (root, whole) = exponent > 1 ? (5, 12) : (12, 5)
        var (low, high) = (0.0, max(1, base))
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if (0..<root).reduce(1.0, { product, _ in product * middle }) < base { low = middle } else { high = middle }
        }
        return (0..<whole).reduce(1.0) { product, _ in product * low }
    }

    /// Draws the source through steps, and compares with straight colours from 0 to 1.
    ///
    /// Rounding straight colours and alpha to bytes takes up to one level of the tolerance of 1.25.
    /// - Parameter tolerance: another tolerance for a pixel.
    func expect(
        _ steps: [FilterGraph.Step], _ name: String, tolerance: (Int, Int) -> Double = { _, _ in 1.25 },
        _ expected: (Int, Int) -> Pixel
    ) throws {
        let size = Size(width: Double(Self.width), height: Double(Self.height))
        let layer = Layer(
            frame: Rect(origin: .zero, size: size),
            filter: [.graph(FilterGraph(region: Rect(origin: .zero, size: size), steps: steps))], sublayers: layers)
        let bitmap = try CPURenderer().execute(try ScenePlanner.plan(Scene(canvas: Canvas(size: size), layers: [layer])))
        // The largest difference, as a part of its tolerance.
        var worst = 0.0
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let found = bitmap[x, y]
                let truth = Self.premultiplied(Self.held(expected(x, y))) * 255
                for channel in 0..<3 {
                    let value = Double(found[channel]) * Double(found[3]) / 255
                    worst = max(worst, abs(value - truth[channel]) / tolerance(x, y))
                }
                worst = max(worst, abs(Double(found[3]) - truth.w) / tolerance(x, y))
            }
        }
        #expect(worst <= 1, "\(name): \(worst) of the tolerance")
    }

    @Test(arguments: [false, true]) func colourMatricesMatchTheirFormula(isLinear: Bool) throws {
        var random = SeededGenerator(seed: 7)
        for round in 0..<8 {
            let values = (0..<20).map { _ in random.number(-1.0...1) }
            // Premultiplied colours have 32768 · alpha steps. A matrix that raises a low alpha shows up to half a step of each
            // colour. The measured maximum is 1.67.
            func tolerance(_ x: Int, _ y: Int) -> Double {
                min(1.7, 1.25 + 3 * 0.5 * 255 / (32768 * max(source[y][x].w, 1e-9)))
            }
            let step = FilterGraph.Step(.colorMatrix(.source, values), isLinear: isLinear)
            try expect([step], "matrix \(round)", tolerance: tolerance) { x, y in
                let color = isLinear ? Self.linear(source[y][x]) : source[y][x]
                var result = Pixel.zero
                for row in 0..<4 {
                    var sum: Double = values[5 * row + 4]
                    for column in 0..<4 { sum += values[5 * row + column] * color[column] }
                    result[row] = sum
                }
                return isLinear ? Self.encoded(Self.held(result)) : result
            }
        }
    }

    @Test(arguments: [false, true]) func transferFunctionsMatchTheirFormula(isLinear: Bool) throws {
        let functions: [FilterGraph.TransferFunction] = [
            .table([1, 0, 0.5]), .linear(slope: 0.5, intercept: 0.25), .gamma(amplitude: 0.9, exponent: 2, offset: 0.1),
            .linear(slope: 0.8, intercept: 0.1),
        ]
        try expect([FilterGraph.Step(.componentTransfer(.source, functions), isLinear: isLinear)], "transfer") { x, y in
            let color = isLinear ? Self.linear(source[y][x]) : source[y][x]
            let red = color.x < 0.5 ? 1 - 2 * color.x : color.x - 0.5
            let result = Pixel(red, 0.5 * color.y + 0.25, 0.9 * color.z * color.z + 0.1, 0.8 * color.w + 0.1)
            return isLinear ? Self.encoded(Self.held(result)) : result
        }
    }

    /// Steps jump at fractions of bytes, which 8-bit colours must hit.
    @Test func discreteTransferFunctionsMatchTheirFormula() throws {
        let values = [0.1, 0.9, 0.3, 0.7, 0.5]
        try expect(
            [FilterGraph.Step(.componentTransfer(.source, [.discrete(values), .identity, .identity, .identity]))], "discrete"
        ) { x, y in
            let color = source[y][x]
            // Premultiplied colours of low alpha don't know their straight byte.
            guard color.w == 1 else { return Pixel.zero }
            return Pixel(values[min(4, Int((color.x * 255).rounded()) * 5 / 255)], color.y, color.z, 1)
        } skipping: { x, y in
            source[y][x].w < 1
        }
    }

    private func expect(
        _ steps: [FilterGraph.Step], _ name: String, _ expected: (Int, Int) -> Pixel, skipping: (Int, Int) -> Bool
    ) throws {
        // Pixels that are left out are cut away after the filter.
        let opaque = FilterGraph.Step(
            .composite(.inside, .step(steps.count - 1), .step(steps.count)))
        let hard = FilterGraph.Step(
            .componentTransfer(.source, [.identity, .identity, .identity, .linear(slope: 255, intercept: -254)]))
        var all = steps + [hard]
        all.append(opaque)
        try expect(all, name) { x, y in skipping(x, y) ? .zero : expected(x, y) }
    }

    @Test func compositeOperatorsMatchTheirFormula() throws {
        let flood = Color(red: 0.2, green: 0.6, blue: 0.4, alpha: 0.7)
        let a = Self.premultiplied(Pixel(0.2, 0.6, 0.4, 0.7))
        let cases: [(FilterGraph.Composition, (Pixel) -> Pixel)] = [
            (.over, { a + $0 * (1 - a.w) }), (.inside, { a * $0.w }), (.out, { a * (1 - $0.w) }),
            (.atop, { a * $0.w + $0 * (1 - a.w) }), (.xor, { a * (1 - $0.w) + $0 * (1 - a.w) }), (.lighter, { a + $0 }),
            (
                .arithmetic(-1.2, 0.8, 0.9, 0.05),
                { b in
                    var sum: Pixel = -1.2 * (a * b)
                    sum += 0.8 * a
                    sum += 0.9 * b
                    sum = Self.held(sum + Pixel(repeating: 0.05))
                    return pointwiseMin(sum, Pixel(repeating: sum.w))
                }
            ),
        ]
        for (composition, truth) in cases {
            let steps = [FilterGraph.Step(.flood(flood)), FilterGraph.Step(.composite(composition, .step(0), .source))]
            try expect(steps, "\(composition)") { x, y in Self.straight(Self.held(truth(Self.premultiplied(source[y][x])))) }
        }
    }

    /// The pixel at a place; transparent outside.
    private func premultiplied(_ x: Int, _ y: Int) -> Pixel {
        source.indices.contains(y) && source[0].indices.contains(x) ? Self.premultiplied(source[y][x]) : .zero
    }

    /// Compares with the greatest and the least value of each component in a rectangle around each pixel.
    ///
    /// - Parameters:
    ///   - columns: the columns of the rectangle to each side of the pixel.
    ///   - rows: the rows above and below the pixel.
    private func expectMorphology(_ radius: Point, columns: Int, rows: Int) throws {
        for isDilation in [false, true] {
            let step = FilterGraph.Step(.morphology(.source, isDilation: isDilation, x: radius.x, y: radius.y))
            try expect([step], "morphology") { x, y in
                let around = (-rows...rows).flatMap { j in (-columns...columns).map { i in premultiplied(x + i, y + j) } }
                return Self.straight(
                    around.dropFirst().reduce(around[0]) { isDilation ? pointwiseMax($0, $1) : pointwiseMin($0, $1) })
            }
        }
    }

    @Test func morphologyMatchesItsFormula() throws { try expectMorphology(Point(2, 1), columns: 2, rows: 1) }

    /// "Radii are rounded to whole pixels, those above 0 to at least one."
    @Test func thinMorphologyReachesOnePixel() throws {
        try expectMorphology(Point(0.3, 0.3), columns: 1, rows: 1)
        try expectMorphology(Point(0.49, 2), columns: 1, rows: 2)
        try expectMorphology(Point(1e-9, 0), columns: 1, rows: 0)
    }

    @Test(arguments: FilterGraph.Convolution.EdgeMode.allCases) func convolutionsMatchTheirFormula(
        edge: FilterGraph.Convolution.EdgeMode
    ) throws {
        let kernel = [0.5, -1, 0.25, 0, 2, -0.5]
        for keepsAlpha in [false, true] {
            let convolution = FilterGraph.Convolution(
                columns: 3, kernel: kernel, divisor: 1.25, bias: 0.1, target: Point(1, 0), edgeMode: edge,
                preserveAlpha: keepsAlpha)
            try expect([FilterGraph.Step(.convolve(.source, convolution))], "\(edge) \(keepsAlpha)") { x, y in
                var sum = Pixel.zero
                for j in 0..<2 {
                    for i in 0..<3 {
                        var (column, row) = (x - 1 + i, y + j)
                        switch edge {
                        case .duplicate: (column, row) = (min(max(column, 0), Self.width - 1), min(row, Self.height - 1))
                        case .wrap: (column, row) = ((column + Self.width) % Self.width, row % Self.height)
                        case .none: break
                        }
                        let color = premultiplied(column, row)
                        sum += (keepsAlpha ? Self.straight(color) : color) * kernel[(1 - j) * 3 + 2 - i] / 1.25
                    }
                }
                let alpha = keepsAlpha ? source[y][x].w : max(0, min(1, sum.w + 0.1))
                let result = (sum + Pixel(repeating: 0.1 * alpha)).clamped(
                    lowerBound: .zero, upperBound: Pixel(repeating: keepsAlpha ? 1 : alpha))
                return keepsAlpha
                    ? Pixel(result.x, result.y, result.z, alpha)
                    : Self.straight(Pixel(result.x, result.y, result.z, alpha))
            }
        }
    }

    @Test func tilesAndOffsetsMatchTheirFormula() throws {
        let part = Rect(x: 2, y: 3, width: 5, height: 4)
        let steps = [
            FilterGraph.Step(.offset(.source, Point(-1, 2)), region: part), FilterGraph.Step(.tile(.step(0))),
        ]
        try expect(steps, "tile") { x, y in
            func wrapped(_ value: Int, _ start: Int, _ count: Int) -> Int { start + ((value - start) % count + count) % count }
            return Self.straight(premultiplied(wrapped(x, 2, 5) + 1, wrapped(y, 3, 4) - 2))
        }
    }

    @Test func displacementsMatchTheirFormula() throws {
        let displacement = FilterGraph.Displacement(scale: Point(6, 6), xChannel: .red, yChannel: .blue)
        try expect([FilterGraph.Step(.displace(.source, by: .source, displacement))], "displacement") { x, y in
            let map = source[y][x].w > 0 ? source[y][x] : .zero
            func offset(_ value: Double) -> Int { Int((6 * (value - 0.5) + 0.5).rounded(.down)) }
            return Self.straight(premultiplied(x + offset(map.x), y + offset(map.z)))
        }
    }

    /// The reference code of the specification, in floating point.
    private struct Noise {
        var lattice = [Int](repeating: 0, count: 514)
        var gradients = [[[Double]]](repeating: [[Double]](repeating: [0, 0], count: 514), count: 4)

        init(seed: Int) {
            var seed = seed <= 0 ? -(seed % 2_147_483_646) + 1 : min(seed, 2_147_483_646)
            func random() -> Int {
                seed = 16_807 * (seed % 127_773) - 2_836 * (seed / 127_773)
                if seed <= 0 { seed += 2_147_483_647 }
                return seed
            }
            for k in 0..<4 {
                for i in 0..<256 {
                    lattice[i] = i
                    for j in 0..<2 { gradients[k][i][j] = Double(random() % 512 - 256) / 256 }
                    let (x, y) = (gradients[k][i][0], gradients[k][i][1])
                    let length = (x * x + y * y).squareRoot()
                    gradients[k][i] = [x / length, y / length]
                }
            }
            for i in stride(from: 255, to: 0, by: -1) { lattice.swapAt(i, random() % 256) }
            for i in 0..<258 {
                lattice[256 + i] = lattice[i]
                for k in 0..<4 { gradients[k][256 + i] = gradients[k][i] }
            }
        }

        /// - Parameter tile: the lattice points of a tile and the point at which it ends, for both axes.
        func noise(_ channel: Int, _ x: Double, _ y: Double, _ tile: (width: [Int], wrap: [Int])?) -> Double {
            var points: [[Int]] = []
            var parts: [Double] = []
            for (axis, place) in [x, y].enumerated() {
                let t = place + 4096
                var pair = [Int(t), Int(t) + 1]
                parts.append(t - Double(Int(t)))
                if let tile { pair = pair.map { $0 >= tile.wrap[axis] ? $0 - tile.width[axis] : $0 } }
                points.append(pair.map { $0 & 255 })
            }
            let (rx, ry) = (parts[0], parts[1])
            func curve(_ t: Double) -> Double { t * t * (3 - 2 * t) }
            func mix(_ t: Double, _ a: Double, _ b: Double) -> Double { a + t * (b - a) }
            func dot(_ i: Int, _ j: Int) -> Double {
                let gradient = gradients[channel][lattice[lattice[points[0][i]] + points[1][j]]]
                return (rx - Double(i)) * gradient[0] + (ry - Double(j)) * gradient[1]
            }
            return mix(curve(ry), mix(curve(rx), dot(0, 0), dot(1, 0)), mix(curve(rx), dot(0, 1), dot(1, 1)))
        }
    }

    @Test(arguments: [false, true], [false, true]) func turbulenceMatchesItsFormula(isFractal: Bool, stitches: Bool) throws {
        for (frequency, octaves, seed) in [(Point(0.07, 0.11), 1, 3.0), (Point(0.2, 0.05), 4, -17), (Point(0.31, 0.23), 2, 0)] {
            let noise = Noise(seed: Int(seed))
            let size = [Double(Self.width), Double(Self.height)]
            var frequencies = [frequency.x, frequency.y]
            if stitches {
                for axis in 0..<2 {
                    let low = (size[axis] * frequencies[axis]).rounded(.down) / size[axis]
                    let high = (size[axis] * frequencies[axis]).rounded(.up) / size[axis]
                    frequencies[axis] = frequencies[axis] / low < high / frequencies[axis] ? low : high
                }
            }
            let step = FilterGraph.Step(
                .turbulence(
                    FilterGraph.Turbulence(
                        baseFrequency: frequency, octaves: octaves, seed: seed, isFractal: isFractal, stitches: stitches)))
            try expect([step], "turbulence \(frequency) \(isFractal) \(stitches)") { x, y in
                var result = Pixel.zero
                for channel in 0..<4 {
                    var width = (0..<2).map { Int(size[$0] * frequencies[$0] + 0.5) }
                    var wrap = width.map { $0 + 4096 }
                    var sum = 0.0
                    for octave in 0..<octaves {
                        let factor = Double(1 << octave)
                        let value = noise.noise(
                            channel, Double(x) * frequencies[0] * factor, Double(y) * frequencies[1] * factor,
                            stitches ? (width, wrap) : nil)
                        sum += (isFractal ? value : abs(value)) / factor
                        width = width.map { 2 * $0 }
                        wrap = wrap.map { 2 * $0 - 4096 }
                    }
                    result[channel] = isFractal ? (sum + 1) / 2 : sum
                }
                return result
            }
        }
    }

    /// The deviations of the axes are independent.
    @Test func blursWithTwoDeviationsMatchTheirFormula() throws {
        func weights(_ sigma: Double) -> [Double] {
            guard sigma > 0 else { return [Double](repeating: 0, count: 30) + [1] + [Double](repeating: 0, count: 30) }
            // A midpoint rule with 200 points per pixel.
            let all = (-30...30).map { offset in
                (0..<200).reduce(0.0) { sum, i in
                    let place = (Double(offset) - 0.5 + (Double(i) + 0.5) / 200) / sigma
                    return sum + exponential(-place * place / 2)
                }
            }
            let sum = all.reduce(0, +)
            return all.map { $0 / sum }
        }
        for (sx, sy) in [(3.0, 0.0), (0, 1.5), (1, 2.5)] {
            let (across, down) = (weights(sx), weights(sy))
            try expect([FilterGraph.Step(.blur(.source, x: Sigma(sx), y: Sigma(sy)))], "blur \(sx) \(sy)") { x, y in
                var sum = Pixel.zero
                for j in -30...30 where down[j + 30] > 0 {
                    for i in -30...30 { sum += premultiplied(x + i, y + j) * across[i + 30] * down[j + 30] }
                }
                return Self.straight(sum)
            }
        }
    }

    private func exponential(_ x: Double) -> Double {
        // e^x = (e^(x/1024))^1024, by its series.
        let small = x / 1024
        var result = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4)))
        for _ in 0..<10 { result *= result }
        return result
    }
}
