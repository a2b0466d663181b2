import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension GraphRun {
    /// Adds the passes of a step.
    mutating func perform(_ index: Int, _ planner: inout ScenePlanner) throws(PlanningError) {
        results[index] = try picture(ofStep: index, needed[index], &planner)
    }

    private mutating func picture(
        ofStep index: Int, _ bounds: PixelRect, _ planner: inout ScenePlanner
    ) throws(PlanningError) -> FilterPicture? {
        let placed = graph.steps[index]
        let isLinear = placed.step.isLinear
        switch placed.step.operation {
        case .flood(let color):
            let target = try planner.addTarget(
                bounds, "flood of \(name)", cleared: PremultipliedColor(color, in: planner.colorSpace, isLinear: isLinear))
            return FilterPicture(surface: target.surface, bounds: bounds, isLinear: isLinear)
        case .sublayer(let index):
            guard let layer = graph.sublayers[index],
                let prepared = planner.prepare(layer, in: graph.geometry.space, place: "sublayers[\(index)] of \(graph.name)")
            else { return nil }
            let target = try planner.addTarget(bounds, "input of \(name)")
            try planner.paint(prepared, onto: target)
            return FilterPicture(surface: planner.live(target.surface), bounds: bounds, isLinear: false)
        case .offset(let input, let offset):
            guard var moved = try self.input(input, isLinear: nil, &planner) else { return nil }
            let (x, y) = placed.pixels(offset)
            moved.bounds = moved.bounds.offset(x: x, y: y)
            return try copy(moved, bounds, &planner)
        case .blur(let input, let x, let y):
            guard let source = try self.input(input, isLinear: isLinear, &planner) else { return nil }
            let blur = FilterBlur(placed.deviations(x, y))
            guard blur.both != nil || blur.rest != nil else { return try copy(source, bounds, &planner) }
            let filled = extent(input)
            guard !filled.isEmpty else { return nil }
            return try blur.run(&planner, source, filled: filled, anchor: filled, output: bounds, name: name)
        case .merge(let inputs): return try merged(inputs, isLinear, bounds, .normal, &planner)
        case .blend(let mode, let top, let bottom): return try merged([bottom, top], isLinear, bounds, mode, &planner)
        case .composite(let composition, let top, let bottom):
            return try composited(composition, top, bottom, isLinear, bounds, &planner)
        case .colorMatrix(let input, let values):
            guard values.count == 20 else { return nil }
            let rows = (0..<4).map { FilterPixels.Row(Array(values[5 * $0..<5 * $0 + 5])) }
            return try changed(input, [.matrix(rows)], isLinear, bounds, &planner)
        case .componentTransfer(let input, let functions):
            guard functions.count == 4 else { return nil }
            let tables = try functions.map { function throws(PlanningError) in
                function == .identity ? nil : try planner.table(of: function, name)
            }
            return try changed(input, [.tables(tables)], isLinear, bounds, &planner)
        case .morphology(let input, let isDilation, let x, let y):
            return try morphed(input, isDilation, placed.radii(x, y), isLinear, bounds, &planner)
        case .tile(let input):
            guard let source = try self.input(input, isLinear: nil, &planner) else { return nil }
            let tile = self.tile(of: input).offset(x: -source.bounds.x, y: -source.bounds.y)
            guard !tile.isEmpty else { return nil }
            return try computed(.tile(tile), [source], in: bounds, isLinear: source.isLinear, &planner)
        case .turbulence(let turbulence):
            let noise = FilterPixels.Turbulence(
                turbulence, in: bounds, of: placed.region, toDevice: graph.geometry.toDevice)
            return try computed(.turbulence(noise), [], in: bounds, isLinear: isLinear, &planner)
        case .convolve(let input, let convolution):
            guard convolution.isWhole else { return nil }
            let source = try inputOrNothing(input, isLinear: isLinear, bounds, &planner)
            let area = tile(of: input).offset(x: -source.bounds.x, y: -source.bounds.y)
            guard !area.isEmpty else { return nil }
            return try computed(
                .convolve(FilterPixels.Kernel(convolution, area: area)), [source], in: bounds, isLinear: isLinear, &planner)
        case .displace(let input, let map, let displacement):
            guard let source = try self.input(input, isLinear: nil, &planner) else { return nil }
            let other = try inputOrNothing(map, isLinear: isLinear, bounds, &planner)
            return try computed(
                .displace(placed.displacement(displacement)), [source, other], in: bounds, isLinear: source.isLinear, &planner)
        case .light(let input, let lighting):
            let source = try inputOrNothing(input, isLinear: nil, bounds, &planner)
            var opaque = lighting.color
            opaque.alpha = 1
            let color = PremultipliedColor(opaque, in: planner.colorSpace, isLinear: isLinear)
            let light = FilterPixels.Lighting(
                lighting, color, in: bounds, of: graph.region, source: source.bounds, graph.geometry.toDevice)
            return try computed(.light(light), [source], in: bounds, isLinear: isLinear, &planner)
        }
    }

    /// The region of the step that made an input.
    private func tile(of input: FilterGraph.Input) -> PixelRect {
        if case .step(let index) = input { graph.steps[index].region } else { graph.region }
    }

    /// An input's picture, or one transparent pixel for an empty picture.
    private mutating func inputOrNothing(
        _ input: FilterGraph.Input, isLinear: Bool?, _ bounds: PixelRect, _ planner: inout ScenePlanner
    ) throws(PlanningError) -> FilterPicture {
        if let picture = try self.input(input, isLinear: isLinear, &planner) { return picture }
        let pixel = PixelRect(x: bounds.x, y: bounds.y, width: 1, height: 1)
        let target = try planner.addTarget(pixel, "nothing in \(name)")
        return FilterPicture(surface: target.surface, bounds: pixel, isLinear: isLinear ?? false)
    }

    private func copy(
        _ picture: FilterPicture, _ bounds: PixelRect, _ planner: inout ScenePlanner
    ) throws(PlanningError) -> FilterPicture {
        if picture.bounds == bounds { return picture }
        let target = try planner.addTarget(bounds, "part of \(name)")
        planner.copy(picture.surface, picture.bounds, to: target)
        return FilterPicture(surface: target.surface, bounds: bounds, isLinear: picture.isLinear)
    }

    private mutating func changed(
        _ input: FilterGraph.Input, _ changes: [FilterPixels.ColorChange], _ isLinear: Bool, _ bounds: PixelRect,
        _ planner: inout ScenePlanner
    ) throws(PlanningError) -> FilterPicture? {
        let source = try inputOrNothing(input, isLinear: isLinear, bounds, &planner)
        return try computed(.straight(changes), [source], in: bounds, isLinear: isLinear, &planner)
    }

    /// Pictures one over the other, the last with a blend mode.
    private mutating func merged(
        _ inputs: [FilterGraph.Input], _ isLinear: Bool, _ bounds: PixelRect, _ mode: BlendMode,
        _ planner: inout ScenePlanner
    ) throws(PlanningError) -> FilterPicture? {
        let target = try planner.addTarget(bounds, "merge of \(name)")
        for (index, input) in inputs.enumerated() {
            guard let picture = try self.input(input, isLinear: isLinear, &planner) else { continue }
            planner.compositeSurface(
                picture.surface, bounds: picture.bounds, onto: target,
                operation: .blend(index == inputs.count - 1 ? mode : .normal))
        }
        return FilterPicture(surface: planner.live(target.surface), bounds: bounds, isLinear: isLinear)
    }

    private mutating func composited(
        _ composition: FilterGraph.Composition, _ top: FilterGraph.Input, _ bottom: FilterGraph.Input, _ isLinear: Bool,
        _ bounds: PixelRect, _ planner: inout ScenePlanner
    ) throws(PlanningError) -> FilterPicture? {
        let combination: FilterPixels.Combination
        switch composition {
        case .over: return try merged([bottom, top], isLinear, bounds, .normal, &planner)
        case .inside: combination = .parts(first: .inside, second: .none)
        case .out: combination = .parts(first: .outside, second: .none)
        case .atop: combination = .parts(first: .inside, second: .outside)
        case .xor: combination = .parts(first: .outside, second: .outside)
        case .lighter: combination = .parts(first: .all, second: .all)
        case .arithmetic(let k1, let k2, let k3, let k4):
            combination = .arithmetic(FilterPixels.Row([k1, k2, k3, 0, k4]))
        }
        // Parts of one picture are the same in all spaces.
        let isOfOne = if case .parts(_, .none) = combination { true } else { false }
        let first = try inputOrNothing(top, isLinear: isOfOne ? nil : isLinear, bounds, &planner)
        let second = try inputOrNothing(bottom, isLinear: isOfOne ? nil : isLinear, bounds, &planner)
        return try computed(
            .combine(combination), [first, second], in: bounds, isLinear: isOfOne ? first.isLinear : isLinear, &planner)
    }

    private mutating func morphed(
        _ input: FilterGraph.Input, _ isDilation: Bool, _ radii: (x: Int, y: Int), _ isLinear: Bool,
        _ bounds: PixelRect, _ planner: inout ScenePlanner
    ) throws(PlanningError) -> FilterPicture? {
        guard radii.x > 0 || radii.y > 0, var picture = try self.input(input, isLinear: isLinear, &planner) else { return nil }
        for (axis, radius) in [(Axis.horizontal, radii.x), (.vertical, radii.y)] where radius > 0 {
            // The rows above and below are needed by the second pass.
            let reached =
                axis == .horizontal && radii.y > 0
                ? bounds.outset(x: 0, y: radii.y).intersection(picture.bounds.outset(x: radii.x, y: 0)) : bounds
            guard !reached.isEmpty else { return nil }
            picture = try computed(
                .extremum(
                    FilterPixels.Extremum(axis: axis, isGreatest: isDilation, first: -radius, count: 2 * radius + 1)),
                [picture], in: reached, isLinear: picture.isLinear, &planner)
        }
        return picture
    }
}

extension PremultipliedColor {
    /// - Parameter isLinear: whether the components are for surfaces of linear light.
    init(_ color: Color, in space: ColorSpace, isLinear: Bool) {
        let own = color.components(in: space)
        func part(_ value: Double) -> Double {
            isLinear ? Double(ChannelTable.linear.values[Int(Q15.value(value))]) / Double(Q15.one) : value
        }
        self.init(red: part(own.red), green: part(own.green), blue: part(own.blue), alpha: own.alpha)
    }
}

extension FilterGraph.Convolution {
    /// Whether the kernel fills its rows, and its pixel lies in it. Scenes that are made in code may have others.
    fileprivate var isWhole: Bool {
        columns >= 1 && !kernel.isEmpty && kernel.count % columns == 0 && kernel.count <= FilterPixels.Kernel.mostWeights
            && (0..<Double(columns)).contains(target.x) && (0..<Double(kernel.count / columns)).contains(target.y)
    }
}

extension FilterPixels.Kernel {
    /// - Parameter area: the pixels of the input that count.
    fileprivate init(_ convolution: FilterGraph.Convolution, area: PixelRect) {
        let columns = convolution.columns
        let rows = convolution.kernel.count / max(1, columns)
        // SVG rotates the kernel by 180 degrees.
        let (right, bottom) = (Int(convolution.target.x), Int(convolution.target.y))
        self.init(
            columns: columns, rows: rows, firstColumn: -right, firstRow: -bottom,
            weights: convolution.kernel.reversed().map { $0 / convolution.divisor }, bias: convolution.bias,
            edge: convolution.edgeMode == .none ? .none : convolution.edgeMode == .wrap ? .wrap : .duplicate,
            keepsAlpha: convolution.preserveAlpha, area: area)
    }
}

extension ScenePlanner {
    /// Returns the table of a function, which all steps with the function share.
    fileprivate mutating func table(
        of function: FilterGraph.TransferFunction, _ name: String
    ) throws(PlanningError) -> ChannelTable {
        if let known = channelTables[function] { return known }
        try work.spend(function.workOfTable, name)
        let table = ChannelTable { function($0) }
        channelTables[function] = table
        return table
    }
}

extension FilterGraph.TransferFunction {
    /// The work of a table of the function, in nanoseconds of one core. Powers took 19 ms.
    fileprivate var workOfTable: Int {
        switch self {
        case .identity: 0
        case .gamma: 20_000_000
        case .table, .discrete, .linear: 5_000_000
        }
    }
}
