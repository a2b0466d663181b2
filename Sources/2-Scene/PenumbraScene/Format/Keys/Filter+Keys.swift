import PenumbraBitmap
import PenumbraGeometry

/// The type of a step in a filter of several steps.
enum FilterStepType: String, CaseIterable {
    case blend, blur, colorMatrix, componentTransfer, composite, convolveMatrix, diffuseLighting, dilate, displacementMap, erode
    case flood, merge, offset, specularLighting, sublayer, tile, turbulence

    /// The types with one picture as input.
    fileprivate static let withInput = allCases.filter { ![.flood, .merge, .sublayer, .turbulence].contains($0) }
}

/// The operators of a composite step.
enum FilterOperator: String, CaseIterable {
    case over
    case inside = "in"
    case out, atop, xor, lighter, arithmetic
}

/// The values of a filter's step by key, whatever its type.
struct FilterStepValues: Sendable {
    var type = FilterStepType.flood
    var region: Rect?
    var isLinear = false
    var input: FilterGraph.Input?
    var input2: FilterGraph.Input?
    var inputs: [FilterGraph.Input] = []
    var color = Color.black
    var index: Int?
    var offset = Point.zero
    var radius = Point.zero
    var mode = BlendMode.normal
    var composition = FilterOperator.over
    var factors: [Double] = []
    var values: [Double] = []
    /// The functions of red, green, blue and alpha.
    var transfer: [FilterGraph.TransferFunction?] = [nil, nil, nil, nil]
    var columns: Int?
    var divisor = 1.0
    var bias = 0.0
    var target: Point?
    var edgeMode = FilterGraph.Convolution.EdgeMode.duplicate
    var preserveAlpha = false
    var turbulence = FilterGraph.Turbulence(baseFrequency: .zero)
    var displacement = FilterGraph.Displacement(scale: .zero)
    var light: FilterGraph.Light?
    var lightColor = Color.white
    var constant = 1.0
    var surfaceScale = 1.0
    var exponent = 1.0

    static let keys = Keys(FilterStepValues()) {
        Key("type", \.type, .choice.required).help("What the step does.")
        Key("region", \.region, .none(or: .rect)).help("The part of the filter's region that the step paints.")
        Key("linear", \.isLinear, .flag).help("Whether colours are mixed in linear light.")
        specific.flatMap(\.keys)
    }

    /// The types of steps that have a key. Nil for the keys of every step.
    static func types(of key: String) -> [FilterStepType]? {
        specific.first { $0.keys.contains { $0.name == key } }?.types
    }

    /// The keys that only some types have.
    private static let specific = [
        ofTypes(FilterStepType.withInput) {
            Key("in", \.input, .some(.input).withoutDefault).help("The picture that the step reads. Default: the step before.")
        },
        ofTypes([.blend, .composite, .displacementMap]) {
            Key("in2", \.input2, .some(.input).withoutDefault).help("The other picture.")
        },
        ofTypes([.merge]) {
            Key("inputs", \.inputs, .inputs.withoutDefault).help("The pictures to merge, the rearmost first.")
        },
        ofTypes([.flood]) {
            Key("color", \.color, .color).help("The colour of a flood.")
        },
        ofTypes([.sublayer]) {
            Key("index", \.index, .some(.index).withoutDefault).help(
                "The index of the sublayer that the step paints. The layer itself doesn't show it.")
        },
        ofTypes([.offset]) {
            Key("offset", \.offset, .point).help("[x, y] in points.")
        },
        ofTypes([.blur, .dilate, .erode]) {
            Key("radius", \.radius, .pair(.notNegative)).help(
                "The σ of a blur, or half the size of an erosion or a dilation, in points.")
        },
        ofTypes([.blend]) {
            Key("mode", \.mode, .choice).help("How the picture blends with in2.")
        },
        ofTypes([.composite]) {
            Key("operator", \.composition, .choice).help("How the picture is composited with in2.")
            Key("k", \.factors, .factors.withoutDefault).help("The factors of the operator arithmetic.")
        },
        ofTypes([.colorMatrix, .convolveMatrix]) {
            Key("values", \.values, .weights.withoutDefault).help(
                "The 20 numbers of a colour matrix, or the weights of a convolution, row by row.")
        },
        ofTypes([.componentTransfer]) {
            Key("red", \.transfer[0], .none(or: .transfer)).help("The function of red.")
            Key("green", \.transfer[1], .none(or: .transfer)).help("The function of green.")
            Key("blue", \.transfer[2], .none(or: .transfer)).help("The function of blue.")
            Key("alpha", \.transfer[3], .none(or: .transfer)).help("The function of alpha.")
        },
        ofTypes([.convolveMatrix]) {
            Key("columns", \.columns, .some(.count).withoutDefault).help("The number of columns of a convolution.")
            Key("divisor", \.divisor, .number(.any)).help("What a convolution's sum is divided by.")
            Key("bias", \.bias, .number(.any)).help("What a convolution adds.")
            Key("target", \.target, .some(.point).withoutDefault).help(
                "[column, row] of the weight of the pixel itself. Default: the middle.")
            Key("edge", \.edgeMode, .choice).help("What a convolution reads outside.")
            Key("preserveAlpha", \.preserveAlpha, .flag).help("Whether a convolution leaves alpha as it is.")
        },
        ofTypes([.turbulence]) {
            Key("frequency", \.turbulence.baseFrequency, .pair(.notNegative)).help("Waves per point.")
            Key("octaves", \.turbulence.octaves, .count).help("How many noises are added, each twice as fine.")
            Key("seed", \.turbulence.seed, .number(.any)).help("The start of the random numbers.")
            Key("fractal", \.turbulence.isFractal, .flag).help("Whether noise may be below the middle.")
            Key("stitch", \.turbulence.stitches, .flag).help("Whether the noise meets itself at the edges of the region.")
        },
        ofTypes([.displacementMap]) {
            Key("scale", \.displacement.scale, .pair(.any)).help("How far a displacement moves, in points.")
            Key("xChannel", \.displacement.xChannel, .choice).help("The component that moves across.")
            Key("yChannel", \.displacement.yChannel, .choice).help("The component that moves down.")
        },
        ofTypes([.diffuseLighting, .specularLighting]) {
            Key("light", \.light, .some(.light).withoutDefault).help("The light of a lighting step. Required for these steps.")
            Key("lightColor", \.lightColor, .color).help("The colour of the light. Its alpha is ignored.")
            Key("constant", \.constant, .number(.notNegative)).help("The share of the light that the surface reflects.")
            Key("surfaceScale", \.surfaceScale, .number(.any)).help("The surface's height in points where alpha is 1.")
        },
        ofTypes([.specularLighting]) {
            Key("exponent", \.exponent, .number(.oneOrMore)).help("How small highlights are, from 1 to 128.")
        },
    ]

    private static func ofTypes(
        _ types: [FilterStepType], @KeyList<FilterStepValues> _ keys: () -> [Key<FilterStepValues>]
    ) -> (types: [FilterStepType], keys: [Key<FilterStepValues>]) {
        (types, keys())
    }
}

extension FilterGraph {
    static let keys = Keys(FilterGraph(region: .zero, steps: [])) {
        Key("region", \.region, .rect.required("a rectangle [x, y, width, height]")).help(
            "[x, y, width, height] of the part of the layer that is filtered, in points.")
        Key("steps", \.steps, .steps.required).help("The steps in order.")
    }
}

extension KeyTable {
    static let filterGraph = KeyTable(
        "a filter", "filterGraph", "A filter of several steps.", FilterGraph.keys.meanings,
        wanted: "an object with \"steps\"")
    static let filterStep = KeyTable(
        "a step", "filterStep", "A step of a filter, with the keys of its type.", FilterStepValues.keys.meanings)
    static let transferFunction = KeyTable(
        "a transfer function", "transferFunction", "A function of a colour component.", TransferValues.keys.meanings,
        wanted: "an object with \"type\"")
    static let filterLight = KeyTable(
        "a light", "filterLight", "A light of a step.", FilterLightValues.keys.meanings, wanted: "an object with \"type\"")
}

// MARK: - Parts

/// The values of a transfer function by key, whatever its type.
struct TransferValues: Sendable {
    enum Kind: String, CaseIterable {
        case identity, table, discrete, linear, gamma
    }

    var type = Kind.identity
    var values: [Double]?
    var slope = 1.0
    var intercept = 0.0
    var amplitude = 1.0
    var exponent = 1.0
    var offset = 0.0

    static let keys = Keys(TransferValues()) {
        Key("type", \.type, .choice.required).help("The kind of function.")
        Key("values", \.values, .some(.numbers(.any, atMost: SceneLimits.filterNumbers, "numbers")).withoutDefault).help(
            "The values of a table.")
        Key("slope", \.slope, .number(.any)).help("The slope of a line.")
        Key("intercept", \.intercept, .number(.any)).help("The start of a line.")
        Key("amplitude", \.amplitude, .number(.any)).help("The factor of a power.")
        Key("exponent", \.exponent, .number(.any)).help("The exponent of a power.")
        Key("offset", \.offset, .number(.any)).help("What is added to a power.")
    }
}

/// The values of a filter's light by key, whatever its type.
struct FilterLightValues: Sendable {
    enum Kind: String, CaseIterable {
        case distant, point, spot

        var keys: Set<String> {
            switch self {
            case .distant: ["type", "azimuth", "elevation"]
            case .point: ["type", "position"]
            case .spot: ["type", "position", "pointsAt", "exponent", "coneAngle"]
            }
        }
    }

    var type = Kind.distant
    var azimuth = 0.0
    var elevation = 0.0
    var position = SIMD3<Double>.zero
    var pointsAt = SIMD3<Double>.zero
    var exponent = 1.0
    var coneAngle: Double?

    static let keys = Keys(FilterLightValues()) {
        Key("type", \.type, .choice.required).help("Where the light comes from.")
        Key("azimuth", \.azimuth, .number(.any)).help("Where distant light comes from, in degrees clockwise from the right.")
        Key("elevation", \.elevation, .number(.any)).help("The angle of distant light over the layer, in degrees.")
        Key("position", \.position, .place).help("[x, y, height] of the light in points.")
        Key("pointsAt", \.pointsAt, .place).help("[x, y, height] of what a spot points at.")
        Key("exponent", \.exponent, .number(.notNegative)).help("How narrow a spot is, from 0 to 128.")
        Key("coneAngle", \.coneAngle, .none(or: .number(.any))).help("The angle from a spot's axis, in degrees, where it ends.")
    }
}

// MARK: - Forms

extension Form where Value == FilterGraph.Input {
    private static var wanted: String { "\"source\", \"sourceAlpha\", or the index of an earlier step" }

    static var input: Form {
        Form(.any(of: .constant("source"), .constant("sourceAlpha"), .integer), wanted: wanted) { node throws(SceneError) in
            switch node.value {
            case "source": .source
            case "sourceAlpha": .sourceAlpha
            case .number: .step(try node.index())
            default: throw node.mismatch(wanted)
            }
        } write: { input, _ in
            switch input {
            case .source: "source"
            case .sourceAlpha: "sourceAlpha"
            case .step(let index): .number(Double(index))
            }
        }
    }
}

extension Form where Value == [FilterGraph.Input] {
    fileprivate static var inputs: Form {
        let (input, wanted) = (Form<FilterGraph.Input>.input, "an array of inputs")
        return Form(.array(of: input.schema, 0...SceneLimits.filterSteps), wanted: wanted) { node throws(SceneError) in
            try node.list(wanted, atMost: SceneLimits.filterSteps, "inputs of one step", input.read)
        } write: { inputs, members throws(SceneError) in
            try members.json(inputs, input.write)
        }
    }
}

extension Form where Value == Int {
    /// A whole number, 0 or more.
    fileprivate static var index: Form {
        Form(
            .integer, wanted: "the index of a sublayer", read: { node throws(SceneError) in try node.index() },
            write: { index, _ in .number(Double(index)) })
    }
}

extension Form where Value == [Double] {
    /// The numbers of a colour matrix or of a convolution.
    fileprivate static var weights: Form {
        var form = numbers(.any, atMost: SceneLimits.filterKernel, "numbers")
        form.schema = .array(of: .number(.any), 1...SceneLimits.filterKernel)
        return form
    }

    fileprivate static var factors: Form {
        var form = numbers(.any, atMost: 4, "numbers")
        form.schema = .numbers([.any, .any, .any, .any])
        return form
    }
}

extension Form where Value == Point {
    /// One number for both axes, or one for each.
    fileprivate static func pair(_ range: Node.NumberRange) -> Form {
        Form(.number(range, orNumbers: [range, range])) { node throws(SceneError) in
            if case .number = node.value {
                let number = try node.number(range)
                return Point(number, number)
            }
            let point = try node.point()
            for (index, number) in [point.x, point.y].enumerated() where !range.contains(number) {
                throw Place.index(node.place, index).error("found \(number), expected \(range.wanted)")
            }
            return point
        } write: { point, members throws(SceneError) in
            let numbers = try members.json([point.x, point.y])
            return point == .zero ? 0 : .array(numbers)
        }
    }
}

extension Form where Value == SIMD3<Double> {
    fileprivate static var place: Form {
        Form(.numbers([.any, .any, .any])) { node throws(SceneError) in
            let numbers = try node.numbers(.any, atMost: 3)
            guard numbers.count == 3 else {
                throw node.place.error("found \(numbers.count) numbers, expected 3: [x, y, height]")
            }
            return SIMD3(numbers)
        } write: { place, members throws(SceneError) in
            .array(try members.json([place.x, place.y, place.z]))
        }
    }
}
