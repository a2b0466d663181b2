import PenumbraGeometry

/// Everything that a kind of pass knows about itself. `Pass` wraps the conforming types.
///
/// Renderers, cropping, checks, estimates and the printed plan use these members, so a new pass fits in a single file.
/// Default implementations below cover most passes.
package protocol PassStep: Hashable, Sendable, CustomStringConvertible {
    /// The surface that the pass writes.
    var target: SurfaceID { get set }
    /// The surfaces that the pass reads, without its target.
    var sources: [SurfaceID] { get }
    /// The pictures that the pass reads.
    var images: [ImageID] { get }
    /// The same pass as a case of `Pass`.
    var pass: Pass { get }
    /// Renames the target and the sources.
    mutating func rename(_ name: (SurfaceID) -> SurfaceID)

    /// Explains how the pass contradicts itself or its surfaces, which exist; nil for a valid pass.
    func reasonAgainst(_ plan: RenderPlan) -> String?
    /// True if the pass changes its target's contents instead of overwriting the whole target.
    var changesTarget: Bool { get }
    /// The part of `part` that the pass writes.
    func painted(_ part: PixelRect) -> PixelRect
    /// True if the whole target is certain to be opaque after the pass, given the surfaces that are opaque before it.
    func leavesOpaque(_ opaque: Set<SurfaceID>, in plan: RenderPlan) -> Bool

    /// The parts of its sources that the pass reads to write `part` of its target, which is not empty.
    func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead]
    /// Adapts the pass's numbers to the remaining parts of its surfaces.
    mutating func crop(to regions: PlanRegions)
    /// Grows the needed parts of its surfaces where their sizes or places must match.
    func tie(_ regions: inout PlanRegions)
    /// The step of columns and rows at which the target can be cut.
    var grain: (columns: Int, rows: Int) { get }
    /// True if the pass writes the largest values of runs, which are shorter at a cut.
    var makesRuns: Bool { get }
    /// True if the pass reads no run that a cut may have shortened.
    var knowsRuns: Bool { get }

    /// True if a band of the target needs much more than the same band of `source`.
    func reachesFar(in source: SurfaceID) -> Bool
    /// True if making the target in bands would repeat much work at the bands' edges.
    var repeatsWorkInBands: Bool { get }
    /// True if the pass makes a mask from outlines and masks alone, so that equal passes in two plans make equal masks.
    var isOfOutlines: Bool { get }
    /// True if the pass is slow enough that its target is worth keeping for another plan.
    var isFilter: Bool { get }
    /// The table that the pass may share with other passes.
    var areaWeights: AreaWeights? { get }
    /// The bytes of tables that the pass shares with no other pass, besides coverage.
    var ownTableBytes: Int { get }
    /// The bytes that the pass reads and writes when every surface lies in memory.
    func trafficBytes(in plan: RenderPlan) -> Int
    /// The approximate time of the pass on one core, in nanoseconds, computed from its sizes and tables alone. The figures
    /// behind it were measured per pass on a server of 2020 and rounded up.
    func work(in plan: RenderPlan) -> Int
}

extension PassStep {
    package var sources: [SurfaceID] { [] }
    package var images: [ImageID] { [] }
    package mutating func rename(_ name: (SurfaceID) -> SurfaceID) { target = name(target) }

    package var changesTarget: Bool { false }
    package func painted(_ part: PixelRect) -> PixelRect { part }
    package func leavesOpaque(_ opaque: Set<SurfaceID>, in plan: RenderPlan) -> Bool { false }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] { [] }
    package mutating func crop(to regions: PlanRegions) {}
    package func tie(_ regions: inout PlanRegions) {}
    package var grain: (columns: Int, rows: Int) { (1, 1) }
    package var makesRuns: Bool { false }
    package var knowsRuns: Bool { false }

    package func reachesFar(in source: SurfaceID) -> Bool { false }
    package var repeatsWorkInBands: Bool { false }
    package var isOfOutlines: Bool { false }
    package var isFilter: Bool { false }
    package var areaWeights: AreaWeights? { nil }
    package var ownTableBytes: Int { 0 }
    package func trafficBytes(in plan: RenderPlan) -> Int {
        sources.reduce(plan[target].byteCount) { $0 + plan[$1].byteCount }
    }
    package func work(in plan: RenderPlan) -> Int { trafficBytes(in: plan) / 12 }

    /// Hashes everything except the names of surfaces.
    package func hashContent(into hasher: inout Hasher) {
        var nameless = self
        nameless.rename { _ in SurfaceID(index: 0) }
        hasher.combine(ObjectIdentifier(Self.self))
        hasher.combine(nameless)
    }

    fileprivate func cropped(to regions: PlanRegions, _ name: (SurfaceID) -> SurfaceID) -> Pass {
        var result = self
        result.crop(to: regions)
        result.rename(name)
        return result.pass
    }

    fileprivate func renamed(_ name: (SurfaceID) -> SurfaceID) -> Pass {
        var result = self
        result.rename(name)
        return result.pass
    }
}

extension Pass {
    /// Returns the same pass between other surfaces.
    package func renamed(_ name: (SurfaceID) -> SurfaceID) -> Pass { step.renamed(name) }

    /// Returns the same pass between parts of its surfaces, under their new names.
    func cropped(to regions: PlanRegions, _ name: (SurfaceID) -> SurfaceID) -> Pass { step.cropped(to: regions, name) }
}

/// A pass that reads one surface.
package protocol OneSourceStep: PassStep {
    var source: SurfaceID { get set }
}

extension OneSourceStep {
    package var sources: [SurfaceID] { [source] }

    package mutating func rename(_ name: (SurfaceID) -> SurfaceID) {
        target = name(target)
        source = name(source)
    }
}

/// A pass that reads one surface at an offset from the target's pixels.
package protocol OffsetStep: OneSourceStep {
    var dx: Int { get set }
    var dy: Int { get set }
}

extension OffsetStep {
    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        [SurfaceRead(surface: source, rect: part.offset(x: dx, y: dy))]
    }

    package mutating func crop(to regions: PlanRegions) {
        (dx, dy) = regions.moved(dx, dy, from: target, to: source)
    }
}

/// A rectangle of a surface that a pass reads, in the surface's coordinates. The rectangle may reach outside the surface.
package struct SurfaceRead {
    package var surface: SurfaceID
    package var rect: PixelRect
    package var edge: Edge = .zero
}
