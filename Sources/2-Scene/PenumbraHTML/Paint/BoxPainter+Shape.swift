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
        var data = "M" + (try pair(words[1...], area))
        for part in parts.dropFirst() {
            var command = ShapeCommand(words: PaintText.words(part))
            data += try self.data(&command, area)
            guard command.isAtEnd else { throw unexpected(part, "a command such as `line to 10px 20px`") }
        }
        do throws(PathDataError) {
            return (try Path(svgPathData: data).applying(.translation(area.minX, area.minY)), rule)
        } catch {
            throw NotationError("\(error.description)")
        }
    }

    /// A command as SVG path data.
    private func data(_ command: inout ShapeCommand, _ area: Rect) throws(NotationError) -> String {
        let name = command.next()
        if name == "close" { return "Z" }
        let direction = command.next()
        guard direction == "to" || direction == "by" else { throw unexpected(direction, "to or by") }
        func letter(_ letter: String) -> String { direction == "to" ? letter : letter.lowercased() }
        switch name {
        case "move": return letter("M") + (try pair(command.pair(), area))
        case "line": return letter("L") + (try pair(command.pair(), area))
        case "hline": return letter("H") + "\(try length(command.next(), base: area.width)) "
        case "vline": return letter("V") + "\(try length(command.next(), base: area.height)) "
        case "curve", "smooth":
            let end = try pair(command.pair(), area)
            guard command.skip("with") else {
                guard name == "smooth" else { throw unexpected(name, "with and a control point") }
                return letter("T") + end
            }
            let first = try pair(command.pair(), area)
            if name == "smooth" { return letter("S") + first + end }
            guard command.skip("/") else { return letter("Q") + first + end }
            return letter("C") + first + (try pair(command.pair(), area)) + end
        case "arc": return letter("A") + (try arc(&command, area))
        default: throw unexpected(name, "move, line, hline, vline, curve, smooth, arc or close")
        }
    }

    private func arc(_ command: inout ShapeCommand, _ area: Rect) throws(NotationError) -> String {
        let end = try pair(command.pair(), area)
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
        return "\(radii[0]) \(radii[radii.count - 1]) \(angle) \(isLarge ? 1 : 0) \(isClockwise ? 1 : 0) \(end)"
    }

    /// Two lengths as numbers of path data.
    private func pair(_ words: ArraySlice<String>, _ area: Rect) throws(NotationError) -> String {
        guard words.count == 2, let first = words.first, let last = words.last else {
            throw NotationError("a point of shape() has two lengths")
        }
        return "\(try length(first, base: area.width)) \(try length(last, base: area.height)) "
    }
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
