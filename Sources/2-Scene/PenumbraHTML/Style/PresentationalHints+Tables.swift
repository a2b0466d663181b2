import PenumbraCSS

/// The borders that the attributes `border`, `bordercolor`, `frame` and `rules` of a table stand for.
extension PresentationalHints {
    private static let sides = ["top", "right", "bottom", "left"]
    /// The sides that values of `frame` show.
    private static let frames: [String: Set<String>] = [
        "void": [], "above": ["top"], "below": ["bottom"], "hsides": ["top", "bottom"], "vsides": ["left", "right"],
        "lhs": ["left"], "rhs": ["right"], "box": Set(sides), "border": Set(sides),
    ]

    /// The values of `rules`. Nil for others.
    private static func rules(_ table: HTMLElement) -> String? {
        guard let value = table["rules"]?.asciiLowercased, ["none", "groups", "rows", "cols", "all"].contains(value) else {
            return nil
        }
        return value
    }

    private static func borderWidth(_ table: HTMLElement) -> String? {
        table["border"].map { $0.isEmpty ? "1px" : length($0) ?? "1px" }
    }

    static func addTableBorders(_ table: HTMLElement, to result: inout [CSSDeclaration]) {
        func add(_ name: String, _ value: String) { result.append(CSSDeclaration(name: name, value: value)) }
        let (width, color, rules) = (borderWidth(table), table["bordercolor"].map(legacyColor), rules(table))
        if rules != nil { add("border-collapse", "collapse") }
        for side in sides {
            if let width { add("border-\(side)-width", width) }
            if let color { add("border-\(side)-color", color) }
        }
        if let shown = table["frame"].flatMap({ frames[$0.asciiLowercased] }) {
            for side in sides {
                add("border-\(side)-width", "thin")
                add("border-\(side)-style", shown.contains(side) ? "solid" : "hidden")
            }
        } else if width != nil || color != nil {
            for side in sides { add("border-\(side)-style", color == nil ? "outset" : "solid") }
        } else if rules != nil {
            // A hidden border wins over those of the cells.
            for side in sides { add("border-\(side)-style", "hidden") }
        }
    }

    /// Adds the borders of a group of rows or columns on two sides.
    static func addGroupBorders(_ table: HTMLElement, _ sides: [String], to result: inout [CSSDeclaration]) {
        guard rules(table) == "groups" else { return }
        for side in sides {
            result.append(CSSDeclaration(name: "border-\(side)-width", value: "thin"))
            result.append(CSSDeclaration(name: "border-\(side)-style", value: "solid"))
        }
    }

    static func addCellBorders(_ table: HTMLElement, to result: inout [CSSDeclaration]) {
        let (shown, style): ([String], String)
        switch rules(table) {
        case "all": (shown, style) = (sides, "solid")
        case "cols": (shown, style) = (["left", "right"], "solid")
        case "rows": (shown, style) = (["top", "bottom"], "solid")
        case "none", "groups": return
        default:
            guard let width = borderWidth(table), width != "0px" else { return }
            (shown, style) = (sides, table["bordercolor"] == nil ? "inset" : "solid")
        }
        for side in shown {
            result.append(CSSDeclaration(name: "border-\(side)-width", value: "1px"))
            result.append(CSSDeclaration(name: "border-\(side)-style", value: style))
            result.append(CSSDeclaration(name: "border-\(side)-color", value: "inherit"))
        }
    }
}
