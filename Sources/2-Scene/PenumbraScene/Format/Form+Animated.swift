import PenumbraMotion

/// Values of animations that no key has in the same form.
extension Form where Value: Hashable & Sendable {
    /// Values that are exchanged and not interpolated.
    var discrete: Form<Discrete<Value>> { converted({ Discrete($0) }, { $0.value }) }
}

extension Form where Value == [Double] {
    static func animatedNumbers(_ range: Node.NumberRange) -> Form {
        numbers(range, atMost: SceneLimits.default.gradientStops, "numbers")
    }
}

extension Form where Value == [Color] {
    static var animatedColors: Form {
        Form(.array(of: .color, 0...SceneLimits.default.gradientStops)) { node throws(SceneError) in
            let (wanted, limit) = ("an array of colours", node.context.limits.gradientStops)
            return try node.list(wanted, atMost: limit, "colours; raise \(limit: .gradientStops)", Form<Color>.color.read)
        } write: { colors, members throws(SceneError) in
            try members.json(colors, Form<Color>.color.write)
        }
    }
}

extension Form where Value == AffineTransform {
    static var animatedTransform: Form {
        Form(.transform) { node throws(SceneError) in
            let (map, relative) = try AffineTransform.reading(node, in: nil)
            if relative != nil { throw node.place.error("found percentages, expected points in animated transforms") }
            return map
        } write: { map, _ in
            .string(map.css)
        }
    }
}

extension Form where Value == Rect {
    /// A rectangle, or the change of one, whose sides may be negative.
    static func animatedRect(isChange: Bool) -> Form {
        rect(.rect) { node throws(SceneError) in try node.rect(sides: isChange ? .any : .notNegative) }
    }
}

extension Form where Value == AnimatedList<FilterFunction> {
    static var filters: Form { Form<[FilterFunction]>.layerFilter.converted({ Value($0) }, { $0.elements }) }
}

extension Form where Value == AnimatedList<BoxShadow> {
    static var shadows: Form { Form<[BoxShadow]>.boxShadows.converted({ Value($0) }, { $0.elements }) }
}
