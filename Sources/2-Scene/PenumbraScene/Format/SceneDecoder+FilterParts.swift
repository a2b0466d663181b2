import PenumbraBitmap
import PenumbraGeometry

/// The objects in the steps of filters.
extension SceneDecoder {
    func transfer(_ node: Node) throws(SceneError) -> FilterGraph.TransferFunction {
        let fields = try Fields(node, .transferFunction, wanted: "an object with \"type\"")
        let type = try fields.required("type", Spelling.list(TransferType.allCases.map(\.rawValue))).choice(TransferType.self)
        let reader = FilterStepReader(fields: fields, count: 0)
        // Keys of other types must be right too.
        for key in ["slope", "intercept", "amplitude", "exponent", "offset"] { _ = try fields[key]?.number() }
        if fields.has("values") { _ = try reader.numbers("values", atMost: SceneLimits.filterNumbers) }
        switch type {
        case .identity: return .identity
        case .table: return .table(try reader.numbers("values", atMost: SceneLimits.filterNumbers))
        case .discrete: return .discrete(try reader.numbers("values", atMost: SceneLimits.filterNumbers))
        case .linear:
            return .linear(
                slope: try fields.number("slope", .any, default: 1), intercept: try fields.number("intercept", .any, default: 0)
            )
        case .gamma:
            return .gamma(
                amplitude: try fields.number("amplitude", .any, default: 1),
                exponent: try fields.number("exponent", .any, default: 1), offset: try fields.number("offset", .any, default: 0)
            )
        }
    }

    func lighting(isSpecular: Bool, _ fields: Fields) throws(SceneError) -> FilterGraph.Lighting {
        let light = try light(try fields.required("light", "an object with \"type\""))
        let exponent = try fields.number("exponent", .oneOrMore, default: 1)
        return FilterGraph.Lighting(
            isSpecular ? .specular(exponent: exponent) : .diffuse,
            constant: try fields.number("constant", .notNegative, default: 1),
            surfaceScale: try fields.number("surfaceScale", .any, default: 1),
            color: try fields["lightColor"]?.color() ?? .white,
            light: light)
    }

    private func light(_ node: Node) throws(SceneError) -> FilterGraph.Light {
        let fields = try Fields(node, .filterLight, wanted: "an object with \"type\"")
        let type = try fields.required("type", Spelling.list(FilterLightType.allCases.map(\.rawValue))).choice(
            FilterLightType.self)
        for key in KeyTable.filterLight.keys where fields.has(key) && !type.keys.contains(key) {
            let owners = FilterLightType.allCases.filter { $0.keys.contains(key) }.map(\.rawValue)
            throw Place.key(node.place, key).error(
                "`\(key)` belongs to lights of type \(Spelling.list(owners)); this is of type \(type.rawValue)")
        }
        func place(_ key: String) throws(SceneError) -> SIMD3<Double> {
            guard fields.has(key) else { return .zero }
            let numbers = try FilterStepReader(fields: fields, count: 0).numbers(key, atMost: 3)
            guard numbers.count == 3 else {
                throw Place.key(node.place, key).error("found \(numbers.count) numbers, expected 3: [x, y, height]")
            }
            return SIMD3(numbers)
        }
        switch type {
        case .distant:
            return .distant(
                azimuth: try fields.number("azimuth", .any, default: 0),
                elevation: try fields.number("elevation", .any, default: 0))
        case .point: return .point(try place("position"))
        case .spot:
            return .spot(
                try place("position"), pointsAt: try place("pointsAt"),
                exponent: try fields.number("exponent", .notNegative, default: 1),
                coneAngle: try fields.nonNull("coneAngle")?.number())
        }
    }
}
