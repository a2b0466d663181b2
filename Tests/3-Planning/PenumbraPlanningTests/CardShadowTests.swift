import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests which boxes with sublayers cast their shadow by their outline, without being painted for it.
@Suite(.timed) struct CardShadowTests {
    private func card(_ sublayers: [Layer], radius: Double = 12, curve: CornerCurve = .circular) -> Layer {
        Layer(
            frame: Rect(x: 20, y: 16, width: 90, height: 60), backgroundColor: .rgb(1, 1, 1),
            cornerRadii: CornerRadii(radius), cornerCurve: curve,
            shadows: [Shadow(opacity: 0.7, offset: Point(0, 4), radius: Sigma(3))], sublayers: sublayers)
    }

    private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Layer {
        Layer(frame: Rect(x: x, y: y, width: width, height: height), backgroundColor: .rgb(0.1, 0.4, 0.8))
    }

    /// Whether a layer is painted by itself, so that its shadow can be made from its alpha.
    private func isPainted(_ layer: Layer) throws -> Bool {
        let scene = Scene(canvas: Canvas(size: Size(width: 130, height: 100), scale: 2), layers: [layer])
        return try ScenePlanner.plan(scene).surfaces.contains { $0.label.hasPrefix("body of") }
    }

    private func picture(_ layer: Layer) throws -> Bitmap {
        let scene = Scene(canvas: Canvas(size: Size(width: 130, height: 100), scale: 2), layers: [layer])
        return try CPURenderer(threads: 1).execute(try ScenePlanner.plan(scene))
    }

    private func ring(_ x: Double) -> Layer {
        var stroke = StrokeStyle(lineWidth: 6)
        stroke.strokeEnd = 0.6
        let path = Path(ellipseIn: Rect(x: 4, y: 4, width: 32, height: 32))
        return Layer(
            kind: .shape(Shape(path: path, strokeColor: .rgb(1, 0, 0), stroke: stroke)),
            frame: Rect(x: x, y: 10, width: 40, height: 40))
    }

    @Test func boxWithSublayersInsideItsRoundCornersIsNotPaintedForItsShadow() throws {
        for curve in [CornerCurve.circular, .continuous] {
            #expect(try !isPainted(card([box(20, 3, 50, 10)], curve: curve)), "between the corners, above their ends")
            #expect(try !isPainted(card([box(3, 20, 20, 20)], curve: curve)), "beside the corners")
        }
        #expect(try !isPainted(card([box(8, 8, 30, 10)])), "in a corner")
        #expect(try !isPainted(card([ring(46)])), "a stroke without miters")
    }

    @Test func boxWithSublayersBeyondItsRoundCornersIsPaintedForItsShadow() throws {
        #expect(try isPainted(card([box(0, 0, 30, 10)])))
        #expect(try isPainted(card([box(2, 2, 30, 10)])))
        #expect(try isPainted(card([box(80, 20, 20, 20)])))
        #expect(try isPainted(card([ring(60)])))
    }

    /// A clear sublayer outside makes the box be painted.
    @Test func shadowByOutlineEqualsTheShadowOfThePaintedBox() throws {
        var outlines = 0
        for seed in 0..<60 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let inside = (0..<3).map { _ in
                box(random.number(-2...70), random.number(-2...45), random.number(3...30), random.number(3...20))
            }
            let curve = random.chance(0.5) ? CornerCurve.circular : .continuous
            let layer = card(inside, radius: random.number(0...28), curve: curve)
            var painted = layer
            painted.sublayers.append(
                Layer(frame: Rect(x: 95, y: 10, width: 5, height: 5), backgroundColor: .rgb(0, 0, 0, alpha: 0)))
            #expect(try isPainted(painted))
            if try !isPainted(layer) { outlines += 1 }
            let (a, b) = (try picture(layer), try picture(painted))
            let worst = zip(a.pixels, b.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
            // Blurs of surfaces of different sizes are rounded in different places.
            #expect(worst <= 1, "seed \(seed)")
        }
        #expect(outlines > 3)
    }
}
