import PenumbraLayout

/// The words of CSS Box Alignment.
enum BoxAlignment {
    /// `align-self` and its relatives. Nil for `auto`.
    static func item(_ text: String?) -> ItemAlignment? {
        switch words(text).joined(separator: " ").hasPrefix("last") ? "last" : words(text).last {
        case "last": .lastBaseline
        case "stretch": .stretch
        case "normal": .normal
        case "start": .start
        case "end": .end
        case "self-start": .selfStart
        case "self-end": .selfEnd
        case "left": .left
        case "right": .right
        case "center": .center
        case "flex-start": .flexStart
        case "flex-end": .flexEnd
        case "baseline": .baseline
        default: nil
        }
    }

    static func content(_ text: String?) -> ContentAlignment {
        let words = words(text)
        // As in browsers, the last baselines of lines and rows don't move them.
        if words.first == "last" { return .normal }
        return switch words.last {
        case "start", "left": .start
        case "end", "right": .end
        case "center": .center
        case "stretch": .stretch
        case "flex-start", "baseline": .flexStart
        case "flex-end": .flexEnd
        case "space-between": .spaceBetween
        case "space-around": .spaceAround
        case "space-evenly": .spaceEvenly
        default: .normal
        }
    }

    /// `justify-content`, whose `left` and `right` are sides of the page along lines.
    ///
    /// - Parameter isAcross: whether the property moves content across lines, where both sides are the start.
    static func justification(_ style: HTMLStyle, isAcross: Bool = false) -> ContentAlignment {
        let text = style.box.alignment["justify-content"]
        switch words(text).last {
        case "left": return style.text.isRightToLeft && !isAcross ? .end : .start
        case "right": return style.text.isRightToLeft || isAcross ? .start : .end
        default: return content(text)
        }
    }

    private static func words(_ text: String?) -> [Substring] {
        (text ?? "").split(whereSeparator: \.isWhitespace).filter { $0 != "safe" && $0 != "unsafe" }
    }
}

extension SafeAlignment {
    init(_ box: BoxValues) {
        self = []
        guard box.alignment.contains(where: { $0.value.hasPrefix("safe ") }) else { return }
        for (name, part) in Self.names where box.alignment[name]?.hasPrefix("safe ") == true { insert(part) }
    }

    private static let names: [(String, SafeAlignment)] = [
        ("justify-content", .justifyContent), ("align-content", .alignContent), ("justify-items", .justifyItems),
        ("align-items", .alignItems), ("justify-self", .justifySelf), ("align-self", .alignSelf),
    ]
}
