import PenumbraElementary
import PenumbraGeometry
import PenumbraPlan

/// A Gaussian with a σ for each axis. The smaller σ blurs both axes, and the rest of the larger σ blurs one axis more.
struct FilterBlur {
    let both: GaussianBlur?
    /// The σ of the rest, and its axis.
    let rest: (sigma: Double, axis: Axis)?

    /// The largest σ in pixels. Beyond it, a picture of the largest size is evenly grey.
    static let mostPixels = 100_000.0
    /// The largest σ of the rest, which is applied weight by weight.
    static let mostRest = 500.0

    init(_ sigma: (x: Double, y: Double)) {
        let least = min(sigma.x, sigma.y)
        both = least > 1e-4 ? GaussianBlur(sigma: least) : nil
        let square = abs(sigma.x * sigma.x - sigma.y * sigma.y)
        let larger = square > 1e-6 ? square.squareRoot() : 0
        rest = larger > 0.01 ? (min(larger, Self.mostRest), sigma.x > sigma.y ? .horizontal : .vertical) : nil
    }

    /// The number of pixels that the rest reads on each side.
    private var restReach: Int { rest.map { PolyphaseKernel.reach(sigma: $0.sigma) + 1 } ?? 0 }

    /// How far the result reaches beyond the source.
    var reach: (x: Int, y: Int) {
        let own = both?.reach ?? 0
        return (own + (rest?.axis == .horizontal ? restReach : 0), own + (rest?.axis == .vertical ? restReach : 0))
    }

    /// Adds the passes. Nil for an empty result.
    func run(
        _ planner: inout ScenePlanner, _ picture: FilterPicture, filled: PixelRect, anchor: PixelRect, output: PixelRect,
        name: String
    ) throws(PlanningError) -> FilterPicture? {
        var current = picture
        if let both {
            let (x, y) = (rest?.axis == .horizontal ? restReach : 0, rest?.axis == .vertical ? restReach : 0)
            let grown = filled.outset(x: both.reach, y: both.reach)
            let bounds = rest == nil ? output : output.outset(x: x, y: y).intersection(grown)
            guard !bounds.isEmpty else { return nil }
            let blurred = try planner.blurred(
                picture.surface, picture.bounds, both, output: bounds, filled: filled, edge: .zero, anchor: anchor,
                isOpaque: false, name: name)
            guard let blurred else { return nil }
            current = FilterPicture(surface: blurred, bounds: bounds, isLinear: picture.isLinear)
        }
        guard let rest else { return current }
        // Across the axis, the source has the rows or the columns of the output.
        let source =
            rest.axis == .horizontal
            ? PixelRect(x: current.bounds.x, y: output.y, width: current.bounds.width, height: output.height)
            : PixelRect(x: output.x, y: current.bounds.y, width: output.width, height: current.bounds.height)
        if source != current.bounds {
            let target = try planner.addTarget(source, "source of \(name)")
            planner.copy(current.surface, current.bounds, to: target)
            current.surface = target.surface
            current.bounds = source
        }
        let target = try planner.addSurface(.color, output, "blurred \(name)")
        let (outputs, inputs) =
            rest.axis == .horizontal
            ? (output.columns, source.columns) : (output.rows, source.rows)
        // The table's memory is counted before it's made.
        let bytes = outputs.count * min(inputs.count, 2 * restReach + 1) * MemoryLayout<Int32>.stride
        try planner.work.hold(plan: planner.bytesOfPlan + bytes, name)
        planner.plan.passes.append(
            .filterColors(
                source: current.surface, target: target, axis: rest.axis,
                table: Self.table(rest.sigma, outputs: outputs, inputs: inputs)))
        return FilterPicture(surface: target, bounds: output, isLinear: picture.isLinear)
    }

    /// The weights of a Gaussian. Places outside of the source are empty, so their weights are left out.
    private static func table(_ sigma: Double, outputs: Range<Int>, inputs: Range<Int>) -> SignedTable {
        let reach = PolyphaseKernel.reach(sigma: sigma) + 1
        let shares = (-reach...reach).map { offset in
            let scale = 1 / (sigma * 2.0.squareRoot())
            return Elementary.erf((Double(offset) + 0.5) * scale) - Elementary.erf((Double(offset) - 0.5) * scale)
        }
        let sum = shares.reduce(0, +)
        var (carried, given) = (0.0, Int32(0))
        let weights = shares.map { share in
            carried += share
            let upTo = Int32((carried / sum * 32768).rounded())
            defer { given = upTo }
            return upTo - given
        }
        var table = SignedTable()
        for output in outputs {
            let first = max(inputs.lowerBound, min(inputs.upperBound - 1, output - reach))
            let end = max(first + 1, min(inputs.upperBound, output + reach + 1))
            table.starts.append(Int32(first - inputs.lowerBound))
            for place in first..<end {
                let index = place - output + reach
                table.weights.append(weights.indices.contains(index) ? weights[index] : 0)
            }
            table.offsets.append(Int32(table.weights.count))
        }
        return table
    }
}
