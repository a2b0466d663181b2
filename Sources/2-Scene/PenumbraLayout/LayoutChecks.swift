import PenumbraGeometry

extension Layout {
    /// Throws unless the layers form a tree within the limits, with sensible values only.
    static func check(
        _ nodes: [LayoutNode], width: Double?, height: Double?, scale: Double, limits: LayoutLimits
    ) throws(LayoutError) {
        for size in [width, height, scale] {
            if let size, !(size >= 0 && size <= LayoutLimits.largestValue) { throw .invalidCanvas }
        }
        guard scale > 0 else { throw .invalidCanvas }
        if nodes.count > limits.nodeCount { throw .tooManyNodes(count: nodes.count, limit: limits.nodeCount) }
        // Zero for layers that no layer before them has as a sublayer.
        var depths = Array(repeating: 0, count: nodes.count)
        for index in nodes.indices {
            if index == 0 { depths[index] = 1 }
            guard depths[index] > 0 else { throw .notATree(node: index) }
            if depths[index] > limits.depth { throw .tooDeep(node: index, limit: limits.depth) }
            for child in nodes[index].children {
                guard child > index, child < nodes.count, depths[child] == 0 else { throw .notATree(node: child) }
                depths[child] = depths[index] + 1
            }
            try StyleCheck(node: index).check(nodes[index])
        }
    }
}

/// The check of a single layer's values.
private struct StyleCheck {
    let node: Int

    func check(_ layer: LayoutNode) throws(LayoutError) {
        let style = layer.style
        try edges(style.inset, .inset, isSigned: true)
        if let inline = style.inline { try edges(inline.inset, .inset, isSigned: true) }
        try edges(style.margin, .margin, isSigned: true)
        try edges(style.padding, .padding)
        try edges(style.border, .border)
        try length(style.width, .width)
        try length(style.height, .height)
        try length(style.minWidth, .minWidth)
        try length(style.minHeight, .minHeight)
        try length(style.maxWidth, .maxWidth)
        try length(style.maxHeight, .maxHeight)
        if case .length(let basis) = style.flexBasis { try length(basis, .flexBasis) }
        try number(style.flexGrow, .flexGrow)
        try number(style.flexShrink, .flexShrink)
        if let ratio = style.aspectRatio {
            guard ratio > 0, ratio >= 1 / LayoutLimits.largestValue else { throw invalid(.aspectRatio, ratio) }
            try number(ratio, .aspectRatio)
        }
        if case .frame(let frame) = style.position {
            for value in [frame.minX, frame.minY] { try number(value, .frame, isSigned: true) }
            for value in [frame.width, frame.height] { try number(value, .frame) }
        }
        switch layer.content {
        case .bounds, .text, .block, .inline, .tableRowGroup, .tableRow, .turned: break
        case .columns(let container):
            if let width = container.width { try number(width, .width) }
            try length(container.gap, .gap)
        case .replaced(let natural):
            for value in [natural.width, natural.height, natural.ratio] {
                if let value { try number(value, .image) }
            }
        case .image(let size):
            for value in [size.width, size.height] { try number(value, .image) }
        case .flex(let container):
            try number(container.rowGap, .gap, isSigned: container.relativeRowGap != 0)
            try number(container.columnGap, .gap, isSigned: container.relativeColumnGap != 0)
            try number(container.relativeRowGap, .gap, isSigned: true)
            try number(container.relativeColumnGap, .gap, isSigned: true)
        case .grid(let container): try grid(container)
        case .table(let container):
            try number(container.horizontalSpacing, .gap)
            try number(container.verticalSpacing, .gap)
            for column in container.columns { try length(column.width, .width) }
        }
    }

    private func grid(_ container: GridContainer) throws(LayoutError) {
        try length(container.rowGap, .gap)
        try length(container.columnGap, .gap)
        for template in [container.columns, container.rows] { try tracks(template.entries) }
        for size in container.autoColumns + container.autoRows { try track(size) }
    }

    private func tracks(_ entries: [GridTrackEntry]) throws(LayoutError) {
        for entry in entries {
            switch entry {
            case .names: break
            case .track(let size): try track(size)
            case .repeated(_, let entries):
                for case .track(let size) in entries { try track(size) }
            }
        }
    }

    private func track(_ size: GridTrackSize) throws(LayoutError) {
        if case .fitContent(let length) = size { try self.length(length, .track) }
        for breadth in [size.minimum, size.maximum] {
            switch breadth {
            case .length(let length): try self.length(length, .track)
            case .flex(let factor): try number(factor, .track)
            case .auto, .minContent, .maxContent: break
            }
        }
    }

    private func edges(_ edges: LayoutEdges, _ key: LayoutKey, isSigned: Bool = false) throws(LayoutError) {
        try length(edges.top, key, isSigned: isSigned)
        try length(edges.right, key, isSigned: isSigned)
        try length(edges.bottom, key, isSigned: isSigned)
        try length(edges.left, key, isSigned: isSigned)
    }

    private func length(_ length: LayoutLength, _ key: LayoutKey, isSigned: Bool = false) throws(LayoutError) {
        switch length {
        case .auto, .minContent, .maxContent, .fitContent, .stretch, .calculated: break
        case .points(let value), .fraction(let value): try number(value, key, isSigned: isSigned)
        case .sum(let points, let fraction):
            // Only the sum has a sign that matters, and layout clamps a negative one to zero.
            try number(points, key, isSigned: true)
            try number(fraction, key, isSigned: true)
        }
    }

    private func number(_ value: Double, _ key: LayoutKey, isSigned: Bool = false) throws(LayoutError) {
        // A comparison with a number that is none is false.
        guard value <= LayoutLimits.largestValue, value >= (isSigned ? -LayoutLimits.largestValue : 0) else {
            throw invalid(key, value)
        }
    }

    private func invalid(_ key: LayoutKey, _ value: Double) -> LayoutError {
        .invalidValue(node: node, key: key, value: value)
    }
}
