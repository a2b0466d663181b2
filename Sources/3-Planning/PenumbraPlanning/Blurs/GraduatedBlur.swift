import PenumbraGeometry
import PenumbraPlan

/// The layout of a blur with a σ of its own for each pixel: a mixture of blurs, each for the part of the picture that needs it.
///
/// All rectangles are relative to the same place.
struct GraduatedBlur {
    /// A part of the result and the blurs that are mixed there.
    struct Piece {
        let output: PixelRect
        let steps: [(step: SigmaLadder.Step, grid: BlurGrid)]

        /// The part of the plane that blurs of the full resolution read.
        var source: PixelRect {
            steps.reduce(.empty) { $1.grid.blur.halvings == 0 ? $0.union($1.grid.source) : $0 }
        }
    }

    /// A piece of one plane, as rows that a kernel finishes.
    struct Part {
        var rows: BlurGrid.Rows
        var edge: Edge
        /// The mixed values, for a piece that is mixed of several blurs.
        var mask: PlacedMask?
    }

    let pieces: [Piece]
    let pyramid: BlurPyramid
    let edge: Edge

    /// Lays out a blur.
    ///
    /// - Parameters:
    ///   - filled: see `BlurGrid`.
    ///   - output: the parts of the result, which don't overlap.
    ///   - places: returns a rectangle that holds the pixels of a part whose positions lie in a range.
    init(
        _ ladder: SigmaLadder, shift: Point, filled: PixelRect, output: [PixelRect], edge: Edge,
        places: (ClosedRange<Int>, PixelRect) -> PixelRect
    ) {
        self.edge = edge
        pieces = output.map { part in
            Piece(
                output: part,
                steps: ladder.steps.compactMap { step in
                    let wanted = places(step.positions, part).intersection(part)
                    guard !wanted.isEmpty else { return nil }
                    let grid = BlurGrid(
                        GaussianBlur(sigma: step.sigma), shift: shift, filled: filled, output: wanted, edge: edge)
                    return grid.source.isEmpty ? nil : (step, grid)
                })
        }
        pyramid = BlurPyramid(pieces.flatMap { $0.steps.map(\.grid) }, edge)
    }

    /// Adds the passes of one plane.
    ///
    /// - Parameters:
    ///   - position: the positions on the ladder. They count as 0 outside.
    ///   - limits: the parts of another plane, whose values bound the result where it is mixed.
    ///   - plane: creates a mask that holds at least the given pixels. Returns nil if the plane is empty.
    /// - Returns: a part for each piece, or nil if the plane is empty.
    func run(
        _ planner: inout ScenePlanner, position: PlacedMask, limits: [Part]? = nil, name: String,
        plane: (inout ScenePlanner, PixelRect) throws(PlanningError) -> PlacedMask?
    ) throws(PlanningError) -> [Part]? {
        // The plane is empty in pieces that need no blur.
        guard pieces.contains(where: { !$0.steps.isEmpty }) else { return nil }
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
            var shares: [MixMasks.Share] = []
            for (number, (step, grid)) in piece.steps.enumerated() {
                guard let from = grid.blur.halvings > 0 ? levels[grid.blur.halvings - 1] : near else { continue }
                let rows = try grid.finish(&planner, from: from, name: "\(name), blur \(number)")
                shares.append(
                    MixMasks.Share(
                        source: rows.surface, kernel: rows.kernel, dx: piece.output.x - grid.output.x,
                        dy: piece.output.y - grid.output.y, edge: grid.blur.halvings > 0 ? .zero : edge, first: step.first,
                        shift: step.shift, weights: step.weights))
            }
            if let only = shares.first, piece.steps.count == 1, piece.steps[0].grid.output == piece.output {
                // A blur that is alone has the whole weight everywhere.
                result.append(Part(rows: BlurGrid.Rows(surface: only.source, kernel: only.kernel), edge: only.edge))
                continue
            }
            if shares.isEmpty {
                // The plane is empty here, and so is the mixture.
                shares.append(
                    MixMasks.Share(
                        source: position.surface, kernel: .gaussian(sigma: 0), dx: 0, dy: 0, edge: .zero, first: 0, shift: 15,
                        weights: [0]))
            }
            let target = try planner.addSurface(.mask, piece.output, "graduated \(name)")
            let (x, y) = (piece.output.x, piece.output.y)
            planner.plan.passes.append(
                .mixMasks(
                    MixMasks(
                        target: target, position: position.surface, positionDx: x - position.bounds.x,
                        positionDy: y - position.bounds.y, shares: shares,
                        limit: limits?[index].mask.map {
                            MixMasks.Limit($0.surface, dx: x - $0.bounds.x, dy: y - $0.bounds.y)
                        })))
            result.append(
                Part(
                    rows: BlurGrid.Rows(surface: target, kernel: .gaussian(sigma: 0)), edge: .zero,
                    mask: PlacedMask(surface: target, bounds: piece.output)))
        }
        return result
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
