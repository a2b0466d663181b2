import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A Gaussian blur of a finished group. Beyond the group everything is transparent.
struct GroupBlur: GroupEffect {
    private let blur: GaussianBlur

    /// Creates the blur. Nil if the blur has no effect.
    init?(_ sigma: Sigma, _ geometry: LayerGeometry) {
        let pixels = min(geometry.pixels(sigma), GaussianBlur.largestSigma)
        guard pixels > 0 else { return nil }
        blur = GaussianBlur(sigma: pixels)
    }

    var paintsAlone: Bool { false }

    func extent(of extent: PixelRect) -> PixelRect { extent.outset(x: blur.reach + 1, y: blur.reach + 1) }

    func content(of content: Rect) -> Rect { content.inset(by: -Double(blur.reach)) }

    func source(of output: PixelRect) -> PixelRect { output.outset(x: blur.reach, y: blur.reach) }

    func apply(_ planner: inout ScenePlanner, to group: FilteredGroup, name: String) throws(PlanningError) -> SurfaceID? {
        try planner.blurred(
            group.surface, group.before, blur, output: group.after, filled: group.extents.before, edge: .zero,
            anchor: group.extents.after, isOpaque: false, name: name)
    }
}
