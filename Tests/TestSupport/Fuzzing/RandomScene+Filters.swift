import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport

extension RandomScene {
    /// A random scene whose layers have filters of several steps. The reference for pictures doesn't know these filters.
    package static func makeFiltered(seed: UInt64) -> (scene: Scene, images: [ImageSource: Bitmap]) {
        var (scene, images) = make(seed: seed)
        var random = SeededGenerator(seed: seed ^ 0xF117E5)
        for index in scene.layers.indices {
            let count = scene.layers[index].sublayers.count
            scene.layers[index].filter.append(.graph(.random(&random, sublayers: count)))
        }
        return (scene, images)
    }
}

extension FilterGraph {
    /// Random steps of all types on random inputs.
    ///
    /// - Parameter sublayers: the number of sublayers of the layer.
    public static func random(_ random: inout SeededGenerator, sublayers: Int) -> FilterGraph {
        func number(_ range: ClosedRange<Double>, _ random: inout SeededGenerator) -> Double {
            Double.random(in: range, using: &random)
        }
        func area(_ random: inout SeededGenerator) -> Rect {
            Rect(
                x: number(-10...30, &random), y: number(-10...30, &random), width: number(1...70, &random),
                height: number(1...60, &random))
        }
        var graph = FilterGraph(region: area(&random), steps: [])
        for index in 0..<Int.random(in: 1...4, using: &random) {
            func input(_ random: inout SeededGenerator) -> Input {
                let place = Int.random(in: -2..<index, using: &random)
                return place >= 0 ? .step(place) : place == -1 ? .source : .sourceAlpha
            }
            let (first, second) = (input(&random), input(&random))
            let (x, y) = (number(0...6, &random), number(0...6, &random))
            let color = Color(red: x / 6, green: y / 6, blue: 0.4, alpha: number(0...1, &random))
            let operation: Operation
            switch Int.random(in: 0...14, using: &random) {
            case 0: operation = .flood(color)
            case 1 where sublayers > 0: operation = .sublayer(Int.random(in: 0..<sublayers, using: &random))
            case 2: operation = .offset(first, Point(3 * x - 9, 3 * y - 9))
            case 3: operation = .blur(first, x: Sigma(x), y: Sigma(x < 2 ? x : y))
            case 4: operation = .merge([first, second])
            case 5: operation = .blend(BlendMode.allCases.randomElement(using: &random) ?? .multiply, first, over: second)
            case 6:
                operation = .composite(
                    [.inside, .out, .atop, .xor, .lighter].randomElement(using: &random) ?? .over, first, second)
            case 7: operation = .composite(.arithmetic(x - 3, y - 3, 0.5, x / 20 - 0.1), first, second)
            case 8: operation = .colorMatrix(first, (0..<20).map { _ in number(-1...1, &random) })
            case 9:
                operation = .componentTransfer(
                    first,
                    [.table([x / 6, 1 - x / 6]), .discrete([0, 1, y / 6]), .identity, .linear(slope: 0.8, intercept: 0)])
            case 10: operation = .morphology(first, isDilation: x < 3, x: x, y: y)
            case 11: operation = .tile(first)
            case 12:
                operation = .turbulence(
                    Turbulence(
                        baseFrequency: Point(x / 60, y / 60), octaves: Int.random(in: 1...4, using: &random), seed: x * 100,
                        isFractal: x < 3, stitches: y < 3))
            case 13: operation = .light(first, .random(x, y, color))
            default:
                operation =
                    x < 3
                    ? .convolve(
                        first,
                        Convolution(
                            columns: 3, kernel: (0..<6).map { _ in number(-1...1, &random) }, divisor: 1, bias: y / 60,
                            target: Point(1, 1), edgeMode: y < 2 ? .duplicate : y < 4 ? .wrap : .none, preserveAlpha: y < 3))
                    : .displace(first, by: second, Displacement(scale: Point(8 * x - 30, 9), xChannel: .red, yChannel: .green))
            }
            graph.steps.append(
                Step(
                    operation, region: Double.random(in: 0...1, using: &random) < 0.3 ? area(&random) : nil,
                    isLinear: Bool.random(using: &random)))
        }
        return graph
    }
}

extension FilterGraph.Lighting {
    /// - Parameters:
    ///   - x: 0 to 6.
    ///   - y: 0 to 6.
    fileprivate static func random(_ x: Double, _ y: Double, _ color: Color) -> FilterGraph.Lighting {
        let place = SIMD3(9 * x - 10, 8 * y - 10, 4 * x)
        let light: FilterGraph.Light =
            y < 2
            ? .distant(azimuth: 60 * x, elevation: 45 * y)
            : y < 4
                ? .point(place)
                : .spot(place, pointsAt: SIMD3(6 * y, 5 * x, 0), exponent: x, coneAngle: y < 5 ? nil : 10 * x)
        return FilterGraph.Lighting(
            x < 3 ? .diffuse : .specular(exponent: 1 + y * y), constant: y / 3, surfaceScale: 3 * x - 5, color: color,
            light: light)
    }
}
