import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// `clip-path`: CSS Masking 1, section 5, with the shapes of CSS Shapes 1 and 2.
extension BoxPainter {
    private typealias Shaped = (path: Path, rule: FillRule)

    /// The mask of `clip-path`. Nil without a shape.
    func clipMask() -> Layer? {
        guard let text = values["clip-path"], values.has("clip-path") else { return nil }
        if let name = PaintText.address(text), name.hasPrefix("#") {
            return stencil("clip-path", String(name.dropFirst()))
        }
        let shape = read("clip-path") { text throws(NotationError) in try clipShape(text) }
        guard let shape else { return nil }
        return Layer(
            kind: .shape(Shape(path: shape.path, fillRule: shape.rule)), frame: geometry.borderBox)
    }

    /// A stencil of an SVG element. Nil, and no effect, if the page has none of this name.
    func stencil(_ attribute: String, _ name: String) -> Layer? {
        guard let layers = stencils(attribute, name, geometry.size) else {
            warn(attribute, "no SVG element has the id \"\(name.prefix(40))\"")
            return nil
        }
        return Layer(frame: geometry.borderBox, sublayers: layers)
    }

    /// Whether `clip` cuts the element. It has an effect on positioned elements alone; others must not hand it on.
    var hasLegacyClip: Bool { values["clip"].map { !$0.isEqualIgnoringCase(to: "auto") } ?? false }

    /// The mask of `clip`, the rectangle of CSS 2.
    func legacyClipMask() -> Layer? {
        guard hasLegacyClip else { return nil }
        let path = read("clip") { text throws(NotationError) in
            guard let (name, arguments) = PaintText.function(text), name == "rect" else { throw unexpected(text, "rect()") }
            let edges = PaintText.list(arguments).joined(separator: " ")
            return try rectangle("rect", edges, border.rect)
        }
        return path.map { Layer(kind: .shape(Shape(path: $0)), frame: geometry.borderBox) }
    }

    /// The outline of `shape-outside`, whose shapes are those of `clip-path`.
    func floatShape(_ text: String) throws(NotationError) -> Path { try clipShape(text).path }

    private func clipShape(_ text: String) throws(NotationError) -> Shaped {
        var words = CSSText.words(text)
        var outline = border
        if let index = words.firstIndex(where: { $0.asciiLowercased.hasSuffix("-box") }) {
            switch words[index].asciiLowercased {
            case "padding-box": outline = padding
            case "content-box", "fill-box": outline = content
            // The margin of a box isn't known here. It has no corners of its own.
            default: break
            }
            words.remove(at: index)
            if words.isEmpty { return (outline.path, .nonzero) }
        }
        let area = outline.rect
        guard words.count == 1, let (name, arguments) = PaintText.function(words[0]) else {
            throw unexpected(text, "a shape such as inset() or circle()")
        }
        switch name {
        case "inset": return (try inset(arguments, area), .nonzero)
        case "rect", "xywh": return (try rectangle(name, arguments, area), .nonzero)
        case "circle", "ellipse": return (try ellipse(name, arguments, area), .nonzero)
        case "polygon": return try polygon(arguments, area)
        case "path": return try path(arguments, area)
        case "shape": return try shapeFunction(arguments, area)
        case "url": throw NotationError("clip-path by an SVG element of another document isn't supported")
        default:
            throw NotationError(
                "\(name)() isn't supported, expected inset(), rect(), xywh(), circle(), ellipse(), polygon(), path() or shape()"
            )
        }
    }

    /// The words before `round`, and the radii after it.
    private func rounded(_ text: String) throws(NotationError) -> (words: [String], radii: String?) {
        let words = PaintText.words(text)
        guard let index = words.firstIndex(where: { $0.isEqualIgnoringCase(to: "round") }) else { return (words, nil) }
        return (Array(words[..<index]), words[(index + 1)...].joined(separator: " "))
    }

    private func outlined(_ rect: Rect, _ radii: String?, _ area: Rect) throws(NotationError) -> Path {
        guard let radii else { return Path(rect) }
        let groups = radii.split(separator: "/", omittingEmptySubsequences: false).map { CSSText.words(String($0)) }
        guard let first = groups.first, groups.count <= 2, groups.allSatisfy({ (1...4).contains($0.count) }) else {
            throw unexpected(radii, "1 to 4 radii")
        }
        func four(_ words: [String], _ base: Double) throws(NotationError) -> [Double] {
            var lengths: [Double] = []
            for word in words { lengths.append(max(0, try length(word, base: base))) }
            return Self.four(lengths)
        }
        let (widths, heights) = (try four(first, area.width), try four(groups.last ?? first, area.height))
        let sizes = zip(widths, heights).map { Size(width: $0, height: $1) }
        return BoxOutline(rect, radii: sizes.fitted(to: rect.size)).path
    }

    /// Four values from one to four, as sides and corners have them.
    static func four<Value>(_ values: [Value]) -> [Value] {
        guard let first = values.first else { return [] }
        let second = values[safe: 1] ?? first
        return [first, second, values[safe: 2] ?? first, values[safe: 3] ?? second]
    }

    private func inset(_ text: String, _ area: Rect) throws(NotationError) -> Path {
        let (words, radii) = try rounded(text)
        guard (1...4).contains(words.count) else { throw unexpected(text, "1 to 4 lengths") }
        var sides: [Double] = []
        for (index, word) in Self.four(words).enumerated() {
            sides.append(try length(word, base: index.isMultiple(of: 2) ? area.height : area.width))
        }
        // Insets of more than the whole shrink together.
        func shrink(_ a: Int, _ b: Int, _ whole: Double) {
            let sum = sides[a] + sides[b]
            guard sum > whole, sum > 0 else { return }
            (sides[a], sides[b]) = (sides[a] * whole / sum, sides[b] * whole / sum)
        }
        shrink(0, 2, area.height)
        shrink(1, 3, area.width)
        return try outlined(area.inset(by: sides), radii, area)
    }

    private func rectangle(_ name: String, _ text: String, _ area: Rect) throws(NotationError) -> Path {
        let (words, radii) = try rounded(text)
        guard words.count == 4 else { throw unexpected(text, "4 lengths") }
        var rect: Rect
        if name == "xywh" {
            rect = Rect(
                x: area.minX + (try length(words[0], base: area.width)),
                y: area.minY + (try length(words[1], base: area.height)),
                width: max(0, try length(words[2], base: area.width)), height: max(0, try length(words[3], base: area.height)))
        } else {
            func edge(_ index: Int, _ base: Double, _ automatic: Double) throws(NotationError) -> Double {
                words[index].isEqualIgnoringCase(to: "auto") ? automatic : try length(words[index], base: base)
            }
            let (top, left) = (try edge(0, area.height, 0), try edge(3, area.width, 0))
            let (right, bottom) = (try edge(1, area.width, area.width), try edge(2, area.height, area.height))
            rect = Rect(
                x: area.minX + left, y: area.minY + top, width: max(0, right - left), height: max(0, bottom - top))
        }
        return try outlined(rect, radii, area)
    }

    private func ellipse(_ name: String, _ text: String, _ area: Rect) throws(NotationError) -> Path {
        var words = CSSText.words(text)
        var position = BoxPosition()
        if let index = words.firstIndex(where: { $0.isEqualIgnoringCase(to: "at") }) {
            let place = words[(index + 1)...].joined(separator: " ")
            guard CSSPlaceSyntax.isPosition(place) else { throw unexpected(place, "a position such as `left 20px top 50%`") }
            position = try BoxPosition(place, self)
            words = Array(words[..<index])
        }
        let center = position.point(in: area)
        let x = [abs(center.x - area.minX), abs(area.maxX - center.x)]
        let y = [abs(center.y - area.minY), abs(area.maxY - center.y)]
        func radius(_ text: String?, _ sides: [Double], _ base: Double) throws(NotationError) -> Double {
            switch text?.asciiLowercased {
            case nil, "closest-side": return sides.min() ?? 0
            case "farthest-side": return sides.max() ?? 0
            case "closest-corner", "farthest-corner":
                let (nearX, nearY) = text == "closest-corner" ? (x.min(), y.min()) : (x.max(), y.max())
                let corner = Point(nearX ?? 0, nearY ?? 0)
                return name == "circle" ? corner.length : (sides == x ? corner.x : corner.y) * 2.0.squareRoot()
            case let text?: return max(0, try length(text, base: base))
            }
        }
        let (rx, ry): (Double, Double)
        if name == "circle" {
            guard words.count <= 1 else { throw unexpected(text, "one radius") }
            let base = ((area.width * area.width + area.height * area.height) / 2).squareRoot()
            rx = try radius(words.first, x + y, base)
            ry = rx
        } else {
            guard words.count <= 2 else { throw unexpected(text, "two radii") }
            rx = try radius(words.first, x, area.width)
            ry = try radius(words.last, y, area.height)
        }
        return Path(ellipseIn: Rect(x: center.x - rx, y: center.y - ry, width: 2 * rx, height: 2 * ry))
    }

    private func polygon(_ text: String, _ area: Rect) throws(NotationError) -> Shaped {
        var parts = PaintText.list(text)
        var rule = FillRule.nonzero
        if let first = parts.first?.asciiLowercased, let found = FillRule(rawValue: CSSText.words(first).first ?? "") {
            rule = found
            parts.removeFirst()
        }
        guard parts.count <= PaintLimits.points else {
            throw NotationError("polygon() has more than \(PaintLimits.points) points, which is too many")
        }
        var points: [Point] = []
        for part in parts {
            let words = CSSText.words(part)
            guard words.count == 2 else { throw unexpected(part, "x and y of a point") }
            points.append(
                Point(
                    area.minX + (try length(words[0], base: area.width)),
                    area.minY + (try length(words[1], base: area.height))))
        }
        return (Path(polygon: points), rule)
    }

    private func path(_ text: String, _ area: Rect) throws(NotationError) -> Shaped {
        let parts = PaintText.list(text)
        let rule = parts.count > 1 ? FillRule(rawValue: parts[0].asciiLowercased) : .nonzero
        guard let rule, parts.count <= 2, let last = parts.last, PaintText.unquoted(last) != last else {
            throw unexpected(text, "SVG path data in quotation marks")
        }
        do throws(PathDataError) {
            return (
                try Path(svgPathData: PaintText.unquoted(last)).applying(.translation(area.minX, area.minY)), rule
            )
        } catch {
            throw NotationError("\(error.description)")
        }
    }
}
