extension Members {
    /// Adds box shadows as one CSS string, or nothing if there are none.
    mutating func add(_ key: String, _ shadows: [BoxShadow]) throws(SceneError) {
        guard !shadows.isEmpty else { return }
        for shadow in shadows {
            let numbers = [shadow.offset.x, shadow.offset.y, 2 * shadow.radius.value, shadow.spread]
            guard shadow.color.isFinite, numbers.allSatisfy(\.isFinite) else { throw Self.notFinite(.key(place, key)) }
        }
        add(key, .string(shadows.map(\.css).joined(separator: ", ")))
    }

    /// Adds filter functions as one CSS string, or nothing if there are none.
    mutating func add(_ key: String, _ functions: [FilterFunction]) throws(SceneError) {
        guard !functions.isEmpty else { return }
        for function in functions {
            let isFinite =
                switch function {
                case .blur(let sigma): sigma.value.isFinite
                case .dropShadow(let offset, let radius, let color):
                    offset.isFinite && radius.value.isFinite && color.isFinite
                case .color(_, let amount): amount.isFinite
                case .graph: true
                }
            guard isFinite else { throw Self.notFinite(.key(place, key)) }
        }
        add(key, .string(functions.map(\.css).joined(separator: " ")))
    }

    /// Adds effects in the notation of Figma's API, or nothing if there are none.
    ///
    /// - Parameter layerBlur: a Gaussian beside a blur of another shape, which has the key `blur` for itself.
    mutating func add(_ key: String, _ effects: [FigmaShadow], layerBlur: Sigma) throws(SceneError) {
        guard !effects.isEmpty || layerBlur.value != 0 else { return }
        var result: [JSONValue] = []
        for (index, effect) in effects.enumerated() {
            var members = Members(.index(.key(place, key), index))
            members.add("type", .string(effect.kind.rawValue))
            members.add("blendMode", SceneDecoder.FigmaBlendMode(effect.blendMode), default: .normal)
            // Figma's colours are sRGB.
            let color = effect.color.components(in: .srgb)
            try members.add(
                "color", ["r", "g", "b", "a"], [color.red, color.green, color.blue, color.alpha])
            try members.add("offset", ["x", "y"], [effect.offset.x, effect.offset.y])
            try members.add("radius", 2 * effect.radius.value)
            try members.add("spread", effect.spread, default: 0)
            if effect.kind == .drop { members.add("showShadowBehindNode", effect.showsBehindNode, default: false) }
            result.append(members.value)
        }
        if layerBlur.value != 0 {
            var members = Members(.index(.key(place, key), result.count))
            members.add("type", .string("LAYER_BLUR"))
            try members.add("radius", 2 * layerBlur.value)
            result.append(members.value)
        }
        add(key, .array(result))
    }

    /// Adds an object of named numbers.
    private mutating func add(_ key: String, _ names: [String], _ numbers: [Double]) throws(SceneError) {
        var members = Members(.key(place, key))
        for (name, number) in zip(names, numbers) { try members.add(name, number) }
        add(key, members.value)
    }
}
