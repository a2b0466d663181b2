import PenumbraPlan

/// The writers and readers of each surface of a plan, and the surfaces that need never exist as a whole.
package struct PlanAnalysis: Sendable {
    /// A pass in the form in which the CPU draws it, with the working memory it needs in bytes. It is computed once for the
    /// plan, not for every band.
    struct Drawing: Sendable {
        let pass: any BandPass
        let workBytes: Int
        /// The estimated time in nanoseconds, with that of the sources that are made on demand for the pass.
        let work: Int
    }

    let drawings: [Drawing]
    /// For each pass, the rows of its target that it changes. Most passes of a plan of many layers change few.
    let paintedRows: [Range<Int>]
    /// For each surface, the passes that write it, in order.
    let producers: [[Int]]
    /// True for surfaces whose rows are made on demand for their only reader, a band at a time, and then discarded.
    let isMadeInBands: [Bool]

    package init(_ plan: RenderPlan) {
        // Each look at a pass copies it, so all questions are asked of one copy.
        let steps = plan.passes.map(\.drawing)
        var producers = [[Int]](repeating: [], count: plan.surfaces.count)
        var readerCounts = [Int](repeating: 0, count: plan.surfaces.count)
        var bands = [Bool](repeating: true, count: plan.surfaces.count)
        for (index, step) in steps.enumerated() {
            producers[step.target.index].append(index)
            if step.repeatsWorkInBands { bands[step.target.index] = false }
            for source in step.sources {
                readerCounts[source.index] += 1
                if step.reachesFar(in: source) { bands[source.index] = false }
            }
        }
        for index in plan.surfaces.indices where readerCounts[index] > 1 { bands[index] = false }
        for id in plan.kept.keys { bands[id.index] = false }
        Self.endChains(steps, plan, &bands)
        // A surface painted from many bytes of sources is stored, so that several runs can paint it, each from a part of the
        // sources.
        var needed = [Int](repeating: 0, count: plan.surfaces.count)
        for step in steps {
            let target = step.target.index
            for source in step.sources {
                needed[target] += bands[source.index] ? needed[source.index] : plan[source].byteCount
            }
            if needed[target] > Schedule.storedBytesAtOnce { bands[target] = false }
        }
        let work = Self.work(of: steps, plan, bands)
        drawings = zip(steps, work).map { Drawing(pass: $0, workBytes: $0.workBytes(in: plan), work: $1) }
        paintedRows = steps.map { $0.painted(plan[$0.target].bounds).rows }
        self.producers = producers
        isMadeInBands = bands
    }

    /// The work of each pass, with that of the surfaces that are made on demand for it.
    private static func work(of steps: [any BandPass], _ plan: RenderPlan, _ bands: [Bool]) -> [Int] {
        var ofSurfaces = [Int](repeating: 0, count: plan.surfaces.count)
        return steps.map { step in
            let sources = step.sources.reduce(0) { bands[$1.index] ? $0 &+ ofSurfaces[$1.index] : $0 }
            let work = step.work(in: plan) &+ sources
            ofSurfaces[step.target.index] &+= work
            return work
        }
    }

    /// The most rows around a band that are made again for the bands beside it.
    private static let mostRepeatedRows = 8
    /// The most surfaces made in bands from each other, each of which holds its rows meanwhile.
    private static let mostInARow = 64

    /// Stores surfaces in the middle of long chains. Each pass that reads neighbouring rows would otherwise repeat all passes
    /// before it for some more rows.
    private static func endChains(_ steps: [any BandPass], _ plan: RenderPlan, _ bands: inout [Bool]) {
        var chains = [(repeated: Int, length: Int)](repeating: (0, 0), count: plan.surfaces.count)
        let rows = 2 * mostRepeatedRows
        // A surface's readers follow the passes that write it, so its chain is known when these are met.
        for step in steps.reversed() {
            guard step.sources.contains(where: { bands[$0.index] }) else { continue }
            let own = chains[step.target.index]
            var band = step.painted(plan[step.target].bounds)
            band.height = min(band.height, rows)
            for read in step.reads(of: band, in: plan) where bands[read.surface.index] {
                let source = read.surface.index
                let repeated = max(chains[source].repeated, own.repeated + max(0, read.rect.height - band.height))
                let length = max(chains[source].length, own.length + 1)
                bands[source] = repeated <= mostRepeatedRows && length <= mostInARow
                chains[source] = bands[source] ? (repeated, length) : (0, 0)
            }
        }
    }

    /// Returns the surfaces that must be stored before a pass can run, found through the surfaces made in bands.
    func storedSurfaces(neededBy index: Int, _ plan: RenderPlan) -> [SurfaceID] {
        drawings[index].pass.sources.flatMap { source -> [SurfaceID] in
            if isMadeInBands[source.index] {
                return producers[source.index].flatMap { storedSurfaces(neededBy: $0, plan) }
            }
            return [source]
        }
    }

    /// For each surface, whether rows of the canvas need it.
    func surfaces(neededBy rows: ChangedRows, of plan: RenderPlan) -> [Bool] {
        var isNeeded = [Bool](repeating: false, count: plan.surfaces.count)
        isNeeded[plan.canvas.index] = true
        for (index, drawing) in drawings.enumerated().reversed() where isNeeded[drawing.pass.target.index] {
            if drawing.pass.target == plan.canvas, !rows.overlaps(paintedRows[index]) { continue }
            for source in drawing.pass.sources { isNeeded[source.index] = true }
        }
        return isNeeded
    }
}
