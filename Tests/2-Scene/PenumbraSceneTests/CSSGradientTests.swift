import PenumbraElementary
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests CSS gradient strings.
@Suite(.timed) struct CSSGradientTests {
    private typealias Length = CSSGradient.Length
    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 1)

    private func css(_ text: String) throws -> CSSGradient {
        guard case .css(let gradient) = try Gradient(css: text).geometry else { throw NotationError("not a CSS gradient") }
        return gradient
    }

    /// The premultiplied colour of resolved colours at a place.
    private func premultiplied(_ stops: Gradient, at place: Double) -> SIMD4<Double> {
        let colors = stops.colors.map { SIMD4($0.red * $0.alpha, $0.green * $0.alpha, $0.blue * $0.alpha, $0.alpha) }
        let places = stops.locations ?? []
        guard let next = places.firstIndex(where: { $0 > place }), next > 0 else { return colors[colors.count - 1] }
        let (from, to) = (places[next - 1], places[next])
        return colors[next - 1] + (colors[next] - colors[next - 1]) * ((place - from) / (to - from))
    }

    /// Colours mix in the space that is named, before or after the rest, and are written as they were read.
    @Test(arguments: [
        ("in oklab", "oklab", "shorter", ""), ("to right in oklch longer hue", "oklch", "longer", "to right"),
        ("in hsl 90deg", "hsl", "shorter", "90deg"), ("45deg in srgb-linear", "srgb-linear", "shorter", "45deg"),
        ("in lab", "lab", "shorter", ""), ("in prophoto-rgb", "prophoto-rgb", "shorter", ""),
        ("in display-p3", "display-p3", "shorter", ""), ("in a98-rgb", "a98-rgb", "shorter", ""),
        ("in rec2020", "rec2020", "shorter", ""), ("in xyz-d50", "xyz-d50", "shorter", ""),
        ("IN HWB Increasing HUE", "hwb", "increasing", ""), ("in xyz", "xyz", "shorter", ""),
    ])
    func colorsMixInTheNamedSpace(_ prelude: String, space: String, hue: String, rest: String) throws {
        let gradient = try Gradient(css: "linear-gradient(\(prelude), #f008, 30%, blue 50%, lime)")
        let parsed = try css("linear-gradient(\(prelude), #f008, 30%, blue 50%, lime)")
        #expect(try parsed.shape == css("linear-gradient(\(rest.isEmpty ? "" : rest + ", ")red, blue)").shape)
        let text = try #require(gradient.css)
        #expect(try Gradient(css: text) == gradient, "\(text)")
        let mixing = try #require(ColorMixing(space: space, hue: hue))
        let stops = parsed.resolved(gradient, in: Rect(x: 0, y: 0, width: 100, height: 100)).stops
        let colors = [Color(red: 1, green: 0, blue: 0, alpha: 136.0 / 255), Self.blue, Color(red: 0, green: 1, blue: 0)]
        var differences: [Double] = []
        for index in 0...100 {
            let place = Double(index) / 100
            let share = place < 0.5 ? 2 * place : 2 * place - 1
            // The hint halves the way at three fifths of the first half.
            let part = place < 0.5 ? share == 0 ? 0 : Elementary.pow(share, Elementary.log(0.5) / Elementary.log(0.6)) : share
            let expected = place < 0.5 ? mixing.color(colors[0], colors[1], part) : mixing.color(colors[1], colors[2], part)
            let found = premultiplied(stops, at: place)
            let wanted = SIMD4(expected.red, expected.green, expected.blue, 1) * expected.alpha
            differences.append(max((found - wanted).max(), (wanted - found).max()) * 255)
        }
        // A channel that leaves sRGB is steepest there, which two of the colours on a long way around the hue don't follow.
        #expect(differences.filter { $0 >= 2 }.count <= 2 && differences.allSatisfy { $0 < 6.2 }, "\(differences)")
    }

    @Test func equalColorsGoAroundTheLongerHue() throws {
        let gradient = try Gradient(css: "conic-gradient(in hsl longer hue, red, red)")
        let stops = try css("conic-gradient(in hsl longer hue, red, red)").resolved(
            gradient, in: Rect(x: 0, y: 0, width: 9, height: 9)
        ).stops
        let middle = premultiplied(stops, at: 0.5)
        #expect((middle - SIMD4(0, 1, 1, 1)).max() < 0.01 && (SIMD4(0, 1, 1, 1) - middle).max() < 0.01, "\(middle)")
    }

    @Test(
        arguments: [
            ("", .towards(x: 0, y: 1)), ("180deg, ", .angle(180)), ("-45deg,", .angle(-45)), ("0.25turn,", .angle(90)),
            ("100grad,", .angle(90)), ("0,", .angle(0)), ("to right, ", .towards(x: 1, y: 0)),
            ("to top left ,", .towards(x: -1, y: -1)), ("TO Left Bottom,", .towards(x: -1, y: 1)),
        ] as [(String, CSSGradient.Direction)])
    func linearGradientsHaveAnAngleOrASide(_ prelude: String, _ expected: CSSGradient.Direction) throws {
        #expect(try css("linear-gradient(\(prelude) red, blue)").shape == .linear(expected))
    }

    @Test(
        arguments: [
            ("", .reaching(.farthestCorner, isCircle: false)), ("circle,", .reaching(.farthestCorner, isCircle: true)),
            ("closest-side,", .reaching(.closestSide, isCircle: false)),
            ("farthest-side circle,", .reaching(.farthestSide, isCircle: true)),
            ("ellipse closest-corner,", .reaching(.closestCorner, isCircle: false)), ("20px,", .circle(radius: 20)),
            ("20px circle,", .circle(radius: 20)), ("circle 20px,", .circle(radius: 20)),
            ("10px 20%,", .ellipse(Length(points: 10), Length(fraction: 0.2))),
            ("ellipse 10px 20px,", .ellipse(Length(points: 10), Length(points: 20))),
        ] as [(String, CSSGradient.Ending)])
    func radialGradientsHaveAnEnding(_ prelude: String, _ expected: CSSGradient.Ending) throws {
        #expect(try css("radial-gradient(\(prelude) red, blue)").shape == .radial(expected, at: .center))
    }

    @Test(
        arguments: [
            ("center", 0, 0.5, 0, 0.5), ("left", 0, 0, 0, 0.5), ("bottom", 0, 0.5, 0, 1), ("20px", 20, 0, 0, 0.5),
            ("top right", 0, 1, 0, 0), ("right top", 0, 1, 0, 0), ("center left", 0, 0, 0, 0.5), ("center top", 0, 0.5, 0, 0),
            ("25% 10px", 0, 0.25, 10, 0), ("left 10px", 0, 0, 10, 0), ("10px bottom", 10, 0, 0, 1),
            ("right 10px bottom 20%", -10, 1, 0, 0.8), ("top 5px left 6px", 6, 0, 5, 0),
        ] as [(String, Double, Double, Double, Double)])
    func gradientCentersMayBeAnywhere(_ text: String, _ px: Double, _ fx: Double, _ py: Double, _ fy: Double) throws {
        let position = CSSGradient.Position(x: Length(points: px, fraction: fx), y: Length(points: py, fraction: fy))
        #expect(
            try css("radial-gradient(at \(text), red, blue)").shape
                == .radial(.reaching(.farthestCorner, isCircle: false), at: position))
        #expect(try css("conic-gradient(from 90deg at \(text), red, blue)").shape == .conic(from: 90, at: position))
    }

    @Test func gradientColoursHaveUpToTwoPositions() throws {
        let gradient = try Gradient(css: "linear-gradient(red, blue 10%, rgb(0 0 255) 20px 30%, 40%, red)")
        #expect(gradient.colors == [Self.red, Self.blue, Self.blue, Self.blue, Self.red])
        #expect(gradient.interpolation == .premultiplied)
        guard case .css(let css) = gradient.geometry else {
            Issue.record("\(gradient.geometry)")
            return
        }
        #expect(css.positions == [nil, Length(fraction: 0.1), Length(points: 20), Length(fraction: 0.3), nil])
        #expect(css.hints == [nil, nil, nil, Length(fraction: 0.4), nil])
        #expect(
            try self.css("conic-gradient(red 90deg, blue 50% 0.75turn)").positions == [
                Length(points: 90), Length(fraction: 0.5), Length(points: 270),
            ])
    }

    private static let allowed =
        "allowed are linear-gradient(), radial-gradient() and conic-gradient(), also with repeating- in front"

    @Test(
        arguments: [
            ("red", "found \"red\", expected a CSS gradient such as \"linear-gradient(to right, red, blue)\""),
            (
                "repeating-liner-gradient(red, blue)",
                "found the gradient \"repeating-liner-gradient\", \(allowed); did you mean \"repeating-linear-gradient\"?"
            ),
            ("repeating-linear-gradient(red)", "repeating-linear-gradient() has 1 colour, expected 2 or more"),
            (
                "-webkit-linear-gradient(red, blue)",
                "found \"-webkit-linear-gradient(\", expected a CSS gradient such as \"linear-gradient(to right, red, blue)\""
            ),
            (
                "liner-gradient(red, blue)",
                "found the gradient \"liner-gradient\", \(allowed); did you mean \"linear-gradient\"?"
            ),
            ("linear-gradient(red)", "linear-gradient() has 1 colour, expected 2 or more"),
            ("linear-gradient()", "found \")\" in linear-gradient(), expected a colour"),
            ("linear-gradient(red, blue", "found the end in linear-gradient(), expected `,` or `)`"),
            ("linear-gradient(red, blue) x", "found \"x\", expected nothing after the gradient"),
            ("background: red", "found \"background:\"; give only the value, without property and semicolon"),
            (
                "linear-gradient(left, red, blue)",
                "found \"left\"; write `to left`, or `to right` if the first colour is at the left"
            ),
            (
                "linear-gradient(red, blue), url(a)",
                "found \", url(a)\" after a gradient; one gradient per layer, so use several layers for several backgrounds"
            ),
            ("linear-gradient(red, , blue)", "found \", blue)\" in linear-gradient(), expected a colour"),
            ("linear-gradient(45, red, blue)", "found 45 in linear-gradient(); an angle needs a unit, write 45deg"),
            (
                "linear-gradient(45px, red, blue)",
                "an angle in linear-gradient() has deg, grad, rad or turn, found the unit \"px\""
            ),
            ("linear-gradient(45deg red, blue)", "found \"red, blue)\" in linear-gradient(), expected a comma"),
            (
                "linear-gradient(to middle, red, blue)",
                "found \"middle, red, blue)\" after `to`, expected a side or a corner such as `to top right`"
            ),
            (
                "linear-gradient(to left right, red, blue)",
                "found \"right, red, blue)\" after `to`, expected a side or a corner such as `to top right`"
            ),
            (
                "linear-gradient(in mist, red, blue)",
                "found \"mist, red, blue)\" after `in` in linear-gradient(), expected \"srgb\", \"oklab\", \"oklch\", \"lab\", \"lch\", \"hsl\", \"hwb\", \"srgb-linear\", \"display-p3\", \"display-p3-linear\", \"a98-rgb\", \"prophoto-rgb\", \"rec2020\", \"xyz\", \"xyz-d50\" or \"xyz-d65\""
            ),
            ("linear-gradient(in oklab red, blue)", "found \"red, blue)\" in linear-gradient(), expected a comma"),
            ("linear-gradient(red 1em, blue)", "linear-gradient() takes lengths in px, found the unit \"em\""),
            ("linear-gradient(red 10, blue)", "found 10 in linear-gradient(); a length needs a unit, write 10px"),
            (
                "linear-gradient(red calc(1px), blue)",
                "calc() is not supported in linear-gradient(); write the value it stands for"
            ),
            ("linear-gradient(red 1% 2% 3%, blue)", "found \"3%, blue)\" in linear-gradient(), expected `,` or `)`"),
            ("linear-gradient(red, 10%, 20%, blue)", "found \"20%, blue)\" in linear-gradient(), expected a colour"),
            (
                "linear-gradient(red, blue, 10%)",
                "found \")\" after a position by itself in linear-gradient(), expected a comma and a colour"
            ),
            ("radial-gradient(circle 10px 20px, red, blue)", "a circle in radial-gradient() takes one length, found 2"),
            ("radial-gradient(ellipse 10px, red, blue)", "an ellipse in radial-gradient() takes two lengths, found 1"),
            ("radial-gradient(10%, red, blue)", "a circle in radial-gradient() takes a length in px, found a percentage"),
            ("radial-gradient(-1px, red, blue)", "a size in radial-gradient() is negative, expected 0 or more"),
            (
                "radial-gradient(10px closest-side, red, blue)",
                "radial-gradient() has lengths and a keyword for its size, expected either"
            ),
            (
                "radial-gradient(at top 10px, red, blue)",
                "found \"top 10px, red, blue)\" after `at`, expected a position such as `left 20px` or `50% 0`"
            ),
            (
                "radial-gradient(at left 1px right 2px, red, blue)",
                "found \"left 1px right 2px, red,\" after `at`, expected a position such as `left 20px` or `50% 0`"
            ),
            (
                "radial-gradient(at red, blue)",
                "found \"red, blue)\" after `at`, expected a position such as `left 20px` or `50% 0`"
            ),
            ("conic-gradient(from red, blue)", "found \"red, blue)\" after `from`, expected an angle"),
            (
                "conic-gradient(red 10px, blue)",
                "an angle in conic-gradient() has deg, grad, rad or turn, found the unit \"px\""
            ),
        ] as [(String, String)])
    func badCSSGradientsAreRefused(_ text: String, _ message: String) {
        #expect(throws: NotationError("\(message)")) { try Gradient(css: text) }
    }

    @Test(arguments: [
        "linear-gradient(red, blue) ; ", "linear-gradient(red 0%, blue 0)",
        "linear-gradient(12.5deg, #102030 10px 20%, 33.3%, blue)",
        "linear-gradient(to top left, red -10%, blue 120%)",
        "radial-gradient(red, blue)", "radial-gradient(circle closest-side at 10px 20%, red, blue)",
        "radial-gradient(10.5px at right 3px top 4px, red, blue 2px)", "radial-gradient(10% 20px at bottom, red, blue 2px)",
        "conic-gradient(from 0.1rad at 25% bottom, red 10deg, 20%, blue 90deg 100deg, transparent)",
        "conic-gradient(red, blue)",
    ])
    func cssGradientsRoundTrip(_ text: String) throws {
        let gradient = try Gradient(css: text)
        #expect(try Gradient(css: try #require(gradient.css)) == gradient)
        let scene = Scene(
            canvas: Canvas(size: Size(width: 9, height: 9)),
            layers: [
                Layer(kind: .gradient(gradient), backgroundColor: .gradient(gradient)),
                Layer(kind: .shape(Shape(path: Path(), fillColor: .gradient(gradient), strokeColor: .gradient(gradient)))),
                Layer(kind: .text(Text(string: "", color: .gradient(gradient)))),
            ])
        #expect(try Scene(json: Array(scene.json().utf8)) == scene)
    }

    @Test func gradientThatCSSCannotExpressCannotBeWritten() throws {
        var gradient = try Gradient(css: "linear-gradient(red, blue)")
        gradient.interpolation = .straight
        let scene = Scene(canvas: Canvas(size: Size(width: 9, height: 9)), layers: [Layer(kind: .gradient(gradient))])
        #expect(
            throws: SceneError(
                place: "layers[0].gradient",
                message: "a CSS gradient cannot be written unless it is premultiplied and its falloff is linear")
        ) { try scene.json() }
    }

    // MARK: - In a frame

    private func locations(_ text: String, _ size: Size) throws -> [Double] {
        let gradient = try Gradient(css: text)
        let resolved = try css(text).resolved(gradient, in: Rect(origin: .zero, size: size))
        return (resolved.stops.locations ?? []).map { ($0 * 1e9).rounded() / 1e9 }
    }

    /// CSS Images 3, 3.4.3: the specification's examples of how positions are found.
    @Test(
        arguments: [
            ("red, white, blue", [0, 0.5, 1]), ("red, white 20%, blue", [0, 0.2, 1]),
            ("red 40%, white, black, blue", [0.4, 0.6, 0.8, 1]),
            ("red, white, black, blue 60%", [0, 0.2, 0.4, 0.6]),
            ("red 80px, white 0px, black, blue 100px", [0.8, 0.8, 0.9, 1]),
            ("red 30px, blue 10px", [0.3, 0.3]), ("red 25px 75%, blue", [0.25, 0.75, 1]),
            ("red -50px, blue 150px", [0, 1]),
        ] as [(String, [Double])])
    func gradientPositionsAreCompletedAsInCSS(_ stops: String, _ expected: [Double]) throws {
        #expect(try locations("linear-gradient(to right, \(stops))", Size(width: 100, height: 7)) == expected)
    }

    @Test func gradientLineLengthFollowsTheFrame() throws {
        func ends(_ direction: String, _ size: Size) throws -> [Double] {
            let text = "linear-gradient(\(direction), red, blue)"
            guard
                case .line(let from, let to) = try css(text).resolved(
                    try Gradient(css: text), in: Rect(origin: .zero, size: size)
                )
                .geometry
            else { return [] }
            return [from.x, from.y, to.x, to.y].map { ($0 * 1e9).rounded() / 1e9 + 0 }
        }
        let wide = Size(width: 200, height: 100)
        #expect(try ends("90deg", wide) == [0, 50, 200, 50])
        #expect(try ends("to left", wide) == [200, 50, 0, 50])
        #expect(try ends("0deg", wide) == [100, 100, 100, 0])
        #expect(try ends("-90deg", wide) == [200, 50, 0, 50])
        #expect(try ends("45deg", wide) == [25, 125, 175, -25])
        #expect(try ends("to top right", wide) == [60, 130, 140, -30])
        #expect(try ends("to bottom left", Size(width: 100, height: 100)) == [100, 0, 0, 100])
    }

    /// CSS Images 3, 3.2: the end of a radial gradient in a box of 200 × 100 with the centre at (50, 20).
    @Test(
        arguments: [
            ("circle closest-side", 20, 20), ("circle farthest-side", 150, 150), ("closest-side", 50, 20),
            ("farthest-side", 150, 80),
            ("circle closest-corner", 2900.0.squareRoot(), 2900.0.squareRoot()), ("circle", 170, 170),
            ("closest-corner", 50 * 2.0.squareRoot(), 20 * 2.0.squareRoot()),
            ("", 150 * 2.0.squareRoot(), 80 * 2.0.squareRoot()),
            ("33px", 33, 33), ("10% 10%", 20, 10),
        ] as [(String, Double, Double)])
    func radialGradientsReachSidesAndCorners(_ ending: String, _ x: Double, _ y: Double) throws {
        let text = "radial-gradient(\(ending) at 50px 20%, red, blue)"
        let box = Rect(x: 0, y: 0, width: 200, height: 100)
        guard case .ellipse(let center, let axes) = try css(text).resolved(try Gradient(css: text), in: box).geometry else {
            Issue.record("not an ellipse")
            return
        }
        #expect(center == Point(50, 20))
        #expect(abs(axes.x - x) < 1e-9 && abs(axes.y - y) < 1e-9, "\(axes)")
    }
}
