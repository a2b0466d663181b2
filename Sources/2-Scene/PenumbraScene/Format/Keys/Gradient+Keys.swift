import PenumbraElementary
import PenumbraSystem

extension Gradient {
    static let keys = Keys(Gradient(.circles(center: .zero, startRadius: 0, endRadius: 0), colors: [])) {
        Key(
            "gradientType", .choice(GradientType.self), default: "axial",
            write: { gradient, members in
                let type = gradient.type
                if type != .axial { members.add("gradientType", .string(type.rawValue)) }
            }
        ).help("Along a line, outward from a centre, or around one.")
        Key("colors", \.colors, .colors.required).help("The colours from start to end; a single one is solid.").moving {
            [AnimatableKey($0, .colors($1.part({ $0.hasStops ? $0.colors : nil }, { $0.setColors($1) })))]
        }
        locations
        Key("startPoint", \.geometry.startPoint, .some(.point).withoutDefault).help(
            "The first colour's place, or the centre, in unit coordinates of the frame. Default: [0.5, 0]; if not axial [0.5, 0.5]."
        )
        Key("endPoint", \.geometry.endPoint, .some(.point).withoutDefault).help(
            "The last colour's place, or the first one's direction, in unit coordinates. Default: [0.5, 1]; radial [1, 1]; conic [0.5, 0]."
        )
        Key("center", \.geometry.center, .some(.point).withoutDefault).help(
            "The centre of both circles, in points; for radial gradients instead of startPoint and endPoint. Default in a gradient layer: its middle."
        )
        Key("startCenter", \.geometry.startCenter, .some(.point).withoutDefault).help(
            "The centre of the first colour's circle, in points; endCenter is needed with it.")
        Key("endCenter", \.geometry.endCenter, .some(.point).withoutDefault).help(
            "The centre of the last colour's circle, in points.")
        Key("startRadius", \.geometry.startRadius, .some(.number(.notNegative))).help("The first colour's circle, in points.")
        Key("endRadius", \.geometry.endRadius, .some(.number(.notNegative)).withoutDefault).help(
            "The last colour's circle, in points; required for circles.")
        Key("interpolation", \.interpolation, .choice).help(
            "Whether colours are mixed as they are or multiplied by their alpha, as in CSS.")
        Key("falloff", \.falloff, .choice).help("How colours follow each other: evenly, or as the edge of a shadow does.")
        Key("extendsStart", \.extendsStart, .flag).help("Whether the first colour covers the area before the start.")
        Key("extendsEnd", \.extendsEnd, .flag).help("Whether the last colour covers the area after the end.")
    }

    private static let locations = Key<Gradient>(
        "locations", .array(of: .number(.unit), 1...SceneLimits.default.gradientStops).orNull,
        read: { node, gradient, _ throws(SceneError) in
            if !node.isNull { gradient.locations = try node.locations(count: gradient.colors.count) }
        },
        write: { gradient, members throws(SceneError) in
            guard let locations = gradient.locations else { return }
            members.add("locations", .array(try members.child("locations").json(locations)))
        }
    ).help("One number from 0 to 1 for each colour, none smaller than the one before. Default: evenly spread.").moving {
        path, lens in
        [
            AnimatableKey(
                path,
                .numbers(
                    .unit,
                    lens.part(
                        { $0.hasStops ? $0.locations ?? $0.evenLocations : nil },
                        { if $0.colors.count == $1.count { $0.locations = $1.neverDecreasing } })))
        ]
    }

    private mutating func setColors(_ colors: [Color]) { if self.colors.count == colors.count { self.colors = colors } }

    /// Whether the gradient has colours and locations. Those of CSS have stops of their own.
    private var hasStops: Bool { if case .css = geometry { false } else { true } }

    /// The locations of colours that are evenly spaced.
    private var evenLocations: [Double] {
        let count = colors.count
        return (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
    }
}

extension [Double] {
    /// The numbers, each raised to the largest number before it, within 0…1.
    fileprivate var neverDecreasing: [Double] {
        var least = 0.0
        return map { number in
            least = Swift.max(least, Swift.min(1, number))
            return least
        }
    }
}

enum GradientType: String, CaseIterable {
    case axial, radial, conic

    /// The line of a gradient that gives none.
    var geometry: Gradient.Geometry {
        switch self {
        case .axial: .axial(startPoint: Point(0.5, 0), endPoint: Point(0.5, 1))
        case .radial: .radial(startPoint: Point(0.5, 0.5), endPoint: Point(1, 1))
        case .conic: .conic(startPoint: Point(0.5, 0.5), endPoint: Point(0.5, 0))
        }
    }
}

extension Gradient {
    fileprivate var type: GradientType {
        switch geometry {
        case .axial, .css: .axial
        case .radial, .circles, .twoCircles: .radial
        case .conic: .conic
        }
    }

    /// A gradient of the same kind with the values that documents leave out. Other values are written always.
    fileprivate var standard: Gradient {
        var result = Gradient(type.geometry, colors: [])
        let unset = Point(.nan, .nan)
        switch geometry {
        case .circles: result.geometry = .circles(center: unset, startRadius: 0, endRadius: .nan)
        case .twoCircles:
            result.geometry = .twoCircles(startCenter: unset, startRadius: 0, endCenter: unset, endRadius: .nan)
        case .axial, .radial, .conic, .css: break
        }
        return result
    }
}

extension KeyTable {
    static let gradient = ofGradients(
        "gradient", "Colours that change from place to place and extend past both ends.", centerIsRequired: true)
    static let gradientOfLayer = ofGradients(
        "gradientOfLayer", "The colours of a gradient layer, whose circles have its middle as centre.",
        centerIsRequired: false)

    private static func ofGradients(_ name: String, _ text: String, centerIsRequired: Bool) -> KeyTable {
        KeyTable(
            "a gradient", name, text, Gradient.keys.meanings,
            wanted: "a gradient: an object with \"colors\", or a CSS gradient",
            rules: SceneSchema.gradientRules(centerIsRequired: centerIsRequired))
    }
}

extension Form where Value == [Color] {
    fileprivate static var colors: Form {
        Form(.array(of: .color, 1...SceneLimits.default.gradientStops)) { node throws(SceneError) in
            let wanted = Self.wanted(node.context)
            guard case .array(let values) = node.value, !values.isEmpty else { throw node.mismatch(wanted) }
            try node.context.tally.addGradientStops(values.count, at: node.place)
            return try node.list(wanted, atMost: values.count, "") { node throws(SceneError) in try node.color() }
        } write: { colors, members throws(SceneError) in
            try members.json(colors) { color, members throws(SceneError) in try members.json(color) }
        }
    }

    static func wanted(_ context: DecodingContext) -> String {
        "an array of 1 to \(context.limits.gradientStops) CSS colours"
    }
}

extension Node {
    fileprivate func locations(count: Int) throws(SceneError) -> [Double] {
        let wanted = count == 1 ? "an array of 1 number, as there is 1 colour" : "an array of \(count) numbers, one per colour"
        guard case .array(let values) = value, values.count == count else { throw mismatch(wanted) }
        var last: Double?
        return try list(wanted, atMost: count, "") { element throws(SceneError) in
            let location = try element.number(.unit)
            if let last, location < last {
                throw element.place.error(
                    "found \(element.value.summary) after \(DecimalNumber.text(last)); locations must not decrease")
            }
            last = location
            return location
        }
    }
}

extension SceneDecoder {
    /// Reads a colour or a gradient.
    func paint(_ node: Node) throws(SceneError) -> Paint {
        switch node.value {
        case .object: return .gradient(try gradient(try Fields(node, .gradient), middle: nil))
        case .string(let text) where CSSGradientParser.isGradient(text): return .gradient(try cssGradient(text, node))
        case .string: return .color(try node.color())
        default: throw node.mismatch("\(Node.colorWanted), or a gradient object")
        }
    }

    /// Reads the gradient of a gradient layer: `gradient`, or the same keys on the layer itself. Circles in the middle of a
    /// layer of unknown size are placed later.
    func gradient(ofLayer fields: Fields, _ reading: inout Reading) throws(SceneError) -> Gradient {
        var owner = fields
        if let node = try fields["gradient"] {
            if let key = KeyTable.gradient.keys.first(where: fields.has) {
                throw fields.node.place.error(
                    "found `gradient` and `\(key)` in one layer; expected either `gradient` or its keys in the layer itself")
            }
            if case .string(let text) = node.value, CSSGradientParser.isGradient(text) { return try cssGradient(text, node) }
            owner = try Fields(node, .gradient)
        }
        let gradient = try gradient(owner, middle: reading.frame.map { Point($0.width / 2, $0.height / 2) } ?? .zero)
        if reading.frame == nil, case .circles = gradient.geometry {
            reading.relative.centersCircles = try owner.nonNull("center") == nil
        }
        return gradient
    }

    /// Reads a gradient from its keys.
    ///
    /// - Parameter middle: the default centre of circles. Nil where circles need a centre of their own.
    private func gradient(_ fields: Fields, middle: Point?) throws(SceneError) -> Gradient {
        let type = try fields["gradientType"]?.choice(GradientType.self) ?? .axial
        _ = try fields.required("colors", Form<[Color]>.wanted(context))
        var (gradient, reading) = (Gradient(try geometry(fields, type, middle), colors: []), Reading())
        try Gradient.keys.read(fields, into: &gradient, &reading)
        return gradient
    }

    /// The geometry of a gradient by the keys that it has, with default values.
    private func geometry(
        _ fields: Fields, _ type: GradientType, _ middle: Point?
    ) throws(SceneError) -> Gradient.Geometry {
        let circle = ["center", "startCenter", "endCenter", "startRadius", "endRadius"].first(where: fields.has)
        guard let circle else { return type.geometry }
        if type != .radial {
            throw Place.key(fields.node.place, circle).error(
                "`\(circle)` belongs to gradients with \"gradientType\": \"radial\"; this one is \(type.rawValue)")
        }
        if let point = ["startPoint", "endPoint"].first(where: fields.has) {
            throw fields.node.place.error(
                "found `\(point)` and `\(circle)` in one gradient; expected either startPoint and endPoint, "
                    + "or center, startRadius and endRadius")
        }
        _ = try fields.required("endRadius", Node.NumberRange.notNegative.wanted)
        guard let apart = ["startCenter", "endCenter"].first(where: fields.has) else {
            guard let middle = fields.has("center") ? .zero : middle else {
                throw Place.key(fields.node.place, "center").error("missing, expected a point [x, y]")
            }
            return .circles(center: middle, startRadius: 0, endRadius: 0)
        }
        if fields.has("center") {
            throw fields.node.place.error(
                "found `center` and `\(apart)` in one gradient; expected either one centre for both circles, or startCenter "
                    + "and endCenter")
        }
        for key in ["startCenter", "endCenter"] { _ = try fields.required(key, "a point [x, y]") }
        return .twoCircles(startCenter: .zero, startRadius: 0, endCenter: .zero, endRadius: 0)
    }

    private func cssGradient(_ text: String, _ node: Node) throws(SceneError) -> Gradient {
        let gradient: Gradient
        do { gradient = try Gradient(css: text, mostColors: context.limits.gradientStops) } catch {
            throw node.place.error(error.message)
        }
        try context.tally.addGradientStops(gradient.colors.count, at: node.place)
        return gradient
    }
}

extension Members {
    /// A CSS gradient as a string.
    func json(css gradient: Gradient) throws(SceneError) -> JSONValue {
        guard gradient.colors.allSatisfy(\.isFinite) else { throw Self.notFinite(place) }
        guard let css = gradient.css else {
            throw place.error("a CSS gradient cannot be written unless it is premultiplied and its falloff is linear")
        }
        return .string(css)
    }

    /// Adds the keys of a gradient to a gradient object or a gradient layer. A CSS gradient is added to a layer under
    /// `gradient`. Circles in the middle of a layer whose size is not known yet have no centre.
    mutating func add(_ gradient: Gradient) throws(SceneError) {
        if case .css = gradient.geometry { return add("gradient", try child("gradient").json(css: gradient)) }
        var standard = gradient.standard
        if relative.centersCircles { standard.geometry.center = gradient.geometry.center }
        try Gradient.keys.write(gradient, standard: standard, to: &self)
    }
}
