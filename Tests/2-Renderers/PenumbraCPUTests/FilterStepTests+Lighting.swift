import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests lights against the formulas of W3C's *Filter Effects*, in 64-bit floating point.
extension FilterStepTests {
    typealias Vector = SIMD3<Double>

    /// The table of the specification: for rows and columns at the start, inside and at the end, a factor and nine weights for
    /// x and for y.
    private static let normals: [[(x: (Double, [Double]), y: (Double, [Double]))]] = [
        [
            ((2.0 / 3, [0, 0, 0, 0, -2, 2, 0, -1, 1]), (2.0 / 3, [0, 0, 0, 0, -2, -1, 0, 2, 1])),
            ((1.0 / 3, [0, 0, 0, -2, 0, 2, -1, 0, 1]), (1.0 / 2, [0, 0, 0, -1, -2, -1, 1, 2, 1])),
            ((2.0 / 3, [0, 0, 0, -2, 2, 0, -1, 1, 0]), (2.0 / 3, [0, 0, 0, -1, -2, 0, 1, 2, 0])),
        ],
        [
            ((1.0 / 2, [0, -1, 1, 0, -2, 2, 0, -1, 1]), (1.0 / 3, [0, -2, -1, 0, 0, 0, 0, 2, 1])),
            ((1.0 / 4, [-1, 0, 1, -2, 0, 2, -1, 0, 1]), (1.0 / 4, [-1, -2, -1, 0, 0, 0, 1, 2, 1])),
            ((1.0 / 2, [-1, 1, 0, -2, 2, 0, -1, 1, 0]), (1.0 / 3, [-1, -2, 0, 0, 0, 0, 1, 2, 0])),
        ],
        [
            ((2.0 / 3, [0, -1, 1, 0, -2, 2, 0, 0, 0]), (2.0 / 3, [0, -2, -1, 0, 2, 1, 0, 0, 0])),
            ((1.0 / 3, [-1, 0, 1, -2, 0, 2, 0, 0, 0]), (1.0 / 2, [-1, -2, -1, 1, 2, 1, 0, 0, 0])),
            ((2.0 / 3, [-1, 1, 0, -2, 2, 0, 0, 0, 0]), (2.0 / 3, [-1, -2, 0, 1, 2, 0, 0, 0, 0])),
        ],
    ]

    private static func length(_ v: Vector) -> Double { (v * v).sum().squareRoot() }

    /// The light of a pixel, and the share of the light's colour that arrives.
    private static func ray(_ light: FilterGraph.Light, _ place: Vector) -> (direction: Vector, share: Double) {
        func towards(_ origin: Vector) -> Vector { (origin - place) / length(origin - place) }
        switch light {
        case .distant(let azimuth, let elevation):
            // The cosine and the sine of multiples of 30 degrees.
            let sines: [Double: Double] = [
                0: 0, 30: 0.5, 60: 0.75.squareRoot(), 90: 1, 120: 0.75.squareRoot(), 210: -0.5, 300: -0.75.squareRoot(),
            ]
            let (a, e) = (azimuth, elevation)
            let level = sines[90 - e]!
            return (Vector(sines[(a + 90).truncatingRemainder(dividingBy: 360)]! * level, sines[a]! * level, sines[e]!), 1)
        case .point(let origin): return (towards(origin), 1)
        case .spot(let origin, let target, let exponent, let angle):
            let direction = towards(origin)
            let axis = (target - origin) / length(target - origin)
            let cosine = -(direction * axis).sum()
            // The cosines of the angles below.
            let edges: [Double: Double] = [30: 0.75.squareRoot(), 60: 0.5]
            guard cosine > 0, angle.map({ cosine >= edges[$0]! }) ?? true else { return (direction, 0) }
            return (direction, raised(cosine, exponent))
        }
    }

    /// A power with a whole exponent.
    private static func raised(_ base: Double, _ exponent: Double) -> Double {
        (0..<Int(exponent)).reduce(1.0) { product, _ in product * base }
    }

    private func expected(_ lighting: FilterGraph.Lighting, isLinear: Bool, _ x: Int, _ y: Int) -> Pixel {
        let row = y == 0 ? 0 : y == Self.height - 1 ? 2 : 1
        let column = x == 0 ? 0 : x == Self.width - 1 ? 2 : 1
        let table = Self.normals[row][column]
        func sum(_ weights: [Double]) -> Double {
            var sum = 0.0
            for index in 0..<9 where weights[index] != 0 {
                sum += weights[index] * source[y + index / 3 - 1][x + index % 3 - 1].w
            }
            return sum
        }
        let scale = lighting.surfaceScale
        let normal = Vector(-scale * table.x.0 * sum(table.x.1), -scale * table.y.0 * sum(table.y.1), 1)
        let ray = Self.ray(lighting.light, Vector(Double(x) + 0.5, Double(y) + 0.5, scale * source[y][x].w))
        let color = Pixel(lighting.color.red, lighting.color.green, lighting.color.blue, 1)
        let light = (isLinear ? Self.linear(color) : color) * ray.share
        func shown(_ color: Pixel) -> Pixel { isLinear ? Self.encoded(color) : color }
        switch lighting.reflection {
        case .diffuse:
            let factor = lighting.constant * max(0, (normal * ray.direction).sum() / Self.length(normal))
            let result = Self.held(light * factor)
            return shown(Pixel(result.x, result.y, result.z, 1))
        case .specular(let exponent):
            let half = ray.direction + Vector(0, 0, 1)
            let cosine = max(0, (normal * half).sum() / Self.length(normal) / Self.length(half))
            let result = Self.held(light * lighting.constant * Self.raised(cosine, exponent))
            return shown(Self.straight(Pixel(result.x, result.y, result.z, max(result.x, result.y, result.z))))
        }
    }

    private static let lights: [FilterGraph.Light] = [
        .distant(azimuth: 210, elevation: 30), .distant(azimuth: 30, elevation: 60), .distant(azimuth: 0, elevation: 90),
        .point(Vector(3.2, 7.9, 4)), .point(Vector(-500, 90, 300)), .point(Vector(9.5, 2.5, 0.75)),
        .spot(Vector(2, 3, 9), pointsAt: Vector(9, 6, 0), exponent: 1, coneAngle: nil),
        .spot(Vector(7.3, 5.1, 6), pointsAt: Vector(6, 4, -2), exponent: 20, coneAngle: 30),
        .spot(Vector(13, -4, 20), pointsAt: Vector(2, 8, 1), exponent: 3, coneAngle: 60),
    ]

    @Test(arguments: [false, true]) func diffuseLightingMatchesItsFormula(isLinear: Bool) throws {
        for (index, light) in Self.lights.enumerated() {
            for (scale, constant) in [(1.0, 1.0), (5, 1.6), (-3, 0.5), (40, 2)] {
                let lighting = FilterGraph.Lighting(
                    .diffuse, constant: constant, surfaceScale: scale, color: Color(red: 1, green: 0.6, blue: 0.1), light: light
                )
                let step = FilterGraph.Step(.light(.source, lighting), isLinear: isLinear)
                try expect([step], "light \(index), scale \(scale)") { expected(lighting, isLinear: isLinear, $0, $1) }
            }
        }
    }

    @Test(arguments: [false, true]) func specularLightingMatchesItsFormula(isLinear: Bool) throws {
        for (index, light) in Self.lights.enumerated() {
            for (scale, constant, exponent) in [(1.0, 1.0, 1.0), (5, 1.3, 20), (-3, 0.8, 4), (2, 1, 128)] {
                let lighting = FilterGraph.Lighting(
                    .specular(exponent: exponent), constant: constant, surfaceScale: scale,
                    color: Color(red: 0.3, green: 0.9, blue: 1), light: light)
                let step = FilterGraph.Step(.light(.source, lighting), isLinear: isLinear)
                try expect([step], "light \(index), exponent \(exponent)") { expected(lighting, isLinear: isLinear, $0, $1) }
            }
        }
    }

    /// A light and its surface grow with the picture.
    @Test func lightingScalesWithTheCanvas() throws {
        func picture(_ size: Double, scale: Double) throws -> Bitmap {
            func place(_ x: Double, _ y: Double, _ z: Double) -> Vector { Vector(x, y, z) * size }
            let frame = Rect(x: 0, y: 0, width: 20 * size, height: 16 * size)
            let spot = FilterGraph.Light.spot(place(5, 3, 9), pointsAt: place(12, 9, 1), exponent: 2, coneAngle: 50)
            let step = FilterGraph.Step(
                .light(.source, FilterGraph.Lighting(.specular(exponent: 9), surfaceScale: 3 * size, light: spot)))
            let disk = Layer(
                frame: Rect(x: 4 * size, y: 4 * size, width: 8 * size, height: 8 * size), backgroundColor: .color(.white),
                cornerRadii: CornerRadii(4 * size))
            let layer = Layer(frame: frame, filter: [.graph(FilterGraph(region: frame, steps: [step]))], sublayers: [disk])
            let canvas = Canvas(size: frame.size, scale: scale)
            return try CPURenderer().execute(try ScenePlanner.plan(Scene(canvas: canvas, layers: [layer])))
        }
        let small = try picture(1, scale: 4)
        #expect(small == (try picture(4, scale: 1)))
        #expect(small != (try picture(4.2, scale: 1)))
    }
}
