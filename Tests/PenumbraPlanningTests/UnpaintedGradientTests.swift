import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import Testing

/// Tests gradients between two circles of which neither contains the other. The unpainted area counts as transparent.
struct UnpaintedGradientTests {
    private let apart = Gradient(
        .twoCircles(startCenter: Point(8, 8), startRadius: 4, endCenter: Point(30, 20), endRadius: 9), colors: [.white, .black])

    private func picture(_ background: Paint?, _ shadow: Shadow) throws -> Bitmap {
        let layer = Layer(frame: Rect(x: 6, y: 5, width: 100, height: 80), backgroundColor: background, shadows: [shadow])
        return try CPURenderer().execute(
            try ScenePlanner.plan(Scene(canvas: Canvas(size: Size(width: 120, height: 90)), layers: [layer])))
    }

    @Test func theyCastNoShadow() throws {
        #expect(try picture(.gradient(apart), Shadow(offset: Point(3, 4))).isEmpty)
    }

    @Test func theyHideNoShadowBehindThem() throws {
        let shadow = Shadow(path: Path(Rect(x: 10, y: 10, width: 80, height: 60)))
        let alone = try picture(nil, shadow)
        #expect(!alone.isEmpty)
        #expect(try picture(.gradient(apart), shadow) == alone)
    }

    @Test func oneThatHoldsTheOtherIsOpaqueAndPainted() throws {
        let nested = Gradient(
            .twoCircles(startCenter: Point(8, 8), startRadius: 4, endCenter: Point(10, 9), endRadius: 20),
            colors: [.white, .black])
        #expect(nested.hasColorsEverywhere && Paint.gradient(nested).isOpaque && !Paint.gradient(nested).isClear)
        #expect(!apart.hasColorsEverywhere && !Paint.gradient(apart).isOpaque && Paint.gradient(apart).isClear)
        #expect(try !picture(.gradient(nested), Shadow(opacity: 0)).isEmpty)
    }
}
