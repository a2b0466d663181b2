import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests lens, motion and zoom blurs against double precision.
@Suite(.timed) struct ShapedBlurTests {
    private static let blurs: [ShapedBlur] =
        [0.3, 0.5, 0.51, 0.7, 1, 1.5, 2.25, 4, 7.3, 11].map { .lens(radius: $0) }
        + [(0.6, 0), (1.0, 0), (2.5, 0), (6.75, 0), (4, 90), (3.3, 45), (5, -30), (5, 12), (7.5, 101), (9, 179.5), (2, 260)]
        .map { .motion(radius: $0.0, angle: $0.1) }
        + [
            (0.05, Point(0.5, 0.5)), (0.2, Point(0, 0)), (0.4, Point(0.3, 0.9)), (0.5, Point(1.5, -0.5)), (1, Point(0.5, 0.5)),
            (0.1, Point(-3, 2)), (0.3, Point(0.5, 0.500001)),
        ].map { .zoom(amount: $0.0, center: $0.1) }

    /// Stripes of one pixel, checks, hard edges and a disc: the patterns where a wrong weight shows most.
    private static func pattern() -> Layer {
        var layers: [Layer] = []
        for i in 0..<6 {
            layers.append(
                Layer(frame: Rect(x: Double(2 * i), y: 0, width: 1, height: 14), backgroundColor: .rgb(1, 0.2, 0.1)))
            layers.append(
                Layer(frame: Rect(x: 12, y: Double(2 * i), width: 14, height: 1), backgroundColor: .rgb(0.1, 0.9, 0.3)))
        }
        layers.append(Layer(frame: Rect(x: 4, y: 16, width: 9, height: 6), backgroundColor: .rgb(0, 0, 0)))
        layers.append(
            Layer(kind: .shape(Shape(path: Path(circleAt: Point(20, 18), radius: 4.6), fillColor: .rgb(0.2, 0.4, 1)))))
        return Layer(frame: Rect(x: 11, y: 8, width: 26, height: 24), sublayers: layers)
    }

    @Test(arguments: blurs)
    func shapedBlurIsTheExactMean(blur: ShapedBlur) throws {
        for transform in [AffineTransform.identity, .rotation(degrees: 33).concatenating(.scale(1.2, 0.7))] {
            var layer = Self.pattern()
            layer.shapedBlur = blur
            layer.transform = transform
            let scene = page([layer], background: .white)
            let difference = Difference(try drawn(scene), SceneReference(scene, margin: 40).draw())
            // The rays of a zoom end at fractions of pixels that are rounded; 0.715 was measured.
            let isZoom = if case .zoom = blur { true } else { false }
            #expect(difference.levels <= (isZoom ? 0.72 : Tolerance.picture), "\(blur), \(transform): \(difference)")
        }
    }

    @Test func shapedBlurAppliesAfterShadowsAndBeforeFilters() throws {
        for blur in [ShapedBlur.lens(radius: 3.2), .motion(radius: 6, angle: 20), .zoom(amount: 0.3, center: Point(0.2, 0.8))] {
            var layer = Self.pattern()
            layer.shadows = [Shadow(opacity: 0.7, offset: Point(3, 4), radius: Sigma(1.2))]
            layer.mask = Layer(kind: .gradient(Gradient(colors: [.black, .transparent])))
            (layer.shapedBlur, layer.blur, layer.opacity) = (blur, Sigma(1.1), 0.8)
            layer.filter = try FilterFunction.list(css: "drop-shadow(4px 2px 1px rgb(0 0 90 / 60%)) saturate(60%)")
            let scene = page([layer], background: .white)
            let difference = Difference(try drawn(scene), SceneReference(scene, margin: 40).draw())
            #expect(difference.levels <= Tolerance.combination, "\(blur): \(difference)")
        }
    }

    /// A layer that is opaque everywhere stays so in the middle, to the bit, and a colour stays itself.
    @Test func shapedBlurKeepsFullCoverage() throws {
        for blur in Self.blurs {
            let layer = Layer(
                frame: Rect(x: 0, y: 0, width: 300, height: 300), backgroundColor: .rgb(0.2, 0.4, 0.6),
                sublayers: [Layer(frame: Rect(x: 0, y: 0, width: 300, height: 300), backgroundColor: .rgb(0.2, 0.4, 0.6))])
            var changed = layer
            changed.shapedBlur = blur
            let scene = Scene(canvas: Canvas(size: Size(width: 300, height: 300)), layers: [changed])
            let bitmap = try drawn(scene)
            #expect(bitmap[150, 150] == SIMD4(51, 102, 153, 255), "\(blur)")
        }
    }

    @Test func fittedCanvasContainsTheShapedBlur() throws {
        for blur in Self.blurs {
            var layer = Self.pattern()
            layer.shapedBlur = blur
            let fitting = try drawn(Scene(canvas: Canvas(size: .zero, fitsContent: true), layers: [layer]))
            let wide = try drawn(
                Scene(
                    canvas: Canvas(size: Size(width: 300, height: 300)),
                    layers: [Layer(frame: Rect(x: 100, y: 100, width: 10, height: 10), sublayers: [layer])]))
            let painted = wide.trimmed(border: .zero)
            #expect(fitting.width >= painted.width && fitting.height >= painted.height, "\(blur)")
            #expect(fitting.trimmed(border: .zero) == painted, "\(blur)")
        }
    }

    /// Scales multiply until the ends of a blur are beyond all numbers.
    @Test(arguments: [false, true]) func shapedBlurBeyondAllNumbersNeverTraps(fits: Bool) throws {
        func plan(_ blur: ShapedBlur) throws {
            // Nothing is painted, so nothing else is refused.
            var layer = Layer(frame: Rect(x: 0, y: 0, width: 4, height: 4), sublayers: [Layer()])
            (layer.transform, layer.shapedBlur) = (.rotation(degrees: 45), blur)
            for _ in 0..<3 {
                layer = Layer(frame: Rect(x: 0, y: 0, width: 64, height: 64), anchorPoint: .zero, sublayers: [layer])
                layer.transform = .scale(1e100, 1)
            }
            _ = try ScenePlanner.plan(
                Scene(canvas: Canvas(size: Size(width: 64, height: 64), fitsContent: fits), layers: [layer]))
        }
        for radius in [1e9, 1e100] { try plan(.motion(radius: radius, angle: 45)) }
        for center in [Point(1e9, -1e9), Point(1e100, -1e100)] { try plan(.zoom(amount: 0.5, center: center)) }
        try plan(.lens(radius: 1e300))
    }

    /// The same for a layer that paints a pixel of the canvas.
    @Test func motionBlurBeyondAllNumbersIsRefused() {
        var layer = Self.pattern()
        (layer.transform, layer.shapedBlur) = (.rotation(degrees: 45), .motion(radius: 1.7e308, angle: 45))
        var scaled = Layer(frame: Rect(x: 0, y: 0, width: 40, height: 40), sublayers: [layer])
        scaled.transform = .scale(3, 1)
        #expect {
            try ScenePlanner.plan(page([scaled]))
        } throws: { error in
            if case PlanningError.blurTooWide = error { true } else { false }
        }
    }

    @Test func shapedBlursThatAreTooWideAreRefused() {
        for blur in [ShapedBlur.lens(radius: 8193), .motion(radius: 1e9, angle: 3), .zoom(amount: 1, center: Point(1e6, 0))] {
            var layer = Self.pattern()
            layer.shapedBlur = blur
            #expect {
                try ScenePlanner.plan(page([layer]))
            } throws: { error in
                if case PlanningError.blurTooWide = error { true } else { false }
            }
        }
    }
}
