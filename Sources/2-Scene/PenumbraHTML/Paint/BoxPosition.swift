import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// A `<position>`: for each axis, a length and a share of the free space.
struct BoxPosition {
    var x = CSSAmount(kind: .length, fraction: 0.5)
    var y = CSSAmount(kind: .length, fraction: 0.5)

    init() {}

    init(x: CSSAmount, y: CSSAmount) { (self.x, self.y) = (x, y) }

    /// Reads one to four words: CSS Values 4, section 9.
    init(_ text: String, _ painter: BoxPainter) throws(NotationError) {
        let words = CSSText.words(text)
        let names = words.map(\.asciiLowercased)
        let wrong = NotationError("found \"\(text.prefix(40))\", expected a position such as `left 20px top 50%`")
        func amount(_ text: String) throws(NotationError) -> CSSAmount {
            let result = try painter.amount(text)
            guard result.kind == .length || result.value == 0 else { throw wrong }
            return result
        }
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
            var (index, found): (Int, [CSSAmount?]) = (0, [nil, nil])
            while index < words.count {
                let name = names[index]
                guard var value = Self.shares[name] else { throw wrong }
                // `center` belongs to the axis that the other keyword leaves.
                let isFree = Self.axis(name) == nil
                let target = Self.axis(name) ?? (names.contains { Self.axis($0) == 0 } ? 1 : 0)
                index += 1
                if index < words.count, !isFree, Self.shares[names[index]] == nil {
                    let distance = try amount(words[index])
                    let sign = value.fraction == 1 ? -1.0 : 1
                    value.value += sign * distance.value
                    value.fraction += sign * distance.fraction
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
    static func axis(_ text: String, _ painter: BoxPainter) throws(NotationError) -> CSSAmount {
        let words = CSSText.words(text)
        guard let first = words.first, words.count <= 2 else { throw painter.unexpected(text, "a position") }
        guard var value = shares[first.asciiLowercased] else {
            let result = try painter.amount(first)
            guard words.count == 1, result.kind == .length || result.value == 0 else {
                throw painter.unexpected(text, "a position")
            }
            return result
        }
        if words.count == 2 {
            let distance = try painter.amount(words[1])
            let sign = value.fraction == 1 ? -1.0 : 1
            value.value += sign * distance.value
            value.fraction += sign * distance.fraction
        }
        return value
    }

    private static func axis(_ name: String) -> Int? {
        ["left", "right"].contains(name) ? 0 : ["top", "bottom"].contains(name) ? 1 : nil
    }

    private static let shares: [String: CSSAmount] = [
        "left": CSSAmount(kind: .length), "top": CSSAmount(kind: .length),
        "center": CSSAmount(kind: .length, fraction: 0.5), "right": CSSAmount(kind: .length, fraction: 1),
        "bottom": CSSAmount(kind: .length, fraction: 1),
    ]

    /// The place of an object in an area, where shares refer to the space that the object leaves.
    func place(_ object: Size, in area: Rect) -> Point {
        Point(
            area.minX + x.value + x.fraction * (area.width - object.width),
            area.minY + y.value + y.fraction * (area.height - object.height))
    }

    /// The place of a point in an area.
    func point(in area: Rect) -> Point { place(Size(width: 0, height: 0), in: area) }
}
