import PenumbraElementary

/// Reads CSS gradients: CSS Images 3, section 3. Two positions per colour, hints and conic gradients are from level 4.
enum CSSGradientParser {
    /// Whether a string is meant to be a gradient rather than a colour.
    static func isGradient(_ text: String) -> Bool {
        var scanner = CSSScanner(text)
        scanner.skipSpace()
        guard let name = scanner.name(), name.hasSuffix("gradient") else { return false }
        return scanner.skip("(")
    }

    private static let names = ["linear-gradient", "radial-gradient", "conic-gradient"]
    private static let repeating = "repeating-"

    static func gradient(_ scanner: inout CSSScanner, mostColors: Int) throws(NotationError) -> Gradient {
        let start = scanner
        guard let name = scanner.name(), scanner.skip("(") else {
            throw NotationError("found \(start.rest), expected a CSS gradient such as \"linear-gradient(to right, red, blue)\"")
        }
        let allowed = "allowed are linear-gradient(), radial-gradient() and conic-gradient(), also with repeating- in front"
        let isRepeating = name.hasPrefix(repeating)
        let kind = isRepeating ? String(name.dropFirst(repeating.count)) : name
        guard names.contains(kind) else {
            if name.hasPrefix("-") { throw NotationError("\(name)() is not supported, \(allowed)") }
            let hint =
                Spelling.nearest(to: name, in: names + names.map { repeating + $0 }).map { "; did you mean \"\($0)\"?" } ?? ""
            throw NotationError("found the gradient \(quoted(name)), \(allowed)\(hint)")
        }
        scanner.skipSpace()
        let shape: CSSGradient.Shape
        var space = MixingSpace()
        switch kind {
        case "linear-gradient": shape = try linear(&scanner, &space)
        case "radial-gradient": shape = try radial(&scanner, &space)
        default: shape = try conic(&scanner, &space)
        }
        let gradient = CSSGradient(
            shape: shape, isRepeating: isRepeating, positions: [], hints: [], mixing: space.mixing)
        return try CSSGradientStops.gradient(&scanner, gradient, in: "\(name)()", mostColors: mostColors)
    }

    // MARK: - The part before the colours

    /// Reads the comma that ends the part before the colours.
    private static func endPrelude(_ scanner: inout CSSScanner, _ owner: String) throws(NotationError) {
        scanner.skipSpace()
        guard scanner.skip(",") else { throw NotationError("found \(scanner.rest) in \(owner), expected a comma") }
    }

    /// Reads a keyword if it comes next.
    private static func skip(_ word: String, _ scanner: inout CSSScanner) -> Bool {
        var ahead = scanner
        guard ahead.name() == word else { return false }
        scanner = ahead
        scanner.skipSpace()
        return true
    }

    /// The space that colours mix in, which stands before or after the rest of the part before the colours.
    private struct MixingSpace {
        var isWritten = false
        /// Nil for sRGB.
        var mixing: ColorMixing?

        /// Reads `in`, a space and the way of its hue, if they come next.
        mutating func read(_ scanner: inout CSSScanner, _ owner: String) throws(NotationError) {
            guard !isWritten, skip("in", &scanner) else { return }
            isWritten = true
            let start = scanner
            let name = scanner.name() ?? ""
            scanner.skipSpace()
            var (hue, ahead) = ("shorter", scanner)
            if let way = ahead.name(), ColorMixing.ways.contains(way) {
                ahead.skipSpace()
                if skip("hue", &ahead) { (hue, scanner) = (way, ahead) }
            }
            if name == "srgb" { return }
            mixing = ColorMixing(space: name, hue: hue)
            guard mixing != nil else {
                let names = Spelling.list(["srgb"] + ColorMixing.Space.named.map(\.name))
                throw NotationError("found \(start.rest) after `in` in \(owner), expected \(names)")
            }
        }
    }

    private static func startsSpace(_ scanner: CSSScanner) -> Bool {
        var ahead = scanner
        return skip("in", &ahead)
    }

    private static func linear(
        _ scanner: inout CSSScanner, _ space: inout MixingSpace
    ) throws(NotationError) -> CSSGradient.Shape {
        let owner = "linear-gradient()"
        try space.read(&scanner, owner)
        if scanner.startsNumber {
            guard let degrees = try scanner.angle(in: owner) else { return .linear(.towards(x: 0, y: 1)) }
            scanner.skipSpace()
            try space.read(&scanner, owner)
            try endPrelude(&scanner, owner)
            return .linear(.angle(degrees))
        }
        guard skip("to", &scanner) else {
            try refuseOldSide(scanner)
            if space.isWritten { try endPrelude(&scanner, owner) }
            return .linear(.towards(x: 0, y: 1))
        }
        var (x, y) = (0, 0)
        for _ in 0..<2 {
            let start = scanner
            switch scanner.name() {
            case "left" where x == 0: x = -1
            case "right" where x == 0: x = 1
            case "top" where y == 0: y = -1
            case "bottom" where y == 0: y = 1
            default:
                throw NotationError("found \(start.rest) after `to`, expected a side or a corner such as `to top right`")
            }
            scanner.skipSpace()
            if scanner.isNext(",") || startsSpace(scanner) { break }
        }
        try space.read(&scanner, owner)
        try endPrelude(&scanner, owner)
        return .linear(.towards(x: x, y: y))
    }

    /// Refuses a side without `to`, as in `-webkit-linear-gradient(left, …)`, where the side is that of the first colour.
    private static func refuseOldSide(_ scanner: CSSScanner) throws(NotationError) {
        let opposites = ["left": "right", "right": "left", "top": "bottom", "bottom": "top"]
        var ahead = scanner
        guard let side = ahead.name(), let opposite = opposites[side] else { return }
        throw NotationError(
            "found \(quoted(side)); write `to \(side)`, or `to \(opposite)` if the first colour is at the \(side)")
    }

    private static func radial(
        _ scanner: inout CSSScanner, _ space: inout MixingSpace
    ) throws(NotationError) -> CSSGradient.Shape {
        let owner = "radial-gradient()"
        var shape: String?
        var reach: CSSGradient.Reach?
        var lengths: [CSSGradient.Length] = []
        var position = CSSGradient.Position.center
        var isPrelude = false
        while true {
            try space.read(&scanner, owner)
            if scanner.startsNumber, lengths.isEmpty {
                while scanner.startsNumber, lengths.count < 2, let length = try scanner.lengthOrPercentage(in: owner) {
                    guard length.points >= 0, length.fraction >= 0 else {
                        throw NotationError("a size in \(owner) is negative, expected 0 or more")
                    }
                    lengths.append(length)
                    scanner.skipSpace()
                }
            } else if shape == nil, skip("circle", &scanner) {
                shape = "circle"
            } else if shape == nil, skip("ellipse", &scanner) {
                shape = "ellipse"
            } else if reach == nil, let found = CSSGradient.Reach.allCases.first(where: { skip($0.rawValue, &scanner) }) {
                reach = found
            } else {
                break
            }
            isPrelude = true
        }
        if skip("at", &scanner) {
            position = try self.position(&scanner, owner)
            isPrelude = true
        }
        try space.read(&scanner, owner)
        if isPrelude || space.isWritten { try endPrelude(&scanner, owner) }
        return .radial(try ending(shape, reach, lengths), at: position)
    }

    private static func ending(
        _ shape: String?, _ reach: CSSGradient.Reach?, _ lengths: [CSSGradient.Length]
    ) throws(NotationError) -> CSSGradient.Ending {
        if reach != nil, !lengths.isEmpty {
            throw NotationError("radial-gradient() has lengths and a keyword for its size, expected either")
        }
        switch lengths.count {
        case 0: return .reaching(reach ?? .farthestCorner, isCircle: shape == "circle")
        case 1:
            guard shape != "ellipse" else { throw NotationError("an ellipse in radial-gradient() takes two lengths, found 1") }
            guard lengths[0].fraction == 0 else {
                throw NotationError("a circle in radial-gradient() takes a length in px, found a percentage")
            }
            return .circle(radius: lengths[0].points)
        default:
            guard shape != "circle" else { throw NotationError("a circle in radial-gradient() takes one length, found 2") }
            return .ellipse(lengths[0], lengths[1])
        }
    }

    private static func conic(
        _ scanner: inout CSSScanner, _ space: inout MixingSpace
    ) throws(NotationError) -> CSSGradient.Shape {
        let owner = "conic-gradient()"
        var degrees = 0.0
        var position = CSSGradient.Position.center
        var isPrelude = false
        try space.read(&scanner, owner)
        if skip("from", &scanner) {
            guard let angle = try scanner.angle(in: owner) else {
                throw NotationError("found \(scanner.rest) after `from`, expected an angle")
            }
            degrees = angle
            isPrelude = true
            scanner.skipSpace()
        }
        if skip("at", &scanner) {
            position = try self.position(&scanner, owner)
            isPrelude = true
        }
        try space.read(&scanner, owner)
        if isPrelude || space.isWritten { try endPrelude(&scanner, owner) }
        return .conic(from: degrees, at: position)
    }

    // MARK: - Positions

    private enum PositionPart {
        case length(CSSGradient.Length)
        /// A keyword for a place on the horizontal axis, the vertical axis, or either axis.
        case keyword(String)

        var axis: Int? {
            guard case .keyword(let word) = self else { return nil }
            return ["left", "right"].contains(word) ? 0 : ["top", "bottom"].contains(word) ? 1 : nil
        }

        var isLength: Bool { if case .length = self { true } else { false } }

        /// The distance from the left or the top.
        var place: CSSGradient.Length {
            switch self {
            case .length(let length): length
            case .keyword(let word):
                CSSGradient.Length(fraction: word == "center" ? 0.5 : ["right", "bottom"].contains(word) ? 1 : 0)
            }
        }
    }

    /// Reads a CSS `<position>` after `at`. It has one, two or four parts.
    private static func position(_ scanner: inout CSSScanner, _ owner: String) throws(NotationError) -> CSSGradient.Position {
        let start = scanner
        var parts: [PositionPart] = []
        while parts.count < 4 {
            if let length = try scanner.lengthOrPercentage(in: owner) {
                parts.append(.length(length))
            } else {
                var ahead = scanner
                guard let word = ahead.name(), ["left", "right", "top", "bottom", "center"].contains(word) else { break }
                scanner = ahead
                parts.append(.keyword(word))
            }
            scanner.skipSpace()
        }
        func wrong() -> NotationError {
            NotationError("found \(start.rest) after `at`, expected a position such as `left 20px` or `50% 0`")
        }
        let center = PositionPart.keyword("center")
        switch parts.count {
        case 1:
            return parts[0].axis == 1
                ? CSSGradient.Position(x: center.place, y: parts[0].place)
                : CSSGradient.Position(x: parts[0].place, y: center.place)
        case 2:
            var pair = (parts[0], parts[1])
            // Two keywords may have either order.
            if !pair.0.isLength, !pair.1.isLength, pair.0.axis == 1 || pair.1.axis == 0 { pair = (pair.1, pair.0) }
            guard pair.0.axis != 1, pair.1.axis != 0 else { throw wrong() }
            return CSSGradient.Position(x: pair.0.place, y: pair.1.place)
        case 4:
            guard let first = parts[0].axis, let second = parts[2].axis, first != second,
                case .length(let a) = parts[1], case .length(let b) = parts[3]
            else { throw wrong() }
            func from(_ side: PositionPart, _ length: CSSGradient.Length) -> CSSGradient.Length {
                guard side.place.fraction == 1 else { return length }
                return CSSGradient.Length(points: -length.points, fraction: 1 - length.fraction)
            }
            let places = (from(parts[0], a), from(parts[2], b))
            return first == 0
                ? CSSGradient.Position(x: places.0, y: places.1) : CSSGradient.Position(x: places.1, y: places.0)
        default: throw wrong()
        }
    }
}

extension CSSScanner {
    /// Reads a length in px or a percentage. Nil when no number comes next.
    mutating func lengthOrPercentage(in owner: String) throws(NotationError) -> CSSGradient.Length? {
        try refuseComputation(in: owner)
        var ahead = self
        guard let quantity = try ahead.quantity() else { return nil }
        guard quantity.isPercentage else { return try length(in: owner).map { CSSGradient.Length(points: $0) } }
        guard abs(quantity.value) <= SceneLimits.coordinate else {
            throw NotationError("a percentage in \(owner) is too large, the largest allowed is 1e11%")
        }
        self = ahead
        return CSSGradient.Length(fraction: quantity.value)
    }

    /// Reads an angle in degrees. A 0 without a unit is allowed. Nil when no number comes next.
    mutating func angle(in owner: String) throws(NotationError) -> Double? {
        try refuseComputation(in: owner)
        guard let quantity = try quantity() else { return nil }
        if quantity.unit.isEmpty, quantity.value == 0 { return 0 }
        guard let degrees = quantity.degrees, abs(degrees) <= SceneLimits.coordinate else {
            let number = DecimalNumber.text(quantity.value)
            throw NotationError(
                quantity.unit.isEmpty
                    ? "found \(number) in \(owner); an angle needs a unit, write \(number)deg"
                    : quantity.degrees != nil
                        ? "an angle in \(owner) is too large, the largest allowed is 1e9deg"
                        : "an angle in \(owner) has deg, grad, rad or turn, found the unit \(quoted(quantity.unit))")
        }
        return degrees
    }
}
