import PenumbraPlan

/// Who writes and who reads each surface of a plan, and which surfaces need never exist as a whole.
struct PlanAnalysis {
    /// For each surface, the passes that write it, in order.
    let producers: [[Int]]
    /// For each surface, how many passes read it.
    let readerCounts: [Int]
    /// Surfaces whose rows are made where their only reader wants them, a band at a time, and then forgotten.
    let isMadeInBands: [Bool]

    init(_ plan: RenderPlan) {
        var producers = [[Int]](repeating: [], count: plan.surfaces.count)
        var readerCounts = [Int](repeating: 0, count: plan.surfaces.count)
        var bands = [Bool](repeating: true, count: plan.surfaces.count)
        for (index, pass) in plan.passes.enumerated() {
            producers[pass.target.index].append(index)
            for source in pass.sources {
                readerCounts[source.index] += 1
                if !pass.readsRowsNearItsOwn(of: source) { bands[source.index] = false }
            }
        }
        for index in plan.surfaces.indices where readerCounts[index] > 1 { bands[index] = false }
        // Each halving in a chain would make rows of the one before it several times over at the edges of bands.
        for pass in plan.passes {
            if case .downsample(_, let target, _, _, _) = pass { bands[target.index] = false }
        }
        // What is painted from much is stored, so that it can be painted in several runs, each from a part.
        var needed = [Int](repeating: 0, count: plan.surfaces.count)
        for pass in plan.passes {
            let target = pass.target.index
            for source in pass.sources {
                needed[target] += bands[source.index] ? needed[source.index] : plan[source].byteCount
            }
            if needed[target] > Execution.storedBytesAtOnce { bands[target] = false }
        }
        self.producers = producers
        self.readerCounts = readerCounts
        isMadeInBands = bands
    }

    /// The surfaces that must be stored before a pass can run, found through those that are made in bands.
    func storedSurfaces(neededBy index: Int, _ plan: RenderPlan) -> [SurfaceID] {
        plan.passes[index].sources.flatMap { source -> [SurfaceID] in
            if isMadeInBands[source.index] {
                return producers[source.index].flatMap { storedSurfaces(neededBy: $0, plan) }
            }
            return [source]
        }
    }
}

extension Pass {
    /// Whether a band of target rows needs only a band of `source`'s rows, hardly taller.
    func readsRowsNearItsOwn(of source: SurfaceID) -> Bool {
        switch self {
        case .clear, .fillMesh, .resample, .shade, .noise: return true
        case .extractChannel, .mapMask, .downsample, .dither: return true
        case .filterColors(_, _, let axis, _): return axis == .horizontal
        case .convolve(_, _, let axis, _, _, _): return axis == .horizontal
        case .transformImage, .mergeChannels, .peaks, .rowMaxima, .spread: return false
        case .composite(let composite):
            if case .convolvedRows(let id, _, _, _) = composite.mask, id == source { return false }
            return true
        }
    }
}
