import PenumbraGeometry

/// The sizes of a single box: its style's lengths, its limits and its proportion.
///
/// All sizes are those of the border box. Parameters named `padding` hold the padding and the border together.
extension Solver {
    /// The padding and the border together.
    ///
    /// - Parameter base: the width to which percentages refer; nil makes them zero.
    func padding(of node: Int, against base: Double?) -> Edges {
        if facts[node].hasCollapsedBorders { return facts[node].border }
        let padding = facts[node].padding ?? nodes[node].style.padding.resolved(against: base).withoutNegatives
        return padding + facts[node].border
    }

    /// The width that the style gives, before limits.
    ///
    /// - Parameter available: the width that the box may take beside floats, where it isn't that of the container.
    mutating func styledWidth(
        _ node: Int, against base: Double?, available: Double? = nil, containerHeight: Double? = nil, padding: Edges
    ) throws(LayoutError) -> Double? {
        let length = nodes[node].style.width
        let width = try width(
            length, of: node, against: base, available: available, containerHeight: containerHeight, padding: padding)
        guard let width, length.isKeyword, length != .stretch else { return width }
        return try proportionalWidth(width, of: node, against: base, containerHeight: containerHeight, padding: padding)
    }

    /// A width that follows from a definite height by the proportion: no less than that of the content.
    mutating func proportionalWidth(
        _ width: Double, of node: Int, against base: Double?, containerHeight: Double?, padding: Edges
    ) throws(LayoutError) -> Double {
        guard hasAutomaticMinimum(node), definiteHeight(node, against: containerHeight, padding: padding) != nil else {
            return width
        }
        return max(width, try intrinsicWidths(node, height: nil, containerWidth: base, containerHeight: nil).minimum)
    }

    /// The width of the border box that a length of the style gives. Nil for `auto` and for a share of an unknown width.
    ///
    /// - Parameter height: the height of the box, where its container gives it.
    mutating func width(
        _ length: LayoutLength, of node: Int, against base: Double?, available: Double? = nil, containerHeight: Double? = nil,
        height: Double? = nil, padding: Edges
    ) throws(LayoutError) -> Double? {
        if length.isKeyword {
            return try keywordWidth(
                length, of: node, against: base, available: available, containerHeight: containerHeight, height: height,
                padding: padding)
        }
        let extra = facts[node].isContentBox ? padding.horizontal : 0
        return length.resolved(against: base).map { max($0 + extra, padding.horizontal) }
    }

    /// The width of the border box that a keyword gives.
    @inline(never)
    private mutating func keywordWidth(
        _ keyword: LayoutLength, of node: Int, against base: Double?, available: Double?, containerHeight: Double?,
        height: Double?, padding: Edges
    ) throws(LayoutError) -> Double? {
        let available =
            available ?? base.map { max(0, $0 - margin(of: node, against: $0).horizontal) }
        if keyword == .stretch { return available.map { max($0, padding.horizontal) } }
        let height = height ?? definiteHeight(node, against: containerHeight, padding: padding)
        // A replaced box with a proportion alone has no width of its own to ask for.
        if facts[node].fillsWidth, height == nil, let available { return max(available, padding.horizontal) }
        var content = try contentWidths(node, height: height, containerWidth: base, containerHeight: nil)
        if height == nil, facts[node].ratio != nil {
            let heights = heightLimits(node, against: containerHeight, padding: padding)
            let limits = transferredWidthLimits(node, heights: heights, padding: padding)
            content = ContentSizes(minimum: limits.clamp(content.minimum), maximum: limits.clamp(content.maximum))
        }
        switch keyword {
        case .minContent: return content.minimum
        case .maxContent: return content.maximum
        default: return available.map { content.fitted(to: $0) }
        }
    }

    /// The height that the style gives, before limits.
    func styledHeight(_ node: Int, against base: Double?, padding: Edges) -> Double? {
        height(nodes[node].style.height, of: node, against: base, padding: padding)
    }

    /// The height of the border box that a length of the style gives. Nil where the content decides.
    func height(_ length: LayoutLength, of node: Int, against base: Double?, padding: Edges) -> Double? {
        if length == .stretch {
            return base.map { max($0 - margin(of: node, against: nil).vertical, padding.vertical) }
        }
        let extra = facts[node].isContentBox ? padding.vertical : 0
        return length.resolved(against: base ?? orthogonalHeight(node)).map { max($0 + extra, padding.vertical) }
    }

    /// The height to which percentages of a turned box refer in a box of unknown height: that of the page.
    private func orthogonalHeight(_ node: Int) -> Double? {
        if case .turned = nodes[node].content, pageLength(node) < .infinity { pageLength(node) } else { nil }
    }

    /// The size to which percentages in a minimum refer. While the container's size is unknown, they are zero.
    private func leastBase(_ length: LayoutLength, _ base: Double?) -> Double? { length.isFraction ? base ?? 0 : base }

    /// The limits that the style gives explicitly. An automatic minimum is zero here.
    mutating func widthLimits(
        _ node: Int, against base: Double?, available: Double? = nil, containerHeight: Double? = nil, height: Double? = nil,
        padding: Edges
    ) throws(LayoutError) -> Limits {
        if case .table = nodes[node].content {
            // A table is never narrower than its content.
            let content = try contentWidths(node, height: nil, containerWidth: base, containerHeight: nil).minimum
            let shortest = nodes[node].style.minWidth
            let least = try width(
                shortest, of: node, against: leastBase(shortest, base), available: available, padding: padding)
            let most = try width(nodes[node].style.maxWidth, of: node, against: base, available: available, padding: padding)
            return Limits(minimum: max(content, least ?? 0), maximum: max(content, most ?? .infinity))
        }
        if facts[node].hasWidthLimits {
            var (least, most) = (style(node) { $0.minWidth }, style(node) { $0.maxWidth })
            if base == nil, available == nil {
                // While the width of the container is sought, there is no room to fit a limit to.
                if least == .fitContent { least = .minContent }
                if most == .fitContent { most = .maxContent }
            }
            return Limits(
                minimum: try width(
                    least, of: node, against: leastBase(least, base), available: available, containerHeight: containerHeight,
                    height: height, padding: padding) ?? padding.horizontal,
                maximum: try width(
                    most, of: node, against: base, available: available, containerHeight: containerHeight, height: height,
                    padding: padding) ?? .infinity)
        }
        return Limits(minimum: padding.horizontal)
    }

    /// The limits that the style gives explicitly. An automatic minimum is zero here.
    func heightLimits(_ node: Int, against base: Double?, padding: Edges) -> Limits {
        let least = nodes[node].style.minHeight
        return Limits(
            minimum: height(least, of: node, against: leastBase(least, base ?? orthogonalHeight(node)), padding: padding)
                ?? padding.vertical,
            maximum: height(nodes[node].style.maxHeight, of: node, against: base, padding: padding) ?? .infinity)
    }

    /// Adds those limits of the height that are the content's height.
    func addContentLimits(_ limits: inout Limits, of node: Int, contentHeight: Double) {
        guard facts[node].hasContentHeightLimits else { return }
        if nodes[node].style.minHeight.isContentKeyword { limits.minimum = max(limits.minimum, contentHeight) }
        if nodes[node].style.maxHeight.isContentKeyword { limits.maximum = min(limits.maximum, contentHeight) }
    }

    /// A height within the limits that are the content's height, which a proportion gives where there is one.
    func contentLimited(
        _ height: Double, of node: Int, _ request: Request, contentHeight: Double, padding: Edges
    ) -> Double {
        var limits = Limits(minimum: heightLimits(node, against: request.containerHeight, padding: padding).minimum)
        let proportional = heightFromWidth(node, request.width, padding: padding)
        addContentLimits(&limits, of: node, contentHeight: proportional ?? contentHeight)
        return limits.clamp(height)
    }

    /// The height that the style gives, within its limits. Nil where the content decides.
    func definiteHeight(_ node: Int, against base: Double?, padding: Edges) -> Double? {
        heightLimits(node, against: base, padding: padding)
            .clampIfPresent(styledHeight(node, against: base, padding: padding))
    }

    /// The width that the layer's proportion gives. Nil without a proportion.
    func widthFromHeight(_ node: Int, _ height: Double, padding: Edges) -> Double? {
        guard let ratio = facts[node].ratio else { return nil }
        if ratio.isInside { return max(0, height - padding.vertical) * ratio.value + padding.horizontal }
        return max(height * ratio.value, padding.horizontal)
    }

    /// The height that the layer's proportion gives. Nil without a proportion.
    func heightFromWidth(_ node: Int, _ width: Double, padding: Edges) -> Double? {
        guard let ratio = facts[node].ratio else { return nil }
        if ratio.isInside { return max(0, width - padding.horizontal) / ratio.value + padding.vertical }
        return max(width / ratio.value, padding.vertical)
    }

    /// The limits of the height, as limits of the width.
    func transferredWidthLimits(_ node: Int, heights: Limits, padding: Edges) -> Limits {
        heights.transferred { widthFromHeight(node, $0, padding: padding) }
    }

    /// The limits of the width, as limits of the height.
    func transferredHeightLimits(_ node: Int, widths: Limits, padding: Edges) -> Limits {
        widths.transferred { heightFromWidth(node, $0, padding: padding) }
    }

    /// Whether a width that follows from the proportion is no less than the content's (CSS Sizing 4: the automatic minimum).
    func hasAutomaticMinimum(_ node: Int) -> Bool {
        guard facts[node].ratio != nil, !facts[node].isImage, nodes[node].style.minWidth.isAuto else { return false }
        // Browsers leave clipped boxes without an automatic minimum where they are absolute.
        let isClipped = nodes[node].style.overflowX == .clip && !facts[node].isInFlow
        return !facts[node].isScrollContainer && !isClipped
    }

    /// Whether the height that a proportion gives grows until the content fits (CSS Sizing 4: the automatic minimum).
    ///
    /// As in browsers, a percentage of an unknown height doesn't count as automatic here.
    func growsWithItsContent(_ node: Int) -> Bool {
        let height = nodes[node].style.height
        return nodes[node].style.minHeight.isAuto && (height.isAuto || height.isContentKeyword)
            && !facts[node].isScrollContainer
    }

    /// The height that a proportion gives to a layer whose height is a percentage of an unknown height.
    func unresolvedProportionalHeight(_ node: Int, _ request: Request, padding: Edges) -> Double? {
        guard nodes[node].style.height.isFraction, request.containerHeight == nil else { return nil }
        return heightFromWidth(node, request.width, padding: padding)
    }

    /// The height of a layer whose content takes `contentHeight`.
    func height(of node: Int, _ request: Request, padding: Edges, contentHeight: Double) -> Double {
        let contentHeight = contained(contentHeight, of: node, padding)
        if let imposed = request.height {
            guard request.isHeightLimited else { return imposed }
            return contentLimited(imposed, of: node, request, contentHeight: contentHeight, padding: padding)
        }
        if request.ignoresHeight {
            if facts[node].isImage { return contentHeight }
            if let proportional = unresolvedProportionalHeight(node, request, padding: padding) { return proportional }
            return max(contentHeight, heightFromWidth(node, request.width, padding: padding) ?? 0)
        }
        var limits = heightLimits(node, against: request.containerHeight, padding: padding)
        let proportional = heightFromWidth(node, request.width, padding: padding)
        addContentLimits(&limits, of: node, contentHeight: proportional ?? contentHeight)
        if let styled = styledHeight(node, against: request.containerHeight, padding: padding) { return limits.clamp(styled) }
        if !facts[node].isImage, let height = heightFromWidth(node, request.width, padding: padding) {
            if growsWithItsContent(node) { limits.minimum = max(limits.minimum, min(contentHeight, limits.maximum)) }
            return limits.clamp(height)
        }
        return limits.clamp(contentHeight)
    }

    /// The height of a content, or of that which a style puts in its place.
    func contained(_ contentHeight: Double, of node: Int, _ padding: Edges) -> Double {
        let style = nodes[node].style
        return style.ignoresContentHeight && !facts[node].isImage
            ? style.containedSize.height + padding.vertical : contentHeight
    }

    /// The lines of a text in a box of this width.
    mutating func lines(of node: Int, width: Double) throws(LayoutError) -> TextLines {
        let natural = try textWidths(of: node)
        // All widths above the widest give the same lines. The margin absorbs what adding and subtracting padding loses.
        var wanted = max(0, width)
        if width > natural.maximum - .smallestDifference {
            wanted = natural.maximum
        } else if abs(width - natural.minimum) < .smallestDifference {
            wanted = natural.minimum
        }
        var known = facts[node].latestLines
        while known >= 0 {
            if keptLines[known].width == wanted { return keptLines[known].lines }
            known = keptLines[known].previous
        }
        do {
            let lines = try text.lines(ofText: node, width: wanted)
            guard lines.height.isFinite, lines.height >= 0, lines.firstBaseline?.isFinite ?? true else {
                throw LayoutError.invalidText(node: node)
            }
            keptLines.append(KeptLines(width: wanted, previous: facts[node].latestLines, lines: lines))
            facts[node].latestLines = keptLines.count - 1
            return lines
        } catch let error as LayoutError {
            throw error
        } catch {
            throw LayoutError.text(node: node, error: error)
        }
    }

    /// The widths of a text, measured once.
    mutating func textWidths(of node: Int) throws(LayoutError) -> ContentSizes {
        if let known = facts[node].textWidths { return known }
        do {
            let widths = try text.widths(ofText: node)
            guard widths.minimum.isFinite, widths.maximum.isFinite, widths.minimum >= 0 else {
                throw LayoutError.invalidText(node: node)
            }
            let sizes = ContentSizes(minimum: widths.minimum, maximum: max(widths.minimum, widths.maximum))
            facts[node].textWidths = sizes
            return sizes
        } catch let error as LayoutError {
            throw error
        } catch {
            throw LayoutError.text(node: node, error: error)
        }
    }
}

extension Double {
    /// Sums that differ by less than this are equal: two shares of 33.3 % and one of 33.4 % fill a line.
    static let smallestDifference = 0x1p-16
}
