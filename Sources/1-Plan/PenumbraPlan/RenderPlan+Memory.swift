extension RenderPlan {
    /// The largest number of bytes of surfaces that exist at once. Each surface is stored from the first pass that writes it
    /// to the last pass that uses it.
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
    /// True if the picture is known, without drawing it, to have no transparent pixel. A picture with false may still be
    /// opaque.
    public var isCertainlyOpaque: Bool {
        var opaque = Set<SurfaceID>()
        for step in passes.lazy.map(\.step) {
            if step.leavesOpaque(opaque, in: self) { opaque.insert(step.target) } else { opaque.remove(step.target) }
        }
        return opaque.contains(canvas)
    }
}

extension RenderPlan {
    /// The bytes that all passes read and write when every surface lies in memory. The sum counts the sources and pictures
    /// that are read and the targets that are written. A composite both reads and writes its region of the target. At the
    /// end, the canvas and the picture's bytes count once each.
    ///
    /// A renderer that keeps rows in its caches between passes moves fewer bytes. Tables and coverage strips are left out
    /// because they are small beside pixels. Pixels that a filter reads several times count once.
    public var trafficBytes: Int {
        passes.reduce(self[canvas].byteCount + pictureBytes) { $0 + $1.step.trafficBytes(in: self) }
    }
}

extension RenderPlan {
    /// The approximate time to draw the whole plan on one core, in nanoseconds.
    package var work: Int { passes.reduce(workOfSurfaces) { $0 + $1.work(in: self) } }

    /// The share of `work` for the surfaces' memory: 3.6 microseconds per page of 4 KiB at its first touch. The figure was
    /// measured in a virtual machine where about two thirds of the memory are fresh.
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
    /// The approximate time of the pass on one core, in nanoseconds, including planning and ordering.
    package func work(in plan: RenderPlan) -> Int { Self.work(of: step, in: plan) }

    /// The approximate time of a pass on one core, in nanoseconds, including planning and ordering.
    package static func work(of step: any PassStep, in plan: RenderPlan) -> Int {
        workOfAny + step.work(in: plan) + workOfRow * step.painted(plan[step.target].bounds).height
    }

    /// The time of a row besides its pixels, in nanoseconds. Bands of wide pictures have as few as eight rows, and each pass
    /// finds its sources and memory anew for each band.
    package static let workOfRow = 30

    /// The time to plan, order and cut a pass of any kind, in nanoseconds.
    package static let workOfAny = 20_000
}

extension RenderPlan {
    /// The size of the plan's tables in bytes: weights, and the coverage of outlines. Passes that share a table count it once.
    package var bytesOfTables: Int {
        var counted = Set<ObjectIdentifier>()
        var coverages = Set<UnsafeRawPointer>()
        return passes.reduce(0) { sum, pass in
            if case .fillMesh(let fill) = pass,
                fill.coverage.rowStarts.withUnsafeBytes({ bytes in
                    bytes.baseAddress.map { coverages.insert($0).inserted } ?? false
                })
            {
                return sum + fill.coverage.byteCount
            }
            let step = pass.step
            let sum = sum + step.ownTableBytes
            guard let weights = step.areaWeights, counted.insert(ObjectIdentifier(weights)).inserted else { return sum }
            return sum + weights.byteCount
        }
    }

    /// The bytes of the pictures that are held while the plan is drawn.
    package var bytesOfPictures: Int { max(bytesOfAssets, images.reduce(0) { $0 + $1.byteCount }) }

    /// The size of the plan itself in bytes, without tables.
    package var bytesOfSteps: Int { Self.bytesOfStep * (passes.count + surfaces.count) }

    /// Bytes per pass or surface, including the renderers' notes about it. 1,100 bytes were measured in a scene of 30,000
    /// blurred layers with shadows.
    package static let bytesOfStep = 1200
}
