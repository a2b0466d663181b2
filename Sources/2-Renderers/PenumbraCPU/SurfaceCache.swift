import PenumbraPlan
import PenumbraSystem

/// Masks that were made for one plan, kept for the next one that makes the same: a batch of cards blurs its cards' outline
/// once.
final class SurfaceCache: Sendable {
    /// A mask that was drawn whole; its memory goes back to the pool when nobody reads it any more.
    final class Kept: Sendable {
        nonisolated(unsafe) let rows: Rows
        private let block: MemoryPool.Block
        private let pool: MemoryPool

        init(_ rows: Rows, _ block: MemoryPool.Block, _ pool: MemoryPool) {
            self.rows = rows
            self.block = block
            self.pool = pool
        }

        deinit { pool.giveBack(block) }
    }

    private let surfaces: ContentCache<SurfaceFingerprint, Kept>

    /// - Parameter bytes: what may be kept; 0 keeps nothing.
    init?(bytes: Int) {
        guard bytes > 0 else { return nil }
        surfaces = ContentCache(budget: bytes)
    }

    subscript(key: SurfaceFingerprint) -> Kept? { surfaces[key] }

    func keep(_ kept: Kept, bytes: Int, for key: SurfaceFingerprint) { surfaces.keep(kept, bytes: bytes, for: key) }
}

/// Tells masks apart by all the passes that make them: 128 bits, so that two different ones are not taken for each other.
struct SurfaceFingerprint: Hashable, Sendable {
    private let first: Int
    private let second: Int

    init(_ write: (inout Hasher) -> Void) {
        var hasher = Hasher()
        hasher.combine(1)
        write(&hasher)
        first = hasher.finalize()
        hasher = Hasher()
        hasher.combine(2)
        write(&hasher)
        second = hasher.finalize()
    }
}

extension PlanAnalysis {
    /// The fingerprints of the masks of a plan that are worth keeping: blurred or spread, made of outlines alone, and read by
    /// what paints.
    func fingerprints(_ plan: RenderPlan) -> [SurfaceID: SurfaceFingerprint] {
        var result: [SurfaceID: SurfaceFingerprint] = [:]
        var known: [SurfaceFingerprint??] = Array(repeating: nil, count: plan.surfaces.count)
        for pass in plan.passes.lazy.map(\.step) where !pass.isOfOutlines {
            for source in pass.sources
            where !isMadeInBands[source.index] && plan[source].format == .mask && isFiltered(source, plan) {
                if result[source] == nil { result[source] = fingerprint(source, plan, &known) }
            }
        }
        return result
    }

    private func isFiltered(_ id: SurfaceID, _ plan: RenderPlan) -> Bool {
        producers[id.index].contains { plan.passes[$0].step.isFilter }
    }

    /// Nil for what is not made of outlines alone.
    private func fingerprint(
        _ id: SurfaceID, _ plan: RenderPlan, _ known: inout [SurfaceFingerprint??]
    ) -> SurfaceFingerprint? {
        if let known = known[id.index] { return known }
        var sources: [SurfaceFingerprint] = []
        var isWhole = plan[id].format == .mask && !producers[id.index].isEmpty
        for index in producers[id.index] where isWhole {
            let pass = plan.passes[index].step
            isWhole = pass.isOfOutlines
            for source in pass.sources where isWhole {
                if let one = fingerprint(source, plan, &known) { sources.append(one) } else { isWhole = false }
            }
        }
        var made: SurfaceFingerprint?
        if isWhole {
            let surface = plan[id]
            made = SurfaceFingerprint { hasher in
                hasher.combine(surface.width)
                hasher.combine(surface.height)
                hasher.combine(sources)
                for index in producers[id.index] { plan.passes[index].step.hashContent(into: &hasher) }
            }
        }
        known[id.index] = .some(made)
        return made
    }
}
