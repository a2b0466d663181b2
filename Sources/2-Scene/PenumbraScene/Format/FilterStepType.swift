/// The type of a step in a filter of several steps, with the keys that only some types have.
enum FilterStepType: String, CaseIterable {
    case blend, blur, colorMatrix, componentTransfer, composite, convolveMatrix, diffuseLighting, dilate, displacementMap, erode
    case flood, merge, offset, specularLighting, sublayer, tile, turbulence

    /// The keys of every step.
    static let shared: Set<String> = ["type", "region", "linear"]

    var keys: Set<String> {
        switch self {
        case .blend: ["in", "in2", "mode"]
        case .blur, .dilate, .erode: ["in", "radius"]
        case .colorMatrix: ["in", "values"]
        case .componentTransfer: ["in", "red", "green", "blue", "alpha"]
        case .composite: ["in", "in2", "operator", "k"]
        case .convolveMatrix:
            ["in", "columns", "values", "divisor", "bias", "target", "edge", "preserveAlpha"]
        case .diffuseLighting: ["in", "light", "lightColor", "constant", "surfaceScale"]
        case .specularLighting: ["in", "light", "lightColor", "constant", "surfaceScale", "exponent"]
        case .displacementMap: ["in", "in2", "scale", "xChannel", "yChannel"]
        case .flood: ["color"]
        case .merge: ["inputs"]
        case .offset: ["in", "offset"]
        case .sublayer: ["index"]
        case .tile: ["in"]
        case .turbulence: ["frequency", "octaves", "seed", "fractal", "stitch"]
        }
    }
}

/// The operators of a composite step.
enum FilterOperator: String, CaseIterable {
    case over
    case inside = "in"
    case out, atop, xor, lighter, arithmetic
}

/// The types of a transfer function.
enum TransferType: String, CaseIterable {
    case identity, table, discrete, linear, gamma
}

/// The types of a filter's light.
enum FilterLightType: String, CaseIterable {
    case distant, point, spot

    var keys: Set<String> {
        switch self {
        case .distant: ["type", "azimuth", "elevation"]
        case .point: ["type", "position"]
        case .spot: ["type", "position", "pointsAt", "exponent", "coneAngle"]
        }
    }
}
