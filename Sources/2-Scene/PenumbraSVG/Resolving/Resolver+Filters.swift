import PenumbraBitmap
import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// Adds a `filter` to an element's effects. False if the element isn't drawn.
    func add(
        _ value: String, to effects: inout ElementEffects, _ node: Int, _ style: Style, _ context: Context
    ) throws(SVGError) -> Bool {
        var scanner = ValueScanner(value)
        scanner.skipSpace()
        var isAlone = true
        while !scanner.isAtEnd {
            let name = scanner.name()
            guard scanner.skip("("), let argument = scanner.argument() else {
                // A malformed function makes the whole property invalid.
                effects.filter = []
                return true
            }
            scanner.skipSpace()
            if name.lowercased() == "url" {
                guard let (id, _) = reference(in: "url(\(argument))"), let target = target(id),
                    document.nodes[target].isSVG, document.nodes[target].name == "filter"
                else {
                    // A missing filter changes nothing, alone and in a list.
                    isAlone = false
                    continue
                }
                let addition = try following(target, from: node, orElse: nil) { () throws(SVGError) -> Addition? in
                    try add(filter: target, to: &effects, node, style, context)
                }
                switch addition {
                // A filter that shows its own element changes nothing there.
                case nil: break
                case .added: break
                // A filter without primitives leaves nothing if it's the only one. In a list, it changes nothing.
                case .empty where isAlone && scanner.isAtEnd: return false
                case .empty: break
                case .hides: return false
                }
            } else {
                guard let function = try function(name, argument, node, style, context) else {
                    effects.filter = []
                    return true
                }
                effects.filter.append(function)
            }
            isAlone = false
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
            // Two or three lengths, with a colour before or after them.
            var lengths: [Double] = []
            var color: Color?
            let words = CSSText.words(argument)
            for (index, word) in words.enumerated() {
                if let length = Length(word) {
                    guard length.unit != .percentage, color == nil || lengths.count == index - 1 else { return nil }
                    lengths.append(resolved(length, .diagonal, style, context.viewport))
                } else {
                    let given = word.lowercased() == "currentcolor" ? style.color : (try? Color(css: word))
                    guard let given, color == nil, index == 0 || index == words.count - 1 else { return nil }
                    color = given
                }
            }
            guard (2...3).contains(lengths.count), lengths.count < 3 || lengths[2] >= 0 else { return nil }
            return .dropShadow(
                offset: Point(lengths[0], lengths[1]), radius: Sigma(lengths.count > 2 ? lengths[2] : 0),
                color: color ?? style.color)
        default:
            guard let list = try? FilterFunction.list(css: "\(name)(\(argument))"), list.count == 1 else { return nil }
            return list[0]
        }
    }

    /// What a `filter` element does to an element.
    private enum Addition {
        /// The filter has no primitives.
        case added, empty
        /// The element isn't drawn.
        case hides
    }

    /// Adds a `filter` element.
    private func add(
        filter target: Int, to effects: inout ElementEffects, _ node: Int, _ style: Style, _ context: Context
    ) throws(SVGError) -> Addition {
        let chain = try templates(of: target, depth: context.depth)
        func attribute(_ name: String) -> String? { chain.lazy.compactMap { self.document.nodes[$0][name] }.first }
        let own = styleOutsideTree(target)
        let inBox = attribute("filterUnits") != "userSpaceOnUse"
        let primitivesInBox = attribute("primitiveUnits") == "objectBoundingBox"
        var box = Rect.zero
        if inBox || primitivesInBox {
            let found = try boundingBox(node, .identity, viewport: context.viewport, style: context.style, isOwn: true)
            guard let found, found.width > 0, found.height > 0 else { return .hides }
            box = found
        }
        let region = self.region(attribute, box: inBox ? box : nil, own, context.viewport)
        guard region.width > 0, region.height > 0 else { return .hides }
        let source = chain.first { document.nodes[$0].children.contains { !document.nodes[$0].isText } } ?? target
        var reader = FilterReader(
            resolver: self, style: styleOutsideTree(source), context: context, region: region, box: primitivesInBox ? box : nil,
            firstLayer: effects.filterLayers.count)
        for child in document.nodes[source].children where document.nodes[child].isSVG && !document.nodes[child].isText {
            try visit(child, depth: context.depth)
            try reader.add(child)
        }
        guard !reader.graph.steps.isEmpty else { return .empty }
        effects.filter.append(.graph(reader.graph))
        effects.filterLayers += reader.layers
        effects.layerCount += reader.graph.steps.count
        return .added
    }

    /// A filter and the filters that it takes attributes and primitives from.
    private func templates(of target: Int, depth: Int) throws(SVGError) -> [Int] {
        var chain = [target]
        while chain.count < 20, let last = chain.last {
            try visit(last, depth: depth)
            guard let next = hrefTarget(last), document.nodes[next].name == "filter", !chain.contains(next) else { break }
            chain.append(next)
        }
        return chain
    }
}
