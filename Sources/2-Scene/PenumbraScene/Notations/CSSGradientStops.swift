import PenumbraElementary
import PenumbraSystem

/// Reads the colours of a CSS gradient with their positions.
enum CSSGradientStops {
    /// Reads the colours and the closing parenthesis.
    static func gradient(
        _ scanner: inout CSSScanner, _ gradient: CSSGradient, in owner: String, mostColors: Int
    ) throws(NotationError) -> Gradient {
        var isConic = false
        if case .conic = gradient.shape { isConic = true }
        var colors: [Color] = []
        var result = gradient
        repeat {
            scanner.skipSpace()
            if scanner.startsNumber {
                guard !colors.isEmpty, result.hints[colors.count - 1] == nil else {
                    throw NotationError("found \(scanner.rest) in \(owner), expected a colour")
                }
                result.hints[colors.count - 1] = try position(&scanner, isConic, owner)
                scanner.skipSpace()
                guard scanner.isNext(",") else {
                    throw NotationError(
                        "found \(scanner.rest) after a position by itself in \(owner), expected a comma and a colour")
                }
                continue
            }
            try scanner.refuseComputation(in: owner)
            let start = scanner
            guard let color = try Color(&scanner) else {
                throw NotationError("found \(start.rest) in \(owner), expected a colour")
            }
            scanner.skipSpace()
            for index in 0..<2 {
                let place = scanner.startsNumber ? try position(&scanner, isConic, owner) : nil
                scanner.skipSpace()
                guard index == 0 || place != nil else { break }
                guard colors.count < mostColors else {
                    throw NotationError("\(owner) has more than \(mostColors) colours; raise \(limit: .gradientStops)")
                }
                colors.append(color)
                result.positions.append(place)
                result.hints.append(nil)
            }
            try scanner.refuseComputation(in: owner)
        } while scanner.skip(",")
        guard scanner.skip(")") else { throw NotationError("found \(scanner.rest) in \(owner), expected `,` or `)`") }
        // One colour with two positions is two stops: CSS Images 4, section 3.5.3.
        guard colors.count >= 2 else { throw NotationError("\(owner) has 1 colour, expected 2 or more") }
        return Gradient(.css(result), colors: colors, interpolation: .premultiplied)
    }

    private static func position(
        _ scanner: inout CSSScanner, _ isConic: Bool, _ owner: String
    ) throws(NotationError) -> CSSGradient.Length? {
        guard isConic else { return try scanner.lengthOrPercentage(in: owner) }
        var ahead = scanner
        if let quantity = try ahead.quantity(), quantity.isPercentage { return try scanner.lengthOrPercentage(in: owner) }
        return try scanner.angle(in: owner).map { CSSGradient.Length(points: $0) }
    }
}

// MARK: - Writing

extension CSSGradient {
    /// The gradient as CSS.
    ///
    /// - Parameter colors: one colour per position.
    func css(_ colors: [Color]) -> String {
        var parts: [String] = []
        let name: String
        var unit = "px"
        switch shape {
        case .linear(let direction):
            name = "linear-gradient"
            switch direction {
            case .angle(let degrees): parts.append(DecimalNumber.text(degrees) + "deg")
            case .towards(0, 1): break
            case .towards(let x, let y):
                let sides = (y < 0 ? ["top"] : y > 0 ? ["bottom"] : []) + (x < 0 ? ["left"] : x > 0 ? ["right"] : [])
                parts.append("to " + sides.joined(separator: " "))
            }
        case .radial(let ending, let position):
            name = "radial-gradient"
            let prelude = [Self.css(ending), Self.css(position)].compactMap { $0 }
            if !prelude.isEmpty { parts.append(prelude.joined(separator: " ")) }
        case .conic(let degrees, let position):
            name = "conic-gradient"
            unit = "deg"
            let prelude = [degrees == 0 ? nil : "from \(DecimalNumber.text(degrees))deg", Self.css(position)].compactMap { $0 }
            if !prelude.isEmpty { parts.append(prelude.joined(separator: " ")) }
        }
        if let mixing {
            if parts.isEmpty { parts.append("in \(mixing.css)") } else { parts[0] += " in \(mixing.css)" }
        }
        for (index, color) in colors.enumerated() {
            let place = positions.indices.contains(index) ? positions[index] : nil
            parts.append(color.css + (place.map { " " + Self.css($0, unit: unit) } ?? ""))
            if hints.indices.contains(index), let hint = hints[index] { parts.append(Self.css(hint, unit: unit)) }
        }
        return "\(isRepeating ? "repeating-" : "")\(name)(\(parts.joined(separator: ", ")))"
    }

    private static func css(_ length: Length, unit: String = "px") -> String {
        if length.fraction != 0 { return DecimalNumber.percentage(length.fraction) }
        return length.points == 0 ? "0%" : DecimalNumber.text(length.points) + unit
    }

    private static func css(_ ending: Ending) -> String? {
        switch ending {
        case .reaching(.farthestCorner, isCircle: false): nil
        case .reaching(let reach, let isCircle): (isCircle ? "circle " : "") + reach.rawValue
        case .circle(let radius): DecimalNumber.text(radius) + "px"
        case .ellipse(let x, let y): css(x) + " " + css(y)
        }
    }

    private static func css(_ position: Position) -> String? {
        guard position != .center else { return nil }
        // A length from the right or the bottom has points and a fraction. Both axes are then written with their sides.
        let isMixed = [position.x, position.y].contains { $0.fraction != 0 && $0.points != 0 }
        guard isMixed else { return "at \(css(position.x)) \(css(position.y))" }
        func part(_ length: Length, _ near: String, _ far: String) -> String {
            guard length.fraction != 0, length.points != 0 else { return "\(near) \(css(length))" }
            return "\(far) \(css(Length(points: -length.points)))"
        }
        return "at \(part(position.x, "left", "right")) \(part(position.y, "top", "bottom"))"
    }
}
