import PenumbraPlan

/// Finds what would make a device read or write where nothing is: indices, formats, lengths of tables, contents never written.
///
/// Planners make valid plans; this is what keeps a wrong one from becoming a fault inside a driver.
package struct PlanCheck {
    private let plan: RenderPlan
    private var written: Set<SurfaceID> = []

    /// - Throws: `GPUError.invalidPlan`, or `GPUError.limitExceeded` for surfaces with sides no renderer addresses.
    package static func check(_ plan: RenderPlan) throws(GPUError) {
        var check = PlanCheck(plan: plan)
        try check.checkSurfaces()
        for (index, pass) in plan.passes.enumerated() {
            if let reason = check.reasonAgainst(pass) { throw .invalidPlan(pass: index, reason: reason) }
            check.written.insert(pass.target)
        }
        guard check.written.contains(plan.canvas) else {
            throw .invalidPlan(pass: nil, reason: "no pass writes the canvas")
        }
    }

    private init(plan: RenderPlan) {
        self.plan = plan
    }

    private func checkSurfaces() throws(GPUError) {
        for surface in plan.surfaces {
            guard surface.width >= 1, surface.height >= 1 else {
                throw .invalidPlan(pass: nil, reason: "surface \"\(surface.label)\" is \(surface.width)×\(surface.height)")
            }
            guard max(surface.width, surface.height) <= GPULimits.longestSide else { throw GPUError.tooLarge(surface) }
        }
        for image in plan.images where max(image.width, image.height) > GPULimits.longestSide {
            throw .limitExceeded(
                "a picture has \(image.width)×\(image.height) pixels; this device allows \(GPULimits.longestSide) a side. "
                    + "Make it smaller.")
        }
        guard plan.surfaces.indices.contains(plan.canvas.index), plan[plan.canvas].format == .color,
            plan[plan.canvas].width == plan.width, plan[plan.canvas].height == plan.height
        else { throw .invalidPlan(pass: nil, reason: "the canvas is no colour surface of the picture's size") }
    }

    private func reasonAgainst(_ pass: Pass) -> String? {
        let target = pass.target
        guard plan.surfaces.indices.contains(target.index) else { return "there is no surface \(target)" }
        for source in pass.sources {
            if source == target { return "it reads its own target \(target)" }
            if !plan.surfaces.indices.contains(source.index) { return "there is no surface \(source)" }
            if !written.contains(source) { return "it reads \(source), which no pass before has written" }
        }
        func format(_ id: SurfaceID, _ format: Surface.Format) -> String? {
            plan[id].format == format ? nil : "\(id) is no \(format) surface"
        }
        let surface = plan[target]
        switch pass {
        case .clear:
            return format(target, .color)
        case .fillMesh(_, let coverage):
            return format(target, .mask) ?? reasonAgainst(coverage, surface)
        case .extractChannel(let source, _, _, _, _):
            return format(target, .mask) ?? format(source, .color)
        case .mapMask(let source, _, let map, _, _):
            return format(target, .mask) ?? format(source, .mask) ?? reasonAgainst(map)
        case .filterColors(let source, _, let axis, let table):
            let (along, across) = axis == .horizontal ? (\Surface.width, \Surface.height) : (\Surface.height, \Surface.width)
            guard plan[source][keyPath: across] == surface[keyPath: across], table.count == surface[keyPath: along] else {
                return "its table is made for another size"
            }
            return format(target, .color) ?? format(source, .color)
                ?? reasonAgainst(table, limit: plan[source][keyPath: along])
        case .noise(_, let columns, let rows, let amount, _):
            guard columns.count == surface.width, rows.count == surface.height else {
                return "its noise is made for another size"
            }
            return format(target, .mask) ?? (UInt32(amount) <= Q15.one ? nil : "an amount of \(amount); 32768 is one")
        case .dither(let source, _):
            return format(target, .color) ?? format(source, .color)
                ?? (plan[source].width == surface.width && plan[source].height == surface.height
                    ? nil : "its source has another size")
        case .peaks(let source, _, _, _, _):
            return format(target, .mask) ?? format(source, .mask)
                ?? (surface.height % 2 == 0 ? nil : "its target has an odd number of rows")
        case .rowMaxima(let source, _, let levels):
            let rows = plan[source].height / 2
            guard (1...16).contains(levels) else { return "runs of \(levels) lengths" }
            guard plan[source].height % 2 == 0, surface.height == rows * (levels + 1), surface.width == plan[source].width
            else {
                return "its target is made for another size"
            }
            return format(target, .mask) ?? format(source, .mask)
        case .spread(let source, _, let disc, _):
            guard plan[source].width == surface.width + 2 * disc.reachX,
                plan[source].height == (surface.height + 2 * disc.reachY) * (disc.levels + 1)
            else { return "its source is made for another size" }
            return format(target, .mask) ?? format(source, .mask) ?? reasonAgainst(disc)
        case .downsample(let source, _, _, _, _):
            return format(target, .mask) ?? format(source, .mask)
        case .convolve(let source, _, _, let kernel, _, _):
            return format(target, .mask) ?? format(source, .mask) ?? reasonAgainst(kernel)
        case .mergeChannels(let sources, _, let kernel, _, _, _):
            guard sources.count == 3 || sources.count == 4 else { return "it merges \(sources.count) masks; 3 or 4 are needed" }
            for source in sources {
                if let reason = format(source, .mask) { return reason }
                if plan[source].width != plan[sources[0]].width || plan[source].height != plan[sources[0]].height {
                    return "its masks \(sources[0]) and \(source) are not of one size"
                }
            }
            return format(target, .color) ?? reasonAgainst(kernel)
        case .shade(_, let shading):
            return shading.reasonAgainst(width: surface.width, height: surface.height)
        case .resample(let image, _, let columns, let rows):
            guard plan.images.indices.contains(image.index) else { return "there is no picture \(image)" }
            let picture = plan.images[image.index]
            return format(target, .color)
                ?? reasonAgainst(columns, count: surface.width, limit: picture.width, "columns")
                ?? reasonAgainst(rows, count: surface.height, limit: picture.height, "rows")
        case .transformImage(let source, _, let s):
            let n = s.subsamples
            guard s.columnU.count == surface.width, s.columnV.count == surface.width, s.rowU.count == surface.height,
                s.rowV.count == surface.height, (1...AffineSampling.maximumSubsamples).contains(n),
                s.acrossV.count == n, s.downU.count == n, s.downV.count == n
            else { return "its sampling is made for another size" }
            return format(target, .color) ?? format(source, .color)
        case .composite(let composite):
            return reasonAgainst(composite)
        }
    }

    private func reasonAgainst(_ composite: Composite) -> String? {
        let target = plan[composite.target]
        let region = composite.region
        guard target.format == .color else { return "\(composite.target) is no color surface" }
        guard written.contains(composite.target) else { return "it paints on \(composite.target), which no pass has written" }
        guard
            region.isEmpty
                || (region.x >= 0 && region.y >= 0 && region.width <= target.width - region.x
                    && region.height <= target.height - region.y)
        else { return "region \(region) is not inside \(composite.target)" }
        guard UInt32(composite.opacity) <= Q15.one else { return "opacity \(composite.opacity) is above 32768" }
        if case .surface(let id, _, _) = composite.source, plan[id].format != .color { return "\(id) is no color surface" }
        if let clip = composite.clip?.surface, plan[clip].format != .mask { return "\(clip) is no mask surface" }
        switch composite.mask {
        case .none: return nil
        case .surface(let id, _, _): return plan[id].format == .mask ? nil : "\(id) is no mask surface"
        case .convolvedRows(let id, let kernel, _, _):
            return plan[id].format == .mask ? reasonAgainst(kernel) : "\(id) is no mask surface"
        }
    }

    private func reasonAgainst(_ kernel: PolyphaseKernel) -> String? {
        guard kernel.phases >= 1, kernel.phases & (kernel.phases - 1) == 0, kernel.phases <= 1 << 16 else {
            return "a kernel of \(kernel.phases) phases; a power of two up to 65536 is needed"
        }
        guard kernel.taps >= 1, kernel.taps <= 1 << 20, kernel.weights.count == kernel.phases * kernel.taps else {
            return "a kernel of \(kernel.phases) × \(kernel.taps) weights has \(kernel.weights.count)"
        }
        guard (0...(1 << 40)).contains(kernel.phase), (-(1 << 40)...(1 << 40)).contains(kernel.offset) else {
            return "a kernel at phase \(kernel.phase) and offset \(kernel.offset)"
        }
        for phase in 0..<kernel.phases {
            var sum: UInt64 = 0
            for tap in 0..<kernel.taps { sum += UInt64(kernel.weights[phase * kernel.taps + tap]) }
            if sum > UInt64(Q15.one) { return "a kernel whose weights sum to \(sum); 32768 is one" }
        }
        return nil
    }

    private func reasonAgainst(_ table: SignedTable, limit: Int) -> String? {
        guard table.offsets.count == table.count + 1, table.offsets.first == 0,
            Int(table.offsets.last ?? -1) == table.weights.count
        else { return "its table is not whole" }
        for i in 0..<table.count {
            let (start, first, end) = (Int(table.starts[i]), Int(table.offsets[i]), Int(table.offsets[i + 1]))
            guard start >= 0, first <= end, start + end - first <= limit else { return "its table reads outside the source" }
            let magnitude = table.weights[first..<end].reduce(0) { $0 + abs(Int($1)) }
            guard magnitude < 65536 else { return "weights whose magnitudes sum to \(magnitude); 65536 is too much" }
        }
        return nil
    }

    private func reasonAgainst(_ disc: SpreadDisc) -> String? {
        guard disc.reachX <= SpreadDisc.largestReach, disc.reachY <= SpreadDisc.largestReach else {
            return "a disc of \(disc.reachX)×\(disc.reachY) to each side"
        }
        let (x, y) = (-disc.reachX...disc.reachX, -disc.reachY...disc.reachY)
        guard disc.ring.allSatisfy({ x.contains($0.dx) && y.contains($0.dy) && abs($0.share) < 32768 }) else {
            return "a disc whose ring leaves its rows"
        }
        guard disc.rows.allSatisfy({ $0.first > $0.last || x.contains($0.first) && x.contains($0.last) }) else {
            return "a disc whose runs leave its rows"
        }
        return nil
    }

    private func reasonAgainst(_ map: MaskMap) -> String? {
        guard case .squareRamp(let low, let high) = map else { return nil }
        return low < high && high <= 1 << 30 ? nil : "a ramp of squares from \(low) to \(high)"
    }

    private func reasonAgainst(_ coverage: Coverage, _ surface: Surface) -> String? {
        guard coverage.width == surface.width, coverage.height == surface.height,
            coverage.rowStarts.count == surface.height + 1
        else { return "its coverage is made for another size" }
        guard coverage.rowStarts.first == 0, Int(coverage.rowStarts.last ?? -1) == coverage.strips.count,
            zip(coverage.rowStarts, coverage.rowStarts.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return "its strips are not sorted by row" }
        return nil
    }

    private func reasonAgainst(_ table: ResamplingTable, count: Int, limit: Int, _ name: String) -> String? {
        guard table.count == count, table.offsets.count == count + 1, table.offsets.first == 0,
            Int(table.offsets.last ?? -1) == table.weights.count
        else { return "its table of \(name) is made for another size" }
        for i in 0..<count {
            let run = Int(table.offsets[i + 1]) - Int(table.offsets[i])
            let start = Int(table.starts[i])
            if run < 0 || start < 0 || start + run > limit { return "its table of \(name) reads outside the picture" }
        }
        return nil
    }
}

extension GPUError {
    static func tooLarge(_ surface: Surface) -> GPUError {
        .limitExceeded(
            "\(surface.label) needs a \(surface.width)×\(surface.height) surface; "
                + "this device allows \(GPULimits.longestSide) a side. Lower canvas.scale.")
    }

    static func blockTooSmall(_ surface: Surface, limit: Int) -> GPUError {
        .limitExceeded(
            "\(surface.label) needs a \(surface.width)×\(surface.height) surface; "
                + "this device allows \(limit) bytes in reach of a shader, too few for one step of it. Lower canvas.scale.")
    }
}
