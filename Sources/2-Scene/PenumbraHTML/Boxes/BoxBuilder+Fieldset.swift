/// Legends of fieldsets: the HTML standard, section "The fieldset and legend elements".
extension BoxBuilder {
    /// Moves the legend of a `fieldset` element up into its border. The border is painted around the legend.
    ///
    /// The legend lies in the middle of the border, or begins at its edge, and what follows begins below both.
    mutating func raiseLegend(of index: Int, _ node: Int) {
        guard let element = tree.nodes[node].element, element.isHTML, element.name == "fieldset",
            case .blocks = result.boxes[index].content, let legend = result.boxes[index].children.first(where: isLegend)
        else { return }
        if result.boxes[legend].style.box.width == .auto { result.boxes[legend].style.box.width = .fitContent }
        result.boxes[legend].isLegend = true
        result.boxes[index].legend = legend
        let children = result.boxes[index].children
        adopt([legend] + children.filter { $0 != legend }, by: index)
    }

    private func isLegend(_ index: Int) -> Bool {
        let box = result.boxes[index]
        guard let element = box.element.flatMap({ tree.nodes[$0].element }), box.pseudo == nil else { return false }
        return element.isHTML && element.name == "legend" && !box.style.box.isOutOfFlow && box.style.box.float == .none
    }
}
