import PenumbraLayout

extension TableContainer {
    /// - Parameter styles: the styles of the page, among them those of columns.
    init(_ box: PageBox, _ styles: [HTMLStyle]) {
        self.init()
        let style = box.style
        isFixed = style.box.isFixedTable && style.box.width != .auto
        isCollapsed = style.text.collapsesBorders
        if !isCollapsed {
            horizontalSpacing = style.text.borderSpacing.width
            verticalSpacing = style.text.borderSpacing.height
        }
        var groups: [TableColumnBorder] = []
        var group: Int?
        for column in box.columns {
            let start = columns.count
            columns += Array(
                repeating: TableColumn(width: LayoutLength(column.width)),
                count: max(1, min(column.span, 1000 - columns.count)))
            func border(_ name: Int, isOfEach: Bool) -> TableColumnBorder {
                let box = styles[name].box
                return TableColumnBorder(
                    columns: start..<columns.count, border: LayoutEdges(box.border),
                    styles: TableBorderStyles(box.borderStyle), name: name, isOfEach: isOfEach)
            }
            if isCollapsed {
                if let own = column.border { columnBorders.append(border(own, isOfEach: true)) }
                if let around = column.groupBorder {
                    if group != around { groups.append(border(around, isOfEach: false)) }
                    groups[groups.count - 1].columns = groups[groups.count - 1].columns.lowerBound..<columns.count
                }
                group = column.groupBorder
            }
            if columns.count >= 1000 { break }
        }
        columnBorders += groups
    }
}

extension LayoutEdges {
    init(_ border: StyleSides<Double>) {
        self.init(
            top: .points(border.top), right: .points(border.right), bottom: .points(border.bottom), left: .points(border.left))
    }
}

extension TableBorderStyles {
    init(_ styles: StyleSides<String>) {
        self.init()
        (top, right) = (TableBorderStyle(css: styles.top), TableBorderStyle(css: styles.right))
        (bottom, left) = (TableBorderStyle(css: styles.bottom), TableBorderStyle(css: styles.left))
    }
}

extension TableBorderStyle {
    init(css word: String) {
        switch word {
        case "inset": self = .inset
        case "groove": self = .groove
        case "outset": self = .outset
        case "ridge": self = .ridge
        case "dotted": self = .dotted
        case "dashed": self = .dashed
        case "solid": self = .solid
        case "double": self = .double
        case "hidden": self = .hidden
        default: self = .none
        }
    }
}
