import PenumbraElementary
import PenumbraSystem

extension SceneDecoder {
    private static let gradientWanted = "a gradient: an object with \"colors\", or a CSS gradient"

    /// Reads a colour or a gradient.
    func paint(_ node: Node) throws(SceneError) -> Paint {
        switch node.value {
        case .object: return .gradient(try gradient(node))
        case .string(let text) where CSSGradientParser.isGradient(text): return .gradient(try cssGradient(text, node))
        case .string: return .color(try node.color())
        default: throw node.mismatch("\(Node.colorWanted), or a gradient object")
        }
    }

    /// Reads the paint of a key. Nil when the key is absent or null.
    func paint(_ fields: Fields, _ key: String) throws(SceneError) -> Paint? {
        guard let node = try fields.nonNull(key) else { return nil }
        if node.value == "none" { throw node.place.error("found \"none\"; write null to paint nothing") }
        return try paint(node)
    }

    /// Reads the gradient of a gradient layer: `gradient`, or the same keys on the layer itself.
    ///
    /// - Parameters:
    ///   - size: the size of the layer. Nil if it is not known yet.
    ///   - centered: set to true for circles that lie in the middle of a layer of unknown size.
    func gradient(ofLayer fields: Fields, size: Size?, centered: inout Bool) throws(SceneError) -> Gradient {
        let middle = size.map { Point($0.width / 2, $0.height / 2) } ?? .zero
        let gradient = try gradient(ofLayer: fields, middle: middle)
        if size == nil, case .circles = gradient.geometry {
            var owner = fields
            if let node = try fields["gradient"] { owner = try Fields(node, .gradient, wanted: Self.gradientWanted) }
            centered = try owner.nonNull("center") == nil
        }
        return gradient
    }

    private func gradient(ofLayer fields: Fields, middle: Point) throws(SceneError) -> Gradient {
        guard let node = try fields["gradient"] else { return try gradient(fields, middle: middle) }
        if let key = KeyTable.gradient.keys.first(where: fields.has) {
            throw fields.node.place.error(
                "found `gradient` and `\(key)` in one layer; expected either `gradient` or its keys in the layer itself")
        }
        if case .string(let text) = node.value, CSSGradientParser.isGradient(text) { return try cssGradient(text, node) }
        return try gradient(node, middle: middle)
    }

    private func gradient(_ node: Node, middle: Point? = nil) throws(SceneError) -> Gradient {
        try gradient(try Fields(node, .gradient, wanted: Self.gradientWanted), middle: middle)
    }

    // MARK: - Keys

    enum GradientType: String, CaseIterable {
        case axial, radial, conic
    }

    /// Reads a gradient from its keys.
    ///
    /// - Parameter middle: the default centre of circles. Nil where circles need a centre of their own.
    private func gradient(_ fields: Fields, middle: Point?) throws(SceneError) -> Gradient {
        let type =
            try fields["gradientType"]?.choice(GradientType.self) ?? .axial
        let colors = try colors(fields)
        return Gradient(
            try geometry(fields, type, middle), colors: colors, locations: try locations(fields, count: colors.count),
            interpolation: try fields["interpolation"]?.choice(Gradient.Interpolation.self) ?? .straight,
            falloff: try fields["falloff"]?.choice(Gradient.Falloff.self) ?? .linear,
            extendsStart: try fields["extendsStart"]?.bool() ?? true, extendsEnd: try fields["extendsEnd"]?.bool() ?? true)
    }

    private func colors(_ fields: Fields) throws(SceneError) -> [Color] {
        let wanted = "an array of 1 to \(context.limits.gradientStops) CSS colours"
        let node = try fields.required("colors", wanted)
        guard case .array(let values) = node.value, !values.isEmpty else { throw node.mismatch(wanted) }
        try context.tally.addGradientStops(values.count, at: node.place)
        var colors: [Color] = []
        colors.reserveCapacity(values.count)
        for element in try node.elements(wanted) { colors.append(try element.color()) }
        return colors
    }

    private func locations(_ fields: Fields, count: Int) throws(SceneError) -> [Double]? {
        guard let node = try fields.nonNull("locations") else { return nil }
        let wanted = count == 1 ? "an array of 1 number, as there is 1 colour" : "an array of \(count) numbers, one per colour"
        guard case .array(let values) = node.value, values.count == count else { throw node.mismatch(wanted) }
        var locations: [Double] = []
        locations.reserveCapacity(count)
        for element in try node.elements(wanted) {
            let location = try element.number(.unit)
            if let last = locations.last, location < last {
                throw element.place.error(
                    "found \(element.value.summary) after \(DecimalNumber.text(last)); locations must not decrease")
            }
            locations.append(location)
        }
        return locations
    }

    private func geometry(
        _ fields: Fields, _ type: GradientType, _ middle: Point?
    ) throws(SceneError) -> Gradient.Geometry {
        let circle = ["center", "startCenter", "endCenter", "startRadius", "endRadius"].first(where: fields.has)
        if type != .radial, let circle {
            throw Place.key(fields.node.place, circle).error(
                "`\(circle)` belongs to gradients with \"gradientType\": \"radial\"; this one is \(type.rawValue)")
        }
        guard let circle else {
            let start = try fields["startPoint"]?.point()
            let end = try fields["endPoint"]?.point()
            switch type {
            case .axial: return .axial(startPoint: start ?? Point(0.5, 0), endPoint: end ?? Point(0.5, 1))
            case .radial: return .radial(startPoint: start ?? Point(0.5, 0.5), endPoint: end ?? Point(1, 1))
            case .conic: return .conic(startPoint: start ?? Point(0.5, 0.5), endPoint: end ?? Point(0.5, 0))
            }
        }
        if let point = ["startPoint", "endPoint"].first(where: fields.has) {
            throw fields.node.place.error(
                "found `\(point)` and `\(circle)` in one gradient; expected either startPoint and endPoint, "
                    + "or center, startRadius and endRadius")
        }
        return try circles(fields, middle)
    }

    /// Reads two circles with one common centre, or with a centre each.
    private func circles(_ fields: Fields, _ middle: Point?) throws(SceneError) -> Gradient.Geometry {
        let startRadius = try fields.number("startRadius", .notNegative, default: 0)
        let endRadius = try fields.required("endRadius", Node.NumberRange.notNegative.wanted).number(.notNegative)
        let center = try fields["center"]?.point()
        guard let apart = ["startCenter", "endCenter"].first(where: fields.has) else {
            guard let center = center ?? middle else {
                throw Place.key(fields.node.place, "center").error("missing, expected a point [x, y]")
            }
            return .circles(center: center, startRadius: startRadius, endRadius: endRadius)
        }
        if center != nil {
            throw fields.node.place.error(
                "found `center` and `\(apart)` in one gradient; expected either one centre for both circles, or startCenter "
                    + "and endCenter")
        }
        let startCenter = try fields.required("startCenter", "a point [x, y]").point()
        let endCenter = try fields.required("endCenter", "a point [x, y]").point()
        return .twoCircles(
            startCenter: startCenter, startRadius: startRadius, endCenter: endCenter, endRadius: endRadius)
    }

    // MARK: - CSS

    private func cssGradient(_ text: String, _ node: Node) throws(SceneError) -> Gradient {
        let gradient: Gradient
        do { gradient = try Gradient(css: text, mostColors: context.limits.gradientStops) } catch {
            throw node.place.error(error.message)
        }
        try context.tally.addGradientStops(gradient.colors.count, at: node.place)
        return gradient
    }
}
