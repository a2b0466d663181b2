import PenumbraElementary
import PenumbraLayout

/// The keys that let a layout place a layer. Names and meanings are those of CSS.
extension LayerLayout {
    static let keys = Keys(LayerLayout(), moving: .beforeLayout) {
        Key("layout", \.arrangement, .none(or: .arrangement)).help(
            "CSS's flexbox or grid: how the layer arranges those of its sublayers that have no frame."
        ).moving { path, lens in
            LayoutArrangement.keys.motion(path + ".", lens.part({ $0.arrangement }, { $0.arrangement = $1 }))
        }
        Key("width", \.style.width, .size).help(
            "Points, a percentage of the parent, or auto. Padding included, as with border-box.")
        Key("height", \.style.height, .size).help("Points, a percentage of the parent, or auto.")
        Key("minWidth", \.style.minWidth, .size).help(
            "Auto keeps an item of a layout as wide as its longest word or its picture.")
        Key("minHeight", \.style.minHeight, .size).help("Like minWidth.")
        Key("maxWidth", \.style.maxWidth, .size).help("Auto is no limit.")
        Key("maxHeight", \.style.maxHeight, .size).help("Auto is no limit.")
        Key("padding", \.style.padding, .edges(.padding)).help(
            "Space inside the layer: one length, [vertical, horizontal] or [top, right, bottom, left]. Percentages are of the parent's width."
        ).moving { path, _ in
            [
                .number(
                    path, .notNegative,
                    Lens(
                        get: { layer, _ in layer.layout?.style.padding.top.points ?? layer.contentInsets.top },
                        set: { layer, _, points in layer.setPadding(points) }))
            ]
        }
        Key("margin", \.style.margin, .edges(.margin)).help("Space around the layer, like padding; auto takes up free space.")
            .moving { path, lens in
                [.number(path, .any, lens.part(\.style.margin).part({ $0.top }, { $0 = LayoutEdges($1) }).points)]
            }
        Key("inset", \.style.inset, .edges(.inset).orNull).help(
            "Distances from the parent's sides for an absolute layer, or the shift of a relative one; null is auto.")
        Key("flexGrow", \.style.flexGrow, .number(.notNegative)).help("The item's share of free space.")
        Key("flexShrink", \.style.flexShrink, .number(.notNegative)).help("The item's share of missing space.")
        Key("flexBasis", \.style.flexBasis, .basis).help(
            "The item's length before it grows or shrinks; auto is its width or height, content is what it holds.")
        Key("alignSelf", \.style.alignSelf, .auto(or: .choice)).help(
            "Where the item lies across its line; auto is the layout's alignItems.")
        Key("justifySelf", \.style.justifySelf, .auto(or: .choice)).help(
            "Where the item lies in the width of its area of a grid; auto is the grid's justifyItems.")
        Key("gridColumn", \.style.gridColumn, .gridPlace).help(
            "The columns of the item: a line, lines such as 1 / 3, span 2, or the name of an area.")
        Key("gridRow", \.style.gridRow, .gridPlace).help("The rows of the item, like gridColumn.")
        Key("aspectRatio", \.style.aspectRatio, .auto(or: .proportion, .proportion, moving: 1)).help(
            "Width over height: a number, or a proportion such as 16/9.")
        Key("order", \.style.order, .order).help("Items with less come first; a whole number.")
        Key("position", \.style.position, .position).help("Absolute takes the layer out of the flow and lets inset place it.")
    }
}

extension SceneDecoder {
    /// Reads the keys of a layer's layout. Nil if the layer has none of them.
    func layout(_ fields: Fields) throws(SceneError) -> LayerLayout? {
        guard LayerLayout.keys.isPresent(in: fields) else { return nil }
        let layout = try LayerLayout.keys.read(fields)
        return layout == LayerLayout() ? nil : layout
    }

    /// The insets of a text or an image that needs no layout besides its padding.
    static func insets(_ layout: LayerLayout?, of layer: Layer) -> Insets? {
        guard layer.frame != nil, let layout else { return nil }
        switch layer.kind {
        case .text, .image: break
        case .layer, .gradient, .shape: return nil
        }
        var style = LayoutStyle()
        style.padding = layout.style.padding
        guard layout == LayerLayout(style: style), !style.padding.hasFraction else { return nil }
        return style.padding.insets(of: 0)
    }
}

extension Layer {
    fileprivate mutating func setPadding(_ points: Double) {
        if frame != nil, layout == nil {
            contentInsets = Insets(top: points, right: points, bottom: points, left: points)
        } else {
            layout = layout ?? LayerLayout()
            layout?.style.padding = LayoutEdges(.points(points))
        }
    }
}

extension LayoutLength {
    fileprivate var points: Double { if case .points(let points) = self { points } else { 0 } }
}

extension Lens where Value == LayoutLength {
    /// The length in points. Automatic lengths and percentages count as zero.
    fileprivate var points: Lens<Double> { part({ $0.points }, { $0 = .points($1) }) }
}

// MARK: - Forms

/// The values that a length may have.
private struct LengthKind {
    let wanted: String
    let allowsAuto: Bool
    let range: Node.NumberRange
    /// The notation of automatic lengths.
    var auto: JSONValue = "auto"

    static let size = LengthKind(
        wanted: "points, a percentage such as \"50%\", or \"auto\"", allowsAuto: true, range: .notNegative)
    static let basis = LengthKind(
        wanted: "points, a percentage such as \"50%\", \"content\" or \"auto\"", allowsAuto: true, range: .notNegative)
    static let padding = LengthKind(
        wanted: "points or a percentage such as \"5%\", or an array of two or four of them", allowsAuto: false,
        range: .notNegative)
    static let margin = LengthKind(
        wanted: "points, a percentage such as \"5%\" or \"auto\", or an array of two or four of them", allowsAuto: true,
        range: .any)
    static let inset = LengthKind(
        wanted: "points, a percentage such as \"5%\" or null, or an array of two or four of them", allowsAuto: true,
        range: .any, auto: .null)

    var schema: ValueSchema {
        let auto = ValueSchema.text(["enum": ["auto"]])
        return allowsAuto
            ? ValueSchema.any(of: .number(range), .percentage, auto).orNull : .any(of: .number(range), .percentage)
    }

    func json(_ length: LayoutLength, _ members: Members) throws(SceneError) -> JSONValue {
        switch length {
        case .auto: return auto
        case .points(let value): return try members.json(value)
        case .fraction(let value):
            _ = try members.json(value)
            return .string(DecimalNumber.percentage(value))
        case .sum, .calculated, .minContent, .maxContent, .fitContent, .stretch:
            throw members.place.error("lengths of this kind have no notation in scenes; use points or a percentage")
        }
    }
}

extension ValueSchema {
    fileprivate static let percentage = text(["type": "string", "pattern": #"^[0-9.eE+-]+%$"#, "examples": ["50%"]])
}

extension Form where Value == LayoutLength {
    fileprivate static var size: Form {
        Form(
            LengthKind.size.schema, read: { node throws(SceneError) in try node.length(.size) },
            write: { value, members throws(SceneError) in try LengthKind.size.json(value, members) },
            motion: { [.number($0, .notNegative, $1.points)] })
    }
}

extension Form where Value == LayoutEdges {
    /// Four lengths: one for all sides, or [vertical, horizontal], or [top, right, bottom, left].
    fileprivate static func edges(_ kind: LengthKind) -> Form {
        Form(
            ValueSchema.any(of: kind.schema, .array(of: kind.schema, 2...2), .array(of: kind.schema, 4...4)).orNull,
            skipsNull: true
        ) { node throws(SceneError) in
            guard case .array(let values) = node.value else { return LayoutEdges(try node.length(kind)) }
            guard values.count == 2 || values.count == 4 else { throw node.mismatch(kind.wanted) }
            let lengths = try node.list(kind.wanted, atMost: 4, "lengths") { node throws(SceneError) in
                try node.length(kind)
            }
            return LayoutEdges(
                top: lengths[0], right: lengths[1], bottom: lengths[lengths.count - 2], left: lengths[lengths.count - 1])
        } write: { edges, members throws(SceneError) in
            if edges == LayoutEdges(edges.top) { return try kind.json(edges.top, members) }
            var values: [JSONValue] = []
            for length in [edges.top, edges.right, edges.bottom, edges.left] {
                values.append(try kind.json(length, members))
            }
            return .array(values)
        }
    }
}

extension Form where Value == FlexBasis {
    fileprivate static var basis: Form {
        Form(ValueSchema.any(of: LengthKind.basis.schema, .text(["enum": ["content"]])).orNull, skipsNull: true) {
            node throws(SceneError) in
            node.value == "content" ? .content : .length(try node.length(.basis))
        } write: { basis, members throws(SceneError) in
            switch basis {
            case .content: "content"
            case .length(let length): try LengthKind.basis.json(length, members)
            }
        } motion: { path, lens in
            [
                .number(
                    path, .notNegative,
                    lens.part(
                        { if case .length(let length) = $0 { length.points } else { 0 } }, { $0 = .length(.points($1)) }))
            ]
        }
    }
}

extension Form {
    /// A value, or "auto" or null.
    ///
    /// - Parameter others: the schemas of further notations.
    fileprivate static func auto<Wrapped: Sendable>(
        or form: Form<Wrapped>, _ others: ValueSchema..., moving standard: Wrapped? = nil
    ) -> Form where Value == Wrapped? {
        let schemas = [form.schema] + others + [.text(["enum": ["auto"]])]
        let some = none(or: form, moving: standard)
        return Form(
            ValueSchema(["anyOf": .array(schemas.map(\.json))]).orNull,
            read: { node throws(SceneError) in node.value == "auto" ? nil : try some.read(node) },
            write: { value, members throws(SceneError) in value == nil ? "auto" : try some.write(value, members) },
            motion: some.motion)
    }
}

extension ValueSchema {
    fileprivate static let proportion = text([
        "type": "string", "pattern": #"^\s*[0-9.eE+-]+\s*/\s*[0-9.eE+-]+\s*$"#, "examples": ["16/9"],
    ])
}

extension Form where Value == Double {
    /// A number above 0, or a proportion such as "3/2".
    fileprivate static var proportion: Form {
        let number = number(.positive)
        return Form(
            number.schema, read: { node throws(SceneError) in try node.proportion() }, write: number.write,
            motion: number.motion)
    }
}

extension Form where Value == Int {
    /// A whole number of any sign.
    fileprivate static var order: Form {
        Form(.integer) { node throws(SceneError) in
            guard let order = Int(exactly: try node.number()) else { throw node.mismatch("a whole number") }
            return order
        } write: { order, _ in
            .number(Double(order))
        }
    }
}

extension Form where Value == [Double] {
    /// One gap for both directions, or [row, column].
    static var gap: Form {
        Form(.number(.notNegative, orNumbers: [.notNegative, .notNegative])) { node throws(SceneError) in
            guard case .array(let values) = node.value else {
                let gap = try node.number(.notNegative)
                return [gap, gap]
            }
            let wanted = "a number, 0 or more, or two of them, [row, column]"
            guard values.count == 2 else { throw node.mismatch(wanted) }
            return try node.numbers(.notNegative, atMost: 2, "gaps", wanted)
        } write: { gap, members throws(SceneError) in
            let numbers = try members.json(gap)
            return gap[0] == gap[1] ? numbers[0] : .array(numbers)
        } motion: {
            [.number($0, .notNegative, $1.part({ $0[0] }, { $0 = [$1, $1] }))]
        }
    }
}

extension Form where Value == LayoutPosition {
    private enum Name: String, CaseIterable {
        case relative, absolute
    }

    fileprivate static var position: Form {
        Form(.choice(Name.self)) { node throws(SceneError) in
            if case .array = node.value {
                throw node.place.error(
                    "found an array, expected \"relative\" or \"absolute\"; write a place as \"frame\": [x, y, width, height]"
                )
            }
            return try node.choice(Name.self) == .absolute ? .absolute : .relative
        } write: { position, _ in
            .string((position == .absolute ? Name.absolute : .relative).rawValue)
        }
    }
}

extension Node {
    fileprivate func length(_ kind: LengthKind) throws(SceneError) -> LayoutLength {
        switch value {
        case .number: return .points(try number(kind.range))
        case .string("auto") where kind.allowsAuto: return .auto
        case .null where kind.allowsAuto: return .auto
        case .string(let text):
            var scanner = CSSScanner(text)
            guard let quantity = try? scanner.quantity(), scanner.isAtEnd, quantity.isPercentage,
                kind.range.contains(quantity.value), abs(quantity.value) <= SceneLimits.coordinate
            else { throw mismatch(kind.wanted + Self.hint(for: text)) }
            return .fraction(quantity.value)
        default: throw mismatch(kind.wanted)
        }
    }

    private static func hint(for text: String) -> String {
        var scanner = CSSScanner(text)
        if let quantity = try? scanner.quantity(), scanner.isAtEnd, quantity.unit == "px" {
            return "; write \(DecimalNumber.text(quantity.value))"
        }
        return text == "none" ? "; write \"auto\"" : ""
    }

    /// Reads a proportion, such as 1.5 or "3/2".
    fileprivate func proportion() throws(SceneError) -> Double {
        guard case .string(let text) = value else { return try number(.positive) }
        var scanner = CSSScanner(text)
        func side() -> Double? {
            scanner.skipSpace()
            defer { scanner.skipSpace() }
            guard let quantity = try? scanner.quantity(), quantity.unit.isEmpty, quantity.value > 0 else { return nil }
            return quantity.value
        }
        let limit = SceneLimits.coordinate
        guard let width = side(), scanner.skip("/"), let height = side(), scanner.isAtEnd, width / height <= limit,
            height / width <= limit
        else { throw mismatch("a number above 0, or a proportion such as \"16/9\"") }
        return width / height
    }
}
