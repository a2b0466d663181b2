import PenumbraGeometry

/// Boxes that stay in view: CSS Positioned Layout 3, section 3.4, without scrolling.
extension Solver {
    /// The distance by which a sticky box leaves its place.
    func stickyShift(of node: Int, _ entry: OpenFrame, size: Size) -> Point {
        // Turned content has other axes than the scroll container.
        guard entry.axes == .page, entry.corner == nil else { return .zero }
        let (port, room) = (entry.port, entry.room)
        let style = nodes[node].style
        let margin = style.margin.resolved(against: room.width)
        let place = entry.exact + entry.placement.origin
        let inset = style.inset
        let x = StickySide(
            start: inset.left.resolved(against: port.width), end: inset.right.resolved(against: port.width),
            port: port.minX...max(port.minX, port.maxX),
            room: (room.minX + margin.left, room.maxX - margin.right),
            endsFirst: style.isRightToLeft)
        let y = StickySide(
            start: inset.top.resolved(against: port.height), end: inset.bottom.resolved(against: port.height),
            port: port.minY...max(port.minY, port.maxY),
            room: (room.minY + margin.top, room.maxY - margin.bottom),
            endsFirst: false)
        return Point(x.shift(from: place.x, length: size.width), y.shift(from: place.y, length: size.height))
    }

    /// The content box of the scroll container around the content of a box, and the box that the content stays in.
    func stickyRoom(in node: Int, _ frame: Rect, _ outcome: Int, _ around: Rect) -> (port: Rect, room: Rect) {
        let padding = padding(of: node, against: outcomes[outcome].request.containerWidth)
        func inset(_ edges: Edges) -> Rect {
            Rect(
                x: frame.minX + edges.left, y: frame.minY + edges.top, width: max(0, frame.width - edges.horizontal),
                height: max(0, frame.height - edges.vertical))
        }
        let inner = inset(padding)
        var room = inner
        let isViewport = outcomes[outcome].request.containerWidth == nil && around == .zero
        if isViewport {
            return (Rect(origin: frame.origin, size: Size(width: frame.width, height: min(viewportHeight, 1e9))), room)
        }
        guard facts[node].isScrollContainer else { return (around, room) }
        for placement in outcomes[outcome].placements {
            // Content that overflows makes room, too.
            let (place, size) = (frame.origin + placement.origin, outcomes[placement.outcome].size)
            room.size.width = max(room.width, place.x + size.width - room.minX)
            room.size.height = max(room.height, place.y + size.height - room.minY)
        }
        return (inner, room)
    }
}

/// One axis of a sticky box.
private struct StickySide {
    /// The insets. Nil is `auto`.
    var start: Double?
    var end: Double?
    var port: ClosedRange<Double>
    /// The places between which the box may move. Where margins collapse, the first may lie behind the last.
    var room: (first: Double, last: Double)
    /// Whether the end wins where there is no room for both insets.
    var endsFirst: Bool

    func shift(from place: Double, length: Double) -> Double {
        var shift = 0.0
        func keepStart() {
            guard let start else { return }
            let least = port.lowerBound + start
            if place + shift < least { shift += min(least - place - shift, max(0, room.last - length - place - shift)) }
        }
        func keepEnd() {
            guard let end else { return }
            let most = port.upperBound - end - length
            if place + shift > most { shift -= min(place + shift - most, max(0, place + shift - room.first)) }
        }
        if endsFirst {
            keepStart()
            keepEnd()
        } else {
            keepEnd()
            keepStart()
        }
        return shift
    }
}
