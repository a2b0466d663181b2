import Penumbra
import PenumbraBitmap
import PenumbraEngine
import PenumbraPlan

/// Draws the frames of a tree one after another. Where little changed or moved, only the changes are drawn.
///
/// A frame has the same bytes either way: the parts of a plan have the bytes of the whole.
struct FrameHistory {
    private var comparison = PlanComparison()
    /// Whether `comparison` knows the plan of the last frame.
    private var knowsLast = false
    /// The frames until plans are compared again. Comparing takes time, which is lost where everything moves.
    private var pause = 0
    /// The length of the last pause.
    private var lastPause = 0

    /// The longest pause. A tree that comes to rest is noticed after so many frames, about a second.
    private static let longestPause = 64
    /// The most areas that are drawn by themselves. Each of them takes another walk through the plan.
    private static let mostAreas = 8

    /// - Parameter picture: the picture of the last frame. Nil if there is none.
    /// - Returns: the picture, and the share of it that was drawn.
    mutating func draw(
        _ plan: RenderPlan, after picture: Bitmap?, on renderer: Renderer
    ) throws(RenderError) -> (picture: Bitmap, share: Double) {
        guard pause == 0 else {
            pause -= 1
            (comparison, knowsLast) = (PlanComparison(), false)
            return (try renderer.execute(plan), 1)
        }
        let changes = comparison.changesAndMoves(in: plan)
        defer { knowsLast = true }
        guard knowsLast, let picture, picture.width == plan.width, picture.height == plan.height, picture.depth == plan.depth
        else { return (try renderer.execute(plan), 1) }
        if Self.isPartial(changes, of: plan) {
            lastPause = 0
            if changes.areas.isEmpty, changes.moved.isEmpty { return (picture, 0) }
            let result = try renderer.execute(plan, over: picture, by: changes)
            return (result.picture, Double(result.drawnPixels) / Double(plan.width * plan.height))
        }
        lastPause = min(Self.longestPause, max(1, 2 * lastPause))
        pause = lastPause
        return (try renderer.execute(plan), 1)
    }

    /// Whether drawing the changed pixels alone is worth it.
    private static func isPartial(_ changes: PlanComparison.Changes, of plan: RenderPlan) -> Bool {
        let changed = changes.areas.reduce(0) { $0 + $1.width * $1.height }
        return changes.areas.count <= mostAreas && 2 * changed < plan.width * plan.height
    }
}
