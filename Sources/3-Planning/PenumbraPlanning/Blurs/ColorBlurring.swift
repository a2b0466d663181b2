import PenumbraGeometry
import PenumbraPlan

extension ScenePlanner {
    /// Blurs a colour surface, for the device pixels `output`. Nil if the source is empty there.
    ///
    /// - Parameters:
    ///   - source: the surface, which holds the device pixels `bounds` and counts as empty outside.
    ///   - filled: the area that may be painted. With clamped edges, the picture is repeated beyond this area.
    ///   - anchor: the place that lower resolutions are aligned to. Nil means the corner of `filled`.
    ///   - isOpaque: whether the source's alpha is one everywhere in `filled`.
    mutating func blurred(
        _ source: SurfaceID, _ bounds: PixelRect, _ blur: GaussianBlur, output: PixelRect, filled: PixelRect, edge: Edge,
        anchor: PixelRect? = nil, isOpaque: Bool, name: String
    ) throws(PlanningError) -> SurfaceID? {
        let anchor = anchor ?? filled
        let grid = BlurGrid(
            blur, filled: filled.offset(x: -anchor.x, y: -anchor.y), output: output.offset(x: -anchor.x, y: -anchor.y),
            edge: edge)
        guard !grid.source.isEmpty else { return nil }
        // Relative to the anchor, like the grid.
        let placed = bounds.offset(x: -anchor.x, y: -anchor.y)
        var planes: [BlurGrid.Rows] = []
        for channel in Channel.allCases where channel != .alpha || !isOpaque {
            let name = "\(channel) of \(name)"
            let plane = try addChannel(channel, of: source, placed, in: grid.source, name)
            planes.append(try grid.run(&self, from: plane, name: name))
        }
        guard let first = planes.first else { return nil }
        let target = try addSurface(.color, output, "blurred \(name)")
        // If the picture continues beyond the kept rows, the kernel reads none of the missing rows.
        plan.passes.append(
            .mergeChannels(
                sources: planes.map(\.surface), target: target, kernel: first.kernel, dx: 0, dy: 0,
                edge: blur.halvings > 0 ? .zero : edge))
        return target
    }
}
