import PenumbraLayout

/// The keys that let a layout place a layer. Names and meanings are those of CSS.
extension KeyMeaning {
    static let layout: [KeyMeaning] = [
        .init(
            "layout", .object("layout").orNull,
            "CSS's flexbox: how the layer arranges those of its sublayers that have no frame.", default: .null),
        .init(
            "width", size, "Points, a percentage of the parent, or auto. Padding included, as with border-box.", default: "auto"
        ),
        .init("height", size, "Points, a percentage of the parent, or auto.", default: "auto"),
        .init("minWidth", size, "Auto keeps an item of a layout as wide as its longest word or its picture.", default: "auto"),
        .init("minHeight", size, "Like minWidth.", default: "auto"),
        .init("maxWidth", size, "Auto is no limit.", default: "auto"),
        .init("maxHeight", size, "Auto is no limit.", default: "auto"),
        .init(
            "padding", edges(.notNegative),
            "Space inside the layer: one length, [vertical, horizontal] or [top, right, bottom, left]. Percentages are of the parent's width.",
            default: 0),
        .init("margin", edges(.any), "Space around the layer, like padding; auto takes up free space.", default: 0),
        .init(
            "inset", edges(.any).orNull,
            "Distances from the parent's sides for an absolute layer, or the shift of a relative one; null is auto.",
            default: .null),
        .init("flexGrow", .number(.notNegative), "The item's share of free space.", default: 0),
        .init("flexShrink", .number(.notNegative), "The item's share of missing space.", default: 1),
        .init(
            "flexBasis", .any(of: size, .text(["enum": ["content"]])).orNull,
            "The item's length before it grows or shrinks; auto is its width or height, content is what it holds.",
            default: "auto"),
        .init(
            "alignSelf", .any(of: .choice(ItemAlignment.self), .text(["enum": ["auto"]])).orNull,
            "Where the item lies across its line; auto is the layout's alignItems.", default: "auto"),
        .init(
            "aspectRatio", .any(of: .number(.positive), proportion, .text(["enum": ["auto"]])).orNull,
            "Width over height: a number, or a proportion such as 16/9.", default: "auto"),
        .init("order", .integer, "Items with less come first; a whole number.", default: 0),
        .init(
            "position", .choice(SceneDecoder.PositionChoice.self),
            "Absolute takes the layer out of the flow and lets inset place it.", default: "relative"),
    ]

    static let container: [KeyMeaning] = [
        .init("direction", .choice(FlexContainer.Direction.self), "Where items follow each other.", default: "row"),
        .init("wrap", .choice(FlexContainer.Wrap.self), "Whether items go on in another line.", default: "nowrap"),
        .init("justifyContent", .choice(ContentAlignment.self), "Where free space goes along a line.", default: "normal"),
        .init("alignItems", .choice(ItemAlignment.self), "Where items lie across their line.", default: "stretch"),
        .init("alignContent", .choice(ContentAlignment.self), "Where free space goes between lines.", default: "normal"),
        .init(
            "gap", .number(.notNegative, orNumbers: [.notNegative, .notNegative]),
            "Points between items and between lines: one number, or [row, column].", default: 0),
        .init("roundsToPixels", .bool, "Whether the items' edges are moved to whole pixels, as in browsers.", default: false),
    ]

    private static let proportion = ValueSchema.text([
        "type": "string", "pattern": #"^\s*[0-9.eE+-]+\s*/\s*[0-9.eE+-]+\s*$"#, "examples": ["16/9"],
    ])
    private static let percentage = ValueSchema.text([
        "type": "string", "pattern": #"^[0-9.eE+-]+%$"#, "examples": ["50%"],
    ])
    private static let size = ValueSchema.any(
        of: .number(.notNegative), percentage, .text(["enum": ["auto"]])
    ).orNull

    private static func edges(_ range: Node.NumberRange) -> ValueSchema {
        let length =
            range == .any
            ? ValueSchema.any(of: .number(range), percentage, .text(["enum": ["auto"]])).orNull
            : ValueSchema.any(of: .number(range), percentage)
        return .any(of: length, .array(of: length, 2...2), .array(of: length, 4...4)).orNull
    }
}
