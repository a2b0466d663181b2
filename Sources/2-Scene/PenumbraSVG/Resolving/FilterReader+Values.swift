import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

/// The values of primitives.
extension FilterReader {
    func composition(_ node: Int) -> FilterGraph.Composition {
        switch text(node, "operator") {
        case "in": return .inside
        case "out": return .out
        case "atop": return .atop
        case "xor": return .xor
        case "lighter": return .lighter
        case "arithmetic":
            func k(_ name: String) -> Double { number(node, name) ?? 0 }
            return .arithmetic(k("k1"), k("k2"), k("k3"), k("k4"))
        default: return .over
        }
    }

    /// The 20 numbers of a colour matrix. Invalid values change nothing.
    func colorMatrix(_ node: Int) -> [Double] {
        let values = numbers(node, "values")
        func rows(_ rows: [[Double]]) -> [Double] { rows.flatMap { $0 + [0, 0] } + [0, 0, 0, 1, 0] }
        switch text(node, "type") ?? "matrix" {
        case "saturate":
            let share = max(0, min(1, values?.first ?? 1))
            let weights = [0.213, 0.715, 0.072]
            return rows(
                (0..<3).map { row in
                    (0..<3).map { column in weights[column] + ((row == column ? 1 : 0) - weights[column]) * share }
                })
        case "hueRotate":
            let turn = AffineTransform.rotation(degrees: values?.first ?? 0)
            let (cosine, sine) = (turn.a, turn.b)
            let whole = [0.213, 0.715, 0.072]
            let across = [[-0.213, -0.715, 0.928], [0.143, 0.140, -0.283], [-0.787, 0.715, 0.072]]
            return rows(
                (0..<3).map { row in
                    (0..<3).map { column in
                        whole[column] + ((row == column ? 1 : 0) - whole[column]) * cosine + across[row][column] * sine
                    }
                })
        case "luminanceToAlpha":
            return [Double](repeating: 0, count: 15) + [0.2125, 0.7154, 0.0721, 0, 0]
        default:
            if let values, values.count == 20 { return values }
            return rows([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
        }
    }

    /// The functions of red, green, blue and alpha. The last of several functions counts.
    func transferFunctions(_ node: Int) -> [FilterGraph.TransferFunction] {
        var result = [FilterGraph.TransferFunction](repeating: .identity, count: 4)
        for child in resolver.document.nodes[node].children where resolver.document.nodes[child].isSVG {
            let names = ["feFuncR", "feFuncG", "feFuncB", "feFuncA"]
            guard let index = names.firstIndex(of: resolver.document.nodes[child].name) else { continue }
            result[index] = transferFunction(child)
        }
        return result
    }

    private func transferFunction(_ node: Int) -> FilterGraph.TransferFunction {
        let values = Array((numbers(node, "tableValues") ?? []).prefix(SceneLimits.filterNumbers))
        switch text(node, "type") {
        case "table": return values.isEmpty ? .identity : .table(values)
        case "discrete": return values.isEmpty ? .identity : .discrete(values)
        case "linear":
            return .linear(slope: number(node, "slope") ?? 1, intercept: number(node, "intercept") ?? 0)
        case "gamma":
            return .gamma(
                amplitude: number(node, "amplitude") ?? 1, exponent: number(node, "exponent") ?? 1,
                offset: number(node, "offset") ?? 0)
        default: return .identity
        }
    }

    /// A morphology. Without a radius above 0, it changes nothing; with one, it stays on one axis.
    func morphology(_ node: Int, _ input: FilterGraph.Input) -> FilterGraph.Operation {
        let numbers = numbers(node, "radius") ?? []
        guard (1...2).contains(numbers.count) else { return .merge([input]) }
        let (x, y) = (max(0, numbers[0]), max(0, numbers[numbers.count - 1]))
        guard x > 0 || y > 0 else { return .merge([input]) }
        return .morphology(
            input, isDilation: text(node, "operator") == "dilate", x: x * (box?.width ?? 1), y: y * (box?.height ?? 1))
    }

    func turbulence(_ node: Int, _ style: Style) -> FilterGraph.Operation {
        let isFractal = text(node, "type") == "fractalNoise"
        var frequency = Point.zero
        if let numbers = numbers(node, "baseFrequency"), (1...2).contains(numbers.count),
            numbers.allSatisfy({ $0 >= 0 })
        {
            frequency = Point(numbers[0], numbers[numbers.count - 1])
        }
        let octaves = (number(node, "numOctaves") ?? 1).rounded()
        guard octaves >= 1 else {
            // No noise is the middle of fractal noise, and nothing of turbulence.
            let middle = style.filtersInLinearRGB ? 0.735357 : 0.5
            return isFractal ? .flood(Color(red: middle, green: middle, blue: middle, alpha: 0.5)) : .merge([])
        }
        return .turbulence(
            FilterGraph.Turbulence(
                baseFrequency: frequency, octaves: Int(min(octaves, 100)),
                seed: (number(node, "seed") ?? 0).rounded(.towardZero), isFractal: isFractal,
                stitches: text(node, "stitchTiles") == "stitch"))
    }

    /// A matrix of weights. Nil for invalid values, which make the primitive transparent.
    func convolutionMatrix(_ node: Int) -> FilterGraph.Convolution? {
        var (columns, rows) = (3, 3)
        if let order = numbers(node, "order"), let first = order.first {
            let (x, y) = (first.rounded(.towardZero), (order.count > 1 ? order[1] : first).rounded(.towardZero))
            if x > 0, y > 0 { (columns, rows) = (Int(min(x, 100_000)), Int(min(y, 100_000))) }
        }
        guard let kernel = numbers(node, "kernelMatrix"), kernel.count == columns * rows,
            kernel.count <= SceneLimits.filterKernel
        else { return nil }
        let sum = (kernel.reduce(0, +) * 1e6).rounded() / 1e6
        let divisor = number(node, "divisor") ?? (sum == 0 ? 1 : sum)
        guard divisor != 0 else { return nil }
        func target(_ name: String, _ count: Int) -> Int? {
            let given = (number(node, name) ?? Double(count / 2)).rounded(.towardZero)
            return given >= 0 && given < Double(count) ? Int(given) : nil
        }
        guard let x = target("targetX", columns), let y = target("targetY", rows) else { return nil }
        if text(node, "kernelUnitLength") != nil {
            let units = numbers(node, "kernelUnitLength") ?? []
            guard !units.isEmpty, units.allSatisfy({ $0 > 0 }) else { return nil }
        }
        return FilterGraph.Convolution(
            columns: columns, kernel: kernel, divisor: divisor, bias: number(node, "bias") ?? 0,
            target: Point(Double(x), Double(y)),
            edgeMode: text(node, "edgeMode").flatMap { FilterGraph.Convolution.EdgeMode(rawValue: $0) } ?? .duplicate,
            preserveAlpha: text(node, "preserveAlpha") == "true")
    }

    /// The lighting of a primitive. Nil for invalid values and without a light, which make the primitive transparent.
    func lighting(_ node: Int, _ style: Style) -> FilterGraph.Lighting? {
        let isSpecular = resolver.document.nodes[node].name == "feSpecularLighting"
        let exponent = number(node, "specularExponent") ?? 1
        guard !isSpecular || (1...128).contains(exponent) else { return nil }
        let lights = ["feDistantLight", "fePointLight", "feSpotLight"]
        let child = resolver.document.nodes[node].children.first {
            resolver.document.nodes[$0].isSVG && lights.contains(resolver.document.nodes[$0].name)
        }
        guard let child else { return nil }
        return FilterGraph.Lighting(
            isSpecular ? .specular(exponent: exponent) : .diffuse,
            constant: max(0, number(node, isSpecular ? "specularConstant" : "diffuseConstant") ?? 1),
            surfaceScale: number(node, "surfaceScale") ?? 1, color: resolver.color(style.own.lightingColor, style),
            light: light(child))
    }

    private func light(_ node: Int) -> FilterGraph.Light {
        func value(_ name: String) -> Double { number(node, name) ?? 0 }
        func place(_ x: String, _ y: String, _ z: String) -> SIMD3<Double> {
            guard let box else { return SIMD3(value(x), value(y), value(z)) }
            // A height is a share of the box's diagonal, as percentages of lengths are.
            let diagonal = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
            return SIMD3(
                box.minX + value(x) * box.width, box.minY + value(y) * box.height, value(z) * diagonal)
        }
        switch resolver.document.nodes[node].name {
        case "feDistantLight": return .distant(azimuth: value("azimuth"), elevation: value("elevation"))
        case "fePointLight": return .point(place("x", "y", "z"))
        default:
            let exponent = number(node, "specularExponent") ?? 1
            return .spot(
                place("x", "y", "z"), pointsAt: place("pointsAtX", "pointsAtY", "pointsAtZ"),
                exponent: exponent >= 0 ? exponent : 1, coneAngle: number(node, "limitingConeAngle"))
        }
    }
}
