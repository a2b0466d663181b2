import PenumbraBitmap
import PenumbraGeometry

extension Members {
    /// Adds the filter of a layer: one CSS string, or a list where a filter has several steps.
    mutating func addFilter(_ key: String, _ functions: [FilterFunction]) throws(SceneError) {
        guard functions.contains(where: { $0.graph != nil }) else { return try add(key, functions) }
        var result: [JSONValue] = []
        var plain: [FilterFunction] = []
        func place() -> Place { .index(.key(self.place, key), result.count) }
        func flush() throws(SceneError) {
            guard !plain.isEmpty else { return }
            var members = Members(place())
            try members.add("filter", plain)
            if case .object(let object) = members.value, let text = object["filter"] { result.append(text) }
            plain = []
        }
        for function in functions {
            guard let graph = function.graph else {
                plain.append(function)
                continue
            }
            try flush()
            var members = Members(place())
            try members.add(graph)
            result.append(members.value)
        }
        try flush()
        add(key, .array(result))
    }

    private mutating func add(_ graph: FilterGraph) throws(SceneError) {
        try add("region", graph.region)
        var steps: [JSONValue] = []
        for (index, step) in graph.steps.enumerated() {
            var members = Members(.index(.key(place, "steps"), index))
            try members.add(step.operation)
            if let region = step.region { try members.add("region", region) }
            members.add("linear", step.isLinear, default: false)
            steps.append(members.value)
        }
        add("steps", .array(steps))
    }

    private mutating func add(_ operation: FilterGraph.Operation) throws(SceneError) {
        func add(_ type: FilterStepType, _ input: FilterGraph.Input? = nil, _ input2: FilterGraph.Input? = nil) {
            self.add("type", .string(type.rawValue))
            if let input { self.add("in", input.json) }
            if let input2 { self.add("in2", input2.json) }
        }
        switch operation {
        case .flood(let color):
            add(.flood)
            try self.add("color", color)
        case .sublayer(let index):
            add(.sublayer)
            self.add("index", .number(Double(index)))
        case .offset(let input, let offset):
            add(.offset, input)
            try self.add("offset", offset, default: .zero)
        case .blur(let input, let x, let y):
            add(.blur, input)
            try self.add("radius", Point(x.value, y.value))
        case .merge(let inputs):
            add(.merge)
            self.add("inputs", .array(inputs.map(\.json)))
        case .blend(let mode, let top, let bottom):
            add(.blend, top, bottom)
            self.add("mode", mode, default: .normal)
        case .composite(let composition, let top, let bottom):
            add(.composite, top, bottom)
            self.add("operator", composition.name, default: .over)
            if case .arithmetic(let k1, let k2, let k3, let k4) = composition { try self.add("k", [k1, k2, k3, k4]) }
        case .colorMatrix(let input, let values):
            add(.colorMatrix, input)
            try self.add("values", values)
        case .componentTransfer(let input, let functions):
            add(.componentTransfer, input)
            for (key, function) in zip(["red", "green", "blue", "alpha"], functions) where function != .identity {
                var members = Members(.key(place, key))
                try members.add(function)
                self.add(key, members.value)
            }
        case .morphology(let input, let isDilation, let x, let y):
            add(isDilation ? .dilate : .erode, input)
            try self.add("radius", Point(x, y))
        case .tile(let input): add(.tile, input)
        case .turbulence(let turbulence):
            add(.turbulence)
            try self.add("frequency", turbulence.baseFrequency)
            self.add("octaves", .number(Double(turbulence.octaves)))
            try self.add("seed", turbulence.seed, default: 0)
            self.add("fractal", turbulence.isFractal, default: false)
            self.add("stitch", turbulence.stitches, default: false)
        case .convolve(let input, let convolution):
            add(.convolveMatrix, input)
            self.add("columns", .number(Double(convolution.columns)))
            try self.add("values", convolution.kernel)
            try self.add("divisor", convolution.divisor, default: 1)
            try self.add("bias", convolution.bias, default: 0)
            try self.add("target", convolution.target)
            self.add("edge", convolution.edgeMode, default: .duplicate)
            self.add("preserveAlpha", convolution.preserveAlpha, default: false)
        case .displace(let input, let map, let displacement):
            add(.displacementMap, input, map)
            try self.add("scale", displacement.scale)
            self.add("xChannel", displacement.xChannel, default: .alpha)
            self.add("yChannel", displacement.yChannel, default: .alpha)
        case .light(let input, let lighting): try self.add(lighting, of: input)
        }
    }

    private mutating func add(_ lighting: FilterGraph.Lighting, of input: FilterGraph.Input) throws(SceneError) {
        let type: FilterStepType
        switch lighting.reflection {
        case .diffuse: type = .diffuseLighting
        case .specular(let exponent):
            type = .specularLighting
            try add("exponent", exponent, default: 1)
        }
        add("type", .string(type.rawValue))
        add("in", input.json)
        try add("constant", lighting.constant, default: 1)
        try add("surfaceScale", lighting.surfaceScale, default: 1)
        if lighting.color != .white { try add("lightColor", lighting.color) }
        var members = Members(.key(place, "light"))
        try members.add(lighting.light)
        add("light", members.value)
    }

    private mutating func add(_ light: FilterGraph.Light) throws(SceneError) {
        func type(_ type: FilterLightType) { add("type", .string(type.rawValue)) }
        func numbers(_ place: SIMD3<Double>) -> [Double] { [place.x, place.y, place.z] }
        switch light {
        case .distant(let azimuth, let elevation):
            type(.distant)
            try add("azimuth", azimuth, default: 0)
            try add("elevation", elevation, default: 0)
        case .point(let position):
            type(.point)
            try add("position", numbers(position))
        case .spot(let position, let pointsAt, let exponent, let coneAngle):
            type(.spot)
            try add("position", numbers(position))
            try add("pointsAt", numbers(pointsAt))
            try add("exponent", exponent, default: 1)
            if let coneAngle { try add("coneAngle", coneAngle) }
        }
    }

    private mutating func add(_ function: FilterGraph.TransferFunction) throws(SceneError) {
        func type(_ type: TransferType) { add("type", .string(type.rawValue)) }
        switch function {
        case .identity: type(.identity)
        case .table(let values):
            type(.table)
            try add("values", values)
        case .discrete(let values):
            type(.discrete)
            try add("values", values)
        case .linear(let slope, let intercept):
            type(.linear)
            try add("slope", slope, default: 1)
            try add("intercept", intercept, default: 0)
        case .gamma(let amplitude, let exponent, let offset):
            type(.gamma)
            try add("amplitude", amplitude, default: 1)
            try add("exponent", exponent, default: 1)
            try add("offset", offset, default: 0)
        }
    }
}

extension FilterFunction {
    /// The filter of several steps, if the function is one.
    package var graph: FilterGraph? {
        if case .graph(let graph) = self { graph } else { nil }
    }
}

extension FilterGraph.Input {
    fileprivate var json: JSONValue {
        switch self {
        case .source: "source"
        case .sourceAlpha: "sourceAlpha"
        case .step(let index): .number(Double(index))
        }
    }
}

extension FilterGraph.Composition {
    fileprivate var name: FilterOperator {
        switch self {
        case .over: .over
        case .inside: .inside
        case .out: .out
        case .atop: .atop
        case .xor: .xor
        case .lighter: .lighter
        case .arithmetic: .arithmetic
        }
    }
}
