import PenumbraGeometry

/// Filters a colour surface along one axis with weights that may be negative: see `SignedTable`. Along `axis` the target has
/// the table's length; across it, the source's length.
public struct FilterColors: OneSourceStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var axis: Axis
    public var table: SignedTable
    public var stage: Stage

    /// The position of this filter among one or two filters in a row. Between two filters, negative weights may make values
    /// below zero or above one, which aren't clamped. Only the last filter clamps its result to colours.
    public enum Stage: Hashable, Sendable {
        /// The only filter, with `SignedTable`'s formula.
        case only
        /// The first filter: the same sum, clamped to −9421…42189 and stored 16384 higher. Lanczos's kernel stays inside these
        /// bounds.
        case first
        /// The last filter: `SignedTable`'s formula on values that are stored 16384 higher.
        case last

        /// The offset that is added to the values the filter reads.
        package var sourceLift: Int32 { self == .last ? Self.lift : 0 }
        /// The offset that is added to the result where it isn't clamped to colours.
        package var targetLift: Int32 { self == .first ? Self.lift : 0 }
        private static let lift: Int32 = 16384
        package static let lowest: Int32 = -9421
        package static let highest: Int32 = 42189
        /// The largest sum of magnitudes in a run: 42189 times this sum fits in 32 bits. The weights of Lanczos's kernel
        /// reach 50882.
        fileprivate static let largestMagnitude = 50_900
    }

    package var pass: Pass { .filterColors(self) }
    public var description: String {
        let place =
            switch stage {
            case .only: ""
            case .first: ", unheld"
            case .last: " of what is unheld"
            }
        return "filterColors \(source) → \(target) \(axis.rawValue) \(table)\(place)"
    }
    package func reachesFar(in source: SurfaceID) -> Bool { axis == .vertical }

    package var ownTableBytes: Int { table.byteCount }

    package func work(in plan: RenderPlan) -> Int {
        let across = axis == .horizontal ? plan[target].height : plan[target].width
        return across * table.weights.count * 2
    }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        let (along, across) = axis == .horizontal ? (\Surface.width, \Surface.height) : (\Surface.height, \Surface.width)
        guard plan[source][keyPath: across] == plan[target][keyPath: across], table.count == plan[target][keyPath: along]
        else { return "its table is made for another size" }
        return plan.reasonAgainst(target, .color) ?? plan.reasonAgainst(source, .color)
            ?? table.reasonAgainst(
                limit: plan[source][keyPath: along], magnitude: stage == .last ? Stage.largestMagnitude : 65535)
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        let rect =
            switch axis {
            case .horizontal: PixelRect(columns: table.inputs(part.columns), rows: part.rows)
            case .vertical: PixelRect(columns: part.columns, rows: table.inputs(part.rows))
            }
        return [SurfaceRead(surface: source, rect: rect)]
    }

    package mutating func crop(to regions: PlanRegions) {
        let (to, from) = (regions[target], regions[source])
        switch axis {
        case .horizontal: table = table.cropped(to: to.columns, inputs: from.x)
        case .vertical: table = table.cropped(to: to.rows, inputs: from.y)
        }
    }

    package func tie(_ regions: inout PlanRegions) {
        let (other, own) = (regions[source], regions[target])
        guard !other.isEmpty else { return }
        switch axis {
        case .horizontal: regions.grow(target, by: PixelRect(x: own.x, y: other.y, width: own.width, height: other.height))
        case .vertical: regions.grow(target, by: PixelRect(x: other.x, y: own.y, width: other.width, height: own.height))
        }
    }
}

extension Pass {
    /// Filters a colour surface along one axis with weights that may be negative.
    public static func filterColors(
        source: SurfaceID, target: SurfaceID, axis: Axis, table: SignedTable, stage: FilterColors.Stage = .only
    ) -> Pass {
        .filterColors(FilterColors(source: source, target: target, axis: axis, table: table, stage: stage))
    }
}

extension SignedTable {
    /// The inputs that make a run of outputs.
    package func inputs(_ outputs: Range<Int>) -> Range<Int> {
        var (first, end) = (Int.max, 0)
        for i in outputs {
            first = min(first, Int(starts[i]))
            end = max(end, Int(starts[i]) + Int(offsets[i + 1] - offsets[i]))
        }
        return min(first, end)..<end
    }

    fileprivate func reasonAgainst(limit: Int, magnitude largest: Int) -> String? {
        guard offsets.count == count + 1, offsets.first == 0, Int(offsets.last ?? -1) == weights.count else {
            return "its table is not whole"
        }
        for i in 0..<count {
            let (start, first, end) = (Int(starts[i]), Int(offsets[i]), Int(offsets[i + 1]))
            guard start >= 0, first <= end, start + end - first <= limit else { return "its table reads outside the source" }
            let magnitude = weights[first..<end].reduce(0) { $0 + abs(Int($1)) }
            guard magnitude <= largest else {
                return "weights whose magnitudes sum to \(magnitude); \(largest + 1) is too much"
            }
        }
        return nil
    }
}
