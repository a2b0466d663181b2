import PenumbraElementary
import PenumbraLayout

extension SceneDecoder {
    /// Reads the keys of a layer's layout. Nil if the layer has none of them.
    func layout(_ fields: Fields) throws(SceneError) -> LayerLayout? {
        guard KeyMeaning.layout.contains(where: { fields.has($0.key) }) else { return nil }
        var layout = LayerLayout(style: try style(fields))
        if let node = try fields.nonNull("layout") { layout.container = try container(node) }
        return layout == LayerLayout() ? nil : layout
    }

    private func container(_ node: Node) throws(SceneError) -> FlexContainer {
        let fields = try Fields(node, .layout, wanted: "a layout, which is an object")
        var container = FlexContainer()
        container.direction = try fields["direction"]?.choice(FlexContainer.Direction.self) ?? container.direction
        container.wrap = try fields["wrap"]?.choice(FlexContainer.Wrap.self) ?? container.wrap
        container.justifyContent = try fields["justifyContent"]?.choice(ContentAlignment.self) ?? container.justifyContent
        container.alignItems = try fields["alignItems"]?.choice(ItemAlignment.self) ?? container.alignItems
        container.alignContent = try fields["alignContent"]?.choice(ContentAlignment.self) ?? container.alignContent
        if let gap = try fields["gap"] { (container.rowGap, container.columnGap) = try gap.gap() }
        container.roundsToPixels = try fields["roundsToPixels"]?.bool() ?? container.roundsToPixels
        return container
    }

    private func style(_ fields: Fields) throws(SceneError) -> LayoutStyle {
        func size(_ key: String) throws(SceneError) -> LayoutLength { try fields.nonNull(key)?.length(.size) ?? .auto }
        var style = LayoutStyle()
        style.width = try size("width")
        style.height = try size("height")
        style.minWidth = try size("minWidth")
        style.minHeight = try size("minHeight")
        style.maxWidth = try size("maxWidth")
        style.maxHeight = try size("maxHeight")
        style.padding = try fields.nonNull("padding")?.edges(.padding) ?? style.padding
        style.margin = try fields.nonNull("margin")?.edges(.margin) ?? style.margin
        style.inset = try fields.nonNull("inset")?.edges(.inset) ?? style.inset
        style.flexGrow = try fields.number("flexGrow", .notNegative, default: style.flexGrow)
        style.flexShrink = try fields.number("flexShrink", .notNegative, default: style.flexShrink)
        if let node = try fields.nonNull("flexBasis") {
            style.flexBasis = node.value == "content" ? .content : .length(try node.length(.basis))
        }
        if let node = try fields.nonNull("alignSelf"), node.value != "auto" {
            style.alignSelf = try node.choice(ItemAlignment.self)
        }
        style.aspectRatio = try fields.nonNull("aspectRatio")?.aspectRatio()
        style.order = try fields["order"]?.order() ?? style.order
        if let node = try fields["position"], case .array = node.value {
            throw node.place.error(
                "found an array, expected \"relative\" or \"absolute\"; write a place as \"frame\": [x, y, width, height]")
        }
        if try fields["position"]?.choice(PositionChoice.self) == .absolute { style.position = .absolute }
        return style
    }

    enum PositionChoice: String, CaseIterable {
        case relative, absolute
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

/// The values that a length may have.
struct LengthKind {
    let wanted: String
    let allowsAuto: Bool
    let range: Node.NumberRange

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
        range: .any)
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

    /// Reads four lengths: one for all sides, or [vertical, horizontal], or [top, right, bottom, left].
    fileprivate func edges(_ kind: LengthKind) throws(SceneError) -> LayoutEdges {
        guard case .array(let values) = value else { return LayoutEdges(try length(kind)) }
        guard values.count == 2 || values.count == 4 else { throw mismatch(kind.wanted) }
        var lengths: [LayoutLength] = []
        for node in try elements(kind.wanted) { lengths.append(try node.length(kind)) }
        return LayoutEdges(
            top: lengths[0], right: lengths[1], bottom: lengths[lengths.count - 2], left: lengths[lengths.count - 1])
    }

    /// Reads one gap for both directions, or [row, column].
    fileprivate func gap() throws(SceneError) -> (row: Double, column: Double) {
        guard case .array(let values) = value else {
            let gap = try number(.notNegative)
            return (gap, gap)
        }
        let wanted = "a number, 0 or more, or two of them, [row, column]"
        guard values.count == 2 else { throw mismatch(wanted) }
        let nodes = try elements(wanted)
        return (try nodes[0].number(.notNegative), try nodes[1].number(.notNegative))
    }

    /// Reads a proportion, such as 1.5 or "3/2". Nil for "auto".
    fileprivate func aspectRatio() throws(SceneError) -> Double? {
        guard case .string(let text) = value else { return try number(.positive) }
        if text == "auto" { return nil }
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

    fileprivate func order() throws(SceneError) -> Int {
        let number = try number(.any)
        guard let order = Int(exactly: number) else { throw mismatch("a whole number") }
        return order
    }
}
