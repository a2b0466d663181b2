/// The place of an annotation at an inline box, as Chromium finds it: ruby.
///
/// The em boxes of both fonts touch each other.
package struct InlineAnnotation: Hashable, Sendable {
    /// The distance of the annotation's baseline above that of the box. Negative below it.
    package var rise: Double
    /// The heights above and below the baseline of the box that the annotation needs.
    var above = 0.0
    var below = 0.0

    /// - Parameter base: the heights of the font of the box.
    init(base: (ascent: Double, descent: Double), text: (ascent: Double, descent: Double), isBelow: Bool) {
        if isBelow {
            rise = -(base.descent.rounded() + text.ascent.rounded(.up))
            below = text.descent.rounded() - rise
        } else {
            rise = base.ascent.rounded(.up) + text.descent.rounded()
            above = text.ascent.rounded(.up) + rise
        }
    }
}

/// The heights above and below the baseline of a text that its marks of emphasis need.
package struct InlineMarkHeights: Hashable, Sendable {
    var above = 0.0
    var below = 0.0
}

extension InlineParagraph {
    /// The annotation of the boxes with a style.
    package func annotation(ofStyle style: Int) -> InlineAnnotation? { annotations[style] }

    /// The room above a line that annotations may cover: the leading of the line before, or what the block leaves.
    func annotationRoom(isFirst: Bool) -> Double {
        isFirst ? block.annotationRoom : max(0, (metrics[0].below - metrics[0].descent).rounded(.down))
    }

    /// The room below a line that marks may cover: what the letters of the line after leave.
    func annotationRoomBelow(isLast: Bool) -> Double { isLast ? 0 : max(0, (metrics[0].above - letterAscent).rounded(.down)) }
}
