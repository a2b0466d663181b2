import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// Places of layers, and auto layout.
extension FigmaConverter {
    /// Sets the frame of a layer, or the keys by which the parent's layout places it.
    mutating func place(
        _ layer: inout JSONObject, _ node: FigmaNode, _ placement: Placement, _ space: Space
    ) throws(FigmaError) {
        let positioning = try node.value.string("layoutPositioning")
        guard space.isLaidOut, positioning != "ABSOLUTE" else {
            layer["frame"] = .rect(placement.frame)
            if let transform = placement.transform {
                layer["anchorPoint"] = [0, 0]
                let numbers = [transform.a, transform.b, transform.c, transform.d].map { DecimalText.short($0) }
                layer["transform"] = .string("matrix(\(numbers.joined(separator: ", ")), 0, 0)")
            }
            return
        }
        for (isWidth, property) in [(true, "layoutSizingHorizontal"), (false, "layoutSizingVertical")] {
            let side = isWidth ? "width" : "height"
            let isMain = isWidth == space.isRow
            let old = try Self.oldSizing(node, isWidth: isWidth, isMain: isMain)
            switch try node.value.string(property) ?? old {
            case "FILL" where isMain:
                layer["flexGrow"] = 1
                layer["flexBasis"] = 0
                layer[isWidth ? "minWidth" : "minHeight"] = 0
            case "FILL": layer["alignSelf"] = "stretch"
            case "HUG" where hasLayout(node) || (node.type == "TEXT" && (isWidth || Self.trimmed(node) == nil)):
                if isMain { layer["flexShrink"] = 0 }
            default:
                layer[side] = .measure(isWidth ? placement.frame.width : placement.frame.height)
                if isMain { layer["flexShrink"] = 0 }
            }
        }
        for key in ["minWidth", "maxWidth", "minHeight", "maxHeight"] {
            if let length = try node.value.number(key), length >= 0 { layer[key] = .measure(length) }
        }
    }

    /// The sizing of documents from before `layoutSizingHorizontal`.
    private static func oldSizing(_ node: FigmaNode, isWidth: Bool, isMain: Bool) throws(FigmaError) -> String {
        if isMain, try node.value.number("layoutGrow") ?? 0 > 0 { return "FILL" }
        if !isMain, try node.value.string("layoutAlign") == "STRETCH" { return "FILL" }
        if node.type == "TEXT" {
            let resize = try node.value["style"]?.string("textAutoResize") ?? "NONE"
            return resize == "WIDTH_AND_HEIGHT" || (resize == "HEIGHT" && !isWidth) ? "HUG" : "FIXED"
        }
        let mode = try node.value.string("layoutMode") ?? "NONE"
        guard mode != "NONE" else { return "FIXED" }
        let isOwnMain = (mode == "HORIZONTAL") == isWidth
        let sizing = try node.value.string(isOwnMain ? "primaryAxisSizingMode" : "counterAxisSizingMode") ?? "AUTO"
        return sizing == "AUTO" ? "HUG" : "FIXED"
    }

    /// Whether a node becomes a layout. Grids, turned items and masks keep their places instead.
    func hasLayout(_ node: FigmaNode) -> Bool {
        guard let mode = try? node.value.string("layoutMode"), ["HORIZONTAL", "VERTICAL"].contains(mode),
            let children = try? node.children(), !children.isEmpty
        else { return false }
        return !children.contains { child in
            let isTurned = abs((try? child.value.number("rotation")) ?? 0) > 1e-4
            return isTurned || ((try? child.isVisible && child.value.flag("isMask")) ?? false)
        }
    }

    /// Adds the keys of a layout. Returns false for nodes whose children keep their places.
    mutating func layout(_ layer: inout JSONObject, _ node: FigmaNode) throws(FigmaError) -> Bool {
        let value = node.value
        guard let mode = try value.string("layoutMode"), mode != "NONE" else { return false }
        guard hasLayout(node) else {
            if try !node.children().isEmpty { note("\(node.path): its items keep their places, without a layout") }
            return false
        }
        var layout: JSONObject = ["direction": mode == "HORIZONTAL" ? "row" : "column"]
        let alignments = [
            "MIN": "flex-start", "CENTER": "center", "MAX": "flex-end", "SPACE_BETWEEN": "space-between",
            "BASELINE": "baseline",
            "STRETCH": "stretch", "AUTO": "flex-start",
        ]
        let main = try value.string("primaryAxisAlignItems") ?? "MIN"
        if let name = alignments[main], main != "MIN" { layout["justifyContent"] = .string(name) }
        let cross = try value.string("counterAxisAlignItems") ?? "MIN"
        layout["alignItems"] = .string(alignments[cross] ?? "flex-start")
        let isWrapped = try value.string("layoutWrap") == "WRAP"
        let spacing = main == "SPACE_BETWEEN" ? 0 : max(0, try value.number("itemSpacing") ?? 0)
        let itemSpacing = try value.number("itemSpacing") ?? 0
        let lines = max(0, try value.number("counterAxisSpacing") ?? (isWrapped ? itemSpacing : 0))
        if isWrapped {
            layout["wrap"] = "wrap"
            if try value.string("counterAxisAlignContent") == "SPACE_BETWEEN" {
                layout["alignContent"] = "space-between"
            } else {
                layout["alignContent"] = "flex-start"
            }
        }
        if spacing != 0 || lines != 0 {
            let isRow = mode == "HORIZONTAL"
            layout["gap"] =
                isWrapped ? [.measure(isRow ? lines : spacing), .measure(isRow ? spacing : lines)] : .measure(spacing)
        }
        layer["layout"] = .object(layout)
        var padding: [Double] = []
        for key in ["paddingTop", "paddingRight", "paddingBottom", "paddingLeft"] {
            padding.append(max(0, try value.number(key) ?? 0))
        }
        if try value.flag("strokesIncludedInLayout"), try !visible(node, "strokes").isEmpty {
            if try value.string("strokeAlign") ?? "INSIDE" == "INSIDE" {
                padding = zip(padding, try strokeWidths(node)).map { $0 + $1 }
            } else {
                refuse(node, "strokesIncludedInLayout", "only inside strokes can take room in a layout")
            }
        }
        if padding.contains(where: { $0 != 0 }) { layer["padding"] = .array(padding.map(JSONValue.measure)) }
        return true
    }
}
