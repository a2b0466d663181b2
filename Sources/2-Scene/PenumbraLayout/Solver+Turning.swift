import PenumbraGeometry

/// Boxes whose content has another writing mode (CSS Writing Modes 4, section 7.3).
///
/// Such a box has a single child with the content, which is laid out as if its lines ran along the width.
extension Solver {
    /// The length of lines in a box with turned content: the box's inner height.
    ///
    /// - Parameter thickness: the definite height of the content itself.
    private mutating func lineLength(
        _ node: Int, height: Double?, thickness: Double? = nil, containerHeight: Double?, padding: Edges
    ) throws(LayoutError) -> Double {
        guard let child = children(of: node).first else { return 0 }
        if let height { return max(0, height - padding.vertical) }
        // Lines that may be of any length are no longer than the page is high.
        let room = (containerHeight ?? pageLength(node)) - margin(of: node, against: nil).vertical - padding.vertical
        let content = try contentWidths(child, height: thickness, containerWidth: nil, containerHeight: nil)
        return heightLimits(node, against: containerHeight, padding: padding).inset(by: padding.vertical)
            .clamp(content.fitted(to: max(0, room)))
    }

    /// The length of the page along the lines of turned content.
    func pageLength(_ node: Int) -> Double {
        if case .turned(let turn) = nodes[node].content, turn.hasHorizontalLines { viewportWidth } else { viewportHeight }
    }

    /// The height of an absolute box that its turned content gives.
    mutating func turnedHeight(_ node: Int, available: Double, padding: Edges) throws(LayoutError) -> Double? {
        guard let child = children(of: node).first else { return nil }
        let content = try contentWidths(child, height: nil, containerWidth: nil, containerHeight: nil)
        return content.fitted(to: max(0, available - padding.vertical)) + padding.vertical
    }

    /// The heights that the min-content and max-content lengths of turned lines give their box.
    mutating func turnedHeights(_ node: Int, width: Double, padding: Edges) throws(LayoutError) -> ContentSizes {
        guard let child = children(of: node).first else {
            return ContentSizes(minimum: padding.vertical, maximum: padding.vertical)
        }
        let thickness = thickness(node, width: width, padding: padding)
        return try contentWidths(child, height: thickness, containerWidth: nil, containerHeight: nil) + padding.vertical
    }

    /// The definite height of turned content: the inner width of its box.
    private func thickness(_ node: Int, width: Double, padding: Edges) -> Double? {
        style(node) { $0.width.isAuto } ? nil : max(0, width - padding.horizontal)
    }

    /// The width that turned content gives its box, padding left out.
    @inline(never)
    mutating func turnedWidth(_ node: Int, innerHeight: Double?, containerHeight: Double?) throws(LayoutError) -> Double {
        guard let child = children(of: node).first else { return 0 }
        let padding = padding(of: node, against: nil)
        let length = try lineLength(
            node, height: innerHeight.map { $0 + padding.vertical }, containerHeight: containerHeight, padding: padding)
        return outcomes[try layout(child, Request(width: length, containerWidth: length))].size.height
    }

    @inline(never)
    mutating func layoutTurned(_ node: Int, _ request: Request, padding: Edges) throws(LayoutError) {
        var outcome = Outcome(request: request, previous: -1, size: Size(width: request.width, height: padding.vertical))
        if let child = children(of: node).first {
            var height = request.height
            if height == nil, !request.ignoresHeight {
                height = definiteHeight(node, against: request.containerHeight, padding: padding)
            }
            let thickness = thickness(node, width: request.width, padding: padding)
            let length = try lineLength(
                node, height: height, thickness: thickness, containerHeight: request.containerHeight, padding: padding)
            let content = try layout(
                child,
                Request(
                    width: length, height: max(0, request.width - padding.horizontal), isHeightDefinite: thickness != nil,
                    containerWidth: length, containerHeight: thickness))
            outcome.size.height = self.height(
                of: node, request, padding: padding, contentHeight: length + padding.vertical)
            outcome.placements = [
                Placement(node: child, origin: Point(padding.left, padding.top), outcome: content)
            ]
        }
        outcomes.append(outcome)
    }
}
