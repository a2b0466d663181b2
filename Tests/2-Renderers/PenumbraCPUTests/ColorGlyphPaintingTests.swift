import Glibc
import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests the paints of glyphs in colours against their formulas in floating point, one pixel at a time.
@Suite(.timed) struct ColorGlyphPaintingTests {
    private static let side = 48

    /// Draws a glyph whose font units are pixels, with y downward.
    private func draw(_ drawing: ColorGlyph.Drawing, _ foreground: Paint = .black) throws -> Bitmap {
        let text = Text(string: "x")
        let scene = Scene(
            canvas: Canvas(size: Size(width: Double(Self.side), height: Double(Self.side))),
            layers: [Layer(kind: .text(text), frame: Rect(x: 0, y: 0, width: 48, height: 48))])
        let glyph = try #require(ColorGlyph(.clip(Self.all, drawing)))
        let placement = TextPlacement(text, in: Size(width: 48, height: 48))
        let plan = try ScenePlanner.plan(
            scene, texts: [placement: TextOutline([.glyph(glyph, .identity, foreground)])])
        return try CPURenderer().execute(plan)
    }

    private static let all = Path(Rect(x: 0, y: 0, width: 48, height: 48))

    private func premultiplied(_ pixel: SIMD4<UInt8>) -> SIMD4<Double> {
        let value = SIMD4<Double>(Double(pixel.x), Double(pixel.y), Double(pixel.z), Double(pixel.w)) / 255
        return SIMD4(value.x * value.w, value.y * value.w, value.z * value.w, value.w)
    }

    private func premultiplied(_ color: Color) -> SIMD4<Double> {
        SIMD4(color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha)
    }

    private func largest(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Double {
        let difference = a - b
        return max(abs(difference.x), abs(difference.y), abs(difference.z), abs(difference.w)) * 255
    }

    // MARK: - Compositing

    /// The shares of source and backdrop in each operator: Porter and Duff, table 1.
    private static let operators: [(ColorGlyph.Compositing, @Sendable (Double, Double) -> (Double, Double))] = [
        (.clear, { _, _ in (0, 0) }), (.source, { _, _ in (1, 0) }), (.destination, { _, _ in (0, 1) }),
        (.blend(.normal), { s, _ in (1, 1 - s) }), (.destinationOver, { _, d in (1 - d, 1) }), (.sourceIn, { _, d in (d, 0) }),
        (.destinationIn, { s, _ in (0, s) }), (.sourceOut, { _, d in (1 - d, 0) }), (.destinationOut, { s, _ in (0, 1 - s) }),
        (.sourceAtop, { s, d in (d, 1 - s) }), (.destinationAtop, { s, d in (1 - d, s) }), (.xor, { s, d in (1 - d, 1 - s) }),
    ]

    @Test func colourGlyphOperatorsFollowPorterAndDuff() throws {
        let colors = [
            (Color(red: 0.9, green: 0.3, blue: 0.1, alpha: 0.7), Color(red: 0.1, green: 0.5, blue: 0.8, alpha: 0.4)),
            (Color(red: 0.2, green: 1, blue: 0, alpha: 1), Color(red: 1, green: 0, blue: 0.5, alpha: 0.8)),
        ]
        for (mode, shares) in Self.operators {
            for (source, backdrop) in colors {
                let bitmap = try draw(
                    .composite(.brush(.shade(.color(source))), mode, onto: .brush(.shade(.color(backdrop)))))
                let share = shares(source.alpha, backdrop.alpha)
                let expected = premultiplied(source) * share.0 + premultiplied(backdrop) * share.1
                #expect(largest(premultiplied(bitmap[20, 20]), expected) < 0.75, "\(mode)")
            }
        }
    }

    /// An operator that leaves something where only one drawing is covers the whole of both.
    @Test func colourGlyphOperatorsCoverBothDrawings() throws {
        let left = ColorGlyph.Drawing.fill(Path(Rect(x: 0, y: 0, width: 30, height: 48)), .shade(.color(.black)))
        let right = ColorGlyph.Drawing.fill(Path(Rect(x: 20, y: 0, width: 28, height: 48)), .shade(.color(.white)))
        for (mode, shares) in Self.operators {
            let bitmap = try draw(.composite(left, mode, onto: right))
            for (x, source, backdrop) in [(10, 1.0, 0.0), (25, 1, 1), (40, 0, 1)] {
                let share = shares(source, backdrop)
                #expect(Double(bitmap[x, 24].w) / 255 == source * share.0 + backdrop * share.1, "\(mode) at \(x)")
            }
        }
    }

    @Test func colourGlyphIsAsTransparentAsItsText() throws {
        let drawing = ColorGlyph.Drawing.brush(.shade(.color(Color(red: 0.2, green: 0.4, blue: 0.6))))
        #expect(try draw(drawing, .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5)))[5, 5] == SIMD4(51, 102, 153, 128))
        #expect(try draw(drawing, .color(.transparent))[5, 5].w == 0)
    }

    @Test func colourGlyphForegroundIsTheTextColour() throws {
        let drawing = ColorGlyph.Drawing.brush(.shade(.foreground(alpha: 0.5)))
        let color = Color(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.5)
        #expect(try draw(drawing, .color(color))[5, 5] == SIMD4(51, 102, 153, 64))
        // A gradient colours each glyph by its place in the layer.
        let gradient = Gradient(
            .axial(startPoint: Point(0, 0), endPoint: Point(1, 0)), colors: [.black, .white])
        let bitmap = try draw(drawing, .gradient(gradient))
        #expect(bitmap[2, 9].x < 20 && bitmap[45, 9].x > 235 && bitmap[45, 9].w == 128)
    }

    // MARK: - Gradients

    private static let stops: [ColorGlyph.Gradient.Stop] = [(0.2, 0.9, 0.1, 1.0), (0.5, 0.2, 0.8, 0.5), (0.8, 0.1, 0.3, 1)].map
    {
        .init(offset: $0, shade: .color(Color(red: $1, green: $2, blue: 0.5, alpha: $3)))
    }

    private static let extends: [ColorGlyph.Gradient.Extend] = [.pad, .repeat, .reflect]

    private func color(at position: Double, _ extend: ColorGlyph.Gradient.Extend) -> SIMD4<Double> {
        let (first, span) = (0.2, 0.6)
        var t = (position - first) / span
        switch extend {
        case .pad: t = max(0, min(1, t))
        case .repeat: t -= t.rounded(.down)
        case .reflect: t = abs(t - 2 * ((t + 1) / 2).rounded(.down))
        }
        let place = first + span * t
        let colors = Self.stops.map { stop -> SIMD4<Double> in
            if case .color(let color) = stop.shade { premultiplied(color) } else { .zero }
        }
        return place < 0.5
            ? colors[0] + (colors[1] - colors[0]) * ((place - 0.2) / 0.3)
            : colors[1] + (colors[2] - colors[1]) * ((place - 0.5) / 0.3)
    }

    /// Compares every pixel with a formula. Pixels near a sudden change, or near the edge of what is painted, are left out.
    private func check(
        _ geometry: ColorGlyph.Gradient.Geometry, _ position: (Point) -> Double?, tolerance: Double = 1.05
    ) throws {
        for extend in Self.extends {
            for map in [AffineTransform.identity, .rotation(degrees: 30).concatenating(.scale(1.4, 0.8))] {
                let gradient = ColorGlyph.Gradient(geometry, extend: extend, stops: Self.stops, transform: map)
                let bitmap = try draw(.brush(.gradient(gradient)))
                let inverse = try #require(map.inverted)
                var compared = 0
                for y in 0..<Self.side {
                    for x in 0..<Self.side {
                        func expected(_ dx: Double, _ dy: Double) -> SIMD4<Double>? {
                            let point = Point(Double(x) + 0.5 + dx, Double(y) + 0.5 + dy).applying(inverse)
                            return position(point).map { color(at: $0, extend) }
                        }
                        let middle = expected(0, 0)
                        let around = [expected(-1, 0), expected(1, 0), expected(0, -1), expected(0, 1)]
                        guard let middle else {
                            if around.allSatisfy({ $0 == nil }) { #expect(bitmap[x, y].w == 0, "\(geometry) at (\(x), \(y))") }
                            continue
                        }
                        guard around.allSatisfy({ $0.map { largest($0, middle) < 40 } ?? false }) else { continue }
                        compared += 1
                        let error = largest(premultiplied(bitmap[x, y]), middle)
                        if error > tolerance {
                            Issue.record("\(geometry) \(extend) at (\(x), \(y)): \(error)")
                            return
                        }
                    }
                }
                #expect(compared > 300, "\(geometry) \(extend): \(compared) pixels")
            }
        }
    }

    @Test func colourGlyphLinearGradientsFollowTheirFormula() throws {
        let (from, to) = (Point(8, 12), Point(38, 28))
        try check(.linear(from: from, to: to)) { point in
            let (p, line) = (point - from, to - from)
            return (p.x * line.x + p.y * line.y) / (line.x * line.x + line.y * line.y)
        }
    }

    /// The largest t of a circle of at least no radius through a point, by the quadratic formula.
    private func position(_ p: Point, _ c0: Point, _ r0: Double, _ c1: Point, _ r1: Double) -> Double? {
        let (d, dr, q) = (c1 - c0, r1 - r0, p - c0)
        let a = d.x * d.x + d.y * d.y - dr * dr
        let b = q.x * d.x + q.y * d.y + r0 * dr
        let c = q.x * q.x + q.y * q.y - r0 * r0
        let root = b * b - a * c
        guard root >= 0 else { return nil }
        return [(b + root.squareRoot()) / a, (b - root.squareRoot()) / a].filter { r0 + $0 * dr >= 0 }.max()
    }

    private func checkRadial(_ c0: Point, _ r0: Double, _ c1: Point, _ r1: Double) throws {
        try check(.radial(fromCenter: c0, fromRadius: r0, toCenter: c1, toRadius: r1)) { position($0, c0, r0, c1, r1) }
    }

    @Test func nestedCircleGradientsFollowTheirFormula() throws {
        try checkRadial(Point(24, 24), 0, Point(24, 24), 30)
        try checkRadial(Point(22, 20), 6, Point(24, 24), 34)
        try checkRadial(Point(24, 24), 33, Point(21, 26), 4)
    }

    /// Circles beside each other leave places without a colour.
    @Test func separateCircleGradientsFollowTheirFormula() throws {
        try checkRadial(Point(10, 24), 5, Point(34, 26), 12)
        try checkRadial(Point(8, 20), 14, Point(40, 24), 14)
        try checkRadial(Point(40, 24), 20, Point(8, 24), 0)
    }

    @Test func sweepGradientsFollowTheirFormula() throws {
        for (from, to) in [(0.1, 0.9), (0.3, 0.55), (0.7, 0.2)] {
            try check(.sweep(center: Point(20, 22), from: from, to: to)) { point in
                let angle = atan2(point.y - 22, point.x - 20) / (2 * .pi)
                return ((angle < 0 ? angle + 1 : angle) - from) / (to - from)
            }
        }
    }

    /// Stripes finer than pixels become their mean, and gradients without a direction paint nothing.
    @Test func extremeGradientsAreBounded() throws {
        let stops = [ColorGlyph.Gradient.Stop(offset: 0, shade: .color(.black)), .init(offset: 1, shade: .color(.white))]
        func gradient(_ geometry: ColorGlyph.Gradient.Geometry, _ transform: AffineTransform = .identity) -> ColorGlyph.Drawing
        {
            .brush(.gradient(ColorGlyph.Gradient(geometry, extend: .repeat, stops: stops, transform: transform)))
        }
        let fine = try draw(gradient(.linear(from: .zero, to: Point(1e-4, 0))))
        #expect(fine[7, 7] == SIMD4(128, 128, 128, 255))
        #expect(try draw(gradient(.linear(from: .zero, to: .zero)))[7, 7] == .zero)
        #expect(try draw(gradient(.sweep(center: .zero, from: 0.5, to: 0.5)))[7, 7] == .zero)
        #expect(try draw(gradient(.linear(from: .zero, to: Point(9, 9)), .scale(0, 1)))[7, 7] == .zero)
        let touching = ColorGlyph.Gradient.Geometry.radial(
            fromCenter: Point(10, 20), fromRadius: 5, toCenter: Point(15, 20), toRadius: 10)
        #expect(try draw(gradient(touching))[7, 7] == .zero)
    }
}
