import PenumbraGeometry

/// Everything that a kind of pass knows about itself. `Pass` wraps the types that conform.
///
/// Renderers, cropping, checks, estimates and the printed plan ask these questions, so that a new pass answers them in its own
/// file. The answers that most passes share are given below.
package protocol PassStep: Hashable, Sendable, CustomStringConvertible {
    /// The surface it writes.
    var target: SurfaceID { get set }
    /// The surfaces it reads, its target left out.
    var sources: [SurfaceID] { get }
    /// The pictures it reads.
    var images: [ImageID] { get }
    /// The same as a case of `Pass`.
    var pass: Pass { get }
    /// Gives its target and its sources other names.
    mutating func rename(_ name: (SurfaceID) -> SurfaceID)

    /// Why it contradicts itself or the surfaces it names, which exist; nil where it is sound.
    func reasonAgainst(_ plan: RenderPlan) -> String?
    /// Whether it changes what its target holds instead of writing all of it.
    var changesTarget: Bool { get }
    /// The part that it writes of a part of its target.
    func painted(_ part: PixelRect) -> PixelRect
    /// Whether all of its target is certain to be opaque afterwards, where some surfaces are before.
    func leavesOpaque(_ opaque: Set<SurfaceID>, in plan: RenderPlan) -> Bool

    /// What it reads of its sources to write `part` of its target, which is not empty.
    func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead]
    /// Moves its numbers to the parts that are left of its surfaces.
    mutating func crop(to regions: PlanRegions)
    /// Grows what is wanted of its surfaces where their sizes or places must fit each other.
    func tie(_ regions: inout PlanRegions)
    /// Its target can be cut at multiples of so many columns and rows.
    var grain: (columns: Int, rows: Int) { get }
    /// Whether it writes the largest values of runs, which are shorter where they meet a cut.
    var makesRuns: Bool { get }
    /// Whether it reads no run that a cut can have made shorter.
    var knowsRuns: Bool { get }

    /// Whether a band of its target needs much more than the same band of `source`.
    func reachesFar(in source: SurfaceID) -> Bool
    /// Whether making its target in bands would repeat much work at the bands' edges.
    var repeatsWorkInBands: Bool { get }
    /// Whether it makes a mask from outlines and masks alone, so that equal passes of two plans make equal masks.
    var isOfOutlines: Bool { get }
    /// Whether it takes long enough for its target to be worth keeping for another plan.
    var isFilter: Bool { get }
    /// The bytes that it reads and writes when each surface lies in memory.
    func trafficBytes(in plan: RenderPlan) -> Int
    /// About how many nanoseconds one core takes for it, told from its sizes and tables alone: those of a server of 2020,
    /// as each pass was measured there, rounded up.
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
    package func trafficBytes(in plan: RenderPlan) -> Int {
        sources.reduce(plan[target].byteCount) { $0 + plan[$1].byteCount }
    }
    package func work(in plan: RenderPlan) -> Int { trafficBytes(in: plan) / 12 }

    /// Everything about it but which surfaces it names.
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
    /// The same pass between other surfaces.
    func renamed(_ name: (SurfaceID) -> SurfaceID) -> Pass { step.renamed(name) }

    /// The same pass between parts of its surfaces, under their new names.
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

/// A pass that reads one surface at an offset from the target's own places.
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

/// A rectangle of a surface that is read, in its coordinates; it may reach outside.
package struct SurfaceRead {
    package var surface: SurfaceID
    package var rect: PixelRect
    package var edge: Edge = .zero
}
