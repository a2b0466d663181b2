import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct PaintTests {
    private func gradient(_ definition: String, _ shape: String = "<rect x='20' y='10' width='40' height='80' fill='url(#g)'/>")
        throws
        -> (Gradient, AffineTransform)
    {
        let found = try #require(try shapes(in: definition + shape).first)
        guard case .gradient(let gradient)? = found.shape.fillColor else {
            throw SVGError(at: SVGPlace(line: 1, column: 1), "no gradient")
        }
        return (gradient, found.map)
    }

    private let stops = "<stop stop-color='red'/><stop offset='1' stop-color='blue' stop-opacity='.5'/>"

    /// The origin of a gradient's transform is a place in the viewport, in the gradient's own units.
    @Test func gradientTransformsHaveTheOriginOfTheViewport() throws {
        func transformed(_ attributes: String) throws -> Gradient {
            try gradient("<linearGradient id='g' \(attributes)>\(stops)</linearGradient>").0
        }
        #expect(
            try transformed("gradientTransform='rotate(9)' transform-origin='10% 3px'").geometry
                != transformed("gradientTransform='rotate(9)'").geometry)
        #expect(
            try transformed("gradientTransform='rotate(9)' transform-origin='2px 3px'")
                == transformed("gradientTransform='rotate(9 2 3)'"))
    }

    @Test func boundingBoxAndUserSpaceGradientsAreEqual() throws {
        let box = try gradient("<linearGradient id='g' y2='0'>\(stops)</linearGradient>").0
        let user = try gradient(
            "<linearGradient id='g' gradientUnits='userSpaceOnUse' x1='20' x2='60'>\(stops)</linearGradient>"
        ).0
        for gradient in [box, user] {
            guard case .axial(let start, let end) = gradient.geometry else {
                throw SVGError(at: SVGPlace(line: 1, column: 1), "axial")
            }
            // The lines of one colour are upright, so only x counts.
            #expect(abs(start.x - 20) < 1e-9 && abs(end.x - 60) < 1e-9 && abs(start.y - end.y) < 1e-9)
            #expect(gradient.colors.map(\.alpha) == [1, 0.5])
        }
    }

    /// A point and its image under the gradient's transform have the same place along the line.
    @Test(arguments: seeds(20))
    func transformedGradientKeepsPlacesAlongItsLine(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func value() -> Double { Double.random(in: -2...2, using: &random) }
        let map = AffineTransform(a: value(), b: value(), c: value(), d: value(), tx: 10 * value(), ty: 10 * value())
        guard abs(map.determinant) > 0.05 else { return }
        let (x1, y1, x2, y2) = (10 * value(), 10 * value(), 10 * value() + 30, 10 * value())
        let matrix = "matrix(\(map.a) \(map.b) \(map.c) \(map.d) \(map.tx) \(map.ty))"
        let found = try gradient(
            """
            <linearGradient id='g' gradientUnits='userSpaceOnUse' x1='\(x1)' y1='\(y1)' x2='\(x2)' y2='\(y2)'
            gradientTransform='\(matrix)'>\(stops)</linearGradient>
            """
        ).0
        guard case .axial(let start, let end) = found.geometry else {
            throw SVGError(at: SVGPlace(line: 1, column: 1), "axial")
        }
        func place(_ point: Point, _ a: Point, _ b: Point) -> Double {
            let (v, w) = (b - a, point - a)
            return (v.x * w.x + v.y * w.y) / (v.x * v.x + v.y * v.y)
        }
        for _ in 0..<5 {
            let point = Point(50 * value(), 50 * value())
            let wanted = place(point, Point(x1, y1), Point(x2, y2))
            #expect(abs(place(point.applying(map), start, end) - wanted) < 1e-6 * (1 + abs(wanted)))
        }
    }

    @Test func radialGradientsInABoxAreDrawnInTheirOwnPlane() throws {
        let (gradient, map) = try gradient("<radialGradient id='g'>\(stops)</radialGradient>")
        #expect(gradient.geometry == .circles(center: Point(0.5, 0.5), startRadius: 0, endRadius: 0.5))
        // The plane of the gradient is the unit square, stretched to the box.
        #expect(map == AffineTransform(a: 40, b: 0, c: 0, d: 80, tx: 20, ty: 10))
        let even = try self.gradient(
            "<radialGradient id='g' gradientUnits='userSpaceOnUse' r='10' cx='30' cy='40' gradientTransform='rotate(90) scale(2)'>\(stops)</radialGradient>"
        ).0
        guard case .circles(let center, let start, let end) = even.geometry else {
            throw SVGError(at: SVGPlace(line: 1, column: 1), "circles")
        }
        #expect((center - Point(-80, 60)).length < 1e-9 && start == 0 && abs(end - 20) < 1e-9)
    }

    @Test func gradientSpreadsRepeatTheStops() {
        let period = [
            GradientStop(location: 0, color: .black), GradientStop(location: 0.25, color: .white),
            GradientStop(location: 1, color: .white),
        ]
        let repeated = Spread("repeat")
        #expect(repeated.range(holding: -0.5...1.5) == -1...2)
        #expect(repeated.range(holding: 5000.2...5004.5) == 5000...5005)
        #expect(repeated.range(holding: 5000...5000) == 5000...5001)
        let stops = repeated.stops(period, over: -1...2)
        #expect(stops.map(\.color) == [.black, .white, .white, .black, .white, .white, .black, .white, .white])
        let twelfths: [Double] = [0, 1, 4, 4, 5, 8, 8, 9, 12]
        for (stop, twelfth) in zip(stops, twelfths) { #expect(abs(stop.location - twelfth / 12) < 1e-12) }
        let mirrored = Spread("reflect").stops(period, over: -1...1)
        #expect(mirrored.map(\.color) == [.white, .white, .black, .black, .white, .white])
        let places: [Double] = [0, 0.375, 0.5, 0.5, 0.625, 1]
        for (stop, place) in zip(mirrored, places) { #expect(abs(stop.location - place) < 1e-12) }
        #expect(Spread("qwe").stops(period, over: 0...1) == period)
        #expect(repeated.stops(period, over: -100...233).count == 999)
    }

    /// A third of black to half-transparent white has the mean of its premultiplied colours, as finer and finer stripes have.
    @Test func tooManyPeriodsBecomeTheirMean() throws {
        let period = [
            GradientStop(location: 0, color: .black), GradientStop(location: 1 / 3, color: .white.multiplyingAlpha(by: 0.5)),
            GradientStop(location: 1, color: .white.multiplyingAlpha(by: 0.5)),
        ]
        var sum = SIMD2<Double>.zero
        let samples = 30_000
        for sample in 0..<samples {
            let share = min(1, 3 * (Double(sample) + 0.5) / Double(samples))
            let alpha = 1 - share / 2
            sum += SIMD2(share * alpha, alpha) / Double(samples)
        }
        let stops = Spread("repeat").stops(period, over: -1000...1000)
        #expect(stops.map(\.location) == [0, 1] && stops[0].color == stops[1].color)
        #expect(abs(stops[0].color.alpha - sum.y) < 1e-8 && abs(stops[0].color.red - sum.x / sum.y) < 1e-8)

        // A thousand stripes, of which no colour may win.
        for kind in ["linearGradient id='g' x2='0.2'", "radialGradient id='g' r='0.2' cx='0' cy='0'"] {
            let definition = """
                <\(kind) gradientUnits='userSpaceOnUse' spreadMethod='repeat'>
                <stop offset='.5'/><stop offset='.5' stop-color='#fff'/></\(kind.prefix { $0 != " " })>
                """
            let colors = try gradient(definition, "<rect width='100' height='10' fill='url(#g)'/>").0.colors
            #expect(colors.allSatisfy { abs($0.red - 0.5) < 1e-12 && $0.alpha == 1 }, "\(kind)")
        }
    }

    @Test func gradientsInheritAttributesAndStops() throws {
        let definition = """
            <radialGradient id='s'><stop stop-color='lime'/><stop offset='.5' stop-color='navy'/></radialGradient>
            <linearGradient id='a' href='#s' x1='50%' gradientUnits='userSpaceOnUse'/><linearGradient id='g' href='#a' x2='80'/>
            """
        let found = try gradient(definition).0
        #expect(found.locations == [0, 0.5])
        #expect(found.geometry == .axial(startPoint: Point(50, 0), endPoint: Point(80, 0)))
    }

    @Test func brokenPaintsHaveTheirFallback() throws {
        for (value, wanted) in [
            ("url(#no) red", Paint.rgb(1, 0, 0)), ("url(#no) none", nil), ("url(#no)", nil), ("url(#empty) red", nil),
            ("url(#one)", .rgb(0, 0, 1)), ("url(#g) red", nil),
        ] as [(String, Paint?)] {
            let elements = """
                <linearGradient id='empty'/><linearGradient id='one'><stop stop-color='blue'/></linearGradient>
                <radialGradient id='g'>\(stops)</radialGradient><rect width='9' height='9' fill='\(value)' stroke='lime'/>
                """
            let found = try shapes(in: elements)
            if value == "url(#g) red" {
                #expect(found.count == 1)
            } else {
                #expect(found.first?.shape.fillColor == wanted, "\(value)")
            }
        }
        // A line has no box, so its gradient falls back.
        let line = try shapes(in: "<linearGradient id='g'>\(stops)</linearGradient><path d='M0 5h9' stroke='url(#g) red'/>")
        #expect(line.first?.shape.strokeColor == .rgb(1, 0, 0))
    }

    @Test func malformedOffsetsAreZero() throws {
        for (offset, wanted) in [("5mm", 0.0), ("0.5em", 0), ("x", 0), ("50%", 0.5), ("0.25", 0.25), ("-1", 0), ("300%", 1)] {
            let stops = "<stop offset='\(offset)' stop-color='red'/><stop offset='1' stop-color='blue'/>"
            #expect(try gradient("<linearGradient id='g'>\(stops)</linearGradient>").0.locations?.first == wanted, "\(offset)")
        }
    }

    @Test func useElementsPassTheirPaintsOn() throws {
        let defs = "<defs><rect id='r' width='9' height='9' fill='context-fill' stroke='context-stroke'/>"
        let inner = "<use id='u' href='#r' fill='context-stroke' stroke='lime'/></defs>"
        let red = Paint.color(Color(red: 1, green: 0, blue: 0))
        let shape = try #require(try shapes(in: defs + "</defs><use href='#r' fill='red' stroke='lime'/>").first).shape
        #expect(shape.fillColor == red && shape.strokeColor == .color(Color(red: 0, green: 1, blue: 0)))
        #expect(try #require(try shapes(in: defs + inner + "<use href='#u' stroke='red'/>").first).shape.fillColor == red)
        #expect(try shapes(in: "<rect width='9' height='9' fill='context-fill'/>").isEmpty)
    }

    @Test func contextGradientsSpanTheirElement() throws {
        // The square is the left half of the group that the gradient spans.
        let group = "<g id='s'><rect width='20' height='20' fill='context-fill'/><path d='M0 0H40'/></g>"
        let found = try gradient(
            "<linearGradient id='g'>\(stops)</linearGradient><defs>\(group)</defs>",
            "<use href='#s' x='10' y='5' fill='url(#g)'/>")
        guard case .axial(let start, let end) = found.0.geometry else {
            throw SVGError(at: SVGPlace(line: 1, column: 1), "axial")
        }
        #expect(start.applying(found.1).x == 10 && end.applying(found.1).x == 50)
    }

    /// The property is inherited. Letters have none of it.
    @Test func crispEdgesPaintWholePixels() throws {
        let shapes = try shapes(
            in: """
                <g shape-rendering='crispEdges'><rect width='9' height='9'/>
                <path d='M0 0L9 9' stroke='red' style='shape-rendering: geometricPrecision'/>
                <rect width='9' height='9' fill='none' stroke='url(#g)' shape-rendering='optimizeSpeed'/>
                <text y='20' stroke='red'>a</text></g>
                <linearGradient id='g'>\(stops)</linearGradient><circle r='9' shape-rendering='hexagonal'/>
                """)
        #expect(shapes.prefix(3).map(\.shape.isAntialiased) == [false, true, false])
        #expect(shapes.dropFirst(3).allSatisfy { $0.shape.isAntialiased } && shapes.count >= 4)
    }
}
