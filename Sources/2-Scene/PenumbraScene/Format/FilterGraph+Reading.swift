import PenumbraBitmap
import PenumbraGeometry
import PenumbraSystem

/// The conversion of steps between their keys and their operations.
extension SceneDecoder {
    /// Reads the filter of a finished layer: the functions of a CSS string, or a list of such strings and of filters of
    /// several steps.
    func layerFilter(_ node: Node) throws(SceneError) -> [FilterFunction] {
        guard case .array = node.value else { return try filter(node) }
        var result: [FilterFunction] = []
        let wanted = "an array of CSS filters and of objects with \"steps\""
        try node.checkCount(wanted, atMost: SceneLimits.filterFunctions, "filters in one list")
        for element in try node.elements(wanted) {
            if case .object = element.value {
                result.append(.graph(try FilterGraph.keys.read(element, .filterGraph)))
            } else {
                result += try filter(element)
            }
        }
        guard result.count <= SceneLimits.filterFunctions else {
            throw node.place.error("more than \(SceneLimits.filterFunctions) functions in one filter")
        }
        return result
    }

    fileprivate func filterSteps(_ node: Node) throws(SceneError) -> [FilterGraph.Step] {
        var steps: [FilterGraph.Step] = []
        try node.checkCount("an array of steps", atMost: SceneLimits.filterSteps, "steps in one filter")
        for element in try node.elements("an array of steps") {
            let fields = try Fields(element, .filterStep)
            let values = try FilterStepValues(fields)
            let operation = try values.operation(fields, earlier: steps.count)
            steps.append(FilterGraph.Step(operation, region: values.region, isLinear: values.isLinear))
        }
        guard !steps.isEmpty else { throw node.place.error("found no steps, expected at least one") }
        try context.tally.addShadows(steps.count, at: node.place)
        return steps
    }
}

extension FilterStepValues {
    fileprivate init(_ fields: Fields) throws(SceneError) {
        let type = try fields.required("type", Spelling.list(FilterStepType.allCases.map(\.rawValue)))
            .choice(FilterStepType.self)
        for key in KeyTable.filterStep.keys where fields.has(key) {
            guard let owners = Self.types(of: key), !owners.contains(type) else { continue }
            throw Place.key(fields.node.place, key).error(
                "`\(key)` belongs to steps of type \(Spelling.list(owners.map(\.rawValue))); this is of type \(type.rawValue)")
        }
        self = try Self.keys.read(fields)
    }

    /// - Parameter count: the number of earlier steps.
    fileprivate func operation(_ fields: Fields, earlier count: Int) throws(SceneError) -> FilterGraph.Operation {
        let place = fields.node.place
        func checked(_ input: FilterGraph.Input, _ place: @autoclosure () -> Place) throws(SceneError) -> FilterGraph.Input {
            if case .step(let index) = input, index >= count {
                throw place().error("found \(index), but \(count) steps are above; expected the index of an earlier step")
            }
            return input
        }
        func required<Value>(_ key: String, _ value: Value?, _ wanted: String) throws(SceneError) -> Value {
            guard let value, fields.has(key) else { throw Place.key(place, key).error("missing, expected \(wanted)") }
            return value
        }
        func numbers(_ key: String, _ values: [Double], count: Int) throws(SceneError) -> [Double] {
            let values = try required(key, values, "an array of numbers")
            guard values.count <= count else {
                throw Place.key(place, key).error("found \(values.count), more than \(count) numbers")
            }
            guard values.count == count else {
                throw Place.key(place, key).error("found \(values.count) numbers, expected \(count)")
            }
            return values
        }
        func input2() throws(SceneError) -> FilterGraph.Input {
            try checked(try required("in2", self.input2, Form<FilterGraph.Input>.input.wanted), .key(place, "in2"))
        }
        let input = try checked(self.input ?? (count > 0 ? .step(count - 1) : .source), .key(place, "in"))
        switch type {
        case .blend: return .blend(mode, input, over: try input2())
        case .blur: return .blur(input, x: Sigma(radius.x), y: Sigma(radius.y))
        case .colorMatrix: return .colorMatrix(input, try numbers("values", values, count: 20))
        case .componentTransfer: return .componentTransfer(input, transfer.map { $0 ?? .identity })
        case .composite:
            guard composition == .arithmetic else {
                if fields.has("k") { throw Place.key(place, "k").error("`k` belongs to the operator arithmetic") }
                return .composite(FilterGraph.Composition(composition), input, try input2())
            }
            let k = try numbers("k", factors, count: 4)
            return .composite(.arithmetic(k[0], k[1], k[2], k[3]), input, try input2())
        case .convolveMatrix:
            let columns = try required("columns", columns, Node.countWanted)
            return .convolve(input, try convolution(try required("values", values, "an array of numbers"), columns, place))
        case .dilate, .erode: return .morphology(input, isDilation: type == .dilate, x: radius.x, y: radius.y)
        case .diffuseLighting, .specularLighting:
            return .light(
                input,
                FilterGraph.Lighting(
                    type == .specularLighting ? .specular(exponent: exponent) : .diffuse, constant: constant,
                    surfaceScale: surfaceScale, color: lightColor,
                    light: try required("light", light, "an object with \"type\"")))
        case .displacementMap: return .displace(input, by: try input2(), displacement)
        case .flood: return .flood(color)
        case .merge:
            let inputs = try required("inputs", inputs, "an array of inputs")
            for (index, input) in inputs.enumerated() { _ = try checked(input, .index(.key(place, "inputs"), index)) }
            return .merge(inputs)
        case .offset: return .offset(input, offset)
        case .sublayer: return .sublayer(try required("index", index, "the index of a sublayer"))
        case .tile: return .tile(input)
        case .turbulence: return .turbulence(turbulence)
        }
    }

    private func convolution(
        _ kernel: [Double], _ columns: Int, _ place: Place
    ) throws(SceneError) -> FilterGraph.Convolution {
        guard !kernel.isEmpty, kernel.count % columns == 0 else {
            throw Place.key(place, "values").error(
                "found \(kernel.count) numbers, expected some times \(columns), the number of columns")
        }
        let rows = kernel.count / columns
        let target = target ?? Point(Double(columns / 2), Double(rows / 2))
        guard target.x >= 0, target.y >= 0, target.x < Double(columns), target.y < Double(rows),
            target.x == target.x.rounded(), target.y == target.y.rounded()
        else {
            throw Place.key(place, "target").error("expected a column and a row of the kernel, from 0")
        }
        guard divisor != 0 else { throw Place.key(place, "divisor").error("found 0, expected another number") }
        return FilterGraph.Convolution(
            columns: columns, kernel: kernel, divisor: divisor, bias: bias, target: target, edgeMode: edgeMode,
            preserveAlpha: preserveAlpha)
    }

    fileprivate init(_ step: FilterGraph.Step) {
        (region, isLinear) = (step.region, step.isLinear)
        switch step.operation {
        case .flood(let color): (type, self.color) = (.flood, color)
        case .sublayer(let index): (type, self.index) = (.sublayer, index)
        case .offset(let input, let offset): (type, self.input, self.offset) = (.offset, input, offset)
        case .blur(let input, let x, let y): (type, self.input, radius) = (.blur, input, Point(x.value, y.value))
        case .merge(let inputs): (type, self.inputs) = (.merge, inputs)
        case .blend(let mode, let top, let bottom): (type, self.mode, input, input2) = (.blend, mode, top, bottom)
        case .composite(let composition, let top, let bottom):
            (type, self.composition, input, input2) = (.composite, composition.name, top, bottom)
            if case .arithmetic(let k1, let k2, let k3, let k4) = composition { factors = [k1, k2, k3, k4] }
        case .colorMatrix(let input, let values): (type, self.input, self.values) = (.colorMatrix, input, values)
        case .componentTransfer(let input, let functions):
            (type, self.input) = (.componentTransfer, input)
            for (index, function) in functions.prefix(4).enumerated() where function != .identity { transfer[index] = function }
        case .morphology(let input, let isDilation, let x, let y):
            (type, self.input, radius) = (isDilation ? .dilate : .erode, input, Point(x, y))
        case .tile(let input): (type, self.input) = (.tile, input)
        case .turbulence(let turbulence): (type, self.turbulence) = (.turbulence, turbulence)
        case .convolve(let input, let convolution):
            (type, self.input, columns, values) = (.convolveMatrix, input, convolution.columns, convolution.kernel)
            (divisor, bias, target) = (convolution.divisor, convolution.bias, convolution.target)
            (edgeMode, preserveAlpha) = (convolution.edgeMode, convolution.preserveAlpha)
        case .displace(let input, let map, let displacement):
            (type, self.input, input2, self.displacement) = (.displacementMap, input, map, displacement)
        case .light(let input, let lighting):
            (type, self.input, light, lightColor) = (.diffuseLighting, input, lighting.light, lighting.color)
            (constant, surfaceScale) = (lighting.constant, lighting.surfaceScale)
            if case .specular(let exponent) = lighting.reflection { (type, self.exponent) = (.specularLighting, exponent) }
        }
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

// MARK: - Forms

extension Form where Value == [FilterGraph.Step] {
    static var steps: Form {
        Form(
            .array(of: .object("filterStep"), 1...SceneLimits.filterSteps), wanted: "an array of steps",
            read: { node throws(SceneError) in try node.decoder.filterSteps(node) },
            write: { steps, members throws(SceneError) in
                try members.json(steps) { step, members throws(SceneError) in
                    var members = members
                    try FilterStepValues.keys.write(FilterStepValues(step), to: &members)
                    return members.value
                }
            })
    }
}

extension Form where Value == FilterGraph.TransferFunction {
    static var transfer: Form {
        Form(.object("transferFunction")) { node throws(SceneError) in
            let fields = try Fields(node, .transferFunction)
            let values = try TransferValues.keys.read(fields)
            func numbers() throws(SceneError) -> [Double] {
                if let numbers = values.values { return numbers }
                throw Place.key(node.place, "values").error("missing, expected an array of numbers")
            }
            switch values.type {
            case .identity: return .identity
            case .table: return .table(try numbers())
            case .discrete: return .discrete(try numbers())
            case .linear: return .linear(slope: values.slope, intercept: values.intercept)
            case .gamma:
                return .gamma(amplitude: values.amplitude, exponent: values.exponent, offset: values.offset)
            }
        } write: { function, members throws(SceneError) in
            var (members, values) = (members, TransferValues())
            switch function {
            case .identity: break
            case .table(let numbers): (values.type, values.values) = (.table, numbers)
            case .discrete(let numbers): (values.type, values.values) = (.discrete, numbers)
            case .linear(let slope, let intercept):
                (values.type, values.slope, values.intercept) = (.linear, slope, intercept)
            case .gamma(let amplitude, let exponent, let offset):
                (values.type, values.amplitude, values.exponent, values.offset) = (.gamma, amplitude, exponent, offset)
            }
            try TransferValues.keys.write(values, to: &members)
            return members.value
        }
    }
}

extension Form where Value == FilterGraph.Light {
    static var light: Form {
        Form(.object("filterLight")) { node throws(SceneError) in
            let fields = try Fields(node, .filterLight)
            let kinds = FilterLightValues.Kind.allCases
            let type = try fields.required("type", Spelling.list(kinds.map(\.rawValue))).choice(FilterLightValues.Kind.self)
            for key in KeyTable.filterLight.keys where fields.has(key) && !type.keys.contains(key) {
                let owners = kinds.filter { $0.keys.contains(key) }.map(\.rawValue)
                throw Place.key(node.place, key).error(
                    "`\(key)` belongs to lights of type \(Spelling.list(owners)); this is of type \(type.rawValue)")
            }
            let values = try FilterLightValues.keys.read(fields)
            switch type {
            case .distant: return .distant(azimuth: values.azimuth, elevation: values.elevation)
            case .point: return .point(values.position)
            case .spot:
                return .spot(
                    values.position, pointsAt: values.pointsAt, exponent: values.exponent, coneAngle: values.coneAngle)
            }
        } write: { light, members throws(SceneError) in
            var (members, values) = (members, FilterLightValues())
            switch light {
            case .distant(let azimuth, let elevation):
                (values.azimuth, values.elevation) = (azimuth, elevation)
            case .point(let position): (values.type, values.position) = (.point, position)
            case .spot(let position, let pointsAt, let exponent, let coneAngle):
                (values.type, values.position, values.pointsAt) = (.spot, position, pointsAt)
                (values.exponent, values.coneAngle) = (exponent, coneAngle)
            }
            try FilterLightValues.keys.write(values, to: &members)
            return members.value
        }
    }
}
