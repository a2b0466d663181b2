/// Legends of fieldsets: the HTML standard, section "The fieldset and legend elements".
extension BoxBuilder {
    /// Moves the legend of a `fieldset` element up into its border. The border is painted around the legend.
    ///
    /// The legend lies in the middle of the border, or begins at its edge, and what follows begins below both. Floats and
    /// margins stay inside a fieldset, with or without a legend.
    mutating func raiseLegend(of index: Int, _ node: Int) {
        guard let element = tree.nodes[node].element, element.isHTML, element.name == "fieldset" else { return }
        if result.boxes[index].style.box.display == .block { result.boxes[index].style.box.display = .flowRoot }
        guard case .blocks = result.boxes[index].content, let legend = result.boxes[index].children.first(where: isLegend)
        else { return }
        if result.boxes[legend].style.box.width == .auto { result.boxes[legend].style.box.width = .fitContent }
        result.boxes[legend].isLegend = true
        result.boxes[index].legend = legend
        let children = result.boxes[index].children
        adopt([legend] + children.filter { $0 != legend }, by: index)
    }

    /// Gives a flexible fieldset or a grid with a legend a box for its items, which the legend isn't one of.
    mutating func wrapItems(of index: Int, _ node: Int) {
        guard let element = tree.nodes[node].element, element.isHTML, element.name == "fieldset",
            let legend = result.boxes[index].children.first(where: isLegend)
        else { return }
        let own = result.boxes[index].style.box
        let isFlex = own.display == .flex || own.display == .inlineFlex
        var style = result.boxes[index].style.anonymous(isFlex ? .flex : .grid)
        (style.box.flexDirection, style.box.flexWrap) = (own.flexDirection, own.flexWrap)
        (style.box.rowGap, style.box.columnGap, style.box.grid) = (own.rowGap, own.columnGap, own.grid)
        style.box.alignment = own.alignment
        let items = add(PageBox(element: nil, style: style, parent: index))
        result.boxes[items].content = result.boxes[index].content
        adopt(result.boxes[index].children.filter { $0 != legend }, by: items)
        result.boxes[index].content = .blocks
        result.boxes[index].style.box.display = own.display.isInlineLevel ? .inlineBlock : .block
        adopt([legend, items], by: index)
        raiseLegend(of: index, node)
    }

    private func isLegend(_ index: Int) -> Bool {
        let box = result.boxes[index]
        guard let element = box.element.flatMap({ tree.nodes[$0].element }), box.pseudo == nil else { return false }
        return element.isHTML && element.name == "legend" && !box.style.box.isOutOfFlow && box.style.box.float == .none
    }
}
