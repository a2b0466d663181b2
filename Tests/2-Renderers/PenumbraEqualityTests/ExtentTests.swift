import PenumbraBitmap
import PenumbraCPU
import PenumbraFuzzing
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct ExtentTests {
    @Test func randomLayersPaintInsideTheirExtent() throws {
        for seed in seeds(rounds(150)) {
            for (scene, images) in [RandomScene.make(seed: seed), CornerScene.make(seed: seed)] {
                guard try RandomScene.plan(scene, images) != nil else { continue }
                for layer in scene.layers { try expectInsideExtent(layer, scene.canvas, images, [:], "seed \(seed)") }
            }
        }
    }

    /// "Until it holds all that layers paint": on a larger canvas, the layers paint nothing outside that frame.
    @Test func fittedCanvasContainsAllPaintedPixels() throws {
        var painted = 0
        for seed in seeds(rounds(200)) {
            for (scene, images) in [RandomScene.make(seed: seed), CornerScene.make(seed: seed)] {
                var fitted = scene
                fitted.canvas = Canvas(size: .zero, scale: scene.canvas.scale, fitsContent: true)
                fitted.layers = [Layer(frame: Rect(origin: .zero, size: scene.canvas.size), sublayers: scene.layers)]
                guard try extentPlan(fitted, images, [:]) != nil else { continue }
                let planner = ScenePlanner(width: 1, height: 1, images: images)
                let space = LayerSpace(
                    toDevice: .scale(scene.canvas.scale, scene.canvas.scale), bounds: .zero, light: scene.light.offset)
                let frame = planner.content(of: fitted, in: space)
                guard frame.width < 900, frame.height < 900 else { continue }
                var large = scene
                let scale = scene.canvas.scale
                // Whole pixels: without antialiasing, a spike's visible length depends on its place between pixel centres.
                let margin = (40 * scale).rounded(.up) / scale
                large.canvas = Canvas(
                    size: Size(
                        width: Double(frame.width) / scale + 2 * margin, height: Double(frame.height) / scale + 2 * margin),
                    scale: scale)
                let origin = Point(margin - Double(frame.x) / scale, margin - Double(frame.y) / scale)
                large.layers = fitted.layers
                large.layers[0].frame?.origin = origin
                guard let plan = try extentPlan(large, images, [:]) else { continue }
                let bitmap = try CPURenderer().execute(plan)
                let (left, top) = (margin * scale, margin * scale)
                for y in 0..<bitmap.height {
                    for x in 0..<bitmap.width where bitmap[x, y].w != 0 {
                        painted += 1
                        let isInside =
                            Double(x) >= (left - 1e-6).rounded(.down) && Double(y) >= (top - 1e-6).rounded(.down)
                            && Double(x) < (left + Double(frame.width)).rounded(.up)
                            && Double(y) < (top + Double(frame.height)).rounded(.up)
                        if !isInside {
                            Issue.record("seed \(seed): (\(x), \(y)) is painted outside \(frame)\n\((try? scene.json()) ?? "")")
                            return
                        }
                    }
                }
            }
        }
        #expect(painted > rounds(10_000))
    }
}

/// Returns nil if a layer alone, on a canvas that fits it, needs too large a surface for a transformed shadow, or has too many
/// crossings, which the scene's own canvas cuts off. The error states that.
private func extentPlan(
    _ scene: Scene, _ images: [ImageSource: Bitmap], _ texts: [TextPlacement: TextOutline]
) throws -> RenderPlan? {
    do {
        return try ScenePlanner.plan(scene, images: images, texts: texts)
    } catch {
        guard scene.canvas.fitsContent else { throw error }
        switch error {
        case .surfaceTooLarge, .canvasTooLarge, .stroke, .path(_, .tooManyCrossings): return nil
        default: throw error
        }
    }
}

/// Records an issue where a layer paints outside the extent that it reports.
func expectInsideExtent(
    _ layer: Layer, _ canvas: Canvas, _ images: [ImageSource: Bitmap], _ texts: [TextPlacement: TextOutline], _ name: String
) throws {
    var canvas = canvas
    canvas.background = nil
    guard let plan = try extentPlan(Scene(canvas: canvas, layers: [layer]), images, texts) else { return }
    let bitmap = try CPURenderer().execute(plan)
    let planner = ScenePlanner(width: plan.width, height: plan.height, images: images, texts: texts)
    var space = LayerSpace(
        toDevice: .scale(canvas.scale, canvas.scale), bounds: Rect(origin: .zero, size: canvas.size))
    if canvas.fitsContent {
        let frame = planner.content(of: Scene(canvas: canvas, layers: [layer]), in: space)
        space.toDevice = space.toDevice.concatenating(.translation(-Double(frame.x), -Double(frame.y)))
    }
    let extent = planner.prepare(layer, in: space, place: name)?.extent ?? .empty
    if let (x, y) = bitmap.firstPainted(outside: extent) {
        Issue.record("\(name): (\(x), \(y)) is painted outside \(extent)")
    }
}
