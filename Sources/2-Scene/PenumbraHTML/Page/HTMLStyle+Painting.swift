extension HTMLStyle {
    var hasBackground: Bool {
        let image = box.paint["background-image"] ?? "none"
        let color = box.paint["background-color"]?.asciiLowercased ?? "transparent"
        return image != "none" || color != "transparent"
    }

    /// Whether a border of the box could be drawn, or hides others.
    var hasBorder: Bool {
        box.border.list.contains { $0 > 0 } || box.borderStyle.list.contains("hidden")
    }

    /// The values that painting reads, by the names of their properties.
    var paintValues: [String: String] {
        var values = box.paint
        let line = box.border
        for (side, index) in [("top", 0), ("right", 1), ("bottom", 2), ("left", 3)] where line.list[index] > 0 {
            values["border-\(side)-style"] = box.borderStyle.list[index]
            values["border-\(side)-color"] = box.borderColor.list[index]
            values["border-\(side)-width"] = "\(line.list[index])px"
        }
        if box.overflowX != .visible { values["overflow-x"] = box.overflowX.rawValue }
        if box.overflowY != .visible { values["overflow-y"] = box.overflowY.rawValue }
        if !box.isOutOfFlow { values["clip"] = nil }
        if box.objectFit != "fill" { values["object-fit"] = box.objectFit }
        if text.imageRendering != "auto" { values["image-rendering"] = text.imageRendering }
        return values
    }
}
