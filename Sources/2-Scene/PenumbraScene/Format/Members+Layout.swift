import PenumbraElementary
import PenumbraLayout

extension Members {
    /// Adds the keys of a layer's layout that differ from the defaults.
    mutating func add(_ layout: LayerLayout) throws(SceneError) {
        let (style, standard) = (layout.style, LayoutStyle())
        if let container = layout.container { add("layout", try value(of: container)) }
        try add("width", style.width)
        try add("height", style.height)
        try add("minWidth", style.minWidth)
        try add("minHeight", style.minHeight)
        try add("maxWidth", style.maxWidth)
        try add("maxHeight", style.maxHeight)
        try add("padding", style.padding, default: standard.padding)
        try add("margin", style.margin, default: standard.margin)
        try add("inset", style.inset, default: standard.inset, auto: .null)
        try add("flexGrow", style.flexGrow, default: standard.flexGrow)
        try add("flexShrink", style.flexShrink, default: standard.flexShrink)
        switch style.flexBasis {
        case .content: add("flexBasis", "content")
        case .length(let length): try add("flexBasis", length)
        }
        if let alignment = style.alignSelf { add("alignSelf", .string(alignment.rawValue)) }
        if let ratio = style.aspectRatio { try add("aspectRatio", ratio) }
        try add("order", Double(style.order), default: 0)
        if style.position == .absolute { add("position", "absolute") }
    }

    private func value(of container: FlexContainer) throws(SceneError) -> JSONValue {
        let standard = FlexContainer()
        var members = Members(.key(place, "layout"))
        members.add("direction", container.direction, default: standard.direction)
        members.add("wrap", container.wrap, default: standard.wrap)
        members.add("justifyContent", container.justifyContent, default: standard.justifyContent)
        members.add("alignItems", container.alignItems, default: standard.alignItems)
        members.add("alignContent", container.alignContent, default: standard.alignContent)
        if container.rowGap == container.columnGap {
            try members.add("gap", container.rowGap, default: standard.rowGap)
        } else {
            try members.add("gap", [container.rowGap, container.columnGap])
        }
        members.add("roundsToPixels", container.roundsToPixels, default: standard.roundsToPixels)
        return members.value
    }

    private mutating func add(_ key: String, _ length: LayoutLength) throws(SceneError) {
        if length != .auto { add(key, try value(of: length, auto: "auto", key)) }
    }

    private func value(of length: LayoutLength, auto: JSONValue, _ key: String) throws(SceneError) -> JSONValue {
        switch length {
        case .auto: return auto
        case .points(let value):
            guard value.isFinite else { throw Self.notFinite(.key(place, key)) }
            return .number(value)
        case .fraction(let value):
            guard value.isFinite else { throw Self.notFinite(.key(place, key)) }
            return .string(DecimalNumber.percentage(value))
        }
    }

    private mutating func add(
        _ key: String, _ edges: LayoutEdges, default standard: LayoutEdges, auto: JSONValue = "auto"
    ) throws(SceneError) {
        guard edges != standard else { return }
        guard edges != LayoutEdges(edges.top) || edges.top == .auto else {
            add(key, try value(of: edges.top, auto: auto, key))
            return
        }
        var values: [JSONValue] = []
        for length in [edges.top, edges.right, edges.bottom, edges.left] {
            values.append(try value(of: length, auto: auto, key))
        }
        add(key, .array(values))
    }

    mutating func add(_ key: String, _ insets: Insets) throws(SceneError) {
        try add(key, [insets.top, insets.right, insets.bottom, insets.left])
    }
}
