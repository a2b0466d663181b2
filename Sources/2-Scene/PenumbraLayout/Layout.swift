import PenumbraGeometry

/// CSS flexbox for layers: frames from sizes, paddings, margins and flexible lengths.
///
/// The module computes CSS Flexible Box Layout Level 1 with `box-sizing: border-box` and automatic minimum sizes. Results depend
/// on the input alone: sums, products, quotients and comparisons of doubles are the only arithmetic.
public enum Layout {
    /// The frames of all layers, in the coordinates of their parents.
    ///
    /// - Parameters:
    ///   - nodes: the layers. The first one is the canvas, which holds all others.
    ///   - width: the canvas's width. Nil takes the width from the first layer's style and content.
    ///   - height: the canvas's height. Nil takes the height from the first layer's style and content.
    ///   - scale: pixels per point, for layouts that round to pixels.
    ///   - text: the sizes of texts.
    public static func solve(
        _ nodes: [LayoutNode], width: Double?, height: Double?, scale: Double = 1, text: some TextMeasuring = NoText(),
        limits: LayoutLimits = .default
    ) throws(LayoutError) -> [Rect] {
        try check(nodes, width: width, height: height, scale: scale, limits: limits)
        guard !nodes.isEmpty else { return [] }
        var solver = Solver(nodes: nodes, text: text)
        return try solver.frames(width: width, height: height, scale: scale)
    }
}

extension Solver {
    mutating func frames(width: Double?, height: Double?, scale: Double) throws(LayoutError) -> [Rect] {
        var canvas = width ?? 0
        if width == nil { canvas = try contributedWidths(0, containerHeight: nil, stretched: height).maximum }
        let outcome = try layout(0, Request(width: canvas, height: height))
        var frames = Array(repeating: Rect.zero, count: nodes.count)
        let grid = PixelGrid(scale: scale)
        // Parents come before their sublayers. Each entry has the layer's place, its exact and its final position.
        var open = [
            (
                placement: Placement(node: 0, origin: .zero, outcome: outcome), exact: Point.zero, final: Point.zero,
                isRounded: false
            )
        ]
        while let (placement, parent, finalParent, isRounded) = open.popLast() {
            let node = placement.node
            let size = outcomes[placement.outcome].size
            let exact = parent + placement.origin
            var frame = Rect(origin: placement.origin + (parent - finalParent), size: size)
            if isRounded {
                let rounded = grid.rounded(Rect(origin: exact, size: size))
                frame = rounded.offset(by: -finalParent)
            }
            guard frame.isFinite, exact.isFinite else { throw .overflow(node: node) }
            frames[node] = frame
            let final = finalParent + frame.origin
            var rounds = false
            switch nodes[node].content {
            case .flex(let container): rounds = container.roundsToPixels
            case .grid(let container): rounds = container.roundsToPixels
            default: break
            }
            let padding = nodes[node].style.padding.resolved(against: outcomes[placement.outcome].request.containerWidth)
            for placement in outcomes[placement.outcome].placements { open.append((placement, exact, final, rounds)) }
            for child in nodes[node].children where !isPlacedByLayout(child, in: node) {
                let placement = try placeAbsolute(child, in: node, size: size, padding: padding)
                open.append((placement, exact, final, rounds))
            }
        }
        return frames
    }

    private func isPlacedByLayout(_ child: Int, in parent: Int) -> Bool {
        switch nodes[parent].content {
        case .flex, .grid: facts[child].isInFlow
        default: false
        }
    }
}

/// The pixels of the canvas.
struct PixelGrid {
    /// Pixels per point.
    var scale: Double

    /// The rectangle with its edges on the nearest lines between pixels.
    func rounded(_ rect: Rect) -> Rect {
        let x = line(rect.minX)
        let y = line(rect.minY)
        return Rect(x: x, y: y, width: line(rect.maxX) - x, height: line(rect.maxY) - y)
    }

    private func line(_ value: Double) -> Double {
        let pixels = value * scale + 0.5
        return pixels.rounded(.down) / scale
    }
}
