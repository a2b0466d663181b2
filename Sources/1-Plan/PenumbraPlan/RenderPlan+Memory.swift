extension RenderPlan {
    /// The most bytes of surfaces that exist at once when each is stored from the first pass that writes it to the last that
    /// uses it.
    ///
    /// - Parameter isStored: which surfaces are stored as a whole.
    public func storedBytes(_ isStored: (SurfaceID) -> Bool) -> Int {
        var last = [Int](repeating: 0, count: surfaces.count)
        for (index, pass) in passes.enumerated() {
            for source in pass.sources { last[source.index] = index }
            last[pass.target.index] = max(last[pass.target.index], index)
        }
        last[canvas.index] = passes.count
        var freed = [Int](repeating: 0, count: passes.count + 1)
        var begun = [Bool](repeating: false, count: surfaces.count)
        var (now, most) = (0, 0)
        for (index, pass) in passes.enumerated() {
            let target = pass.target
            if !begun[target.index], isStored(target) {
                begun[target.index] = true
                now += self[target].byteCount
                freed[last[target.index]] += self[target].byteCount
            }
            most = max(most, now)
            now -= freed[index]
        }
        return most
    }
}

extension RenderPlan {
    /// Whether the picture is known to have no transparent pixel, without drawing it. False says nothing.
    public var isCertainlyOpaque: Bool {
        var opaque = Set<SurfaceID>()
        for pass in passes {
            let target = pass.target
            switch pass {
            case .clear(_, let color):
                if color.isOpaque { opaque.insert(target) } else { opaque.remove(target) }
            case .resample(let image, _, _, _):
                if images[image.index].isOpaque { opaque.insert(target) } else { opaque.remove(target) }
            case .dither(let source, _):
                if opaque.contains(source) { opaque.insert(target) } else { opaque.remove(target) }
            case .composite(let composite):
                // What is painted over something opaque leaves it so, in every mode but that which replaces.
                if composite.operation == .mix { opaque.remove(target) }
            default: opaque.remove(target)
            }
        }
        return opaque.contains(canvas)
    }
}
