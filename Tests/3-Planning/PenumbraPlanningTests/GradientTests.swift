import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests gradients at the centre of each pixel against their formula.
@Suite(.timed) struct GradientTests {
    private let frame = Rect(x: 5, y: 3, width: 37, height: 29)
    private static let ink = Color(red: 0.1, green: 0.05, blue: 0.4, alpha: 0.9)
    private static let rose = Color(red: 1, green: 0.3, blue: 0.45, alpha: 0.3)
    private static let leaf = Color(red: 0.1, green: 0.9, blue: 0.2, alpha: 0)
    private static let colors = [ink, rose, leaf]

    private static let geometries: [(name: String, geometry: Gradient.Geometry)] = [
        ("down", .axial(startPoint: Point(0.5, 0), endPoint: Point(0.5, 1))),
        ("across the unit square", .axial(startPoint: Point(0, 0), endPoint: Point(1, 1))),
        ("short and backwards", .axial(startPoint: Point(0.8, 0.3), endPoint: Point(0.35, 0.6))),
        ("ellipse", .radial(startPoint: Point(0.5, 0.5), endPoint: Point(1, 1))),
        ("narrow ellipse", .radial(startPoint: Point(0.3, 0.6), endPoint: Point(0.5, 0.2))),
        ("circles", .circles(center: Point(17.3, 14.1), startRadius: 4.5, endRadius: 18)),
        ("two circles", .twoCircles(startCenter: Point(15, 12), startRadius: 3, endCenter: Point(19, 16), endRadius: 17)),
        ("two circles inward", .twoCircles(startCenter: Point(20, 14), startRadius: 16, endCenter: Point(27, 9), endRadius: 2)),
        (
            "two circles that almost touch",
            .twoCircles(startCenter: Point(12, 14), startRadius: 0, endCenter: Point(21, 14), endRadius: 9.5)
        ),
        ("conic", .conic(startPoint: Point(0.52, 0.47), endPoint: Point(0.52, 0))),
        ("conic, turned and off the middle", .conic(startPoint: Point(0.31, 0.62), endPoint: Point(0.9, 0.7))),
        ("circles inward", .circles(center: Point(20, 10), startRadius: 15, endRadius: 0)),
    ]

    @Test(arguments: geometries.indices, scales)
    func gradientLayersMatchTheirFormula(index: Int, scale: Double) throws {
        let (name, geometry) = Self.geometries[index]
        for interpolation in Gradient.Interpolation.allCases {
            for falloff in Gradient.Falloff.allCases {
                for locations in [nil, [0.15, 0.4, 0.9]] {
                    let gradient = Gradient(
                        geometry, colors: Self.colors, locations: locations, interpolation: interpolation, falloff: falloff)
                    let layer = Layer(kind: .gradient(gradient), frame: frame)
                    try expectPicture(
                        of: [layer], scale: scale, "\(name), \(interpolation), \(falloff), \(locations ?? [])", margin: 0)
                }
            }
        }
    }

    /// No pixel centre lies on a stop of these gradients.
    @Test(arguments: scales)
    func hardGradientStopsAreSharp(scale: Double) throws {
        let colors: [Color] = [.black, .white, Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1, alpha: 0.4)]
        for (_, geometry) in Self.geometries {
            let gradient = Gradient(geometry, colors: colors, locations: [0.2003, 0.2003, 0.6007, 0.6007])
            try expectPicture(of: [Layer(kind: .gradient(gradient), frame: frame)], scale: scale, margin: 0)
        }
    }

    @Test(arguments: geometries.indices, scales)
    func gradientTurnsWithItsLayer(index: Int, scale: Double) throws {
        let turn = AffineTransform.rotation(degrees: 33).concatenating(.skew(xDegrees: 10, yDegrees: 0)).concatenating(
            .scale(0.8, 0.9))
        let gradient = Gradient(Self.geometries[index].geometry, colors: Self.colors, locations: [0, 0.3, 1])
        let layer = Layer(kind: .gradient(gradient), frame: frame, transform: turn, cornerRadii: CornerRadii(7))
        try expectPicture(of: [layer], scale: scale, Self.geometries[index].name, margin: 0)
    }

    @Test(arguments: geometries.indices, scales)
    func gradientFillsShapesAndBackgrounds(index: Int, scale: Double) throws {
        let gradient = Gradient(Self.geometries[index].geometry, colors: Self.colors)
        let over = Gradient(Self.geometries[index].geometry, colors: [Self.leaf, .white], falloff: .gaussian)
        for cut in [false, true] {
            let layer = Layer(
                kind: .shape(Shape(path: cloud(Rect(x: -5, y: -7, width: 47, height: 40)), fillColor: .gradient(over))),
                frame: frame,
                backgroundColor: .gradient(gradient),
                cornerRadii: CornerRadii(topLeft: 12, topRight: 3, bottomRight: 8, bottomLeft: 0),
                masksToBounds: cut)
            try expectPicture(of: [layer], scale: scale, "\(Self.geometries[index].name), masksToBounds \(cut)", margin: 0)
        }
    }

    @Test func degenerateGradientsAreSolid() throws {
        let blue = Color(red: 0, green: 0, blue: 1)
        let point = Point(0.3, 0.3)
        for gradient in [
            Gradient(colors: [blue]),
            Gradient(.axial(startPoint: point, endPoint: point), colors: [.white, blue]),
            Gradient(.radial(startPoint: point, endPoint: point), colors: [.white, blue]),
            Gradient(.circles(center: Point(9, 9), startRadius: 0, endRadius: 0), colors: [.white, blue]),
        ] {
            let bitmap = try drawn(page([Layer(kind: .gradient(gradient), frame: Rect(x: 4, y: 4, width: 20, height: 20))]))
            for y in 4..<24 {
                for x in 4..<24 { #expect(bitmap[x, y] == SIMD4(0, 0, 255, 255), "\(gradient.geometry) (\(x), \(y))") }
            }
        }
    }

    /// From black at 0.5 to the background at 0. Straight components give 12.5 % black and 12.5 % background in the middle.
    @Test func tableShadowMixesStraightColoursInItsMiddle() throws {
        let background = Color(red: 0.2, green: 0.6, blue: 1)
        let shadow = Gradient(colors: [Color(white: 0, alpha: 0.5), background.multiplyingAlpha(by: 0)])
        // 21 rows have a middle row. Red on white distinguishes black from the background.
        let layer = Layer(kind: .gradient(shadow), frame: Rect(x: 0, y: 0, width: 48, height: 21))
        let bitmap = try drawn(page([layer], background: .white))
        let truth = SIMD3(0.2, 0.6, 1) * 0.125 + SIMD3(repeating: 0.75)
        for channel in 0..<3 { #expect(abs(Double(bitmap[24, 10][channel]) - 255 * truth[channel]) <= Tolerance.picture) }
        // Over the background itself, only the black is visible.
        let same = try drawn(page([layer], background: .color(background)))
        let darkened = SIMD3(0.2, 0.6, 1) * (1 - 0.125)
        for channel in 0..<3 { #expect(abs(Double(same[24, 10][channel]) - 255 * darkened[channel]) <= Tolerance.picture) }
    }

    /// The inverse shadow above a table: from the background at 0 to black at 0.5 · 10/20.
    @Test(arguments: scales)
    func tableShadowGradientsMatchTheirFormula(scale: Double) throws {
        let background = Color(red: 0.9, green: 0.8, blue: 0.6)
        let none = background.multiplyingAlpha(by: 0)
        func shadow(_ y: Double, _ height: Double, _ colors: [Color]) -> Layer {
            Layer(kind: .gradient(Gradient(colors: colors)), frame: Rect(x: 0, y: y, width: 48, height: height))
        }
        let layers = [
            shadow(0, 20, [Color(white: 0, alpha: 0.5), none]), shadow(2.5, 10, [none, Color(white: 0, alpha: 0.25)]),
            Layer(frame: Rect(x: 0, y: 12.5, width: 48, height: 5), backgroundColor: .white),
            shadow(17.5, 20, [Color(white: 0, alpha: 0.5), none]),
        ]
        try expectPicture(of: layers, scale: scale, margin: 0)
    }
}
