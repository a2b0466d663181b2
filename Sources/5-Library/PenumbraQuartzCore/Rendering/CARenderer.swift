import Foundation
import Penumbra
import PenumbraBitmap
import PenumbraCoreGraphics
import PenumbraEngine
import PenumbraGeometry
import PenumbraScene

/// Draws frames of a tree of layers, at times that the caller gives.
///
/// There is no clock. Each frame moves the thread's media time, which may not go back: animations that ended are removed, and
/// their delegates and completion blocks are called. Changes of layers after the first frame animate implicitly.
open class CARenderer: NSObject {
    /// The root of the tree.
    open var layer: CALayer?
    /// The part of the root's surroundings that frames show, in points.
    open var bounds: CGRect
    /// Pixels per point.
    open var scale: CGFloat
    /// The colour behind the tree. Nil is transparent.
    open var backgroundColor: CGColor?
    private var time: CFTimeInterval = 0
    private var update = CGRect.null
    /// The picture of the last frame that `render()` drew.
    open private(set) var image: CGImage?
    /// The reason why the last frame couldn't be drawn.
    open private(set) var failure: (any Error)?
    /// The time that all frames so far took.
    open private(set) var times = CARendererTimes()
    private var last: (scene: Scene, image: CGImage)?
    private var history = FrameHistory()

    public init(size: CGSize, scale: CGFloat = 1, layer: CALayer? = nil) {
        bounds = CGRect(origin: .zero, size: size)
        self.scale = scale
        self.layer = layer
        super.init()
        // Threads of servers serve many trees. Nothing of an earlier tree stays.
        CATransaction.flush()
        ThreadState.current.time = 0
    }

    deinit {
        // The next tree of the thread must not begin at this tree's time.
        let state = ThreadState.current
        if state.renderer == ObjectIdentifier(self) { (state.time, state.renderer) = (0, nil) }
    }

    /// Begins a frame: completes what ended until then.
    open func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafeRawPointer? = nil) {
        time = t
        ThreadState.current.time = t
        ThreadState.current.renderer = ObjectIdentifier(self)
        layer?.rootTime = t
        CATransaction.flush()
        layer?.advance(toParentTime: t, depth: 0)
        CATransaction.flush()
        update = bounds
    }

    /// Adds to the part that changed. Frames are always drawn as a whole.
    open func addUpdate(_ r: CGRect) { update = update.union(r) }

    /// Returns the part that changed.
    open func updateBounds() -> CGRect { update.isNull ? .zero : update }

    /// Draws the frame into `image`. A failure is in `failure`.
    open func render() {
        do {
            image = try drawn()
            failure = nil
        } catch {
            (image, failure) = (nil, error)
        }
    }

    open func endFrame() { update = .null }

    /// Returns the time at which the tree changes next: now while something moves, or infinity.
    open func nextFrameTime() -> CFTimeInterval { layer?.nextChange(after: time, depth: 0) ?? .infinity }

    /// Draws the frame at a time.
    ///
    /// - Throws: `LayerError` or `RenderError` for what can't be drawn.
    open func render(at time: CFTimeInterval) throws -> CGImage {
        beginFrame(atTime: time)
        defer { endFrame() }
        return try drawn()
    }

    /// Writes the frame at a time as a PNG.
    open func writePNG(at time: CFTimeInterval, to path: String) throws {
        try render(at: time).pngData().write(to: URL(fileURLWithPath: path))
    }

    /// Returns the frame at a time as a scene, in which pictures are embedded.
    open func scene(at time: CFTimeInterval) throws -> Scene {
        beginFrame(atTime: time)
        defer { endFrame() }
        return try snapshot().embeddingImages()
            .scene(size: bounds.size, scale: scale, background: backgroundColor, origin: bounds.origin)
    }

    private func drawn() throws -> CGImage {
        let start = ContinuousClock.now
        let snapshot = self.snapshot(seen: SnapshotBuilder.area(bounds.scene, scale: Double(scale)))
        let scene = try snapshot.scene(size: bounds.size, scale: scale, background: backgroundColor, origin: bounds.origin)
        let snapshotEnd = ContinuousClock.now
        times.snapshot += snapshotEnd - start
        times.frames += 1
        // The names of pictures follow from their pixels, so equal scenes have equal pictures.
        if let last, last.scene == scene { return last.image }
        var planEnd = snapshotEnd
        let drawn: (picture: Bitmap, share: Double)
        do {
            drawn = try RendererPool.with { renderer throws(RenderError) in
                let plan = try renderer.plan(scene, images: snapshot.images)
                planEnd = ContinuousClock.now
                return try history.draw(plan, after: last?.image.bitmap, on: renderer)
            }
        } catch {
            // The history may know a plan whose picture was never drawn.
            (history, last) = (FrameHistory(), nil)
            throw error
        }
        times.plan += planEnd - snapshotEnd
        times.draw += ContinuousClock.now - planEnd
        times.drawnArea += drawn.share
        let image = CGImage(drawn.picture)
        last = (scene, image)
        return image
    }

    private func snapshot(seen: Rect? = nil) -> LayerSnapshot {
        guard let layer else { return LayerSnapshot() }
        let snapshot = LayerSnapshot.ofTree(layer, at: time, seen: seen, isCommitting: true)
        layer.commit(depth: 0)
        return snapshot
    }
}

extension CALayer {
    /// When an animation of the tree begins or goes on, at a time of the superlayer.
    fileprivate func nextChange(after parent: CFTimeInterval, depth: Int) -> CFTimeInterval {
        guard depth < LayerLimits.depth else { return .infinity }
        let now = state.timing.localTime(parent)
        var next = CFTimeInterval.infinity
        if self is CAEmitterLayer { next = parent }
        for one in running {
            if one.animation.endTime(begin: one.begin) <= now { continue }
            let begin = one.begin <= now ? parent : state.timing.parentTime(one.begin)
            next = min(next, max(parent, begin))
        }
        for layer in children + (mask.map { [$0] } ?? []) {
            let inner = layer.nextChange(after: now, depth: depth + 1)
            if inner < .infinity { next = min(next, max(parent, state.timing.parentTime(inner))) }
        }
        return next
    }
}
