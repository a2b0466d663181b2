import PenumbraGeometry
import PenumbraPlan

/// What one thread needs to draw one band of rows after another.
final class BandContext {
    private unowned let execution: Execution
    private var arena: Arena
    /// The memory of the pass that runs.
    var work: Workspace
    var kernels: any PixelKernels { execution.kernels }
    var plan: RenderPlan { execution.plan }

    init(execution: Execution) {
        self.execution = execution
        arena = Arena(pool: execution.renderer.pool)
        work = Workspace(0, in: &arena)
    }

    /// Takes back all that was handed out.
    func rewind() {
        arena.rewind(to: .start)
    }

    func allocateRows(of surface: Surface, _ rows: Range<Int>) -> Rows {
        Rows(
            base: arena.allocate(UInt16.self, surface.valueStride * rows.count), stride: surface.valueStride,
            firstRow: rows.lowerBound, rowCount: rows.count, width: surface.width, height: surface.height)
    }

    /// Whether rows of a surface are made where they are wanted.
    func isMadeInBands(_ id: SurfaceID) -> Bool {
        execution.analysis.isMadeInBands[id.index] && execution.stored[id.index] == nil
    }

    /// The passes that write a surface, in order.
    func producers(of id: SurfaceID) -> [Int] { execution.analysis.producers[id.index] }

    /// All rows of a surface.
    func rows(of id: SurfaceID) -> Rows { rows(of: id, 0..<plan[id].height) }

    /// Rows `wanted` of a surface, as far as it has them: stored ones, or made for this band. Where edges are clamped these
    /// include the nearest row to each that it does not have.
    func rows(of id: SurfaceID, _ wanted: Range<Int>, edge: Edge = .zero) -> Rows {
        if let stored = execution.stored[id.index] { return stored }
        let surface = plan[id]
        let band = surface.rows(wanted, edge)
        let made = allocateRows(of: surface, band)
        for index in producers(of: id) { run(index, into: made, band) }
        return made
    }

    /// Does what a pass says for the rows `band` of its target, which are in `target`.
    func run(_ pass: Int, into target: Rows, _ band: Range<Int>) {
        guard !band.isEmpty else { return }
        // Lines, and the rows of what it reads, are wanted no longer than it runs.
        let (mark, outer) = (arena.mark, work)
        defer {
            work = outer
            arena.rewind(to: mark)
        }
        let drawing = execution.analysis.drawings[pass]
        work = Workspace(drawing.workBytes, in: &arena)
        drawing.pass.draw(target, band, self)
    }
}

extension Surface {
    /// The rows that exist of those that are wanted; where edges are clamped, the nearest row to each that does not.
    func rows(_ wanted: Range<Int>, _ edge: Edge) -> Range<Int> {
        PixelRect(columns: 0..<1, rows: wanted).held(to: PixelRect(columns: 0..<1, rows: 0..<height), edge).rows
    }
}
