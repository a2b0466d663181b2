import PenumbraGeometry

/// Filters a mask in one dimension: see `PolyphaseKernel`. Along `axis` the kernel defines which source values make a target
/// value. Across it, `target` row (or column) n reads source row (or column) `n + crossOffset`.
public struct Convolve: OneSourceStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var axis: Axis
    public var kernel: PolyphaseKernel
    public var crossOffset: Int
    public var edge: Edge

    package var pass: Pass { .convolve(self) }

    public var description: String {
        let across = crossOffset == 0 ? "" : " across \(crossOffset)"
        return "convolve \(source) → \(target) \(axis.rawValue) \(kernel)\(across)\(edge.suffix)"
    }

    package var isOfOutlines: Bool { true }
    package var isFilter: Bool { true }
    package func reachesFar(in source: SurfaceID) -> Bool { axis == .vertical }

    package func work(in plan: RenderPlan) -> Int { plan[target].pixelCount * (16 + kernel.taps) / 16 }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        plan.reasonAgainst(target, .mask) ?? plan.reasonAgainst(source, .mask) ?? reasonAgainst(offsets: crossOffset)
            ?? kernel.reasonAgainst
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        let (columns, rows) =
            switch axis {
            case .horizontal: (kernel.inputs(part.columns), part.rows.moved(by: crossOffset))
            case .vertical: (part.columns.moved(by: crossOffset), kernel.inputs(part.rows))
            }
        return [SurfaceRead(surface: source, rect: PixelRect(columns: columns, rows: rows), edge: edge)]
    }

    package mutating func crop(to regions: PlanRegions) {
        let (to, from) = (regions[target], regions[source])
        switch axis {
        case .horizontal:
            kernel = kernel.shifted(outputs: to.x, inputs: from.x)
            crossOffset += to.y - from.y
        case .vertical:
            kernel = kernel.shifted(outputs: to.y, inputs: from.y)
            crossOffset += to.x - from.x
        }
    }
}

extension Pass {
    /// Filters a mask in one dimension.
    public static func convolve(
        source: SurfaceID, target: SurfaceID, axis: Axis, kernel: PolyphaseKernel, crossOffset: Int, edge: Edge
    ) -> Pass {
        .convolve(
            Convolve(source: source, target: target, axis: axis, kernel: kernel, crossOffset: crossOffset, edge: edge))
    }
}

extension PolyphaseKernel: CustomStringConvertible {
    public var description: String { "[\(label), \(taps) taps, phase \(phase), offset \(offset)]" }
}

extension PolyphaseKernel {
    /// The inputs that make a run of outputs; never empty.
    package func inputs(_ outputs: Range<Int>) -> Range<Int> {
        func cycle(_ output: Int) -> Int {
            let position = output + phase
            return position >= 0 ? position / phases : -((-position + phases - 1) / phases)
        }
        return cycle(outputs.lowerBound) + offset..<cycle(outputs.upperBound - 1) + offset + taps
    }

    /// Explains why no renderer can filter with the kernel; nil for a valid kernel.
    var reasonAgainst: String? {
        guard phases >= 1, phases & (phases - 1) == 0, phases <= 1 << 16 else {
            return "a kernel of \(phases) phases; a power of two up to 65536 is needed"
        }
        guard taps >= 1, taps <= 1 << 20, weights.count == phases * taps else {
            return "a kernel of \(phases) × \(taps) weights has \(weights.count)"
        }
        guard (0...(1 << 40)).contains(phase), (-(1 << 40)...(1 << 40)).contains(offset) else {
            return "a kernel at phase \(phase) and offset \(offset)"
        }
        for phase in 0..<phases {
            var sum: UInt64 = 0
            for tap in 0..<taps { sum += UInt64(weights[phase * taps + tap]) }
            if sum > UInt64(Q15.one) { return "a kernel whose weights sum to \(sum); 32768 is one" }
        }
        return nil
    }
}
