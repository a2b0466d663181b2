/// Text of vertical lines: CSS Writing Modes 4, section 5.1.
extension InlineParagraph {
    /// A part of a fragment whose characters all stand upright or all lie on their sides.
    package struct TurnedPart {
        package var text: String
        /// The start of the part from the left edge of the line, as if the line were horizontal.
        package var x: Double
        package var width: Double
        /// The width of an upright letter itself, without spacing.
        package var letterWidth = 0.0
        /// The distance of the baseline of upright letters below the start of the part. Nil for letters on their sides.
        package var ascent: Double?
    }

    /// The parts of a fragment. Each upright character is one.
    ///
    /// - Parameter spacing: points after each character, besides those of its style.
    package func turnedParts(of fragment: TextFragment, spacing: Double = 0) -> [TurnedPart] {
        let whole = [TurnedPart(text: fragment.text, x: fragment.x, width: fragment.width)]
        guard !fragment.isEllipsis, !fragment.hasHyphen, fragment.level & 1 == 0,
            fragment.range.upperBound <= units.count, units[fragment.range].contains(where: { $0.standsUpright(styles) })
        else { return whole }
        var parts: [TurnedPart] = []
        var x = fragment.x
        for (index, unit) in zip(fragment.range, units[fragment.range]) where unit.kind == .text {
            let isSpace = unit.scalar == " " || unit.scalar == "\u{A0}"
            let width = unit.advance + spacing + (isSpace ? fragment.justification : 0)
            defer { x += width }
            let isUpright = unit.standsUpright(styles)
            let joins =
                parts.last.map { $0.ascent != nil ? !unit.flags.contains(.start) : !isUpright || !unit.flags.contains(.start) }
            if joins == true {
                parts[parts.count - 1].text.unicodeScalars.append(unit.scalar)
                parts[parts.count - 1].width += width
            } else {
                let face = Int(unit.face)
                let ascent = faceMetrics.indices.contains(face) ? faceMetrics[face].emAscent : 0
                parts.append(
                    TurnedPart(
                        text: String(unit.scalar), x: x, width: width, letterWidth: letterWidths[index] ?? width,
                        ascent: isUpright ? ascent : nil))
            }
            if unit.flags.contains(.plainEmoji) { parts[parts.count - 1].text.unicodeScalars.append("\u{FE0E}") }
        }
        return parts
    }

    /// The distance of a fragment's baseline below the middle of its line.
    package func drop(of fragment: TextFragment) -> Double { drop(ofStyle: fragment.style) }

    package func drop(ofStyle style: Int) -> Double { metrics.indices.contains(style) ? metrics[style].drop : 0 }
}

extension InlineUnit {
    /// Whether the character stands upright on vertical lines.
    func standsUpright(_ styles: [InlineStyle]) -> Bool {
        guard kind == .text, styles.indices.contains(Int(style)) else { return false }
        switch styles[Int(style)].orientation {
        case .mixed: return scalar.standsUpright
        case .upright: return true
        case .sideways: return false
        }
    }
}
