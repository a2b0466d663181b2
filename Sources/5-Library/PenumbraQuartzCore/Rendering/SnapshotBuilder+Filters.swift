import Foundation
import PenumbraBitmap
import PenumbraCoreGraphics
import PenumbraElementary
import PenumbraGeometry
import PenumbraScene

extension SnapshotBuilder {
    /// The steps of a layer's filters. A filter that isn't available is a failure.
    func filterSteps(_ filters: [Any]?, of layer: CALayer) -> [FilterStep] {
        (filters ?? []).flatMap { any -> [FilterStep] in
            guard let filter = any as? CIFilter else {
                fail(.filter(name: "of type \(type(of: any))", layer: layer.label))
                return []
            }
            guard filter.isEnabled else { return [] }
            if let gradient = filter.vignette(size: layer.bounds.size) { return [.vignette(gradient)] }
            if let blur = filter.shapedBlur(size: layer.bounds.size) { return [.shaped(blur)] }
            guard let functions = filter.functions(size: layer.bounds.size) else {
                fail(.filter(name: filter.kind, layer: layer.label))
                return []
            }
            return functions.map(FilterStep.function)
        }
    }

    /// The functions of the filters of what lies behind a layer.
    func backgroundFunctions(of layer: CALayer) -> [FilterFunction] {
        filterSteps(layer.backgroundFilters, of: layer).compactMap { step in
            if case .function(let function) = step { return function }
            fail(
                .filter(name: "of a vignette, or of another blur than CIGaussianBlur, in backgroundFilters", layer: layer.label)
            )
            return nil
        }
    }

    /// The mode that a compositing filter's name means.
    func blendMode(of layer: CALayer) -> BlendMode {
        guard let any = layer.compositingFilter else { return .normal }
        guard let name = (any as? String) ?? (any as? CIFilter)?.kind else {
            fail(.filter(name: "of type \(type(of: any))", layer: layer.label))
            return .normal
        }
        guard let mode = Self.modes[Self.plain(name)] else {
            fail(.filter(name: name, layer: layer.label))
            return .normal
        }
        return mode
    }

    /// The part of a name that tells modes apart: `multiply` of `CIMultiplyBlendMode` and of `multiplyBlendMode`.
    private static func plain(_ name: String) -> String {
        var name = name.lowercased()
        if name.hasPrefix("ci") { name.removeFirst(2) }
        for ending in ["blendmode", "compositing"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
        return name
    }

    private static let modes: [String: BlendMode] = [
        "normal": .normal, "sourceover": .normal, "multiply": .multiply, "screen": .screen, "overlay": .overlay,
        "darken": .darken, "minimum": .darken, "lighten": .lighten, "maximum": .lighten, "colordodge": .colorDodge,
        "colorburn": .colorBurn, "hardlight": .hardLight, "softlight": .softLight, "difference": .difference,
        "exclusion": .exclusion, "hue": .hue, "saturation": .saturation, "color": .color, "luminosity": .luminosity,
        "addition": .plusLighter, "lineardodge": .plusLighter, "plusl": .plusLighter, "pluslighter": .plusLighter,
        "plusd": .plusDarker, "plusdarker": .plusDarker, "linearburn": .plusDarker,
    ]
}

/// One step of a layer's filters.
enum FilterStep {
    case function(FilterFunction)
    case shaped(ShapedBlur)
    /// A picture that is painted on top of the layer, in linear light.
    case vignette(Layer)
}

extension CIFilter {
    /// The filter as a blur of another shape than a Gaussian's.
    fileprivate func shapedBlur(size: CGSize) -> ShapedBlur? {
        switch kind {
        case "CIDiscBlur": return .lens(radius: max(0, input("inputRadius")))
        case "CIMotionBlur":
            return .motion(radius: max(0, input("inputRadius")), angle: input("inputAngle") * 180 / .pi)
        case "CIZoomBlur":
            guard size.width > 0, size.height > 0 else { return nil }
            let center = vector("inputCenter") ?? [150, 150]
            // Core Image's amount is in points at a distance of about a hundred points.
            let amount = max(0, min(1, input("inputAmount") / 100))
            return .zoom(amount: amount, center: Point(center[0] / Double(size.width), center[1] / Double(size.height)))
        default: return nil
        }
    }

    /// The filter as functions of the finished layer. Nil for a filter that Penumbra doesn't have.
    fileprivate func functions(size: CGSize) -> [FilterFunction]? {
        /// One step on a layer and what lies around it.
        func step(_ operation: FilterGraph.Operation, isLinear: Bool = false) -> [FilterFunction] {
            let bounds = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
            let reach = min(2000, max(bounds.width, bounds.height))
            return [.graph(FilterGraph(region: bounds.inset(by: -reach), steps: [.init(operation, isLinear: isLinear)]))]
        }
        func same(_ function: FilterGraph.TransferFunction) -> FilterGraph.Operation {
            .componentTransfer(.source, [function, function, function, .identity])
        }
        func blur(_ radius: Double) -> [FilterFunction] {
            let sigma = Sigma(max(0, radius))
            guard mixesLight else { return [.blur(sigma)] }
            let reach = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)).inset(by: -3 * radius - 2)
            return [.graph(FilterGraph(region: reach, steps: [.init(.blur(.source, x: sigma, y: sigma), isLinear: true)]))]
        }
        switch kind {
        case "CIGaussianBlur": return blur(input("inputRadius"))
        // A box's standard deviation is its half width over √3.
        case "CIBoxBlur": return blur(input("inputRadius") / 3.0.squareRoot())
        case "CIColorControls":
            let (contrast, brightness) = (input("inputContrast"), input("inputBrightness"))
            let saturation = FilterFunction.color(.saturate, amount: max(0, input("inputSaturation")))
            if contrast == 1, brightness == 0 { return [saturation] }
            let shift = brightness + (1 - contrast) / 2
            return [saturation] + step(same(.linear(slope: contrast, intercept: shift)))
        case "CIColorMatrix":
            let rows = ["inputRVector", "inputGVector", "inputBVector", "inputAVector"]
            let bias = vector("inputBiasVector") ?? [0, 0, 0, 0]
            var matrix: [Double] = []
            for (index, key) in rows.enumerated() {
                matrix += vector(key) ?? (0..<4).map { $0 == index ? 1 : 0 }
                matrix.append(bias[index])
            }
            return step(.colorMatrix(.source, matrix))
        case "CIColorClamp":
            let least = vector("inputMinComponents") ?? [0, 0, 0, 0]
            let most = vector("inputMaxComponents") ?? [1, 1, 1, 1]
            return step(
                .componentTransfer(
                    .source,
                    (0..<4).map { index in
                        .table((0...255).map { min(max(Double($0) / 255, least[index]), max(least[index], most[index])) })
                    }))
        case "CIHueAdjust": return [.color(.hueRotate, amount: input("inputAngle") * 180 / .pi)]
        case "CISepiaTone": return [.color(.sepia, amount: max(0, min(1, input("inputIntensity"))))]
        case "CIExposureAdjust":
            let factor = Elementary.pow(2, max(-20, min(20, input("inputEV"))))
            return step(same(.linear(slope: factor, intercept: 0)), isLinear: true)
        case "CIGammaAdjust":
            return step(same(.gamma(amplitude: 1, exponent: max(0, input("inputPower")), offset: 0)))
        case "CIColorInvert": return [.color(.invert, amount: 1)]
        case "CIPhotoEffectMono", "CIPhotoEffectNoir": return [.color(.grayscale, amount: 1)]
        default: return nil
        }
    }
}
