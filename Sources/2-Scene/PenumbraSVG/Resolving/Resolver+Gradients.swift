import PenumbraElementary
import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// A gradient with the attributes that it takes from others by `href`.
    private struct GradientElement {
        var chain: [Int]
        let document: XMLDocument

        func text(_ name: String) -> String? {
            for node in chain { if let text = document.nodes[node][name] { return text } }
            return nil
        }
    }

    /// Resolves a gradient. Nil means that the paint's fallback counts.
    func gradient(
        _ node: Int, _ opacity: Double, _ style: Style, _ context: Context, box: Rect, painting area: Rect
    ) throws(SVGError) -> ResolvedPaint? {
        let isLinear = document.nodes[node].name == "linearGradient"
        var chain: [Int] = []
        var next: Int? = node
        while let here = next, !chain.contains(here), chain.count < 32 {
            guard ["linearGradient", "radialGradient"].contains(document.nodes[here].name) else { break }
            chain.append(here)
            next = hrefTarget(here)
        }
        let sameKind = chain.filter { document.nodes[$0].name == document.nodes[node].name }
        let any = GradientElement(chain: chain, document: document)
        let geometry = GradientElement(chain: sameKind, document: document)
        let stops = try self.stops(chain, opacity)
        guard let last = stops.last else { return ResolvedPaint.none }
        let lastColor = last.color.alpha > 0 ? ResolvedPaint.color(last.color) : .none
        guard stops.count > 1 else { return lastColor }

        let isInUserSpace = any.text("gradientUnits") == "userSpaceOnUse"
        var map = any.text("gradientTransform").flatMap { TransformAttribute.parse($0, box: context.viewport) } ?? .identity
        if let place = styleOutsideTree(node).own.transformOrigin {
            map = map.about(origin(place, context.viewport, style))
        }
        if !isInUserSpace {
            // A box without an area has no gradient.
            guard box.width > 0, box.height > 0 else { return nil }
            map = map.concatenating(AffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY))
        }
        guard map.isFinite, map.determinant != 0, let back = map.inverted else { return ResolvedPaint.none }
        let viewport = isInUserSpace ? context.viewport : Size(width: 1, height: 1)
        func length(_ name: String, _ axis: Axis, _ fallback: Length) -> Double {
            let length = geometry.text(name).flatMap { Length($0) } ?? fallback
            return resolved(length, axis, style, viewport)
        }
        let spread = Spread(any.text("spreadMethod"))
        // Periods that are written out have stops of their own.
        if spread.method != .pad { try spend(SVGLimits.stops, at: node) }
        if isLinear {
            let start = Point(length("x1", .horizontal, .zero), length("y1", .vertical, .zero))
            let end = Point(length("x2", .horizontal, Length(100, .percentage)), length("y2", .vertical, .zero))
            guard start != end else { return lastColor }
            return linear(start, end, stops, spread, map, area) ?? lastColor
        }
        let half = Length(50, .percentage)
        let center = Point(length("cx", .horizontal, half), length("cy", .vertical, half))
        let radius = length("r", .diagonal, half)
        guard radius > 0 else { return lastColor }
        var focus = center
        if geometry.text("fx").flatMap({ Length($0) }) != nil { focus.x = length("fx", .horizontal, half) }
        if geometry.text("fy").flatMap({ Length($0) }) != nil { focus.y = length("fy", .vertical, half) }
        let focusRadius = max(0, length("fr", .diagonal, .zero))
        return radial(
            Circles(center: center, radius: radius, focus: focus, focusRadius: focusRadius), stops, spread, map, back, area)
    }

    private func stops(_ chain: [Int], _ opacity: Double) throws(SVGError) -> [GradientStop] {
        for node in chain {
            let children = document.nodes[node].children.filter {
                document.nodes[$0].name == "stop" && document.nodes[$0].isSVG
            }
            guard !children.isEmpty else { continue }
            let parent = styleOutsideTree(node)
            var stops: [GradientStop] = []
            for child in children.prefix(SVGLimits.stops + 1) {
                guard stops.count < SVGLimits.stops else {
                    throw error(child, "more than \(SVGLimits.stops) stops in a gradient; use fewer")
                }
                let style = cascade.style(of: child, parent: parent)
                try spend(SVGEffort.of(document.nodes[child]), at: child)
                var location = document.nodes[child]["offset"].flatMap { StyleReader.number($0) } ?? 0
                location = max(stops.last?.location ?? 0, min(1, max(0, location)))
                let color = self.color(style.own.stopColor, style)
                stops.append(
                    GradientStop(location: location, color: color.multiplyingAlpha(by: style.own.stopOpacity * opacity)))
            }
            return stops
        }
        return []
    }

    /// The colour of a property that takes no paint servers.
    func color(_ value: PaintValue, _ style: Style) -> Color {
        switch value {
        case .color(let color): color
        case .currentColor: style.color
        case .none, .server, .contextFill, .contextStroke: .black
        }
    }

    /// The style of an element by its place in the document, for elements that others refer to.
    func styleOutsideTree(_ node: Int) -> Style {
        var ancestors = [node]
        while let parent = document.nodes[ancestors[ancestors.count - 1]].parent { ancestors.append(parent) }
        var style = Style()
        for ancestor in ancestors.reversed() { style = cascade.style(of: ancestor, parent: style) }
        return style
    }

    /// A linear gradient under any map is a linear gradient again: lines of one colour stay lines.
    private func linear(
        _ start: Point, _ end: Point, _ stops: [GradientStop], _ spread: Spread, _ map: AffineTransform, _ area: Rect
    ) -> ResolvedPaint? {
        let vector = end - start
        let across = Point(-vector.y, vector.x).applyingLinearPart(of: map)
        let first = start.applying(map)
        let moved = vector.applyingLinearPart(of: map)
        // The part of the moved vector that is at right angles to the lines of one colour.
        let square = across.x * across.x + across.y * across.y
        guard square > 0, square.isFinite else { return nil }
        let share = (moved.x * across.x + moved.y * across.y) / square
        let direction = moved - share * across
        let length = direction.x * direction.x + direction.y * direction.y
        guard length > 0, length.isFinite, first.isFinite else { return nil }
        let places = area.corners.map { corner in
            let offset = corner - first
            return (offset.x * direction.x + offset.y * direction.y) / length
        }
        let range = spread.range(holding: (places.min() ?? 0)...(places.max() ?? 1))
        return .gradient(
            Gradient(
                .axial(startPoint: first + range.lowerBound * direction, endPoint: first + range.upperBound * direction),
                stops: spread.stops(stops, over: range)))
    }

    private struct Circles {
        var center: Point
        var radius: Double
        var focus: Point
        var focusRadius: Double
    }

    private func radial(
        _ circles: Circles, _ stops: [GradientStop], _ spread: Spread, _ map: AffineTransform, _ back: AffineTransform,
        _ area: Rect
    ) -> ResolvedPaint {
        let isEven = map.isSimilarity
        let scale = isEven ? map.meanScale : 1
        let center = isEven ? circles.center.applying(map) : circles.center
        let focus = isEven ? circles.focus.applying(map) : circles.focus
        let (start, end) = (circles.focusRadius * scale, circles.radius * scale)
        // The circle at t has its middle at focus + t·(center − focus) and the radius start + t·(end − start).
        var range = 0.0...1.0
        if spread.method != .pad, end > start {
            let corners = (isEven ? area : area.transformed(by: back)).corners
            let farthest = corners.map { ($0 - focus).length }.max() ?? 0
            let distance = (center - focus).length
            let growth = end - start
            // The circle grows past the farthest corner while its middle moves away from the focus.
            let speed = max(growth - distance, growth / 1000)
            let most = max(1, (farthest - start) / speed)
            let least = start > 0 ? -start / growth : 0
            // Towards the tangents of two circles, periods become as thin as one likes: as many as are allowed are written out.
            let mostWritten = distance > 0 ? Double(SVGLimits.stops / (stops.count + 2)) - 1 : .infinity
            range = spread.range(holding: least...max(1, min(most, mostWritten)))
            range = max(range.lowerBound, least)...range.upperBound
        }
        func circle(_ t: Double) -> (Point, Double) { (focus + t * (center - focus), max(0, start + t * (end - start))) }
        let (first, last) = (circle(range.lowerBound), circle(range.upperBound))
        let geometry: Gradient.Geometry =
            first.0 == last.0
            ? .circles(center: first.0, startRadius: first.1, endRadius: last.1)
            : .twoCircles(startCenter: first.0, startRadius: first.1, endCenter: last.0, endRadius: last.1)
        let gradient = Gradient(geometry, stops: spread.stops(stops, over: range))
        return isEven ? .gradient(gradient) : .stretched(gradient, map)
    }
}
