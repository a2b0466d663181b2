import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// A `<position>`: for each axis, a length and a share of the free space.
struct BoxPosition {
    var x = Distance(share: 0.5)
    var y = Distance(share: 0.5)

    init() {}

    init(x: Distance, y: Distance) { (self.x, self.y) = (x, y) }

    /// A place on one axis.
    struct Distance {
        var value = 0.0
        /// The share of the free space.
        var fraction: Double
        /// A calculation that adds to the place, or with a factor of -1 is taken from it.
        var calculation: CSSCalculation?
        var factor = 1.0

        init(share: Double = 0) { fraction = share }

        /// Reads a length.
        init(_ text: String, _ painter: BoxPainter) throws(NotationError) {
            let whole = try CSSCalculation(text, painter.units)
            guard whole.resolved() == nil, whole.kind == .length else {
                let amount = try painter.amount(text)
                guard amount.kind == .length || amount.value == 0 else { throw painter.unexpected(text, "a position") }
                (value, fraction) = (amount.value, amount.fraction)
                return
            }
            (fraction, calculation) = (0, whole)
        }

        /// The place at a distance from an edge.
        func moved(by distance: Distance) -> Distance {
            var result = self
            result.factor = fraction == 1 ? -1 : 1
            result.value += result.factor * distance.value
            result.fraction += result.factor * distance.fraction
            result.calculation = distance.calculation
            return result
        }

        func points(in space: Double) -> Double {
            let calculated = calculation?.resolved(base: space)?.value ?? 0
            return value + fraction * space + factor * max(-1e8, min(calculated, 1e8))
        }
    }

    /// Reads one to four words: CSS Values 4, section 9.
    init(_ text: String, _ painter: BoxPainter) throws(NotationError) {
        let words = CSSText.words(text)
        let names = words.map(\.asciiLowercased)
        let wrong = NotationError("found \"\(text.prefix(40))\", expected a position such as `left 20px top 50%`")
        func amount(_ text: String) throws(NotationError) -> Distance { try Distance(text, painter) }
        switch words.count {
        case 1:
            if let share = Self.shares[names[0]] {
                if Self.axis(names[0]) == 1 { y = share } else { x = share }
            } else {
                x = try amount(words[0])
            }
        case 2:
            let isTurned = Self.axis(names[0]) == 1 || Self.axis(names[1]) == 0
            let (first, second) = isTurned ? (1, 0) : (0, 1)
            guard Self.axis(names[first]) != 1, Self.axis(names[second]) != 0 else { throw wrong }
            if let share = Self.shares[names[first]] { x = share } else { x = try amount(words[first]) }
            if let share = Self.shares[names[second]] { y = share } else { y = try amount(words[second]) }
        case 3, 4:
            var (index, found): (Int, [Distance?]) = (0, [nil, nil])
            while index < words.count {
                let name = names[index]
                guard var value = Self.shares[name] else { throw wrong }
                // `center` belongs to the axis that the other keyword leaves.
                let isFree = Self.axis(name) == nil
                let target = Self.axis(name) ?? (names.contains { Self.axis($0) == 0 } ? 1 : 0)
                index += 1
                if index < words.count, !isFree, Self.shares[names[index]] == nil {
                    value = value.moved(by: try amount(words[index]))
                    index += 1
                }
                guard found[target] == nil else { throw wrong }
                found[target] = value
            }
            (x, y) = (found[0] ?? x, found[1] ?? y)
        default: throw wrong
        }
    }

    /// Reads the position on one axis, as in `background-position-x`.
    static func axis(_ text: String, _ painter: BoxPainter) throws(NotationError) -> Distance {
        let words = CSSText.words(text)
        guard let first = words.first, words.count <= 2 else { throw painter.unexpected(text, "a position") }
        guard var value = shares[first.asciiLowercased] else {
            guard words.count == 1 else { throw painter.unexpected(text, "a position") }
            return try Distance(first, painter)
        }
        if words.count == 2 {
            value = value.moved(by: try Distance(words[1], painter))
        }
        return value
    }

    private static func axis(_ name: String) -> Int? {
        ["left", "right"].contains(name) ? 0 : ["top", "bottom"].contains(name) ? 1 : nil
    }

    private static let shares: [String: Distance] = [
        "left": Distance(), "top": Distance(), "center": Distance(share: 0.5), "right": Distance(share: 1),
        "bottom": Distance(share: 1),
    ]

    /// The place of an object in an area, where shares refer to the space that the object leaves.
    func place(_ object: Size, in area: Rect) -> Point {
        Point(
            area.minX + x.points(in: area.width - object.width),
            area.minY + y.points(in: area.height - object.height))
    }

    /// The place of a point in an area.
    func point(in area: Rect) -> Point { place(Size(width: 0, height: 0), in: area) }
}
