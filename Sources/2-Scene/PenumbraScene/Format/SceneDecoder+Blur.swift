import PenumbraGeometry

extension SceneDecoder {
    /// Reads the blur of the finished layer: a σ, or an object with a type.
    func blur(_ node: Node?, into layer: inout Layer) throws(SceneError) {
        guard let node else { return }
        let wanted = "a number, 0 or more, or an object with \"type\""
        switch node.value {
        case .number: layer.blur = Sigma(try node.number(.notNegative))
        case .object(let object):
            let type = try object["type"].map { value throws(SceneError) in
                try node.child(value, key: "type").choice(ShapedBlur.Kind.self)
            }
            let fields = try Fields(node, (type ?? .gaussian).table, wanted: wanted)
            func required(_ key: String, _ range: Node.NumberRange) throws(SceneError) -> Double {
                try fields.required(key, range.wanted).number(range)
            }
            switch type ?? .gaussian {
            case .gaussian: layer.blur = Sigma(try required("radius", .notNegative))
            case .lens: layer.shapedBlur = .lens(radius: try required("radius", .notNegative))
            case .motion:
                layer.shapedBlur = .motion(
                    radius: try required("radius", .notNegative), angle: try fields.number("angle", .any, default: 0))
            case .zoom:
                layer.shapedBlur = .zoom(
                    amount: try required("amount", .unit), center: try fields["center"]?.point() ?? Point(0.5, 0.5))
            }
        default: throw node.mismatch(wanted)
        }
    }
}

extension Members {
    /// Adds the blur of a layer.
    mutating func add(_ key: String, _ sigma: Sigma, _ blur: ShapedBlur?) throws(SceneError) {
        guard let blur else { return try add(key, sigma.value, default: 0) }
        var members = Members(.key(place, key))
        func addType(_ kind: ShapedBlur.Kind) { members.add("type", .string(kind.rawValue)) }
        switch blur {
        case .lens(let radius):
            addType(.lens)
            try members.add("radius", radius)
        case .motion(let radius, let angle):
            addType(.motion)
            try members.add("radius", radius)
            try members.add("angle", angle, default: 0)
        case .zoom(let amount, let center):
            addType(.zoom)
            try members.add("amount", amount)
            try members.add("center", center, default: Point(0.5, 0.5))
        }
        add(key, members.value)
    }
}
