extension Form where Value == [BoxShadow] {
    /// The shadows of a CSS string.
    static var boxShadows: Form {
        Form(.definition("boxShadow")) { node throws(SceneError) in
            let text = try node.string("a CSS box-shadow such as \"0 4px 12px rgb(0 0 0 / 20%)\"")
            let context = node.context
            let shadows: [BoxShadow]
            // Reading one shadow more than allowed is enough to refuse the list.
            let most = context.tally.remainingShadows + 1
            do throws(NotationError) {
                shadows = try BoxShadow.list(css: text, upTo: most)
            } catch {
                throw node.place.error(error.message)
            }
            try context.tally.addShadows(shadows.count, at: node.place)
            return shadows
        } write: { shadows, members throws(SceneError) in
            for shadow in shadows {
                _ = try members.json([shadow.offset.x, shadow.offset.y, 2 * shadow.radius.value, shadow.spread])
                _ = try members.json(shadow.color)
            }
            return .string(shadows.isEmpty ? "none" : shadows.map(\.css).joined(separator: ", "))
        } motion: {
            [AnimatableKey($0, .boxShadow($1.part({ AnimatedList($0) }, { $0 = $1.elements })))]
        }
    }
}

extension Form where Value == [FilterFunction] {
    /// The functions of a CSS string.
    static var filter: Form {
        Form(
            .definition("filter"), read: { node throws(SceneError) in try node.decoder.filter(node) },
            write: { functions, members throws(SceneError) in
                for function in functions {
                    let isFinite =
                        switch function {
                        case .blur(let sigma): sigma.value.isFinite
                        case .dropShadow(let offset, let radius, let color):
                            offset.isFinite && radius.value.isFinite && color.isFinite
                        case .color(_, let amount): amount.isFinite
                        case .graph: true
                        }
                    guard isFinite else { throw Members.notFinite(members.place) }
                }
                return .string(functions.isEmpty ? "none" : functions.map(\.css).joined(separator: " "))
            })
    }

    /// The filter of a layer: one CSS string, or a list where a filter has several steps.
    static var layerFilter: Form {
        Form(
            .definition("layerFilter"), read: { node throws(SceneError) in try node.decoder.layerFilter(node) },
            write: { functions, members throws(SceneError) in
                guard functions.contains(where: { $0.graph != nil }) else { return try filter.write(functions, members) }
                var result: [JSONValue] = []
                var plain: [FilterFunction] = []
                func flush() throws(SceneError) {
                    if !plain.isEmpty { result.append(try filter.write(plain, members.element(result.count))) }
                    plain = []
                }
                for function in functions {
                    guard let graph = function.graph else {
                        plain.append(function)
                        continue
                    }
                    try flush()
                    var object = members.element(result.count)
                    try FilterGraph.keys.write(graph, to: &object)
                    result.append(object.value)
                }
                try flush()
                return .array(result)
            }, motion: { [AnimatableKey($0, .filter($1.part({ AnimatedList($0) }, { $0 = $1.elements })))] })
    }
}

extension SceneDecoder {
    /// Reads the functions of a CSS string.
    func filter(_ node: Node) throws(SceneError) -> [FilterFunction] {
        let text = try node.string("a CSS filter such as \"blur(4px)\"")
        let functions: [FilterFunction]
        do { functions = try FilterFunction.list(css: text) } catch { throw node.place.error(error.message) }
        try context.tally.addShadows(functions.count, at: node.place)
        return functions
    }
}

extension FilterFunction {
    /// The filter of several steps, if the function is one.
    package var graph: FilterGraph? {
        if case .graph(let graph) = self { graph } else { nil }
    }
}
