/// Legends of fieldsets: the HTML standard, section "The fieldset and legend elements".
extension BoxBuilder {
    /// Moves the legend of a `fieldset` element up into its border. The border is painted around the legend.
    ///
    /// The legend begins at the top edge of the fieldset's border, and what follows begins below the legend and the padding.
    mutating func raiseLegend(of index: Int, _ node: Int) {
        guard let element = tree.nodes[node].element, element.isHTML, element.name == "fieldset",
            case .blocks = result.boxes[index].content, let legend = result.boxes[index].children.first(where: isLegend)
        else { return }
        let box = result.boxes[index].style.box
        let (border, padding) = (box.border.top, box.padding.top.resolved(0) ?? 0)
        var style = result.boxes[legend].style
        if style.box.width == .auto { style.box.width = .fitContent(nil) }
        style.box.margin.top = Self.margin(style.box.margin.top, adding: -(border + padding))
        style.box.margin.bottom = Self.margin(style.box.margin.bottom, adding: padding)
        result.boxes[legend].style = style
        result.boxes[index].legend = legend
        let children = result.boxes[index].children
        adopt([legend] + children.filter { $0 != legend }, by: index)
    }

    private func isLegend(_ index: Int) -> Bool {
        let box = result.boxes[index]
        guard let element = box.element.flatMap({ tree.nodes[$0].element }), box.pseudo == nil else { return false }
        return element.isHTML && element.name == "legend" && !box.style.box.isOutOfFlow && box.style.box.float == .none
    }

    private static func margin(_ length: StyleLength, adding points: Double) -> StyleLength {
        switch length {
        case .amount(let own, let fraction): .amount(points: own + points, fraction: fraction)
        default: .points(points)
        }
    }
}
