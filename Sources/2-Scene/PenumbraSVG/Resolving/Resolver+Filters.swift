import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// Adds a `filter` to an element's effects. False if the element isn't drawn.
    func add(
        _ value: String, to effects: inout ElementEffects, _ node: Int, _ style: Style, _ context: Context
    ) throws(SVGError) -> Bool {
        var scanner = ValueScanner(value)
        scanner.skipSpace()
        var programs = 0
        while !scanner.isAtEnd {
            let name = scanner.name()
            guard scanner.skip("("), let argument = scanner.argument() else { return true }
            scanner.skipSpace()
            if name.lowercased() == "url" {
                guard let (id, _) = reference(in: "url(\(argument))"), let target = target(id),
                    document.nodes[target].isSVG, document.nodes[target].name == "filter"
                else { return true }
                programs += 1
                guard programs == 1, effects.filter.isEmpty else {
                    try refuse(node, "several filters on one element aren't supported")
                    return true
                }
                guard try add(filter: target, to: &effects, node, style, context) else { return false }
                continue
            }
            guard let function = try function(name, argument, node, style, context) else { return true }
            guard effects.program == nil else {
                try refuse(node, "several filters on one element aren't supported")
                return true
            }
            effects.filter.append(function)
            guard effects.filter.count <= SceneLimits.filterFunctions else {
                throw error(node, "more than \(SceneLimits.filterFunctions) functions in one filter; use fewer")
            }
        }
        return true
    }

    /// A function of CSS. Nil for a malformed function, which makes the whole property invalid.
    private func function(
        _ name: String, _ argument: String, _ node: Int, _ style: Style, _ context: Context
    ) throws(SVGError) -> FilterFunction? {
        switch name.lowercased() {
        case "blur":
            guard !argument.isEmpty else { return .blur(.zero) }
            guard let length = Length(argument), length.unit != .percentage, length.value >= 0 else { return nil }
            return .blur(Sigma(resolved(length, .diagonal, style, context.viewport)))
        case "drop-shadow":
            var words: [String] = []
            let bytes = Array(argument.utf8)
            var index = 0
            while index < bytes.count {
                let end = CSSText.next([0x20, 0x09, 0x0A], in: bytes, from: index)
                if end > index { words.append(CSSText.trimmed(bytes[index..<end])) }
                index = end + 1
            }
            var lengths: [Double] = []
            var color = style.color
            for word in words {
                if let length = Length(word) {
                    lengths.append(resolved(length, .diagonal, style, context.viewport))
                } else if word.lowercased() == "currentcolor" {
                    color = style.color
                } else if let given = Style.color(word) {
                    color = given
                } else {
                    return nil
                }
            }
            guard (2...3).contains(lengths.count) else { return nil }
            return .dropShadow(
                offset: Point(lengths[0], lengths[1]), radius: Sigma(lengths.count > 2 ? max(0, lengths[2]) : 0), color: color)
        default:
            guard let list = try? FilterFunction.list(css: "\(name)(\(argument))"), list.count == 1 else { return nil }
            return list[0]
        }
    }

    /// Adds a `filter` element. False if the element isn't drawn.
    private func add(
        filter target: Int, to effects: inout ElementEffects, _ node: Int, _ style: Style, _ context: Context
    ) throws(SVGError) -> Bool {
        try visit(target, depth: context.depth)
        let element = document.nodes[target]
        let own = styleOutsideTree(target)
        let inBox = element["filterUnits"] != "userSpaceOnUse"
        let primitivesInBox = element["primitiveUnits"] == "objectBoundingBox"
        var box = Rect.zero
        if inBox || primitivesInBox {
            let found = try boundingBox(node, .identity, viewport: context.viewport, style: context.style, isOwn: true)
            guard let found, found.width > 0, found.height > 0 else { return !inBox }
            box = found
        }
        let region = self.region(target, box: inBox ? box : nil, own, context.viewport)
        guard region.width > 0, region.height > 0 else { return false }
        var reader = FilterReader(resolver: self, filter: target, style: own, context: context, region: region)
        reader.box = primitivesInBox ? box : nil
        for child in element.children where document.nodes[child].isSVG {
            try visit(child, depth: context.depth)
            guard try reader.add(child) else { return true }
        }
        // A filter without primitives leaves nothing.
        guard !reader.program.steps.isEmpty else { return false }
        effects.program = reader.program
        effects.filterRegion = region
        try count(layers: reader.program.layerCount + reader.program.steps.count * 2, at: target)
        return true
    }
}

/// Reads the primitives of a filter.
private struct FilterReader {
    let resolver: Resolver
    let filter: Int
    let style: Style
    let context: Resolver.Context
    let region: Rect
    /// The box that the units of primitives refer to. Nil for user space.
    var box: Rect?
    var program = FilterProgram()
    private var names: [String: Int] = [:]

    init(resolver: Resolver, filter: Int, style: Style, context: Resolver.Context, region: Rect) {
        self.resolver = resolver
        self.filter = filter
        self.style = style
        self.context = context
        self.region = region
    }

    private func text(_ node: Int, _ name: String) -> String? { resolver.document.nodes[node][name] }

    /// Adds a primitive. False if the filter isn't supported.
    mutating func add(_ node: Int) throws(SVGError) -> Bool {
        let name = resolver.document.nodes[node].name
        let style = resolver.cascade.style(of: node, parent: self.style)
        let operation: FilterProgram.Operation
        switch name {
        case "feGaussianBlur":
            guard let input = try input(node, "in"), let sigma = try sigma(node) else { return false }
            operation = .blur(input, sigma)
        case "feOffset":
            guard let input = try input(node, "in") else { return false }
            operation = .offset(input, offset(node, 0))
        case "feFlood":
            let color = resolver.color(style.own.floodColor, style).multiplyingAlpha(by: style.own.floodOpacity)
            operation = .flood(color, subregion(node) ?? region)
        case "feMerge":
            var inputs: [FilterProgram.Input] = []
            for child in resolver.document.nodes[node].children where resolver.document.nodes[child].name == "feMergeNode" {
                guard let input = try input(child, "in") else { return false }
                inputs.append(input)
            }
            operation = .merge(inputs)
        case "feDropShadow":
            guard let input = try input(node, "in"), let sigma = try sigma(node, 2) else { return false }
            let color = resolver.color(style.own.floodColor, style).multiplyingAlpha(by: style.own.floodOpacity)
            operation = .shadow(input, .dropShadow(offset: offset(node, 2), radius: Sigma(sigma), color: color))
        case "feBlend":
            guard let top = try input(node, "in"), let bottom = try input(node, "in2") else { return false }
            let mode = BlendMode(rawValue: text(node, "mode") ?? "normal") ?? .normal
            if mode != .normal, style.filtersInLinearRGB {
                try resolver.refuse(node, "feBlend in linear colours isn't supported; set color-interpolation-filters to sRGB")
                return resolver.options.isLenient ? add(.blend(mode, top, over: bottom), node) : false
            }
            operation = .blend(mode, top, over: bottom)
        case "feComposite":
            guard let top = try input(node, "in"), let bottom = try input(node, "in2") else { return false }
            switch text(node, "operator") ?? "over" {
            case "over": operation = .merge([bottom, top])
            case "in": operation = .inside(top, bottom)
            case "out": operation = .outside(top, bottom)
            case "atop": operation = .atop(top, bottom)
            case "xor": operation = .exclusive(top, bottom)
            case let name:
                try resolver.refuse(node, "feComposite with the operator \"\(String(name.prefix(20)))\" isn't supported")
                return false
            }
        case "feColorMatrix":
            guard let input = try input(node, "in"), let functions = try colorFunctions(node, style) else { return false }
            operation = .colors(input, functions)
        case "feFuncR", "feFuncG", "feFuncB", "feFuncA", "title", "desc", "metadata", "animate", "set", "style", "script":
            return true
        default:
            if name.hasPrefix("fe") {
                try resolver.refuse(node, "the filter <\(resolver.name(node))> isn't supported")
                return false
            }
            return true
        }
        return add(operation, node)
    }

    private mutating func add(_ operation: FilterProgram.Operation, _ node: Int) -> Bool {
        var part = subregion(node)
        if case .flood = operation { part = nil }
        if let result = text(node, "result") { names[result] = program.steps.count }
        program.steps.append(FilterProgram.Step(operation: operation, region: part))
        return program.steps.count <= 200
    }

    private func input(_ node: Int, _ name: String) throws(SVGError) -> FilterProgram.Input? {
        let previous = program.steps.isEmpty ? FilterProgram.Input.source : .step(program.steps.count - 1)
        switch text(node, name) {
        case nil: return previous
        case "SourceGraphic": return .source
        case "SourceAlpha": return .sourceAlpha
        case let name? where ["BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint"].contains(name):
            try resolver.refuse(node, "the filter input \"\(name)\" isn't supported")
            return nil
        // A reference to no result counts as the result before, or as the source.
        case let name?: return names[name].map { .step($0) } ?? previous
        }
    }

    private func sigma(_ node: Int, _ fallback: Double = 0) throws(SVGError) -> Double? {
        let numbers = text(node, "stdDeviation").flatMap { ValueScanner.numbers($0) } ?? [fallback]
        guard let first = numbers.first, numbers.count <= 2, numbers.allSatisfy({ $0 >= 0 }) else { return 0 }
        var (x, y) = (first, numbers.count > 1 ? numbers[1] : first)
        if let box { (x, y) = (x * box.width, y * box.height) }
        guard abs(x - y) <= 1e-9 * max(x, y) else {
            try resolver.refuse(node, "a blur with two different deviations isn't supported")
            return resolver.options.isLenient ? (x + y) / 2 : nil
        }
        return x
    }

    private func offset(_ node: Int, _ fallback: Double) -> Point {
        func value(_ name: String) -> Double { text(node, name).flatMap { ValueScanner.numbers($0)?.first } ?? fallback }
        let offset = Point(value("dx"), value("dy"))
        return box.map { Point(offset.x * $0.width, offset.y * $0.height) } ?? offset
    }

    /// The part of the plane that a primitive draws. Nil without attributes.
    private func subregion(_ node: Int) -> Rect? {
        guard ["x", "y", "width", "height"].contains(where: { text(node, $0) != nil }) else { return nil }
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

    private func colorFunctions(_ node: Int, _ style: Style) throws(SVGError) -> [FilterFunction]? {
        let type = text(node, "type") ?? "matrix"
        let values = text(node, "values").flatMap { ValueScanner.numbers($0) }
        if style.filtersInLinearRGB, type != "luminanceToAlpha" {
            try resolver.refuse(
                node, "feColorMatrix in linear colours isn't supported; set color-interpolation-filters to sRGB")
            guard resolver.options.isLenient else { return nil }
        }
        switch type {
        case "saturate":
            return [.color(.saturate, amount: max(0, values?.first ?? 1))]
        case "hueRotate": return [.color(.hueRotate, amount: values?.first ?? 0)]
        case "matrix":
            let identity: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
            guard let values, values.count == 20, values != identity else { return [] }
            if Array(values[0..<15]) == Array(identity[0..<15]), Array(values[15..<18]) == [0, 0, 0], values[19] == 0,
                (0...1).contains(values[18])
            {
                return [.color(.opacity, amount: values[18])]
            }
            // Black with a part of the alpha: the shadows of design programs.
            if values[0..<15].allSatisfy({ $0 == 0 }), Array(values[15..<18]) == [0, 0, 0], values[19] == 0,
                (0...1).contains(values[18])
            {
                return [.color(.brightness, amount: 0), .color(.opacity, amount: values[18])]
            }
            try resolver.refuse(node, "this feColorMatrix has no equal among the filter functions of layers")
            return nil
        default:
            try resolver.refuse(node, "feColorMatrix of type \"\(String(type.prefix(20)))\" isn't supported")
            return nil
        }
    }
}
