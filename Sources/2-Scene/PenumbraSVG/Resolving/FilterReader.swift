import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

/// Reads the primitives of a filter as steps on layers.
struct FilterReader {
    let resolver: Resolver
    let style: Style
    let context: Resolver.Context
    /// The box that the units of primitives refer to. Nil for user space.
    let box: Rect?
    private(set) var graph: FilterGraph
    /// The layers that steps read as inputs.
    private(set) var layers: [Layer] = []
    /// The index of the first of these layers among the sublayers.
    private let firstLayer: Int
    private var names: [String: Int] = [:]
    /// The subregions of all steps.
    private var regions: [Rect] = []

    init(resolver: Resolver, style: Style, context: Resolver.Context, region: Rect, box: Rect?, firstLayer: Int) {
        (self.resolver, self.style, self.context, self.box) = (resolver, style, context, box)
        (graph, self.firstLayer) = (FilterGraph(region: region, steps: []), firstLayer)
    }

    func text(_ node: Int, _ name: String) -> String? { resolver.document.nodes[node][name] }

    func number(_ node: Int, _ name: String) -> Double? {
        text(node, name).flatMap { ValueScanner.numbers($0) }.flatMap { $0.count == 1 ? $0[0] : nil }.map(Self.held)
    }

    func numbers(_ node: Int, _ name: String) -> [Double]? {
        text(node, name).flatMap { ValueScanner.numbers($0) }?.map(Self.held)
    }

    private static func held(_ value: Double) -> Double { max(-SVGLimits.coordinate, min(SVGLimits.coordinate, value)) }

    /// Adds a primitive. Elements that aren't primitives are ignored.
    mutating func add(_ node: Int) throws(SVGError) {
        let name = resolver.document.nodes[node].name
        let style = resolver.cascade.style(of: node, parent: self.style)
        let operation: FilterGraph.Operation
        let first = input(node, "in")
        switch name {
        case "feGaussianBlur":
            let (x, y) = deviations(node, [0, 0])
            operation = .blur(input(node, "in"), x: Sigma(x), y: Sigma(y))
        case "feOffset": operation = .offset(input(node, "in"), offset(node, 0))
        case "feFlood": operation = .flood(floodColor(style))
        case "feMerge":
            let nodes = resolver.document.nodes[node].children.filter { isNamed($0, "feMergeNode") }
            operation = .merge(nodes.map { input($0, "in") })
        case "feDropShadow": operation = shadow(node, style)
        case "feBlend":
            operation = .blend(
                BlendMode(rawValue: text(node, "mode") ?? "normal") ?? .normal, input(node, "in"), over: input(node, "in2"))
        case "feComposite": operation = .composite(composition(node), input(node, "in"), input(node, "in2"))
        case "feColorMatrix": operation = .colorMatrix(input(node, "in"), colorMatrix(node))
        case "feComponentTransfer": operation = .componentTransfer(input(node, "in"), transferFunctions(node))
        case "feMorphology":
            operation = morphology(node, input(node, "in"))
        case "feTile": operation = .tile(input(node, "in"))
        case "feImage": operation = try image(node, style)
        case "feTurbulence": operation = turbulence(node, style)
        case "feConvolveMatrix": operation = convolution(node)
        case "feDisplacementMap": operation = displacement(node)
        case "feDiffuseLighting", "feSpecularLighting":
            let input = input(node, "in")
            operation = lighting(node, style).map { .light(input, $0) } ?? .merge([])
        default: return
        }
        add(
            operation, isLinear: style.filtersInLinearRGB,
            region: subregion(node, of: name == "feDropShadow" ? .offset(first, .zero) : operation))
        if let result = text(node, "result") { names[result] = graph.steps.count - 1 }
        guard graph.steps.count <= SceneLimits.filterSteps else {
            throw resolver.error(node, "more than \(SceneLimits.filterSteps) steps in one filter; use fewer")
        }
    }

    private mutating func add(_ operation: FilterGraph.Operation, isLinear: Bool, region: Rect? = nil) {
        graph.steps.append(FilterGraph.Step(operation, region: region, isLinear: isLinear))
        regions.append(region ?? graph.region)
    }

    private func isNamed(_ node: Int, _ name: String) -> Bool {
        resolver.document.nodes[node].isSVG && resolver.document.nodes[node].name == name
    }

    /// A reference to no result counts as the result before, or as the source.
    private func input(_ node: Int, _ name: String) -> FilterGraph.Input {
        let previous = graph.steps.isEmpty ? FilterGraph.Input.source : .step(graph.steps.count - 1)
        switch text(node, name) {
        case nil: return previous
        case "SourceGraphic", "BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint": return .source
        case "SourceAlpha": return .sourceAlpha
        case let name?: return names[name].map { .step($0) } ?? previous
        }
    }

    private func floodColor(_ style: Style) -> Color {
        resolver.color(style.own.floodColor, style).multiplyingAlpha(by: style.own.floodOpacity)
    }

    private func deviations(_ node: Int, _ fallback: [Double]) -> (Double, Double) {
        let numbers = text(node, "stdDeviation") == nil ? fallback : numbers(node, "stdDeviation") ?? []
        guard let first = numbers.first, numbers.count <= 2 else { return (0, 0) }
        let second = numbers.count > 1 ? numbers[1] : first
        // A negative deviation blurs nothing along its axis, as in browsers.
        return (max(0, first) * (box?.width ?? 1), max(0, second) * (box?.height ?? 1))
    }

    private func offset(_ node: Int, _ fallback: Double) -> Point {
        let (x, y) = (number(node, "dx") ?? fallback, number(node, "dy") ?? fallback)
        return Point(x * (box?.width ?? 1), y * (box?.height ?? 1))
    }

    /// The steps of a shadow. The last merges the shadow and its caster.
    private mutating func shadow(_ node: Int, _ style: Style) -> FilterGraph.Operation {
        let (caster, isLinear) = (input(node, "in"), style.filtersInLinearRGB)
        let (x, y) = deviations(node, [2, 2])
        let first = graph.steps.count
        add(.blur(caster, x: Sigma(x), y: Sigma(y)), isLinear: isLinear)
        add(.offset(.step(first), offset(node, 2)), isLinear: isLinear)
        add(.flood(floodColor(style)), isLinear: isLinear)
        add(.composite(.inside, .step(first + 2), .step(first + 1)), isLinear: isLinear)
        return .merge([.step(first + 3), caster])
    }

    private mutating func image(_ node: Int, _ style: Style) throws(SVGError) -> FilterGraph.Operation {
        let area = subregion(node, of: .merge([])) ?? graph.region
        let nothing = FilterGraph.Operation.merge([])
        guard area.width > 0, area.height > 0,
            let layer = try resolver.filterImage(node, style, in: area, context), !layer.isEmpty
        else { return nothing }
        layers.append(layer.count == 1 ? layer[0] : .group(layer))
        return .sublayer(firstLayer + layers.count - 1)
    }

    /// The part of the plane that a primitive draws. Nil is the whole region of the filter.
    private func subregion(_ node: Int, of operation: FilterGraph.Operation) -> Rect? {
        let inherited = unionOfInputs(operation)
        guard ["x", "y", "width", "height"].contains(where: { text(node, $0) != nil }) else { return inherited }
        let region = inherited ?? graph.region
        let viewport = box == nil ? context.viewport : Size(width: 1, height: 1)
        func value(_ name: String, _ axis: Axis, _ fallback: Double, _ start: Double, _ scale: Double) -> Double {
            guard let length = text(node, name).flatMap({ Length($0) }) else { return fallback }
            return start + resolver.resolved(length, axis, style, viewport) * scale
        }
        return Rect(
            x: value("x", .horizontal, region.minX, box?.minX ?? 0, box?.width ?? 1),
            y: value("y", .vertical, region.minY, box?.minY ?? 0, box?.height ?? 1),
            width: max(0, value("width", .horizontal, region.width, 0, box?.width ?? 1)),
            height: max(0, value("height", .vertical, region.height, 0, box?.height ?? 1)))
    }

    /// The rectangle around the subregions of all inputs, which counts without attributes: Filter Effects 1, section 9.4. Nil
    /// if the primitive reads no other, reads the element itself, or repeats tiles.
    private func unionOfInputs(_ operation: FilterGraph.Operation) -> Rect? {
        if case .tile = operation { return nil }
        var corners: [Point] = []
        for input in operation.inputs {
            guard case .step(let index) = input else { return nil }
            corners += regions[index].corners
        }
        guard !corners.isEmpty else { return nil }
        let union = Rect(bounding: corners)
        return union == graph.region ? nil : union
    }

    private func displacement(_ node: Int) -> FilterGraph.Operation {
        func channel(_ name: String) -> FilterGraph.Displacement.Channel {
            text(node, name).flatMap { FilterGraph.Displacement.Channel(rawValue: $0) } ?? .alpha
        }
        let unit = box.map { ($0.width + $0.height) / 2 } ?? 1
        let scale = (number(node, "scale") ?? 0) * unit
        return .displace(
            input(node, "in"), by: input(node, "in2"),
            FilterGraph.Displacement(
                scale: Point(scale, scale), xChannel: channel("xChannelSelector"), yChannel: channel("yChannelSelector")))
    }

    private func convolution(_ node: Int) -> FilterGraph.Operation {
        let input = input(node, "in")
        return convolutionMatrix(node).map { .convolve(input, $0) } ?? .merge([])
    }
}
