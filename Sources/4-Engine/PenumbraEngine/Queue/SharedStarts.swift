import PenumbraBitmap
import PenumbraCPU
import PenumbraPlan
import PenumbraSystem

/// Keeps what the first passes of several pictures paint on the canvas, such as the background and the shadows of a template.
///
/// The plans of a template's rows begin with the same passes. The first rows draw them. If drawing takes much longer than a
/// copy, later rows begin with a copy of the canvas. A picture has the same bytes with any store.
package final class SharedStarts: Sendable {
    /// Pictures whose plans begin alike.
    private struct Family {
        /// The first passes of all pictures so far.
        var passes: ArraySlice<Pass>
        var form: PlanForm
        /// The pictures in a row that began with all these passes.
        var hits = 0
        /// The pictures in a row that began otherwise than the start.
        var misses = 0
        var start: Start?
        var lastUse: Int
    }

    fileprivate struct Start {
        /// The number of passes that the start replaces.
        var count: Int
        var target: SurfaceID
        var surface: KeptSurface
        var isOpaque: Bool
    }

    private struct State {
        var families: [Family] = []
        var uses = 0
        var bytes = 0
        var reuses = 0
    }

    private let state = Mutex(State())
    /// The most bytes of kept pixels.
    private let budget: Int

    package init(budget: Int) { self.budget = max(0, budget) }

    /// The bytes of the pixels that are kept.
    package var bytes: Int { state.withLock { $0.bytes } }

    /// How often a picture began with kept pixels.
    package var reuses: Int { state.withLock { $0.reuses } }

    private static let mostFamilies = 4
    /// A start is dropped after this number of pictures in a row that begin otherwise.
    private static let mostMisses = 4
    /// Pixels are kept after this number of pictures that began alike, beyond the first two.
    private static let leastHits = 2
    /// Pixels that are made in less than this many nanoseconds, beyond the time of copies, aren't kept.
    private static let leastWork = 500_000
    /// The nanoseconds for making a copy of a pixel and reading it later, several times as long as they usually take.
    private static let workOfCopiedPixel = 2

    /// Returns the plan with kept pixels in place of its first passes, if there are any.
    ///
    /// - Parameters:
    ///   - renderer: makes pixels that will be kept.
    ///   - bytes: the bytes that making them may take, besides the kept pixels.
    ///   - deadline: the time until which they may be made.
    package func plan(
        _ plan: RenderPlan, on renderer: CPURenderer, within bytes: Int = .max, until deadline: ContinuousClock.Instant?
    ) throws(RenderError) -> RenderPlan {
        guard Self.bytes(of: plan) <= budget, plan.kept.isEmpty else { return plan }
        if let start = start(of: plan) { return plan.beginning(with: start) }
        guard let wanted = wanted(plan) else { return plan }
        var beginning = plan
        beginning.passes = Array(plan.passes[..<wanted.count])
        let needed = renderer.memoryEstimate(wanted.target, of: beginning)
        guard needed - Self.bytes(of: plan) <= bytes, AddressSpace.hasRoom(for: needed) else { return plan }
        let made: KeptSurface?
        do { made = try renderer.make(wanted.target, of: beginning, until: deadline) } catch { throw .invalidPlan(error) }
        guard let made else { return plan }
        beginning.canvas = wanted.target
        let start = Start(
            count: wanted.count, target: wanted.target, surface: made, isOpaque: beginning.isCertainlyOpaque)
        keep(start, of: plan)
        return plan.beginning(with: start)
    }

    /// The kept start of a plan. The plan is counted.
    private func start(of plan: RenderPlan) -> Start? {
        state.withLock { state in
            state.uses += 1
            guard let (index, count) = Self.family(of: plan, in: state) else {
                Self.remember(plan, most: budget, &state)
                return nil
            }
            state.families[index].lastUse = state.uses
            if let start = state.families[index].start, count < start.count {
                state.families[index].misses += 1
                if state.families[index].misses < Self.mostMisses { return nil }
            }
            state.families[index].misses = 0
            if count < state.families[index].passes.count {
                state.families[index].passes = state.families[index].passes[..<count]
                state.families[index].hits = 0
                if let start = state.families[index].start, start.count > count {
                    state.bytes -= start.surface.byteCount
                    state.families[index].start = nil
                }
                // A family that has little in common makes room for what its later pictures have in common.
                if Self.worthwhile(plan, count) == nil {
                    Self.remove(index, &state)
                    Self.remember(plan, most: budget, &state)
                    return nil
                }
            } else {
                state.families[index].hits += 1
            }
            guard let start = state.families[index].start else { return nil }
            state.reuses += 1
            return start
        }
    }

    /// The passes whose pixels will be kept, and the surface that they paint. Nil if they aren't worth it, or not yet.
    private func wanted(_ plan: RenderPlan) -> (count: Int, target: SurfaceID)? {
        state.withLock { state in
            guard let (index, count) = Self.family(of: plan, in: state), state.families[index].hits >= Self.leastHits,
                count == state.families[index].passes.count, let target = Self.worthwhile(plan, count)
            else { return nil }
            return (count, target)
        }
    }

    private func keep(_ start: Start, of plan: RenderPlan) {
        state.withLock { state in
            // Another thread may have made the same pixels meanwhile, or have found out that fewer passes are shared.
            guard let (index, count) = Self.family(of: plan, in: state), state.families[index].start == nil,
                count >= start.count, start.surface.byteCount <= budget
            else { return }
            state.families[index].start = start
            state.bytes += start.surface.byteCount
            while state.bytes > budget, let oldest = Self.oldestStart(state, except: index) {
                state.bytes -= state.families[oldest].start?.surface.byteCount ?? 0
                state.families[oldest].start = nil
            }
        }
    }

    // MARK: Families

    /// The family that has the most passes in common with a plan, and their number. Nil if none has two.
    private static func family(of plan: RenderPlan, in state: State) -> (index: Int, count: Int)? {
        var best: (index: Int, count: Int)?
        for (index, family) in state.families.enumerated() {
            let count = family.form.commonPasses(family.passes, plan)
            if count > max(1, best?.count ?? 0) { best = (index, count) }
        }
        return best
    }

    private static func remember(_ plan: RenderPlan, most: Int, _ state: inout State) {
        if state.families.count >= mostFamilies {
            // Pictures that are like no others don't drive out a template in use.
            let plain = state.families.indices.filter { state.families[$0].start == nil }
            let oldest = (plain.isEmpty ? Array(state.families.indices) : plain)
                .min { state.families[$0].lastUse < state.families[$1].lastUse }
            if let oldest { remove(oldest, &state) }
        }
        var bytes = 0
        let passes = plan.passes.prefix { pass in
            bytes += pass.step.ownTableBytes
            return bytes <= most / shareOfTables
        }
        state.families.append(Family(passes: passes, form: PlanForm(plan), lastUse: state.uses))
    }

    /// The share of the budget that the tables and outlines of a family's passes may take.
    private static let shareOfTables = 16

    private static func remove(_ index: Int, _ state: inout State) {
        state.bytes -= state.families[index].start?.surface.byteCount ?? 0
        state.families.remove(at: index)
    }

    private static func oldestStart(_ state: State, except index: Int) -> Int? {
        state.families.indices.filter { $0 != index && state.families[$0].start != nil }
            .min { state.families[$0].lastUse < state.families[$1].lastUse }
    }

    private static func bytes(of plan: RenderPlan) -> Int { plan[plan.canvas].byteCount + plan[plan.canvas].byteCount / 16 }

    /// The surface that the first passes of a plan paint, if painting it takes much longer than copying it.
    private static func worthwhile(_ plan: RenderPlan, _ count: Int) -> SurfaceID? {
        guard let target = plan.paintedCanvas else { return nil }
        var needed: Set<SurfaceID> = [target]
        var (work, paints) = (0, false)
        for pass in plan.passes[..<count].reversed() where needed.contains(pass.target) {
            needed.formUnion(pass.sources)
            work += pass.work(in: plan)
            if pass.target == target { paints = true }
        }
        return paints && work >= leastWork + workOfCopiedPixel * plan[target].pixelCount ? target : nil
    }
}

/// What passes say nothing about: the sizes of surfaces, and the pictures.
private struct PlanForm: Sendable {
    private struct Size: Equatable {
        var format: Surface.Format
        var width: Int
        var height: Int

        init(_ surface: Surface) { (format, width, height) = (surface.format, surface.width, surface.height) }
    }

    /// A picture, as long as others hold it.
    private struct Picture: Sendable {
        weak var bitmap: Bitmap?
    }

    private let width: Int
    private let height: Int
    private let depth: PixelDepth
    private let surfaces: [Size]
    private let images: [Picture]

    init(_ plan: RenderPlan) {
        (width, height, depth) = (plan.width, plan.height, plan.depth)
        surfaces = plan.surfaces.map(Size.init)
        images = plan.images.map { Picture(bitmap: $0) }
    }

    /// The number of passes at the beginning of another plan that paint the same as these passes of the plan.
    func commonPasses(_ passes: ArraySlice<Pass>, _ other: RenderPlan) -> Int {
        guard width == other.width, height == other.height, depth == other.depth else { return 0 }
        func isLike(_ id: SurfaceID) -> Bool {
            guard surfaces.indices.contains(id.index), other.surfaces.indices.contains(id.index) else { return false }
            return surfaces[id.index] == Size(other[id])
        }
        func isLike(_ id: ImageID) -> Bool {
            guard images.indices.contains(id.index), other.images.indices.contains(id.index) else { return false }
            return images[id.index].bitmap === other.images[id.index]
        }
        var count = 0
        for (one, two) in zip(passes, other.passes) {
            guard one == two, isLike(one.target), one.sources.allSatisfy({ isLike($0) }),
                one.step.images.allSatisfy({ isLike($0) })
            else { break }
            count += 1
        }
        return count
    }
}

extension RenderPlan {
    /// The surface on which all layers are painted: the canvas, or what a last pass makes the canvas from.
    fileprivate var paintedCanvas: SurfaceID? {
        guard case .dither(let dither)? = passes.last, dither.target == canvas else { return canvas }
        return dither.sources.first
    }

    /// Returns the same picture with kept pixels in place of the first passes that paint a surface.
    fileprivate func beginning(with start: SharedStarts.Start) -> RenderPlan {
        var result = self
        var needed: Set<SurfaceID> = [canvas]
        var rest: [Pass] = []
        for (index, pass) in passes.enumerated().reversed() where needed.contains(pass.target) {
            if index < start.count, pass.target == start.target { continue }
            needed.formUnion(pass.sources)
            rest.append(pass)
        }
        let kept = result.addSurface(self[start.target])
        result.kept[kept] = start.surface
        // Opaque pixels hide what is below them, and then leave the surface certainly opaque.
        let below = start.isOpaque ? PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 1) : .clear
        let whole = Composite(
            target: start.target, region: self[start.target].bounds, source: .surface(kept, dx: 0, dy: 0))
        result.passes = [.clear(target: start.target, color: below), .composite(whole)] + rest.reversed()
        return result
    }
}
