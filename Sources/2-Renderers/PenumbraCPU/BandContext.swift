import PenumbraGeometry
import PenumbraPlan

/// The state one thread needs to draw one band of rows after another.
final class BandContext {
    // Passes ask for these in each band, so nothing is counted or copied on the way.
    private let execution: Execution
    let kernels: any PixelKernels
    let plan: RenderPlan
    private var arena: Arena
    /// The working memory of the running pass.
    var work: Workspace

    init(execution: Execution) {
        self.execution = execution
        kernels = execution.kernels
        plan = execution.plan
        arena = Arena(pool: execution.renderer.pool)
        work = Workspace(0, in: &arena)
    }

    /// Takes back all memory handed out.
    func rewind() {
        arena.rewind(to: .start)
    }

    func allocateRows(of surface: Surface, _ rows: Range<Int>) -> Rows {
        Rows(
            base: arena.allocate(UInt16.self, surface.valueStride * rows.count), stride: surface.valueStride,
            firstRow: rows.lowerBound, rowCount: rows.count, width: surface.width, height: surface.height)
    }

    /// True if a surface's rows are made on demand, band by band.
    func isMadeInBands(_ id: SurfaceID) -> Bool {
        execution.analysis.isMadeInBands[id.index] && execution.stored[id.index] == nil
    }

    /// Returns the passes that write a surface, in order.
    func producers(of id: SurfaceID) -> [Int] { execution.analysis.producers[id.index] }

    /// Returns all rows of a surface.
    func rows(of id: SurfaceID) -> Rows { rows(of: id, 0..<plan[id].height) }

    /// Returns the rows `wanted` of a surface, as far as they exist: stored rows, or rows made for this band. With clamped
    /// edges, they include the nearest existing row to each missing row.
    func rows(of id: SurfaceID, _ wanted: Range<Int>, edge: Edge = .zero) -> Rows {
        if let stored = execution.stored[id.index] { return stored }
        let surface = plan[id]
        let band = surface.rows(wanted, edge)
        let made = allocateRows(of: surface, band)
        let painted = execution.analysis.paintedRows
        for index in producers(of: id) where painted[index].overlaps(band) { run(index, into: made, band) }
        return made
    }

    /// Runs a pass for the rows `band` of its target. `target` must contain these rows.
    func run(_ pass: Int, into target: Rows, _ band: Range<Int>) {
        guard !band.isEmpty else { return }
        // Lines, and the rows the pass reads, are needed only while the pass runs.
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
    /// Returns the wanted rows that exist. With clamped edges, a missing row is replaced by the nearest existing row.
    func rows(_ wanted: Range<Int>, _ edge: Edge) -> Range<Int> {
        PixelRect(columns: 0..<1, rows: wanted).held(to: PixelRect(columns: 0..<1, rows: 0..<height), edge).rows
    }
}
