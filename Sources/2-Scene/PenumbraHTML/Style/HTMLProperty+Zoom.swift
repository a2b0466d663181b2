import PenumbraGeometry

/// CSS Viewport 1, section 6: `zoom`, which multiplies the lengths of an element and of everything inside it.
extension HTMLProperty {
    static let zoom = HTMLProperty(
        set: { style, reader in
            guard let factor = factor(reader) else { return false }
            style.text.zoom(by: factor)
            return true
        },
        // The style has the factor of its parent already.
        copy: { _, _ in })

    private static func factor(_ reader: ValueReader) -> Double? {
        if reader.word == "normal" || reader.word == "reset" { return 1 }
        if let number = reader.number(), number >= 0 { return number == 0 ? 1 : max(0.001, min(number, 1000)) }
        guard case .amount(0, let share)? = reader.length(), share > 0 else { return nil }
        return max(0.001, min(share, 1000))
    }
}

extension TextValues {
    /// Multiplies the lengths that an element inherits.
    mutating func zoom(by factor: Double) {
        guard factor != 1 else { return }
        zoom = max(0.0001, min(zoom * factor, 10_000))
        fontSize = min(fontSize * factor, 10_000)
        if case .points(let points) = lineHeight { lineHeight = .points(points * factor) }
        letterSpacing *= factor
        wordSpacing *= factor
        strokeWidth *= factor
        borderSpacing = Size(width: borderSpacing.width * factor, height: borderSpacing.height * factor)
        indent.length = indent.length.zoomed(by: factor)
        underlineOffset = underlineOffset.zoomed(by: factor)
        if !isTabOfSpaces { tabSize = tabSize.zoomed(by: factor) }
    }
}

extension StyleLength {
    /// The length with its points multiplied.
    fileprivate func zoomed(by factor: Double) -> StyleLength {
        guard case .amount(let points, let fraction) = self else { return self }
        return .amount(points: points * factor, fraction: fraction)
    }
}
