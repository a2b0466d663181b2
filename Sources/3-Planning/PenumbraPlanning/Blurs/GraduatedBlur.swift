import PenumbraGeometry
import PenumbraPlan

/// The layout of a blur with a σ of its own for each pixel: a mixture of blurs, each for the part of the picture that needs it.
///
/// Where σ is large and changes slowly, blurs are mixed at the low resolution that they are made at, and enlarged together.
/// Elsewhere they are mixed pixel by pixel. All rectangles are relative to the same place.
struct GraduatedBlur {
    /// A part of the result.
    struct Piece {
        let output: PixelRect
        let zones: [Zone]
        /// Whether all pixels are made by one blur or in one zone.
        let isUniform: Bool

        /// The part of the plane that blurs of the full resolution read.
        var source: PixelRect {
            zones.flatMap(\.steps).reduce(.empty) { $1.grid.blur.halvings == 0 ? $0.union($1.grid.source) : $0 }
        }
    }

    /// A part of a piece whose σ lie in a range, and the blurs that are mixed there.
    struct Zone {
        let output: PixelRect
        let steps: [(step: SigmaLadder.Step, grid: BlurGrid)]
        /// The share of the mixture at each position, if blurs are mixed at a low resolution.
        let whole: SigmaLadder.Step?

        /// The cells that the spline reads, for a zone that is mixed at a low resolution.
        var cells: PixelRect { output.cells(of: steps.first?.grid.blur.factor ?? 1) }
    }

    /// A piece of one plane, as rows that a kernel finishes.
    struct Part {
        var rows: BlurGrid.Rows
        var edge: Edge
        /// The mixed values, for a piece that is mixed of several blurs or zones.
        var mask: PlacedMask?
        /// The mixed cells of zones that are mixed at a low resolution.
        var cells: [Int: PlacedMask] = [:]
    }

    let pieces: [Piece]
    let pyramid: BlurPyramid
    let edge: Edge

    /// Lays out a blur.
    ///
    /// - Parameters:
    ///   - steepness: the largest change of σ, in pixels per pixel. It must be known around the result too, as far as
    ///     positions are kept. Nil if it isn't known.
    ///   - filled: see `BlurGrid`.
    ///   - output: the parts of the result, which don't overlap.
    ///   - places: returns a rectangle that holds the pixels of a part whose positions lie in a range.
    init(
        _ ladder: SigmaLadder, steepness: Double?, shift: Point, filled: PixelRect, output: [PixelRect], edge: Edge,
        places: (ClosedRange<Int>, PixelRect) -> PixelRect
    ) {
        self.edge = edge
        let zones = ladder.zones(steepness: steepness ?? .infinity)
        pieces = output.map { part in
            /// The areas of the blurs and zones that the piece's pixels need, even if the plane is empty there.
            var uses: [PixelRect] = []
            func grids(_ steps: [SigmaLadder.Step], _ halvings: Int?, _ area: PixelRect) -> [(SigmaLadder.Step, BlurGrid)] {
                steps.compactMap { step in
                    let wanted = places(step.positions, area).intersection(area)
                    guard !wanted.isEmpty else { return nil }
                    if halvings == nil { uses.append(wanted) }
                    let blur = halvings.map { GaussianBlur(sigma: step.sigma, halvings: $0) } ?? GaussianBlur(sigma: step.sigma)
                    let grid = BlurGrid(blur, shift: shift, filled: filled, output: wanted, edge: edge)
                    return grid.source.isEmpty ? nil : (step, grid)
                }
            }
            let used = zones.compactMap { zone -> Zone? in
                let area = zone.low.map { places($0.whole.positions, part).intersection(part) } ?? part
                guard !area.isEmpty else { return nil }
                if zone.low != nil { uses.append(area) }
                let steps = grids(zone.steps, zone.low?.halvings, area)
                return steps.isEmpty ? nil : Zone(output: area, steps: steps, whole: zone.low?.whole)
            }
            return Piece(output: part, zones: used, isUniform: uses == [part])
        }
        pyramid = BlurPyramid(pieces.flatMap { $0.zones.flatMap { $0.steps.map(\.grid) } }, edge)
    }

    /// Adds the lower resolutions of the positions, as far as mixtures need them.
    ///
    /// - Parameter position: the positions on the ladder, which are repeated beyond their edges.
    /// - Returns: the positions at the full resolution, and then at each lower one.
    func positions(_ planner: inout ScenePlanner, _ position: PlacedMask, name: String) throws(PlanningError) -> [PlacedMask] {
        var wanted: [PixelRect] = []
        for zone in pieces.flatMap(\.zones) where zone.whole != nil {
            let halvings = zone.steps[0].grid.blur.halvings
            while wanted.count < halvings { wanted.append(.empty) }
            wanted[halvings - 1] = wanted[halvings - 1].union(zone.cells)
        }
        for level in wanted.indices.dropLast().reversed() where !wanted[level + 1].isEmpty {
            let above = wanted[level + 1]
            wanted[level] = wanted[level].union(
                PixelRect(minX: 2 * above.x - 1, minY: 2 * above.y - 1, maxX: 2 * above.maxX + 1, maxY: 2 * above.maxY + 1))
        }
        var result = [position]
        for (index, level) in wanted.enumerated() {
            result.append(
                try planner.addHalf(of: result[index], level, .clamp, "1/\(2 << index) of the positions of \(name)"))
        }
        return result
    }

    /// Adds the passes of one plane.
    ///
    /// - Parameters:
    ///   - positions: the positions on the ladder and their lower resolutions. At the full resolution, they count as 0 outside.
    ///   - limits: the parts of another plane, whose values bound the result where it is mixed.
    ///   - plane: creates a mask that holds at least the given pixels. Returns nil if the plane is empty.
    /// - Returns: a part for each piece, or nil if the plane is empty.
    func run(
        _ planner: inout ScenePlanner, positions: [PlacedMask], limits: [Part]? = nil, name: String,
        plane: (inout ScenePlanner, PixelRect) throws(PlanningError) -> PlacedMask?
    ) throws(PlanningError) -> [Part]? {
        // The plane is empty in pieces that need no blur.
        guard pieces.contains(where: { $0.zones.contains { !$0.steps.isEmpty } }) else { return nil }
        // One piece reads the plane once. Many pieces read their own parts, which need not be stored all at once.
        let isWhole = pieces.count == 1
        let source = isWhole ? pieces[0].source.union(pyramid.source) : pyramid.source
        var whole: PlacedMask?
        var levels: [PlacedMask] = []
        if !source.isEmpty {
            guard let made = try plane(&planner, source) else { return nil }
            whole = made
            levels = try pyramid.run(&planner, from: made, name: name)
        }
        var result: [Part] = []
        for (index, piece) in pieces.enumerated() {
            var near = isWhole ? whole : nil
            if near == nil, !piece.source.isEmpty { near = try plane(&planner, piece.source) }
            result.append(
                try part(
                    &planner, piece, planes: [near] + levels, positions: positions, limits: limits?[index], name: name))
        }
        return result
    }

    /// Adds the passes of one piece.
    ///
    /// - Parameter planes: the plane, if it is needed, and its lower resolutions.
    private func part(
        _ planner: inout ScenePlanner, _ piece: Piece, planes: [PlacedMask?], positions: [PlacedMask], limits: Part?,
        name: String
    ) throws(PlanningError) -> Part {
        var shares: [MixMasks.Share] = []
        var cells: [Int: PlacedMask] = [:]
        func add(_ step: SigmaLadder.Step, _ rows: BlurGrid.Rows, _ output: PixelRect, _ edge: Edge) {
            shares.append(
                MixMasks.Share(
                    source: rows.surface, kernel: rows.kernel, dx: piece.output.x - output.x, dy: piece.output.y - output.y,
                    edge: edge, first: step.first, shift: step.shift, weights: step.weights))
        }
        for (number, zone) in piece.zones.enumerated() {
            if let whole = zone.whole {
                let mixed = try mixture(
                    &planner, zone, planes: planes, positions: positions, limit: limits?.cells[number],
                    name: "\(name), zone \(number)")
                guard let mixed else { continue }
                cells[number] = mixed
                let factor = zone.steps[0].grid.blur.factor
                add(whole, try planner.addEnlarged(mixed, factor, zone.output, name: name), zone.output, .zero)
            } else {
                for (index, (step, grid)) in zone.steps.enumerated() {
                    guard let from = planes[grid.blur.halvings] else { continue }
                    let rows = try grid.finish(&planner, from: from, name: "\(name), blur \(index)")
                    add(step, rows, grid.output, grid.blur.halvings > 0 ? .zero : edge)
                }
            }
        }
        if piece.isUniform, let only = shares.first {
            // A blur or a mixture that is alone has the whole weight everywhere.
            return Part(
                rows: BlurGrid.Rows(surface: only.source, kernel: only.kernel), edge: only.edge, mask: nil, cells: cells)
        }
        if shares.isEmpty {
            // The plane is empty here, and so is the mixture.
            shares.append(
                MixMasks.Share(
                    source: positions[0].surface, kernel: .gaussian(sigma: 0), dx: 0, dy: 0, edge: .zero, first: 0, shift: 15,
                    weights: [0]))
        }
        let mixed = try planner.addMixture(
            of: shares, piece.output, position: positions[0], limit: limits?.mask, "graduated \(name)")
        return Part(
            rows: BlurGrid.Rows(surface: mixed.surface, kernel: .gaussian(sigma: 0)), edge: .zero, mask: mixed, cells: cells)
    }

    /// Mixes the blurs of a zone at their low resolution. Nil if the plane is empty.
    private func mixture(
        _ planner: inout ScenePlanner, _ zone: Zone, planes: [PlacedMask?], positions: [PlacedMask], limit: PlacedMask?,
        name: String
    ) throws(PlanningError) -> PlacedMask? {
        let halvings = zone.steps[0].grid.blur.halvings
        guard let from = planes[halvings] else { return nil }
        let cells = zone.cells
        var shares: [MixMasks.Share] = []
        for (index, (step, grid)) in zone.steps.enumerated() {
            let rows = try grid.lowRows(&planner, from: from, name: "\(name), blur \(index)")
            shares.append(
                MixMasks.Share(
                    source: rows.surface, kernel: rows.kernel, dx: cells.x - grid.cells.x, dy: cells.y - grid.cells.y,
                    edge: edge,
                    first: step.first, shift: step.shift, weights: step.weights))
        }
        return try planner.addMixture(
            of: shares, cells, position: positions[halvings], limit: limit, "low blur of \(name)")
    }

    // MARK: - Pieces

    /// The area below which a piece is not divided.
    private static let smallestPiece = 1 << 18
    /// The work of a blur besides its pixels: its passes, and the rows and columns around them.
    private static let workOfStep = 1 << 16

    /// Divides a rectangle into quarters, again and again, where the pieces need fewer blurs than the whole.
    static func pieces(
        of output: PixelRect, _ ladder: SigmaLadder, places: (ClosedRange<Int>, PixelRect) -> PixelRect
    ) -> [PixelRect] {
        func work(_ part: PixelRect) -> Int {
            ladder.steps.reduce(0) { sum, step in
                let area = places(step.positions, part).intersection(part)
                guard !area.isEmpty else { return sum }
                let isNear = step.sigma < GaussianBlur.smallestPyramidSigma
                return sum + workOfStep + area.width * area.height * (isNear ? 3 : 1)
            }
        }
        func divided(_ part: PixelRect) -> (pieces: [PixelRect], work: Int) {
            let whole = work(part)
            guard part.width * part.height >= 4 * smallestPiece else { return ([part], whole) }
            let (midX, midY) = (part.x + part.width / 2, part.y + part.height / 2)
            let quarters = [
                PixelRect(minX: part.x, minY: part.y, maxX: midX, maxY: midY),
                PixelRect(minX: midX, minY: part.y, maxX: part.maxX, maxY: midY),
                PixelRect(minX: part.x, minY: midY, maxX: midX, maxY: part.maxY),
                PixelRect(minX: midX, minY: midY, maxX: part.maxX, maxY: part.maxY),
            ].filter { !$0.isEmpty }.map(divided)
            let sum = quarters.reduce(0) { $0 + $1.work }
            return sum < whole ? (quarters.flatMap(\.pieces), sum) : ([part], whole)
        }
        return divided(output).pieces
    }
}

extension ScenePlanner {
    /// Adds a mixture for the pixels `output`. The limit bounds its values.
    fileprivate mutating func addMixture(
        of shares: [MixMasks.Share], _ output: PixelRect, position: PlacedMask, limit: PlacedMask?, _ label: String
    ) throws(PlanningError) -> PlacedMask {
        let target = try addSurface(.mask, output, label)
        plan.passes.append(
            .mixMasks(
                MixMasks(
                    target: target, position: position.surface, positionDx: output.x - position.bounds.x,
                    positionDy: output.y - position.bounds.y, shares: shares,
                    limit: limit.map { MixMasks.Limit($0.surface, dx: output.x - $0.bounds.x, dy: output.y - $0.bounds.y) })))
        return PlacedMask(surface: target, bounds: output)
    }
}
