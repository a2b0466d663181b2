import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraSystem

/// Keeps surfaces that stay the same from frame to frame, such as a blurred photo under a mask that moves.
///
/// A surface is kept if it was the same in the frame before, if frames have needed enough of it, and if making it takes several
/// times as long as reading it. All workers of an animation share one store. A frame has the same bytes with any store.
package final class SurfaceStore: Sendable {
    private struct Entry {
        var surface: KeptSurface
        /// The pictures that the surface was made from. They exist as long as their identities are compared.
        var pictures: [Bitmap]
        /// The bytes of the pictures that would be freed without the entry.
        var bytesOfPictures: Int
        var lastUse: Int

        var bytes: Int { surface.byteCount + bytesOfPictures }
    }

    private struct State {
        var entries: [SurfaceOrigin: Entry] = [:]
        /// The pixels of other surfaces that frames have needed so far, and the last of these frames.
        var needs: [SurfaceOrigin: (pixels: Int, lastUse: Int)] = [:]
        var bytes = 0
        var frames = 0
        /// The surfaces reused so far.
        var reuses = 0
    }

    private let state = Mutex(State())
    /// The most bytes of surfaces to keep.
    private let budget: Int
    private let policy: Policy

    /// Which surfaces are worth keeping.
    package enum Policy: Sendable {
        /// Surfaces that take much longer to make than to read, and of which frames have needed enough.
        case worthwhile
        /// All surfaces that stay the same, for tests.
        case all
    }

    package init(budget: Int, policy: Policy = .worthwhile) { (self.budget, self.policy) = (max(0, budget), policy) }

    /// The bytes of the surfaces that are kept.
    package var bytes: Int { state.withLock { $0.bytes } }

    /// How often a surface was reused instead of made.
    package var reuses: Int { state.withLock { $0.reuses } }

    /// A surface that no frame has used for this many frames is dropped.
    private static let patience = 64
    /// A surface is made as a whole once frames together have needed one pixel of this many.
    private static let leastShare = 5
    /// A frame that needs less than one pixel of this many doesn't count.
    private static let leastPart = 32
    /// Surfaces that are made in less than this many nanoseconds aren't kept.
    private static let leastWork = 300_000
    /// How many times longer making a surface takes than reading it, at least.
    private static let leastRatio = 3
    /// The bytes that a pass reads or writes per nanosecond, as in the estimates of work.
    private static let bytesPerNanosecond = 12

    /// Returns the plan with kept surfaces in place of passes, and makes surfaces that will be kept.
    ///
    /// - Parameters:
    ///   - areas: the parts of the picture that will be drawn.
    ///   - still: the surfaces that the frame before had as well.
    ///   - memory: the bytes that drawing the frame may take together with the store.
    ///   - pictures: the bytes of pictures that later frames don't show. A surface that is kept keeps them too.
    package func plan(
        _ plan: RenderPlan, for areas: [PixelRect], still: Set<SurfaceID>, on renderer: CPURenderer, within memory: Int,
        keepingAlive pictures: Int = 0
    ) throws(RenderError) -> RenderPlan {
        let wanted = wanted(plan, for: areas, still: still)
        var used: [SurfaceID: KeptSurface] = [:]
        for (id, origin) in wanted {
            if let known = known(origin) {
                used[id] = known
                continue
            }
            let stored = bytes
            // A surface that can't be kept costs less in the parts that the frame needs.
            guard stored + plan[id].byteCount + plan[id].byteCount / 8 + pictures <= budget else { continue }
            let bytes = stored + plan.images.reduce(0) { $0 + $1.byteCount }
            guard bytes + renderer.memoryEstimate(id, of: plan) <= memory else { continue }
            let made: KeptSurface?
            do { made = try renderer.make(id, of: plan) } catch { throw .invalidPlan(error) }
            guard let made else { continue }
            keep(made, origin, pictures: plan.images, pictures)
            used[id] = made
        }
        state.withLock { state in
            state.frames += 1
            let oldest = state.frames - Self.patience
            for (origin, entry) in state.entries where entry.lastUse < oldest {
                state.entries[origin] = nil
                state.bytes -= entry.bytes
            }
            for (origin, need) in state.needs where need.lastUse < oldest { state.needs[origin] = nil }
        }
        return plan.using(used)
    }

    /// The surfaces that are worth keeping, as far as they fit in the budget.
    private func wanted(
        _ plan: RenderPlan, for areas: [PixelRect], still: Set<SurfaceID>
    ) -> [(id: SurfaceID, origin: SurfaceOrigin)] {
        // Surfaces that only still surfaces read aren't read any more once those are kept.
        var read: Set<SurfaceID> = []
        for pass in plan.passes where !still.contains(pass.target) {
            for source in pass.sources where still.contains(source) { read.insert(source) }
        }
        guard !read.isEmpty else { return [] }
        let needed = PlanCropper(plan).neededPixels(for: areas)
        var result: [(id: SurfaceID, origin: SurfaceOrigin, bytes: Int)] = []
        for id in read {
            let isNeeded = policy == .all || Self.leastPart * needed[id.index] >= plan[id].pixelCount
            guard isNeeded, let origin = SurfaceOrigin(id, in: plan), isWorthwhile(origin, plan[id]),
                hasBeenNeeded(origin, pixels: needed[id.index], of: plan[id])
            else { continue }
            result.append((id, origin, plan[id].byteCount))
        }
        // The surfaces that save the most work for their bytes come first.
        result.sort { ($0.origin.work / max(1, $0.bytes), $1.id.index) > ($1.origin.work / max(1, $1.bytes), $0.id.index) }
        var left = budget
        return result.compactMap { entry in
            guard entry.bytes <= left else { return nil }
            left -= entry.bytes
            return (entry.id, entry.origin)
        }
    }

    private func isWorthwhile(_ origin: SurfaceOrigin, _ surface: Surface) -> Bool {
        switch policy {
        case .all: true
        case .worthwhile:
            origin.work >= max(Self.leastWork, Self.leastRatio * surface.byteCount / Self.bytesPerNanosecond)
        }
    }

    /// Counts the pixels that a frame needs, and returns whether the surface is worth making as a whole.
    private func hasBeenNeeded(_ origin: SurfaceOrigin, pixels: Int, of surface: Surface) -> Bool {
        guard policy != .all else { return true }
        return state.withLock { state in
            if state.entries[origin] != nil { return true }
            let sum = (state.needs[origin]?.pixels ?? 0) + pixels
            state.needs[origin] = (sum, state.frames)
            return Self.leastShare * sum >= surface.pixelCount
        }
    }

    private func known(_ origin: SurfaceOrigin) -> KeptSurface? {
        state.withLock { state in
            guard let index = state.entries.index(forKey: origin) else { return nil }
            state.entries.values[index].lastUse = state.frames
            state.reuses += 1
            return state.entries.values[index].surface
        }
    }

    private func keep(_ surface: KeptSurface, _ origin: SurfaceOrigin, pictures: [Bitmap], _ bytesOfPictures: Int) {
        state.withLock { state in
            // Another worker may have made the same surface meanwhile.
            let entry = Entry(
                surface: surface, pictures: pictures, bytesOfPictures: bytesOfPictures, lastUse: state.frames)
            guard state.entries[origin] == nil, state.bytes + entry.bytes <= budget else { return }
            state.entries[origin] = entry
            state.bytes += entry.bytes
            state.needs[origin] = nil
        }
    }
}
