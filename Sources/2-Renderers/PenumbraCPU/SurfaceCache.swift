import PenumbraPlan
import PenumbraSystem

/// Masks made for one plan, kept for later plans that make the same masks. A batch of cards, for example, blurs its cards'
/// outline once.
final class SurfaceCache: Sendable {
    /// A mask that was drawn whole. Its memory goes back to the pool after its last reader releases it.
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

    /// - Parameter bytes: the most bytes to keep; 0 keeps nothing.
    init?(bytes: Int) {
        guard bytes > 0 else { return nil }
        surfaces = ContentCache(budget: bytes)
    }

    subscript(key: SurfaceFingerprint) -> Kept? { surfaces[key] }

    func keep(_ kept: Kept, bytes: Int, for key: SurfaceFingerprint) { surfaces.keep(kept, bytes: bytes, for: key) }
}

/// Identifies a mask by all the passes that make it. It has 128 bits, so that two different masks are not confused.
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
    /// Returns the fingerprints of a plan's masks that are worth keeping. These masks are blurred or spread, made from
    /// outlines alone, and read by passes that paint.
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

    /// Returns a mask's fingerprint; nil if the mask is not made from outlines alone.
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
