import PenumbraBitmap
import PenumbraFiles
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraText

/// Draws the frames of an animation one after another. Only the areas that differ from the frame before are drawn.
///
/// A frame's bytes depend on its time alone: the parts of a plan have the bytes of the whole. Only one thread at a time may use
/// an instance.
package final class FrameDrawing {
    private let engine: Engine
    private let drawing: TiledDrawing
    private let shaper = TextShaper()
    private let limits: RenderLimits
    private let files: FileRoots?
    private let images: [ImageSource: Bitmap]
    private let drawsWholeFrames: Bool
    /// The surfaces that frames share. Nil if all surfaces are made for each frame.
    private let store: SurfaceStore?
    private var comparison = PlanComparison()
    private var last: (scene: Scene, moving: [ImageSource: Bitmap], notices: [SceneAssets.Notice], picture: Bitmap)?
    /// The frames so far, and the share of their pixels that was drawn.
    package private(set) var work = FrameWork()

    /// - Parameters:
    ///   - images: pictures of the scene that are already decoded.
    ///   - drawsWholeFrames: whether nothing of the frame before is kept.
    ///   - store: the surfaces that frames share, for all drawings of an animation. Only the processor uses them.
    package init(
        engine: Engine, device: Device, mayLeaveDevice: Bool, limits: RenderLimits, files: FileRoots?,
        images: [ImageSource: Bitmap] = [:], drawsWholeFrames: Bool = false, store: SurfaceStore? = nil
    ) {
        self.store = device.isProcessor && !drawsWholeFrames ? store : nil
        self.images = images
        self.drawsWholeFrames = drawsWholeFrames
        self.engine = engine
        self.limits = limits
        self.files = files
        drawing = engine.drawing(on: device, mayLeaveDevice: mayLeaveDevice)
    }

    /// The bytes of a frame's pixels, if the canvas doesn't follow its content.
    package static func bytes(of canvas: Canvas) -> Int { MemoryEstimate.finished(canvas) / 2 }

    /// The bytes of a frame's pixels.
    package func bytes(of scene: Scene) throws(RenderError) -> Int {
        let assets = try engine.assets(for: scene, images: images, shaper: shaper, limits: limits, files: files)
        let plan = try engine.passes(of: scene, assets, limits: limits, within: limits.pictureMemory - assets.pictureBytes)
        return plan.pictureBytes
    }

    /// A frame, with the notices about its texts.
    package struct Frame {
        package let picture: Bitmap
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
            throw error
        }
    }

    private func drawnFrame(_ scene: Scene) throws(RenderError) -> Frame {
        let assets = try engine.assets(for: scene, images: images, shaper: shaper, limits: limits, files: files)
        var presented = assets.resolvedScene ?? scene
        presented.time = .zero
        work.frames += 1
        let moving = assets.images.filter { assets.movingSources.contains($0.key) }
        if !drawsWholeFrames, let last, last.scene == presented, moving.allSatisfy({ last.moving[$0.key] === $0.value }) {
            return Frame(picture: last.picture, notices: last.notices)
        }
        let plan = try engine.passes(of: scene, assets, limits: limits, within: limits.pictureMemory - assets.pictureBytes)
        if drawsWholeFrames {
            work.pixels += 1
            return Frame(picture: try drawing.draw(plan, wanted: nil, within: limits), notices: assets.notices)
        }
        let changes = comparison.changesAndMoves(in: plan)
        let areas = changes.areas
        let pixels = plan.width * plan.height
        let changed = areas.reduce(0) { $0 + $1.width * $1.height }
        let picture: Bitmap
        if let last, last.picture.width == plan.width, last.picture.height == plan.height, last.picture.depth == plan.depth,
            4 * changed < 3 * pixels
        {
            picture =
                areas.isEmpty && changes.moved.isEmpty
                ? last.picture : try changing(last.picture, to: try reusing(plan, for: areas), by: changes)
        } else {
            work.pixels += 1
            let whole = PixelRect(x: 0, y: 0, width: plan.width, height: plan.height)
            picture = try drawing.draw(try reusing(plan, for: [whole]), wanted: nil, within: limitsBesideStore)
        }
        last = (presented, moving, assets.notices, picture)
        return Frame(picture: picture, notices: assets.notices)
    }

    /// The plan without passes whose results are kept from earlier frames.
    private func reusing(_ plan: RenderPlan, for areas: [PixelRect]) throws(RenderError) -> RenderPlan {
        guard let store else { return plan }
        return try store.plan(
            plan, for: areas, still: comparison.stillSurfaces, on: engine.processor, within: limits.pictureMemory)
    }

    /// The limits for drawing beside the surfaces that are kept.
    private var limitsBesideStore: RenderLimits {
        var result = limits
        result.memory = limits.pictureMemory - (store?.bytes ?? 0)
        return result
    }

    private func changing(
        _ picture: Bitmap, to plan: RenderPlan, by changes: PlanComparison.Changes
    ) throws(RenderError) -> Bitmap {
        let cropper = PlanCropper(plan)
        var parts: [(area: PixelRect, picture: Bitmap)] = []
        for area in changes.areas {
            let (part, drawn) = cropper.cropped(to: area)
            work.pixels += Double(drawn.width * drawn.height) / Double(plan.width * plan.height)
            parts.append((drawn, try drawing.draw(part, wanted: nil, within: limitsBesideStore)))
        }
        // Pixels are only scanned where the parts may have replaced the last transparent ones.
        let isOpaque: Bool? = parts.contains { !$0.picture.isOpaque } ? false : picture.isOpaque ? true : nil
        let bytes = plan.depth.bytesPerPixel
        return Bitmap(width: picture.width, height: picture.height, depth: plan.depth, isOpaque: isOpaque) { pixels in
            guard let target = pixels.baseAddress, let source = picture.pixels.baseAddress else { return }
            target.update(from: source, count: pixels.count)
            for area in changes.moved {
                for y in area.y..<area.maxY {
                    let from = (y - changes.dy) * picture.width + area.x - changes.dx
                    (target + bytes * (y * picture.width + area.x))
                        .update(from: source + bytes * from, count: bytes * area.width)
                }
            }
            for (area, part) in parts {
                guard let rows = part.pixels.baseAddress else { continue }
                for y in 0..<area.height {
                    (target + bytes * ((area.y + y) * picture.width + area.x))
                        .update(from: rows + bytes * y * area.width, count: bytes * area.width)
                }
                withExtendedLifetime(part) {}
            }
            withExtendedLifetime(picture) {}
        }
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
