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

    /// Blurs a colour surface by the σ that a position mask gives each pixel.
    ///
    /// - Parameters:
    ///   - position: the positions on the ladder. They count as 0 outside.
    ///   - steepness: the largest change of the positions from pixel to pixel, from 0 to 1. Nil if it isn't known.
    ///   - places: returns a rectangle that holds the device pixels of a rectangle whose positions lie in a range.
    /// - Returns: the parts of the result and their device pixels. There are none if the result is empty.
    mutating func graduated(
        _ source: SurfaceID, _ bounds: PixelRect, _ ladder: SigmaLadder, position: PlacedMask, steepness: Double?,
        output: PixelRect, filled: PixelRect, edge: Edge, isOpaque: Bool, name: String,
        places: (ClosedRange<Int>, PixelRect) -> PixelRect
    ) throws(PlanningError) -> [PlacedPicture] {
        // Relative to the corner of the filled area, like the grids.
        let (dx, dy) = (-filled.x, -filled.y)
        let placed = bounds.offset(x: dx, y: dy)
        let parts = GraduatedBlur.pieces(of: output, ladder, places: places)
        let blur = GraduatedBlur(
            ladder, steepness: steepness.map { $0 * ladder.range }, shift: .zero, filled: filled.offset(x: dx, y: dy),
            output: parts.map { $0.offset(x: dx, y: dy) }, edge: edge
        ) { positions, part in places(positions, part.offset(x: -dx, y: -dy)).offset(x: dx, y: dy) }
        let positions = try blur.positions(
            &self, PlacedMask(surface: position.surface, bounds: position.bounds.offset(x: dx, y: dy)), name: name)
        var planes: [Channel: [GraduatedBlur.Part]] = [:]
        // The alpha comes first, because it limits the colours.
        for channel in [Channel.alpha, .red, .green, .blue] where channel != .alpha || !isOpaque {
            let name = "\(channel) of \(name)"
            planes[channel] = try blur.run(&self, positions: positions, limits: planes[.alpha], name: name) {
                (planner, pixels) throws(PlanningError) in
                try planner.addChannel(channel, of: source, placed, in: pixels, name)
            }
        }
        let channels = Channel.allCases.compactMap { planes[$0] }
        guard channels.count >= 3 else { return [] }
        var result: [PlacedPicture] = []
        for (index, part) in parts.enumerated() {
            let target = try addSurface(.color, part, "graduated \(name)")
            plan.passes.append(
                .mergeChannels(
                    sources: channels.map { $0[index].rows.surface }, target: target, kernel: channels[0][index].rows.kernel,
                    dx: 0, dy: 0, edge: channels[0][index].edge))
            result.append(PlacedPicture(surface: target, bounds: part))
        }
        return result
    }
}

/// A colour surface and the device pixels it holds.
struct PlacedPicture {
    var surface: SurfaceID
    var bounds: PixelRect
}
