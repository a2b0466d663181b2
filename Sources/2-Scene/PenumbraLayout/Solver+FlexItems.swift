import PenumbraGeometry

/// CSS Flexbox, sections 9.1 to 9.2: the items and their flex base sizes.
extension Solver {
    /// The items of a layout in their order, with base sizes and limits.
    ///
    /// - Parameters:
    ///   - innerWidth: the container's width inside its padding; nil while that width is sought.
    ///   - innerHeight: the container's height inside its padding, where it is definite.
    mutating func flexItems(
        of node: Int, _ container: FlexContainer, innerWidth: Double?, innerHeight: Double?
    ) throws(LayoutError) -> [FlexItem] {
        var items: [FlexItem] = []
        items.reserveCapacity(nodes[node].children.count)
        var isOrdered = true
        for child in children(of: node) where facts[child].isInFlow {
            if let last = items.last, nodes[last.node].style.order > nodes[child].style.order { isOrdered = false }
            items.append(flexItem(child, in: node, container, innerWidth: innerWidth, innerHeight: innerHeight))
        }
        for index in items.indices {
            if container.isRow {
                try setRowBase(&items[index], innerWidth: innerWidth, innerHeight: innerHeight)
            } else {
                try setColumnBase(&items[index], container, innerWidth: innerWidth, innerHeight: innerHeight)
            }
            items[index].hypothetical = items[index].mainLimits.clamp(items[index].base)
        }
        return isOrdered ? items : sorted(items)
    }

    /// The items by their `order`. `sort` may exchange equal elements, so positions keep them in place.
    @inline(never)
    private func sorted(_ items: [FlexItem]) -> [FlexItem] {
        let orders = items.map { nodes[$0.node].style.order }
        return items.indices.sorted { (orders[$0], $0) < (orders[$1], $1) }.map { items[$0] }
    }

    /// An item without its base size.
    @inline(never)
    private func flexItem(
        _ child: Int, in parent: Int, _ container: FlexContainer, innerWidth: Double?, innerHeight: Double?
    ) -> FlexItem {
        // A copy of the whole style would cost more than the item.
        let alignment = nodes[child].style.alignSelf ?? container.alignItems
        var item = FlexItem(
            node: child, margin: margin(of: child, against: innerWidth), autoMargins: AutoMargins(nodes[child].style.margin),
            padding: padding(of: child, against: innerWidth),
            alignment: container.isRow && alignment == .lastBaseline ? alignment : alignment.inLine,
            grow: nodes[child].style.flexGrow, shrink: nodes[child].style.flexShrink)
        if nodes[parent].style.isRightToLeft {
            swap(&item.margin.left, &item.margin.right)
            item.autoMargins = item.autoMargins.mirrored
        }
        if container.isRow, let innerHeight, !container.wraps, item.alignment == .stretch, nodes[child].style.height.isAuto,
            item.autoMargins.isDisjoint(with: .vertical)
        {
            item.stretchedHeight = heightLimits(child, against: innerHeight, padding: item.padding)
                .clamp(innerHeight - item.margin.vertical)
        }
        return item
    }

    private mutating func setRowBase(
        _ item: inout FlexItem, innerWidth: Double?, innerHeight: Double?
    ) throws(LayoutError) {
        let (node, padding) = (item.node, item.padding)
        let height = definiteHeight(node, against: innerHeight, padding: padding) ?? item.stretchedHeight
        let heights = heightLimits(node, against: innerHeight, padding: padding)
        var transferred = Limits()
        if facts[node].ratio != nil { transferred = transferredWidthLimits(node, heights: heights, padding: padding) }

        let basis: LayoutLength
        switch nodes[node].style.flexBasis {
        case .content: basis = .auto
        case .length(let length): basis = length.isAuto ? nodes[node].style.width : length
        }
        // The height of the line gives the width of a box with a proportion, whatever the keyword of its width.
        let given = facts[node].ratio == nil ? nil : item.stretchedHeight
        if let definite = try width(
            basis, of: node, against: innerWidth, containerHeight: innerHeight, height: given, padding: padding)
        {
            item.base = definite
            item.isContentBased = basis.isContentKeyword
        } else {
            item.isContentBased = true
            let content = try contentWidths(node, height: height, containerWidth: innerWidth, containerHeight: innerHeight)
            // A replaced box with a proportion alone takes the width of the container.
            let fills = facts[node].fillsWidth && height == nil ? innerWidth : nil
            item.base = transferred.clamp(fills.map { max(0, $0 - item.margin.horizontal) } ?? content.maximum)
        }

        item.mainLimits = try widthLimits(
            node, against: innerWidth, containerHeight: innerHeight, height: given, padding: padding)
        if nodes[node].style.minWidth.isAuto, !facts[node].isScrollContainer {
            let content = try contentWidths(node, height: height, containerWidth: innerWidth, containerHeight: innerHeight)
                .minimum
            var automatic = content
            if facts[node].ratio != nil, !facts[node].isImage {
                automatic = max(
                    automatic,
                    try intrinsicWidths(node, height: height, containerWidth: innerWidth, containerHeight: innerHeight).minimum)
            }
            if height == nil { automatic = transferred.clamp(automatic) }
            let own = nodes[node].style.width
            if let specified = try width(
                own, of: node, against: innerWidth, containerHeight: innerHeight, height: given, padding: padding)
            {
                automatic = min(automatic, specified)
            }
            // A control with a relative width can shrink to nothing (CSS Sizing 3, section 5.2.2).
            if style(node, { $0.isControl && $0.width.isFraction }) { automatic = 0 }
            item.mainLimits.minimum = max(item.mainLimits.minimum, min(automatic, item.mainLimits.maximum))
        }
    }

    private mutating func setColumnBase(
        _ item: inout FlexItem, _ container: FlexContainer, innerWidth: Double?, innerHeight: Double?
    ) throws(LayoutError) {
        let (node, padding) = (item.node, item.padding)
        let widths = try widthLimits(node, against: innerWidth, containerHeight: innerHeight, padding: padding)
        let isStretched =
            !container.wraps && item.alignment == .stretch && nodes[node].style.width.isAuto
            && item.autoMargins.isDisjoint(with: .horizontal)
        var definiteWidth = widths.clampIfPresent(
            try styledWidth(node, against: innerWidth, containerHeight: innerHeight, padding: padding))
        if let innerWidth, isStretched { definiteWidth = widths.clamp(innerWidth - item.margin.horizontal) }
        if let definiteWidth {
            item.width = definiteWidth
            item.hasDefiniteWidth = true
        } else if let innerWidth {
            // The base size ignores the item's own height, and so does the width that a proportion gives.
            item.width = try fittedWidth(
                node, available: innerWidth - item.margin.horizontal, containerWidth: innerWidth, containerHeight: innerHeight,
                ignoresHeight: facts[node].ratio != nil)
        } else {
            item.width = try contributedWidths(node, containerHeight: innerHeight, stretched: nil).maximum
        }
        var transferred = Limits()
        if facts[node].ratio != nil { transferred = transferredHeightLimits(node, widths: widths, padding: padding) }

        let basis: LayoutLength
        switch nodes[node].style.flexBasis {
        case .content: basis = .auto
        case .length(let length): basis = length.isAuto ? nodes[node].style.height : length
        }
        if let definite = self.height(basis, of: node, against: innerHeight, padding: padding) {
            item.base = definite
        } else if let height = heightFromWidth(node, item.width, padding: padding) {
            item.base = transferred.clamp(height)
        } else {
            item.isContentBased = true
            item.base = try contentHeight(item, innerWidth: innerWidth, innerHeight: innerHeight)
        }

        item.mainLimits = heightLimits(node, against: innerHeight, padding: padding)
        if facts[node].hasContentHeightLimits {
            let content = try contentHeight(item, innerWidth: innerWidth, innerHeight: innerHeight)
            addContentLimits(
                &item.mainLimits, of: node, contentHeight: heightFromWidth(node, item.width, padding: padding) ?? content)
        }
        if nodes[node].style.minHeight.isAuto, !facts[node].isScrollContainer {
            var automatic = try contentHeight(item, innerWidth: innerWidth, innerHeight: innerHeight)
            automatic = transferred.clamp(automatic)
            let proportional =
                nodes[node].style.height.isContentKeyword ? heightFromWidth(node, item.width, padding: padding) : nil
            if let specified = styledHeight(node, against: innerHeight, padding: padding) ?? proportional {
                automatic = min(automatic, specified)
            }
            item.mainLimits.minimum = max(item.mainLimits.minimum, min(automatic, item.mainLimits.maximum))
        }
    }

    /// The height of an item's content at the item's width.
    private mutating func contentHeight(
        _ item: FlexItem, innerWidth: Double?, innerHeight: Double?
    ) throws(LayoutError) -> Double {
        let request = Request(
            width: item.width, containerWidth: innerWidth, containerHeight: innerHeight, ignoresHeight: true)
        return outcomes[try layout(item.node, request)].size.height
    }

    /// The width of a layer whose `width` is `auto` and that isn't stretched, within its limits.
    mutating func fittedWidth(
        _ node: Int, available: Double, containerWidth: Double?, containerHeight: Double?, height given: Double? = nil,
        ignoresHeight: Bool = false, hasMinimum: Bool? = nil
    ) throws(LayoutError) -> Double {
        let padding = padding(of: node, against: containerWidth)
        var limits = try widthLimits(
            node, against: containerWidth, containerHeight: containerHeight, padding: padding)
        var height = given
        if height == nil, !ignoresHeight { height = definiteHeight(node, against: containerHeight, padding: padding) }
        let content = try contentWidths(node, height: height, containerWidth: containerWidth, containerHeight: containerHeight)
        var width = content.fitted(to: max(0, available))
        if facts[node].ratio != nil {
            if facts[node].isImage {
                width = facts[node].fillsWidth && height == nil ? max(0, available) : content.maximum
            }
            let heights = heightLimits(node, against: containerHeight, padding: padding)
            if height == nil { width = transferredWidthLimits(node, heights: heights, padding: padding).clamp(width) }
            let styled = definiteHeight(node, against: containerHeight, padding: padding)
            if hasAutomaticMinimum(node), hasMinimum ?? (styled != nil) {
                let minimum = try intrinsicWidths(
                    node, height: height, containerWidth: containerWidth, containerHeight: containerHeight
                ).minimum
                limits.minimum = max(limits.minimum, min(minimum, limits.maximum))
            }
        }
        return limits.clamp(width)
    }
}
