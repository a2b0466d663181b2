import PenumbraGeometry

extension RenderPlan {
    /// Returns the same picture without surfaces that are only copied. If the first paint on a cleared surface is all of
    /// another surface, of the same size and without other readers, that surface is made directly in its place.
    public func removingCopies() -> RenderPlan {
        var readers = [Int](repeating: 0, count: surfaces.count)
        let steps = passes.map(\.step)
        for step in steps {
            for source in step.sources { readers[source.index] += 1 }
        }
        var opaque = Set<SurfaceID>()
        /// Surfaces that are cleared and not yet painted on, with the place of the clearing.
        var cleared: [SurfaceID: (index: Int, isTransparent: Bool)] = [:]
        var renamed: [SurfaceID: SurfaceID] = [:]
        var dropped = Set<Int>()
        for (index, step) in steps.enumerated() {
            if case .clear(let clear) = passes[index] {
                cleared[clear.target] = (index, clear.color == .clear)
                continue
            }
            let target = step.target
            if showsOpaquePicture(step) { opaque.insert(target) } else { opaque.remove(target) }
            defer { cleared[target] = nil }
            guard let before = cleared[target], case .composite(let composite) = passes[index],
                case .surface(let source, 0, 0) = composite.source, composite.isPlain,
                before.isTransparent || opaque.contains(source), readers[source.index] == 1, source != canvas,
                renamed[source] == nil, surfaces[source.index].hasSize(of: surfaces[target.index]),
                composite.region == surfaces[target.index].bounds
            else { continue }
            renamed[source] = target
            dropped.insert(index)
            dropped.insert(before.index)
        }
        guard !renamed.isEmpty else { return self }
        func name(_ id: SurfaceID) -> SurfaceID {
            var id = id
            while let next = renamed[id] { id = next }
            return id
        }
        var result = self
        result.passes = passes.enumerated().filter { !dropped.contains($0.offset) }.map { $0.element.renamed(name) }
        return result
    }
}

extension Surface {
    fileprivate func hasSize(of other: Surface) -> Bool {
        format == other.format && width == other.width && height == other.height
    }
}

extension Composite {
    /// True for source-over without anything that weakens the source.
    fileprivate var isPlain: Bool {
        guard case .none = mask else { return false }
        return clip == nil && UInt32(opacity) == Q15.one && operation == .over
    }
}
