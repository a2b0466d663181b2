/// The pixels of a surface, made for one plan and kept for later plans that would make the same pixels.
public final class KeptSurface: Sendable {
    public let format: Surface.Format
    public let width: Int
    public let height: Int
    /// The number of values from one row to the next.
    public let stride: Int
    /// The Q15 values, row by row. Nobody writes them once the surface is made.
    nonisolated(unsafe) public let values: UnsafeMutablePointer<UInt16>
    /// The size of the memory.
    public let byteCount: Int

    /// Takes memory for a surface. Its contents are undefined.
    public init(_ surface: Surface, stride: Int) {
        (format, width, height, self.stride) = (surface.format, surface.width, surface.height, stride)
        byteCount = stride * surface.height * MemoryLayout<UInt16>.stride
        values = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
            .bindMemory(to: UInt16.self, capacity: stride * surface.height)
    }

    deinit { values.deallocate() }
}

extension RenderPlan {
    /// Returns the same picture without the passes that make some of its surfaces, which exist already. Passes that made only
    /// their sources are removed as well.
    public func using(_ surfaces: [SurfaceID: KeptSurface]) -> RenderPlan {
        guard !surfaces.isEmpty else { return self }
        var result = self
        result.kept.merge(surfaces) { $1 }
        var needed: Set<SurfaceID> = [canvas]
        var passes: [Pass] = []
        for pass in self.passes.reversed() where needed.contains(pass.target) && result.kept[pass.target] == nil {
            needed.formUnion(pass.sources)
            passes.append(pass)
        }
        result.passes = passes.reversed()
        result.kept = result.kept.filter { needed.contains($0.key) }
        return result
    }

    /// Explains how the kept surfaces contradict the plan; nil for a valid plan.
    func reasonAgainstKept() -> String? {
        for (id, made) in kept {
            guard surfaces.indices.contains(id.index) else { return "there is no surface \(id)" }
            let surface = self[id]
            guard surface.format == made.format, surface.width == made.width, surface.height == made.height else {
                return "\(id) is kept in another size or format"
            }
        }
        return nil
    }
}

/// Everything that decides the pixels of a surface: the passes that make it, and those that make their sources. Two plans that
/// have an equal origin of a surface make the same pixels.
package struct SurfaceOrigin: Hashable, Sendable {
    /// The passes in order. Surfaces are numbered in the order in which the passes name them.
    private let passes: [Pass]
    private let surfaces: [Size]
    private let pictures: [ObjectIdentifier]

    private struct Size: Hashable {
        var format: Surface.Format
        var width: Int
        var height: Int
    }

    /// The approximate time to make the surface on one core, in nanoseconds.
    package let work: Int

    /// Nil if the surface is made from kept surfaces.
    package init?(_ id: SurfaceID, in plan: RenderPlan) {
        var needed: Set<SurfaceID> = [id]
        var made: [Pass] = []
        for pass in plan.passes.reversed() where needed.contains(pass.target) {
            needed.formUnion(pass.sources)
            made.append(pass)
        }
        guard needed.allSatisfy({ plan.kept[$0] == nil }) else { return nil }
        var numbers: [SurfaceID: SurfaceID] = [:]
        var surfaces: [Size] = []
        func number(_ id: SurfaceID) -> SurfaceID {
            if let known = numbers[id] { return known }
            let next = SurfaceID(index: surfaces.count)
            let surface = plan[id]
            surfaces.append(Size(format: surface.format, width: surface.width, height: surface.height))
            numbers[id] = next
            return next
        }
        work = made.reduce(0) { $0 + $1.work(in: plan) }
        passes = made.reversed().map { $0.renamed(number) }
        self.surfaces = surfaces
        pictures = made.reversed().flatMap { $0.step.images.map { ObjectIdentifier(plan.images[$0.index]) } }
    }

    package static func == (a: SurfaceOrigin, b: SurfaceOrigin) -> Bool {
        a.surfaces == b.surfaces && a.pictures == b.pictures && a.passes == b.passes
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(surfaces)
        hasher.combine(pictures)
        hasher.combine(passes)
    }
}
