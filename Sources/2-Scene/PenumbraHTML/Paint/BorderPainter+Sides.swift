import PenumbraGeometry
import PenumbraScene

/// Sides that differ, one after the other.
extension BorderPainter {
    /// The order in which Chromium paints sides: top, left, right, bottom.
    private static let order = [0, 3, 1, 2]

    /// The sides as layers.
    ///
    /// - Parameter canOverlap: whether a side may be painted where a later side covers it, which leaves no seams.
    func painted(_ sides: [BorderSide], canOverlap: Bool) -> [Layer] {
        var result: [Layer] = []
        var done: Set<Int> = []
        for index in Self.order where sides[index].isVisible {
            done.insert(index)
            func isMitred(_ other: Int) -> Bool {
                let (side, next) = (sides[index], sides[other])
                guard next.isPresent else { return false }
                if canOverlap, next.isVisible, !done.contains(other), next.style.fillsArea { return false }
                return next.color != side.color || next.style != side.style || side.style.isShaded || side.style == .double
            }
            result += layers(of: index, sides[index], mitres: (isMitred((index + 3) % 4), isMitred((index + 1) % 4)))
        }
        return result
    }

    /// - Parameter mitres: whether the side ends at the diagonals of its corners, first the corner that comes clockwise first.
    private func layers(of index: Int, _ side: BorderSide, mitres: (Bool, Bool)) -> [Layer] {
        let isLit = index == 1 || index == 2
        switch side.style {
        case .none, .hidden: return []
        case .solid: return [stripe(index, outer, inner, side.color, mitres)]
        case .inset: return [stripe(index, outer, inner, side.shade(isDark: !isLit), mitres)]
        case .outset: return [stripe(index, outer, inner, side.shade(isDark: isLit), mitres)]
        case .double:
            let edges = stripes(of: .double)
            return [stripe(index, outer, edges[0], side.color, mitres), stripe(index, edges[1], inner, side.color, mitres)]
        case .groove, .ridge:
            let middle = stripes(of: .groove)[0]
            let isDarkOutside = (side.style == .groove) != isLit
            return [
                // With rounded corners, Chromium paints the inner half over the whole side.
                stripe(index, outer, outer.isSharp ? middle : inner, side.shade(isDark: isDarkOutside), mitres),
                stripe(index, middle, inner, side.shade(isDark: !isDarkOutside), mitres),
            ]
        case .dashed, .dotted:
            var (layer, mitres) = (outer.isSharp ? line(index, side) : roundDashes(side), mitres)
            guard mitres.0 || mitres.1 || !outer.isSharp else { return [layer] }
            if !outer.isSharp {
                // As in Chromium, a side that no other colour or style ends at the diagonals of round corners ends there too.
                if !mitres.0, !mitres.1 { mitres = (true, true) }
                // Dashes as wide as this side may reach beyond narrower sides.
                layer.mask = shape(ringPath(outer, inner), .evenOdd, .black).atOrigin
                layer = Layer(frame: outer.rect, sublayers: [layer.atOrigin])
            }
            layer.mask = shape(area(index, mitres), .nonzero, .black).atOrigin
            return [layer]
        }
    }

    /// A stripe of one side between two outlines.
    private func stripe(
        _ index: Int, _ outside: BoxOutline, _ inside: BoxOutline, _ color: Color, _ mitres: (Bool, Bool)
    ) -> Layer {
        if outer.isSharp {
            let (a, b) = (outside.rect.corners, inside.rect.corners)
            let next = (index + 1) % 4
            var points = [a[index], a[next], b[next], b[index]]
            let isHorizontal = index.isMultiple(of: 2)
            if !mitres.0 { points[3] = isHorizontal ? Point(points[0].x, points[3].y) : Point(points[3].x, points[0].y) }
            if !mitres.1 { points[2] = isHorizontal ? Point(points[1].x, points[2].y) : Point(points[2].x, points[1].y) }
            return shape(Path(polygon: points), .nonzero, color)
        }
        var layer = ring(outside, inside, color)
        layer.mask = shape(area(index, mitres), .nonzero, .black).atOrigin
        return layer
    }

    /// The area of a side with rounded corners, up to the middle of the box.
    private func area(_ index: Int, _ mitres: (Bool, Bool)) -> Path {
        let (corners, inside) = (outer.rect.corners, inner.rect.corners)
        let next = (index + 1) % 4
        let middle = Point(outer.rect.midX, outer.rect.midY)
        /// The point where the diagonal of a corner comes to the middle of the box.
        func end(_ corner: Int) -> Point {
            let (from, to) = (corners[corner], inside[corner])
            let step = to - from
            guard step.x != 0 || step.y != 0 else { return middle }
            let reach =
                [
                    step.x == 0 ? nil : (middle.x - from.x) / step.x, step.y == 0 ? nil : (middle.y - from.y) / step.y,
                ].compactMap { $0 }.min() ?? 1
            return from + max(1, reach) * step
        }
        /// The corner's own rectangle, for a side that reaches around its corner.
        func whole(_ corner: Int, isLast: Bool) -> [Point] {
            let at = corners[corner]
            let size = Size(
                width: max(outer.radii[corner].width, abs(inside[corner].x - at.x)),
                height: max(outer.radii[corner].height, abs(inside[corner].y - at.y)))
            let (x, y) = (
                at.x + (at.x < middle.x ? size.width : -size.width), at.y + (at.y < middle.y ? size.height : -size.height)
            )
            let isHorizontal = index.isMultiple(of: 2)
            let points = [at, isHorizontal ? Point(at.x, y) : Point(x, at.y), Point(x, y)]
            return isLast ? points : points.reversed()
        }
        var points = mitres.1 ? [corners[next], end(next)] : whole(next, isLast: true)
        points += mitres.0 ? [end(index), corners[index]] : whole(index, isLast: false)
        return Path(polygon: points)
    }

    /// Dashes or dots along the middle of a straight side.
    private func line(_ index: Int, _ side: BorderSide) -> Layer {
        let rect = outer.rect
        let half = side.width / 2
        var ends: (Point, Point) =
            switch index {
            case 0: (Point(rect.minX, rect.minY + half), Point(rect.maxX, rect.minY + half))
            case 1: (Point(rect.maxX - half, rect.minY), Point(rect.maxX - half, rect.maxY))
            case 2: (Point(rect.minX, rect.maxY - half), Point(rect.maxX, rect.maxY - half))
            default: (Point(rect.minX + half, rect.minY), Point(rect.minX + half, rect.maxY))
            }
        let length = index.isMultiple(of: 2) ? rect.width : rect.height
        if side.style == .dotted, !side.hasRoundDots { return squares(index, side, from: ends.0, length) }
        if side.hasRoundDots {
            let inward = index.isMultiple(of: 2) ? Point(half, 0) : Point(0, half)
            ends = (ends.0 + inward, ends.1 - inward)
        }
        var path = Path()
        path.move(to: ends.0)
        path.addLine(to: ends.1)
        return stroked(path, side, BorderDashes.pattern(side, length: length, isClosed: false))
    }
}

extension BorderPainter {
    /// The square dots of a thin side, each moved to whole pixels as Chromium does.
    private func squares(_ index: Int, _ side: BorderSide, from start: Point, _ length: Double) -> Layer {
        let pattern = BorderDashes.pattern(side, length: length, isClosed: false)
        let width = side.width
        let isHorizontal = index.isMultiple(of: 2)
        let line = Rect(
            x: isHorizontal ? start.x : start.x - width / 2, y: isHorizontal ? start.y - width / 2 : start.y,
            width: isHorizontal ? length : width, height: isHorizontal ? width : length)
        guard pattern.count == 2, length / (pattern[0] + pattern[1]) < 10_000 else {
            return shape(Path(line), .nonzero, side.color)
        }
        var path = Path()
        var place = 0.0
        while place + pattern[0] <= length + 0.5 {
            let from = (place + 1e-6).rounded(.down)
            path.append(
                Path(
                    isHorizontal
                        ? Rect(x: line.minX + from, y: line.minY, width: width, height: width)
                        : Rect(x: line.minX, y: line.minY + from, width: width, height: width)))
            place += pattern[0] + pattern[1]
        }
        return shape(path, .nonzero, side.color)
    }
}

extension Layer {
    /// The layer with its frame at the origin, for use inside a layer of the same frame.
    var atOrigin: Layer {
        var result = self
        result.frame?.origin = .zero
        return result
    }
}
