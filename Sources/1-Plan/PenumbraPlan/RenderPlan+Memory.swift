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
        for step in passes.lazy.map(\.step) {
            if step.leavesOpaque(opaque, in: self) { opaque.insert(step.target) } else { opaque.remove(step.target) }
        }
        return opaque.contains(canvas)
    }
}

extension RenderPlan {
    /// The bytes that passes read and write when each surface lies in memory: what is read of sources and pictures, what is
    /// written, for a composite both of its target's region, and at the end the canvas once and the picture's bytes once.
    ///
    /// A renderer that keeps rows in its caches between passes moves less. Tables and coverage strips, small beside pixels, are
    /// left out; what a filter reads several times counts once.
    public var trafficBytes: Int {
        passes.reduce(self[canvas].byteCount + width * height * 4) { $0 + $1.step.trafficBytes(in: self) }
    }
}

extension RenderPlan {
    /// About how many nanoseconds one core takes to draw it whole.
    package var work: Int { passes.reduce(workOfSurfaces) { $0 + $1.work(in: self) } }

    /// The share of `work` that the surfaces' memory takes: 3.6 microseconds per page of 4 KiB that is touched first, measured
    /// in a virtual machine, where about two thirds of the memory are fresh.
    package var workOfSurfaces: Int { surfaces.reduce(0) { $0 + $1.byteCount } / 5 * 3 }

    /// The number of pixels that the passes write.
    package var paintedPixels: Int {
        passes.lazy.map(\.step).reduce(0) { sum, step in
            let painted = step.painted(self[step.target].bounds)
            return sum + painted.width * painted.height
        }
    }
}

extension Pass {
    /// About how many nanoseconds one core takes for it, with what planning and ordering it takes.
    package func work(in plan: RenderPlan) -> Int { Self.workOfAny + step.work(in: plan) }

    /// Planning, ordering and cutting a pass, whatever it does.
    package static let workOfAny = 20_000
}

extension RenderPlan {
    /// Bytes of the plan itself, without coverage.
    package var bytesOfSteps: Int { Self.bytesOfStep * (passes.count + surfaces.count) }

    /// Bytes per pass or surface, with the notes renderers keep about it. Measured: 1,100 in a scene of 30,000 blurred layers
    /// with shadows.
    package static let bytesOfStep = 1200
}
