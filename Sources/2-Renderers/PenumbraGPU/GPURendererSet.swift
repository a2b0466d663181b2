import PenumbraPlan
import PenumbraSystem

/// A renderer on each of several devices, among which pictures are shared out.
///
/// Every device gives the same bytes, so it does not matter which one makes a picture; `PendingBitmap.device` says which did.
public final class GPURendererSet: Sendable {
    /// One renderer for each device, in the order of the selectors.
    public let renderers: [GPURenderer]
    /// Which renderer is asked next among those that have equally little to do.
    private let turn = Mutex(0)

    /// Opens a renderer for each selector.
    ///
    /// - Parameter selectors: devices, each once: `GPUDevices.all()` or `GPUDevices.named(_:)`. Two renderers on one device
    ///   work, and share it.
    /// - Throws: as `GPURenderer.init`, for the first device that cannot be opened; `GPUError.badSelector` for an empty list.
    public init(_ selectors: [GPUDeviceSelector], options: GPUOptions = GPUOptions()) throws(GPUError) {
        guard !selectors.isEmpty else { throw .badSelector("") }
        var renderers: [GPURenderer] = []
        for selector in selectors { renderers.append(try GPURenderer(selector, options: options)) }
        self.renderers = renderers
    }

    /// The renderer with the fewest pictures under way.
    public var leastBusy: GPURenderer {
        let first = turn.withLock { turn in
            turn = (turn + 1) % renderers.count
            return turn
        }
        var best = renderers[first]
        for step in 1..<max(renderers.count, 1) {
            let renderer = renderers[(first + step) % renderers.count]
            if renderer.picturesUnderWay < best.picturesUnderWay { best = renderer }
        }
        return best
    }

    /// Queues plans on the device that has least to do: all of them on one, so that aligned ones share dispatches.
    ///
    /// - Returns: a picture for each plan, in order; see `GPURenderer.submit(_:)`.
    public func submit(_ plans: [RenderPlan]) -> [PendingBitmap] { leastBusy.submit(plans) }
}
