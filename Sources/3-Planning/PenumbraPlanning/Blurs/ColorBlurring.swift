import PenumbraGeometry
import PenumbraPlan

extension ScenePlanner {
    /// A blurred copy of the device pixels `output` of a colour surface; nil where nothing is there.
    ///
    /// - Parameters:
    ///   - source: holds the device pixels `bounds`; outside them nothing is there.
    ///   - filled: with clamped edges the pixels beyond which the picture is repeated; else where it may be anything.
    ///   - isOpaque: whether the source's alpha is one everywhere in `filled`.
    mutating func blurred(
        _ source: SurfaceID, _ bounds: PixelRect, _ blur: GaussianBlur, output: PixelRect, filled: PixelRect, edge: Edge,
        isOpaque: Bool, name: String
    ) throws(PlanningError) -> SurfaceID? {
        let grid = BlurGrid(
            blur, filled: PixelRect(x: 0, y: 0, width: filled.width, height: filled.height),
            output: output.offset(x: -filled.x, y: -filled.y), edge: edge)
        guard !grid.source.isEmpty else { return nil }
        // Relative to the anchor, like the grid.
        let placed = bounds.offset(x: -filled.x, y: -filled.y)
        var planes: [BlurGrid.Rows] = []
        for channel in Channel.allCases where channel != .alpha || !isOpaque {
            let name = "\(channel) of \(name)"
            let plane = try addChannel(channel, of: source, placed, in: grid.source, name)
            planes.append(try grid.run(&self, from: plane, name: name))
        }
        guard let first = planes.first else { return nil }
        let target = try addSurface(.color, output, "blurred \(name)")
        // Beyond the rows that were kept of a picture that goes on, there are none that the kernel reads.
        plan.passes.append(
            .mergeChannels(
                sources: planes.map(\.surface), target: target, kernel: first.kernel, dx: 0, dy: 0,
                edge: blur.halvings > 0 ? .zero : edge))
        return target
    }
}
