import PenumbraBitmap
import PenumbraFiles
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// Draws the frames of an animation one after another. Only the areas that differ from the frame before are drawn.
///
/// A frame's bytes depend on its time alone: the parts of a plan have the bytes of the whole. Only one thread at a time may use
/// an instance.
package final class FrameDrawing<Form: FrameForm> {
    private let form: Form
    private let engine: Engine
    private let drawing: TiledDrawing
    private let shaper = TextShaper()
    private let limits: RenderLimits
    private let files: FileRoots?
    private let images: [ImageSource: Bitmap]
    private let drawsWholeFrames: Bool
    /// The surfaces that frames share. Nil if all surfaces are made for each frame.
    private let store: SurfaceStore?
    /// The work of all frames of the animation. Nil if only single frames are limited.
    private let total: AnimationWork?
    private let handling: FrameHandling
    private var comparison = PlanComparison()
    private var earlier = EarlierPictures()
    private var last: (scene: Scene, moving: [ImageSource: Bitmap], notices: [SceneAssets.Notice], picture: Form.Picture)?
    /// The frames so far, and the share of their pixels that was drawn.
    package private(set) var work = FrameWork()

    /// - Parameters:
    ///   - form: the form of the frames.
    ///   - images: pictures of the scene that are already decoded.
    ///   - drawsWholeFrames: whether nothing of the frame before is kept.
    ///   - store: the surfaces that frames share, for all drawings of an animation. Only the processor uses them.
    ///   - total: the work of all frames. A frame that exceeds it is `RenderError.late`.
    ///   - handling: the work of a frame besides preparing and drawing it.
    package init(
        as form: Form = PixelForm(), engine: Engine, device: Device, mayLeaveDevice: Bool, limits: RenderLimits,
        files: FileRoots?, images: [ImageSource: Bitmap] = [:], drawsWholeFrames: Bool = false,
        store: SurfaceStore? = nil, total: AnimationWork? = nil, handling: FrameHandling = FrameHandling()
    ) {
        (self.form, self.total, self.handling) = (form, total, handling)
        self.store = device.isProcessor && !drawsWholeFrames ? store : nil
        self.images = images
        self.drawsWholeFrames = drawsWholeFrames
        self.engine = engine
        self.limits = limits
        self.files = files
        drawing = engine.drawing(on: device, mayLeaveDevice: mayLeaveDevice)
    }

    /// The bytes of a frame's pixels.
    package func bytes(of scene: Scene) throws(RenderError) -> Int {
        let assets = try engine.assets(for: scene, images: images, shaper: shaper, limits: limits, files: files)
        let plan = try engine.passes(of: scene, assets, limits: limits, within: limits.pictureMemory - assets.bytes)
        return plan.pictureBytes
    }

    /// How long the processors and a GPU take for a whole frame.
    func estimate(_ scene: Scene, by model: DeviceModel) throws(RenderError) -> DeviceModel.Estimate {
        let assets = try engine.assets(for: scene, images: images, shaper: shaper, limits: limits, files: files)
        let plan = try engine.passes(of: scene, assets, limits: limits, within: limits.pictureMemory - assets.bytes)
        return model.estimate(plan, bytesDown: form.bytes(of: plan))
    }

    /// A frame, with the notices about its texts.
    package struct Frame {
        package let picture: Form.Picture
        package let notices: [SceneAssets.Notice]
    }

    /// Draws the scene at its time. A frame equal to the one before is the same bitmap.
    ///
    /// - Throws: an error, after which the next frame is drawn as a whole.
    package func draw(_ scene: Scene) throws(RenderError) -> Frame {
        do throws(RenderError) {
            return try drawnFrame(scene)
        } catch {
            // The comparison may already know a plan whose picture was never drawn.
            last = nil
            comparison = PlanComparison()
            earlier = EarlierPictures()
            throw error
        }
    }

    /// The pictures and texts of a frame. Pictures of the frame before are used again.
    private func assets(for scene: Scene) throws(RenderError) -> SceneAssets {
        let assets = try engine.assets(
            for: scene, images: images, shaper: shaper, limits: limits, files: files, after: earlier)
        earlier = drawsWholeFrames ? EarlierPictures() : assets.shownPictures
        return assets
    }

    private func drawnFrame(_ scene: Scene) throws(RenderError) -> Frame {
        let start = ThreadClock.nanosecondsWithChildren
        let assets = try assets(for: scene)
        var presented = assets.resolvedScene ?? scene
        presented.time = .zero
        work.frames += 1
        let moving = assets.images.filter { assets.movingSources.contains($0.key) }
        if !drawsWholeFrames, let last, last.scene == presented, moving.allSatisfy({ last.moving[$0.key] === $0.value }) {
            try spend(from: start, pixels: last.picture.width * last.picture.height)
            return Frame(picture: last.picture, notices: last.notices)
        }
        // The pictures of the frame before are no longer needed.
        last?.moving = [:]
        let plan = try engine.passes(of: scene, assets, limits: limits, within: limits.pictureMemory - assets.bytes)
        if drawsWholeFrames {
            work.pixels += 1
            try spend(from: start, pixels: plan.width * plan.height, changing: plan.width * plan.height, of: plan)
            return Frame(picture: try drawing.draw(plan, within: limits, as: form), notices: assets.notices)
        }
        let changes = comparison.changesAndMoves(in: plan)
        let areas = changes.areas
        let pixels = plan.width * plan.height
        let changed = areas.reduce(0) { $0 + $1.width * $1.height }
        let picture: Form.Picture
        if let last, last.picture.width == plan.width, last.picture.height == plan.height, last.picture.depth == plan.depth,
            Self.isPartial(changed, of: pixels)
        {
            try spend(from: start, pixels: pixels, changing: changed, of: plan)
            picture =
                areas.isEmpty && changes.moved.isEmpty
                ? last.picture : try changing(last.picture, to: try reusing(plan, for: areas, moving), by: changes)
        } else {
            work.pixels += 1
            try spend(from: start, pixels: pixels, changing: pixels, of: plan)
            let whole = PixelRect(x: 0, y: 0, width: plan.width, height: plan.height)
            picture = try drawing.draw(try reusing(plan, for: [whole], moving), within: limitsBesideStore, as: form)
        }
        last = (presented, moving, assets.notices, picture)
        return Frame(picture: picture, notices: assets.notices)
    }

    /// Whether drawing the changed pixels alone is worth it.
    private static func isPartial(_ changed: Int, of pixels: Int) -> Bool { 4 * changed < 3 * pixels }

    /// Counts the work of a frame before it is drawn.
    ///
    /// - Parameter start: the time of the thread's clock at which the frame's preparation began.
    private func spend(
        from start: Int, pixels: Int, changing changed: Int = 0, of plan: RenderPlan? = nil
    ) throws(RenderError) {
        guard let total else { return }
        let preparing = ThreadClock.nanosecondsWithChildren - start
        let drawing =
            plan.map { handling.work(drawing: $0, changed: changed) } ?? handling.work(pixels: pixels, changed: changed)
        guard total.spend(preparing + drawing) else { throw .late }
    }

    /// The work of the second of two frames that follow each other, in nanoseconds of one core. Neither is drawn.
    ///
    /// Preparing a frame is measured, because nobody can predict the cost of a font. Drawing it is estimated.
    package func work(of scene: Scene, after other: Scene) throws(RenderError) -> Int {
        defer { earlier = EarlierPictures() }
        var comparison = PlanComparison()
        var (preparing, drawing) = (Int.max, 0)
        var (shown, pixels): (Scene?, Int?)
        for scene in [other, scene] {
            let start = ThreadClock.nanosecondsWithChildren
            let before = earlier
            let assets = try assets(for: scene)
            var presented = assets.resolvedScene ?? scene
            presented.time = .zero
            if shown == presented, before.isSame(as: earlier), let pixels {
                return ThreadClock.nanosecondsWithChildren - start + handling.work(pixels: pixels, changed: 0)
            }
            shown = presented
            let plan = try engine.passes(of: scene, assets, limits: limits, within: limits.pictureMemory - assets.bytes)
            let areas = comparison.changesAndMoves(in: plan).areas
            // The first frame may have to find fonts and files that later frames share.
            preparing = min(preparing, ThreadClock.nanosecondsWithChildren - start)
            let (all, changed) = (plan.width * plan.height, areas.reduce(0) { $0 + $1.width * $1.height })
            let isPartial = !drawsWholeFrames && Self.isPartial(changed, of: all)
            drawing = handling.work(drawing: plan, changed: isPartial ? changed : all)
            pixels = all
        }
        return preparing + drawing
    }

    /// The plan without passes whose results are kept from earlier frames.
    private func reusing(
        _ plan: RenderPlan, for areas: [PixelRect], _ moving: [ImageSource: Bitmap]
    ) throws(RenderError) -> RenderPlan {
        guard let store else { return plan }
        let start = ThreadClock.nanosecondsWithChildren
        let result = try store.plan(
            plan, for: areas, still: comparison.stillSurfaces, on: engine.processor, within: limits.pictureMemory,
            keepingAlive: moving.values.reduce(0) { $0 + $1.byteCount })
        guard total?.spend(ThreadClock.nanosecondsWithChildren - start) != false else { throw .late }
        return result
    }

    /// The limits for drawing beside the surfaces that are kept.
    private var limitsBesideStore: RenderLimits {
        var result = limits
        result.memory = limits.pictureMemory - (store?.bytes ?? 0)
        return result
    }

    private func changing(
        _ picture: Form.Picture, to plan: RenderPlan, by changes: PlanComparison.Changes
    ) throws(RenderError) -> Form.Picture {
        let result = try drawing.draw(plan, over: picture, by: changes, within: limitsBesideStore, as: form)
        work.pixels += Double(result.drawnPixels) / Double(plan.width * plan.height)
        return result.picture
    }

    /// One line for each deviation from the request so far.
    package var drawingNotices: [String] { drawing.notices }
}

/// How much was drawn for a number of frames.
package struct FrameWork: Sendable {
    package var frames = 0
    /// The drawn pixels in whole frames.
    package var pixels = 0.0

    package init() {}
}
