import Penumbra
import PenumbraBitmap
import PenumbraEngine
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests what a drawing of frames keeps from one frame to the next, where frames aren't those of one animation.
@Suite(.timed) struct FrameDrawingTests {
    private func bytes(_ picture: Bitmap) -> [UInt8] { withExtendedLifetime(picture) { Array(picture.pixels) } }

    private func scene(boxAt x: Double, depth: PixelDepth = .eight, _ others: [Layer] = []) -> Scene {
        let box = Layer(
            frame: Rect(x: x, y: 8, width: 10, height: 10), backgroundColor: .rgb(0.3, 0.6, 0.9), cornerRadii: CornerRadii(3))
        var canvas = Canvas(size: Size(width: 100, height: 60), background: .white)
        canvas.depth = depth
        return Scene(canvas: canvas, layers: [box] + others)
    }

    private func drawing(_ limits: RenderLimits = .default, images: [ImageSource: Bitmap] = [:]) -> FrameDrawing<PixelForm> {
        let engine = Engine(memory: limits.pictureMemory, pictureMemory: limits.pictureMemory / 2)
        return FrameDrawing(
            engine: engine, device: .processor(threads: 1), mayLeaveDevice: false, limits: limits, files: nil, images: images)
    }

    /// The studio draws whatever its file becomes. Pixels of 16 bits have twice the bytes.
    @Test func pixelDepthMayChangeBetweenFrames() throws {
        let drawing = drawing()
        for (x, depth) in [(10.0, PixelDepth.eight), (12, .sixteen), (14, .eight), (14, .sixteen), (16, .sixteen)] {
            let scene = scene(boxAt: x, depth: depth)
            let frame = try drawing.draw(scene).picture
            let single = try Renderer().render(scene)
            #expect(frame.depth == depth && single.depth == depth)
            #expect(bytes(frame) == bytes(single), "\(depth) at \(x)")
        }
    }

    /// A frame that can't be drawn leaves nothing behind. The frame after it moves the box as well.
    @Test func framesAfterAFailedFrameAreCorrect() throws {
        let photo = Bitmap(width: 500, height: 500, isOpaque: true) { $0.initialize(repeating: 255) }
        let source = ImageSource.file("photo")
        let layer = Layer(kind: .image(ImageContents(source: source)), frame: Rect(x: 60, y: 40, width: 20, height: 10))
        var limits = RenderLimits.default
        // Drawing takes some two megabytes. Only the second frame shows the picture, which doesn't fit beside that.
        limits.memory = 2_600_000
        let drawing = drawing(limits, images: [source: photo])
        _ = try drawing.draw(scene(boxAt: 10))
        let error = #expect(throws: RenderError.self) { _ = try drawing.draw(scene(boxAt: 50, [layer])) }
        guard case .needsMemory? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let last = scene(boxAt: 50)
        #expect(bytes(try drawing.draw(last).picture) == bytes(try Renderer().render(last)))
    }
}
