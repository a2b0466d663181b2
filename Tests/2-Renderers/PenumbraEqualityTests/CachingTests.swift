import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestPlans
import TestSupport
import Testing

/// Tests that caches kept between pictures change no picture.
@Suite(.timed) struct CachingTests {
    @Test func planWithoutCopiesGivesTheSamePicture() throws {
        let renderer = CPURenderer(threads: 1)
        for seed in seeds(400) {
            let plan = RandomPlan.make(seed: seed)
            #expect(try renderer.execute(plan.removingCopies()) == renderer.execute(plan), "seed \(seed)")
        }
    }

    @Test func copiedSurfaceIsDrawnInPlace() throws {
        var plan = RenderPlan(width: 8, height: 8)
        let group = plan.addSurface(Surface(format: .color, width: 8, height: 8, label: "group"))
        plan.passes = [
            .clear(target: plan.canvas, color: .clear),
            .clear(target: group, color: PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 1)),
            .composite(
                Composite(
                    target: plan.canvas, region: PixelRect(x: 0, y: 0, width: 8, height: 8),
                    source: .surface(group, dx: 0, dy: 0))),
        ]
        let shorter = plan.removingCopies()
        #expect(shorter.passes.count == 1)
        #expect(try CPURenderer(threads: 1).execute(shorter) == CPURenderer(threads: 1).execute(plan))
    }

    /// Pictures that are translucent, clipped, moved or read twice can't be copied.
    @Test(arguments: 0..<4)
    func compositesThatAreNotCopiesAreKept(_ kind: Int) {
        var plan = RenderPlan(width: 8, height: 8)
        let group = plan.addSurface(Surface(format: .color, width: 8, height: 8, label: "group"))
        var composite = Composite(
            target: plan.canvas, region: PixelRect(x: 0, y: 0, width: 8, height: 8), source: .surface(group, dx: 0, dy: 0))
        switch kind {
        case 0: composite.opacity = 16384
        case 1: composite.region = PixelRect(x: 0, y: 0, width: 7, height: 8)
        case 2: composite.source = .surface(group, dx: 1, dy: 0)
        default: break
        }
        plan.passes = [
            .clear(target: plan.canvas, color: .clear),
            .clear(target: group, color: PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 1)), .composite(composite),
        ]
        if kind == 3 { plan.passes.append(.composite(composite)) }
        #expect(plan.removingCopies().passes.count == plan.passes.count)
    }

    @Test func opaquePhotoThatFillsItsLayerIsResampledOnce() throws {
        let photo = Bitmap(width: 40, height: 40, isOpaque: true) { $0.update(repeating: 255) }
        var contents = ImageContents(source: .data([1]))
        contents.gravity = .resizeAspectFill
        func resamplings(_ bitmap: Bitmap) throws -> Int {
            let layer = Layer(
                kind: .image(contents), frame: Rect(x: 20, y: 20, width: 60, height: 40), cornerRadii: CornerRadii(6),
                masksToBounds: true, shadows: [Shadow(opacity: 0.5, offset: Point(0, 4), radius: Sigma(5))],
                innerShadows: [Shadow(opacity: 0.5, offset: Point(0, 1), radius: Sigma(2))])
            let plan = try ScenePlanner.plan(
                Scene(canvas: Canvas(size: Size(width: 100, height: 90)), layers: [layer]), images: [.data([1]): bitmap])
            return plan.passes.count { if case .resample = $0 { true } else { false } }
        }
        #expect(try resamplings(photo) == 1)
        let soft = Bitmap(width: 40, height: 40) { $0.update(repeating: 128) }
        #expect(try resamplings(soft) > 1)
    }
}
