import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests gradients that leave places unpainted: circles of which neither contains the other, and gradients that end.
@Suite(.timed) struct UnpaintedGradientTests {
    private static let colors: [Color] = [
        Color(red: 0.9, green: 0.1, blue: 0.2), Color(red: 0.1, green: 0.8, blue: 0.3, alpha: 0.6),
        Color(red: 0.2, green: 0.1, blue: 1),
    ]
    private static let size = Size(width: 48, height: 36)
    private static let circles: [(name: String, geometry: Gradient.Geometry)] = [
        ("growing apart", circles(Point(9.3, 17), 4, Point(30, 20.5), 11)),
        ("shrinking apart", circles(Point(14, 17.3), 11.5, Point(33, 13), 3)),
        ("of one size", circles(Point(12, 20), 7.25, Point(31, 15), 7.25)),
        ("crossing", circles(Point(18, 18), 9, Point(26, 21), 13)),
        ("from a point", circles(Point(8, 10), 0, Point(30, 20), 12)),
        ("nested", circles(Point(20, 17), 3, Point(24, 18), 15)),
        ("nested inward", circles(Point(22, 19), 15, Point(17, 16), 2.5)),
        ("around one centre", circles(Point(22, 19), 3, Point(22, 19), 14)),
        ("touching", circles(Point(16, 18), 5, Point(24, 18), 13)),
        ("touching inward", circles(Point(24, 18), 13, Point(16, 18), 5)),
    ]

    private static func circles(_ from: Point, _ start: Double, _ to: Point, _ end: Double) -> Gradient.Geometry {
        .twoCircles(startCenter: from, startRadius: start, endCenter: to, endRadius: end)
    }

    /// The position of the last circle through a point, by solving |p − c(t)| = r(t). Nil if no circle that is drawn holds it.
    private func position(_ point: Point, _ gradient: Gradient) -> Double? {
        guard case .twoCircles(let from, let start, let to, let end) = gradient.geometry else { return nil }
        let (line, growth, p) = (to - from, end - start, point - from)
        let a = line.x * line.x + line.y * line.y - growth * growth
        let b = p.x * line.x + p.y * line.y + start * growth
        let c = p.x * p.x + p.y * p.y - start * start
        let roots: [Double]
        if abs(a) < 1e-9 {
            roots = [c / (2 * b)]
        } else {
            guard b * b >= a * c else { return nil }
            let root = (b * b - a * c).squareRoot()
            roots = [(b + root) / a, (b - root) / a].sorted(by: >)
        }
        return roots.first {
            $0.isFinite && start + $0 * growth >= 0 && (gradient.extendsStart || $0 >= 0) && (gradient.extendsEnd || $0 <= 1)
        }
    }

    /// Whether the end circle passes near a pixel. The two circles through a place then take turns.
    private func isOnEndCircle(_ x: Int, _ y: Int, _ gradient: Gradient) -> Bool {
        guard case .twoCircles(_, _, let center, let radius) = gradient.geometry else { return false }
        return abs((Point(Double(x) + 0.5, Double(y) + 0.5) - center).length - radius) < 0.75
    }

    /// Inside of all edges, colours follow the formula. At an edge, the alpha is the painted area of the pixel.
    @Test(arguments: circles.indices, [(true, true), (false, true), (true, false), (false, false)])
    func circleGradientsShowTheLastCircle(index: Int, extends: (start: Bool, end: Bool)) throws {
        let (name, geometry) = Self.circles[index]
        let gradient = Gradient(
            geometry, colors: Self.colors, extendsStart: extends.start, extendsEnd: extends.end)
        let opaque = Gradient(
            geometry, colors: [.white, .white], extendsStart: extends.start, extendsEnd: extends.end)
        let frame = Rect(x: 0, y: 0, width: Self.size.width, height: Self.size.height)
        let canvas = Canvas(size: Self.size)
        let drawn = try drawn(Scene(canvas: canvas, layers: [Layer(kind: .gradient(gradient), frame: frame)]))
        let coverage = try PenumbraPlanningTests.drawn(
            Scene(canvas: canvas, layers: [Layer(kind: .gradient(opaque), frame: frame)]))
        var (mostColor, mostAlpha, inside) = (0.0, 0.0, 0)
        let samples = 32
        for y in 0..<Int(Self.size.height) {
            for x in 0..<Int(Self.size.width) {
                var positions: [Double?] = []
                for i in 0..<samples * samples {
                    let place = Point(
                        Double(x) + (Double(i % samples) + 0.5) / Double(samples),
                        Double(y) + (Double(i / samples) + 0.5) / Double(samples))
                    positions.append(position(place, gradient))
                }
                let painted = positions.compactMap(\.self)
                let share = Double(painted.count) / Double(positions.count)
                mostAlpha = max(mostAlpha, abs(share * 255 - Double(coverage[x, y].w)))
                if !extends.end, isOnEndCircle(x, y, gradient) { continue }
                guard painted.count == positions.count, let low = painted.min(), let high = painted.max(), high - low < 0.3,
                    let t = position(Point(Double(x) + 0.5, Double(y) + 0.5), gradient)
                else { continue }
                inside += 1
                let truth = gradient.premultipliedColor(at: t) * 255
                let found = drawn[x, y]
                let alpha = Double(found.w) / 255
                for channel in 0..<3 { mostColor = max(mostColor, abs(Double(found[channel]) * alpha - truth[channel])) }
                mostColor = max(mostColor, abs(Double(found.w) - truth.w))
            }
        }
        #expect(inside > 60, "\(name), \(extends)")
        // Circles that touch are drawn with a small gap.
        #expect(mostColor <= (name.hasPrefix("touching") ? 3.5 : 1), "\(name), \(extends): \(mostColor)")
        // Rounding, and what 32×32 samples miss.
        #expect(mostAlpha <= 2, "\(name), \(extends): \(mostAlpha)")
    }

    @Test func linearAndEllipticalGradientsMayEnd() throws {
        let frame = Rect(x: 0, y: 0, width: 40, height: 20)
        func alpha(_ geometry: Gradient.Geometry, _ start: Bool, _ end: Bool) throws -> Bitmap {
            let gradient = Gradient(geometry, colors: [.white, .white], extendsStart: start, extendsEnd: end)
            return try drawn(
                Scene(canvas: Canvas(size: frame.size), layers: [Layer(kind: .gradient(gradient), frame: frame)]))
        }
        let line = Gradient.Geometry.axial(startPoint: Point(0.25, 0.5), endPoint: Point(0.7625, 0.5))
        let middle = try alpha(line, false, false)
        #expect((0..<40).map { Int(middle[$0, 7].w) } == (0..<40).map { $0 < 10 || $0 > 30 ? 0 : $0 == 30 ? 128 : 255 })
        let right = try alpha(line, false, true)
        #expect((0..<40).map { Int(right[$0, 7].w) } == (0..<40).map { $0 < 10 ? 0 : 255 })
        let left = try alpha(line, true, false)
        #expect((0..<40).map { Int(left[$0, 7].w) } == (0..<40).map { $0 > 30 ? 0 : $0 == 30 ? 128 : 255 })
        let ellipse = Gradient.Geometry.radial(startPoint: Point(0.5, 0.5), endPoint: Point(0.9, 0.9))
        let path = Path(ellipseIn: Rect(x: 4, y: 2, width: 32, height: 16))
        let shape = Layer(kind: .shape(Shape(path: path, fillColor: .white)), frame: frame)
        #expect(try alpha(ellipse, true, false) == drawn(Scene(canvas: Canvas(size: frame.size), layers: [shape])))
        #expect(try alpha(ellipse, false, false) == alpha(ellipse, true, false))
    }

    @Test func degenerateGradientsPaintNothingOrTheLastColour() throws {
        let frame = Rect(x: 0, y: 0, width: 20, height: 20)
        func isEmpty(_ geometry: Gradient.Geometry, extendsEnd: Bool = true) throws -> Bool {
            let gradient = Gradient(geometry, colors: [.black, .white], extendsEnd: extendsEnd)
            return try drawn(
                Scene(canvas: Canvas(size: frame.size), layers: [Layer(kind: .gradient(gradient), frame: frame)])
            ).isEmpty
        }
        let point = Point(0.5, 0.5)
        #expect(try !isEmpty(.axial(startPoint: point, endPoint: point)))
        #expect(try isEmpty(.axial(startPoint: point, endPoint: point), extendsEnd: false))
        #expect(try isEmpty(Self.circles(Point(4, 4), 0, Point(9, 9), 0)))
        #expect(try !isEmpty(Self.circles(Point(4, 4), 0, Point(4, 4), 0)))
        #expect(try isEmpty(Self.circles(Point(4, 4), 0, Point(4, 4), 0), extendsEnd: false))
    }

    // MARK: - Shadows and opacity

    private let apart = Gradient(circles(Point(8, 8), 4, Point(30, 20), 9), colors: [.white, .black])

    private func picture(_ background: Paint?, _ shadow: Shadow) throws -> Bitmap {
        let layer = Layer(frame: Rect(x: 6, y: 5, width: 100, height: 80), backgroundColor: background, shadows: [shadow])
        return try CPURenderer().execute(
            try ScenePlanner.plan(Scene(canvas: Canvas(size: Size(width: 120, height: 90)), layers: [layer])))
    }

    /// The shadow of a wedge lies in the shadow of the whole box, and leaves out the opposite corner.
    @Test func unpaintedGradientPartsCastNoShadow() throws {
        let shadow = Shadow(opacity: 1, offset: Point(3, 4), radius: Sigma(0))
        let (wedge, box) = (try picture(.gradient(apart), shadow), try picture(.black, shadow))
        #expect(wedge != box && !wedge.isEmpty)
        #expect(wedge[107, 20].w == 0 && box[107, 20].w == 255)
        #expect(wedge[107, 60].w == 255)
    }

    @Test func unpaintedGradientPartsHideNoShadow() throws {
        let shadow = Shadow(opacity: 1, path: Path(Rect(x: 10, y: 10, width: 80, height: 60)))
        let (alone, together) = (try picture(nil, shadow), try picture(.gradient(apart), shadow))
        #expect(alone[90, 20].w > 0)
        #expect(alone[90, 20] == together[90, 20])
        #expect(alone[16, 14] != together[16, 14])
    }

    @Test func nestedCircleGradientIsOpaque() {
        var nested = Gradient(Self.circles(Point(8, 8), 4, Point(10, 9), 20), colors: [.white, .black])
        #expect(nested.hasColorsEverywhere && Paint.gradient(nested).isOpaque && !Paint.gradient(nested).isClear)
        #expect(!apart.hasColorsEverywhere && !Paint.gradient(apart).isOpaque && !Paint.gradient(apart).isClear)
        nested.extendsEnd = false
        #expect(!Paint.gradient(nested).isOpaque)
    }

    /// The circle of a gradient may be larger than any outline.
    @Test(arguments: [100_000, 200_000, 3_000_000, 400_000_000] as [Double])
    func hugeGradientCircleIsPaintedToItsEdge(radius: Double) throws {
        let (width, height) = (Self.size.width, Self.size.height)
        let start = Point((20.5 - radius) / width, 0.5)
        let end = Point(20.5 / width, 0.5 + radius / height)
        let gradient = Gradient(.radial(startPoint: start, endPoint: end), colors: [.white, .white], extendsEnd: false)
        let layer = Layer(kind: .gradient(gradient), frame: Rect(x: 0, y: 0, width: width, height: height))
        let picture = try drawn(page([layer], background: nil))
        for y in 0..<picture.height {
            #expect(picture[19, y].w == 255 && abs(Int(picture[20, y].w) - 128) <= 1 && picture[21, y].w == 0, "row \(y)")
        }
    }
}
