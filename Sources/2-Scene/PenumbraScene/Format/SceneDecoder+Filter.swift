import PenumbraBitmap
import PenumbraGeometry
import PenumbraSystem

extension SceneDecoder {
    /// Reads the filter of a finished layer: the functions of a CSS string, or a list of such strings and of filters of
    /// several steps.
    func layerFilter(_ node: Node?) throws(SceneError) -> [FilterFunction] {
        guard let node else { return [] }
        guard case .array = node.value else { return try filter(node) }
        var result: [FilterFunction] = []
        let wanted = "an array of CSS filters and of objects with \"steps\""
        try node.checkCount(wanted, atMost: SceneLimits.filterFunctions, "filters in one list")
        for element in try node.elements(wanted) {
            if case .object = element.value {
                result.append(.graph(try filterGraph(element)))
            } else {
                result += try filter(element)
            }
        }
        guard result.count <= SceneLimits.filterFunctions else {
            throw node.place.error("more than \(SceneLimits.filterFunctions) functions in one filter")
        }
        return result
    }

    private func filterGraph(_ node: Node) throws(SceneError) -> FilterGraph {
        let fields = try Fields(node, .filterGraph, wanted: "an object with \"steps\"")
        var graph = FilterGraph(region: try fields.required("region", "a rectangle [x, y, width, height]").rect(), steps: [])
        let steps = try fields.required("steps", "an array of steps")
        try steps.checkCount("an array of steps", atMost: SceneLimits.filterSteps, "steps in one filter")
        for element in try steps.elements("an array of steps") {
            graph.steps.append(try filterStep(element, earlier: graph.steps.count))
        }
        guard !graph.steps.isEmpty else { throw steps.place.error("found no steps, expected at least one") }
        try context.tally.addShadows(graph.steps.count, at: steps.place)
        return graph
    }

    private func filterStep(_ node: Node, earlier count: Int) throws(SceneError) -> FilterGraph.Step {
        let fields = try Fields(node, .filterStep, wanted: "a step, which is an object")
        let type = try fields.required("type", Spelling.list(FilterStepType.allCases.map(\.rawValue)))
            .choice(FilterStepType.self)
        for key in KeyTable.filterStep.keys where fields.has(key) && !FilterStepType.shared.contains(key) {
            guard !type.keys.contains(key) else { continue }
            let owners = FilterStepType.allCases.filter { $0.keys.contains(key) }.map(\.rawValue)
            throw Place.key(node.place, key).error(
                "`\(key)` belongs to steps of type \(Spelling.list(owners)); this is of type \(type.rawValue)")
        }
        let reader = FilterStepReader(fields: fields, count: count)
        var step = FilterGraph.Step(try operation(type, reader))
        step.region = try fields.nonNull("region")?.rect()
        step.isLinear = try fields["linear"]?.bool() ?? false
        return step
    }

    private func operation(_ type: FilterStepType, _ reader: FilterStepReader) throws(SceneError) -> FilterGraph.Operation {
        let fields = reader.fields
        switch type {
        case .blend:
            return .blend(try fields["mode"]?.choice(BlendMode.self) ?? .normal, try reader.input(), over: try reader.input2())
        case .blur:
            let radius = try reader.radii()
            return .blur(try reader.input(), x: Sigma(radius.x), y: Sigma(radius.y))
        case .colorMatrix:
            let values = try reader.numbers("values", atMost: 20)
            guard values.count == 20 else {
                throw Place.key(fields.node.place, "values").error("found \(values.count) numbers, expected 20")
            }
            return .colorMatrix(try reader.input(), values)
        case .componentTransfer:
            var functions: [FilterGraph.TransferFunction] = []
            for key in ["red", "green", "blue", "alpha"] {
                functions.append(try fields.nonNull(key).map { node throws(SceneError) in try transfer(node) } ?? .identity)
            }
            return .componentTransfer(try reader.input(), functions)
        case .composite: return .composite(try reader.composition(), try reader.input(), try reader.input2())
        case .convolveMatrix: return .convolve(try reader.input(), try reader.convolution())
        case .dilate, .erode:
            let radius = try reader.radii()
            return .morphology(try reader.input(), isDilation: type == .dilate, x: radius.x, y: radius.y)
        case .diffuseLighting, .specularLighting:
            return .light(try reader.input(), try lighting(isSpecular: type == .specularLighting, fields))
        case .displacementMap:
            let scale = try reader.pair("scale", .any)
            let displacement = FilterGraph.Displacement(
                scale: scale, xChannel: try fields["xChannel"]?.choice(FilterGraph.Displacement.Channel.self) ?? .alpha,
                yChannel: try fields["yChannel"]?.choice(FilterGraph.Displacement.Channel.self) ?? .alpha)
            return .displace(try reader.input(), by: try reader.input2(), displacement)
        case .flood: return .flood(try fields["color"]?.color() ?? .black)
        case .merge:
            let inputs = try fields.required("inputs", "an array of inputs")
            try inputs.checkCount("an array of inputs", atMost: SceneLimits.filterSteps, "inputs of one step")
            var result: [FilterGraph.Input] = []
            for node in try inputs.elements("an array of inputs") { result.append(try reader.input(node)) }
            return .merge(result)
        case .offset: return .offset(try reader.input(), try fields["offset"]?.point() ?? .zero)
        case .sublayer: return .sublayer(try fields.required("index", "the index of a sublayer").index())
        case .tile: return .tile(try reader.input())
        case .turbulence:
            return .turbulence(
                FilterGraph.Turbulence(
                    baseFrequency: try reader.pair("frequency", .notNegative), octaves: try fields["octaves"]?.count() ?? 1,
                    seed: try fields.number("seed", .any, default: 0), isFractal: try fields["fractal"]?.bool() ?? false,
                    stitches: try fields["stitch"]?.bool() ?? false))
        }
    }
}

/// Reads the keys that several types of steps share.
struct FilterStepReader {
    let fields: Fields
    /// The number of earlier steps.
    let count: Int

    func input() throws(SceneError) -> FilterGraph.Input {
        try fields["in"].map { node throws(SceneError) in try input(node) } ?? (count > 0 ? .step(count - 1) : .source)
    }

    func input2() throws(SceneError) -> FilterGraph.Input {
        try input(try fields.required("in2", "\"source\", \"sourceAlpha\", or the index of an earlier step"))
    }

    func input(_ node: Node) throws(SceneError) -> FilterGraph.Input {
        switch node.value {
        case "source": return .source
        case "sourceAlpha": return .sourceAlpha
        case .number:
            let index = try node.index()
            guard index < count else {
                throw node.place.error("found \(index), but \(count) steps are above; expected the index of an earlier step")
            }
            return .step(index)
        default: throw node.mismatch("\"source\", \"sourceAlpha\", or the index of an earlier step")
        }
    }

    /// One number for both axes, or one for each.
    func pair(_ key: String, _ range: Node.NumberRange) throws(SceneError) -> Point {
        guard let node = try fields[key] else { return .zero }
        if case .number = node.value {
            let number = try node.number(range)
            return Point(number, number)
        }
        let point = try node.point()
        for (index, number) in [point.x, point.y].enumerated() where !range.contains(number) {
            throw Place.index(node.place, index).error("found \(number), expected \(range.wanted)")
        }
        return point
    }

    func radii() throws(SceneError) -> Point { try pair("radius", .notNegative) }

    func numbers(_ key: String, atMost limit: Int) throws(SceneError) -> [Double] {
        let node = try fields.required(key, "an array of numbers")
        try node.checkCount("an array of numbers", atMost: limit, "numbers")
        var result: [Double] = []
        for element in try node.elements("an array of numbers") { result.append(try element.number()) }
        return result
    }

    func composition() throws(SceneError) -> FilterGraph.Composition {
        let name = try fields["operator"]?.choice(FilterOperator.self) ?? .over
        guard name == .arithmetic else {
            if fields.has("k") {
                throw Place.key(fields.node.place, "k").error("`k` belongs to the operator arithmetic")
            }
            return FilterGraph.Composition(name)
        }
        let k = try numbers("k", atMost: 4)
        guard k.count == 4 else {
            throw Place.key(fields.node.place, "k").error("found \(k.count) numbers, expected 4")
        }
        return .arithmetic(k[0], k[1], k[2], k[3])
    }

    func convolution() throws(SceneError) -> FilterGraph.Convolution {
        let columns = try fields.required("columns", Node.countWanted).count()
        let kernel = try numbers("values", atMost: SceneLimits.filterKernel)
        guard !kernel.isEmpty, kernel.count % columns == 0 else {
            throw Place.key(fields.node.place, "values").error(
                "found \(kernel.count) numbers, expected some times \(columns), the number of columns")
        }
        let rows = kernel.count / columns
        let target = try fields["target"]?.point() ?? Point(Double(columns / 2), Double(rows / 2))
        guard target.x >= 0, target.y >= 0, target.x < Double(columns), target.y < Double(rows),
            target.x == target.x.rounded(), target.y == target.y.rounded()
        else {
            throw Place.key(fields.node.place, "target").error("expected a column and a row of the kernel, from 0")
        }
        let divisor = try fields.number("divisor", .any, default: 1)
        guard divisor != 0 else { throw Place.key(fields.node.place, "divisor").error("found 0, expected another number") }
        return FilterGraph.Convolution(
            columns: columns, kernel: kernel, divisor: divisor, bias: try fields.number("bias", .any, default: 0),
            target: target, edgeMode: try fields["edge"]?.choice(FilterGraph.Convolution.EdgeMode.self) ?? .duplicate,
            preserveAlpha: try fields["preserveAlpha"]?.bool() ?? false)
    }
}

extension FilterGraph.Composition {
    /// - Parameter name: any operator but `arithmetic`.
    fileprivate init(_ name: FilterOperator) {
        switch name {
        case .over, .arithmetic: self = .over
        case .inside: self = .inside
        case .out: self = .out
        case .atop: self = .atop
        case .xor: self = .xor
        case .lighter: self = .lighter
        }
    }
}
