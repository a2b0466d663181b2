import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// The shape of `shape()` in `clip-path`: CSS Shapes 2, section 4.
extension BoxPainter {
    /// The path with the rule that fills it.
    func shapeFunction(_ text: String, _ area: Rect) throws(NotationError) -> (path: Path, rule: FillRule) {
        let parts = PaintText.list(text)
        guard parts.count <= PaintLimits.points else {
            throw NotationError("shape() has more than \(PaintLimits.points) parts, which is too many")
        }
        var words = PaintText.words(parts.first ?? "")
        var rule = FillRule.nonzero
        if let found = words.first.flatMap({ FillRule(rawValue: $0.asciiLowercased) }) {
            rule = found
            words.removeFirst()
        }
        guard words.count == 3, words[0].isEqualIgnoringCase(to: "from") else {
            throw unexpected(parts.first ?? "", "from with the first point")
        }
        var pen = ShapePen()
        pen.move(to: try pair(words[1...], area))
        var data = "M\(pen.point.words)"
        for part in parts.dropFirst() {
            var command = ShapeCommand(words: PaintText.words(part))
            data += try self.data(&command, area, &pen)
            guard command.isAtEnd else { throw unexpected(part, "a command such as `line to 10px 20px`") }
        }
        do throws(PathDataError) {
            return (try Path(svgPathData: data).applying(.translation(area.minX, area.minY)), rule)
        } catch {
            throw NotationError("\(error.description)")
        }
    }

    /// A command as SVG path data.
    private func data(_ command: inout ShapeCommand, _ area: Rect, _ pen: inout ShapePen) throws(NotationError) -> String {
        let name = command.next()
        if name == "close" {
            pen.point = pen.start
            return "Z"
        }
        let direction = command.next()
        guard direction == "to" || direction == "by" else { throw unexpected(direction, "to or by") }
        let (start, origin) = (pen.point, direction == "by" ? pen.point : .zero)
        switch name {
        case "move":
            pen.move(to: origin + (try pair(command.pair(), area)))
            return "M\(pen.point.words)"
        case "line": pen.point = origin + (try pair(command.pair(), area))
        case "hline": pen.point.x = origin.x + (try coordinate(command.next(), area.width))
        case "vline": pen.point.y = origin.y + (try coordinate(command.next(), area.height))
        case "curve", "smooth":
            pen.point = origin + (try pair(command.pair(), area))
            let end = pen.point
            /// A control point, which may be measured from the start or the end of the curve.
            func control() throws(NotationError) -> String {
                let offset = try pair(command.pair(), area)
                guard command.skip("from") else { return (origin + offset).words }
                switch command.next() {
                case "start": return (start + offset).words
                case "end": return (end + offset).words
                case "origin": return offset.words
                default: throw NotationError("a control point of shape() is measured from start, end or origin")
                }
            }
            guard command.skip("with") else {
                guard name == "smooth" else { throw unexpected(name, "with and a control point") }
                return "T\(end.words)"
            }
            let first = try control()
            if name == "smooth" { return "S\(first)\(end.words)" }
            guard command.skip("/") else { return "Q\(first)\(end.words)" }
            return "C\(first)\(try control())\(end.words)"
        case "arc":
            pen.point = origin + (try pair(command.pair(), area))
            return "A" + (try arc(&command, area)) + pen.point.words
        default: throw unexpected(name, "move, line, hline, vline, curve, smooth, arc or close")
        }
        return "L\(pen.point.words)"
    }

    private func arc(_ command: inout ShapeCommand, _ area: Rect) throws(NotationError) -> String {
        guard command.skip("of") else { throw NotationError("an arc of shape() needs `of` and a radius") }
        let base = ((area.width * area.width + area.height * area.height) / 2).squareRoot()
        let radiusText = command.next()
        var radii = [try length(radiusText, base: base)]
        let keywords: Set = ["cw", "ccw", "large", "small", "rotate"]
        if let word = command.peek, !keywords.contains(word) {
            // Two radii are shares of the width and of the height.
            radii = [try length(radiusText, base: area.width), try length(command.next(), base: area.height)]
        }
        var (isClockwise, isLarge, angle) = (false, false, 0.0)
        while let word = command.peek {
            _ = command.next()
            switch word {
            case "cw": isClockwise = true
            case "ccw": isClockwise = false
            case "large": isLarge = true
            case "small": isLarge = false
            case "rotate": angle = (try? CSSCalculation(command.next(), values.units))?.resolved()?.value ?? 0
            default: throw unexpected(word, "cw, ccw, large, small or rotate")
            }
        }
        return "\(radii[0]) \(radii[radii.count - 1]) \(angle) \(isLarge ? 1 : 0) \(isClockwise ? 1 : 0) "
    }

    private func pair(_ words: ArraySlice<String>, _ area: Rect) throws(NotationError) -> Point {
        guard words.count == 2, let first = words.first, let last = words.last else {
            throw NotationError("a point of shape() has two lengths")
        }
        return Point(try coordinate(first, area.width), try coordinate(last, area.height))
    }

    /// A length or a side of the box.
    private func coordinate(_ word: String, _ base: Double) throws(NotationError) -> Double {
        switch word.asciiLowercased {
        case "left", "top", "x-start", "y-start": 0
        case "center": base / 2
        case "right", "bottom", "x-end", "y-end": base
        default: try length(word, base: base)
        }
    }
}

/// The place that a command of `shape()` starts from.
private struct ShapePen {
    var point = Point.zero
    /// The start of the part in progress.
    private(set) var start = Point.zero

    mutating func move(to point: Point) { (self.point, start) = (point, point) }
}

extension Point {
    /// The coordinates as numbers of path data.
    fileprivate var words: String { "\(x) \(y) " }
}

/// The words of a command of `shape()`.
private struct ShapeCommand {
    let words: [String]
    private var index = 0

    init(words: [String]) { self.words = words }

    var isAtEnd: Bool { index == words.count }
    /// The next word in lower case.
    var peek: String? { index < words.count ? words[index].asciiLowercased : nil }

    /// Takes the next word in lower case. Empty at the end.
    mutating func next() -> String {
        guard let word = peek else { return "" }
        index += 1
        return word
    }

    mutating func skip(_ word: String) -> Bool {
        guard peek == word else { return false }
        index += 1
        return true
    }

    mutating func pair() -> ArraySlice<String> {
        let end = min(words.count, index + 2)
        defer { index = end }
        return words[index..<end]
    }
}
