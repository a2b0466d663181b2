import PenumbraElementary
import PenumbraSystem

/// The parts of one CSS shadow: adjacent lengths, a colour before or after the lengths, and `inset` anywhere.
struct CSSShadow {
    private(set) var lengths: [Double] = []
    /// The shadow's colour.
    private(set) var color: Color
    private(set) var isInset = false

    /// Reads up to a comma, a semicolon, a closing parenthesis or the end.
    ///
    /// - Parameters:
    ///   - owner: the property or function, for messages.
    ///   - mostLengths: 4 with a spread, 3 without a spread.
    ///   - currentColor: the colour of a shadow that names none.
    init(
        _ scanner: inout CSSScanner, in owner: String, mostLengths: Int, allowsInset: Bool, currentColor: Color = .black
    ) throws(NotationError) {
        color = currentColor
        var hasColor = false
        while true {
            scanner.skipSpace()
            if scanner.isAtEnd || [",", ")", ";"].contains(where: scanner.isNext) { break }
            if scanner.startsNumber {
                guard lengths.isEmpty else {
                    throw NotationError("found \(scanner.rest) in \(owner); its lengths must be next to each other")
                }
                try readLengths(&scanner, owner, mostLengths)
                continue
            }
            try scanner.refuseComputation(in: owner)
            let start = scanner
            if scanner.name() == "inset" {
                guard allowsInset else { throw NotationError("`inset` is not allowed in \(owner), only in box-shadow") }
                guard !isInset else { throw NotationError("`inset` appears twice in one shadow of \(owner)") }
                isInset = true
                continue
            }
            scanner = start
            guard let color = try Color(&scanner) else {
                throw NotationError("found \(start.rest) in \(owner), expected \(Self.wanted(mostLengths, allowsInset))")
            }
            guard !hasColor else { throw NotationError("found \(start.rest) in \(owner), which has a colour already") }
            (self.color, hasColor) = (color, true)
        }
        guard lengths.count >= 2 else {
            throw NotationError(
                "found \(lengths.isEmpty ? "no lengths" : "1 length") in \(owner), expected \(Self.wanted(mostLengths, allowsInset))"
            )
        }
    }

    private static func wanted(_ mostLengths: Int, _ allowsInset: Bool) -> String {
        "2 to \(mostLengths) lengths and a colour, as in \"0 4px 12px rgb(0 0 0 / 20%)\""
    }

    private mutating func readLengths(
        _ scanner: inout CSSScanner, _ owner: String, _ most: Int
    ) throws(NotationError) {
        while scanner.startsNumber, let length = try scanner.length(in: owner) {
            lengths.append(length)
            guard lengths.count <= most else {
                throw NotationError(
                    "\(owner) has more than \(most) lengths" + (most == 3 ? "; a spread is only allowed in box-shadow" : ""))
            }
            if lengths.count == 3, length < 0 {
                throw NotationError("found the blur \(DecimalNumber.text(length))px in \(owner), expected 0 or more")
            }
            scanner.skipSpace()
        }
    }

    var offset: Point { Point(lengths[0], lengths[1]) }
    /// The blur as written: twice σ in `box-shadow`, and σ in `drop-shadow()`.
    var blur: Double { lengths.count > 2 ? lengths[2] : 0 }
    var spread: Double { lengths.count > 3 ? lengths[3] : 0 }
}

extension BoxShadow {
    /// Parses the shadows of a CSS `box-shadow` value, front-most first. `none` gives no shadows.
    ///
    /// Lengths are in px, or 0 without a unit. The colour may come first or last.
    ///
    /// - Parameter currentColor: the colour of shadows that name none: CSS's `currentcolor`.
    /// - Throws: `NotationError` for other units and everything that CSS does not allow.
    public static func list(css text: String, currentColor: Color = .black) throws(NotationError) -> [BoxShadow] {
        try list(css: text, upTo: .max, currentColor: currentColor)
    }

    /// Parses up to `most` shadows, and ignores the text after them.
    static func list(
        css text: String, upTo most: Int, currentColor: Color = .black
    ) throws(NotationError) -> [BoxShadow] {
        var scanner = CSSScanner(text)
        try scanner.refuseProperty()
        if scanner.isNone { return [] }
        var result: [BoxShadow] = []
        repeat {
            let shadow = try CSSShadow(
                &scanner, in: "box-shadow", mostLengths: 4, allowsInset: true, currentColor: currentColor)
            result.append(
                BoxShadow(
                    color: shadow.color, offset: shadow.offset, radius: Sigma(contextBlur: shadow.blur), spread: shadow.spread,
                    isInset: shadow.isInset))
            if result.count == most { return result }
        } while scanner.skip(",")
        scanner.skipEnd()
        guard scanner.isAtEnd else { throw NotationError("found \(scanner.rest) in box-shadow, expected a comma or the end") }
        return result
    }

    /// A CSS string that reads back as exactly this shadow.
    public var css: String {
        let blur = 2 * radius.value
        var lengths = [offset.x, offset.y]
        if blur != 0 || spread != 0 { lengths.append(blur) }
        if spread != 0 { lengths.append(spread) }
        return (isInset ? "inset " : "") + lengths.map(cssLength).joined(separator: " ") + " " + color.css
    }
}

extension CSSScanner {
    /// Whether the remaining text is only the keyword `none`.
    var isNone: Bool {
        var ahead = self
        ahead.skipSpace()
        guard ahead.name() == "none" else { return false }
        ahead.skipEnd()
        return ahead.isAtEnd
    }
}
