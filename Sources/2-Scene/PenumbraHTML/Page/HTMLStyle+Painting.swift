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
        if box.canContain, let containment { values["contain"] = containment }
        if !box.isOutOfFlow { values["clip"] = nil }
        if box.objectFit != "fill" { values["object-fit"] = box.objectFit }
        if text.imageRendering != "auto" { values["image-rendering"] = text.imageRendering }
        return values
    }

    /// The containment that painting knows: the box is a stacking context, and perhaps cuts its content.
    private var containment: String? {
        if box.hasPaintContainment { return "paint" }
        return box.establishesFlow ? "layout" : nil
    }
}

extension BoxValues {
    /// Whether `overflow` cuts content.
    var hidesOverflow: Bool { overflowX != .visible || overflowY != .visible }

    /// Whether the box cuts content by itself, as `overflow: clip` would: CSS Containment 2, section 3.3.
    var hasPaintContainment: Bool { (containsPaint || contentVisibility != "visible") && canContain }

    /// Whether containment has an effect on painting. It has none on inline boxes and the rows of tables.
    var canContain: Bool {
        switch display {
        case .inline, .contents, .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableColumn,
            .tableColumnGroup:
            false
        default: true
        }
    }
}
