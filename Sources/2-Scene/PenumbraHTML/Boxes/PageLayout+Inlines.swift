import PenumbraLayout

/// The boxes to which boxes out of the flow refer.
extension PageLayout {
    /// The innermost inline element around a box to which absolute boxes refer, in a writing mode.
    ///
    /// - Parameter known: those around inline elements that were asked for before, by the number of the element.
    static func inline(
        around box: PageBox, _ tree: BoxTree, _ mode: WritingMode, _ known: inout [Int: LayoutInline?]
    ) -> LayoutInline? {
        var result: LayoutInline?
        var missing: [Int] = []
        for number in tree.inlines(from: box.inline) {
            if let found = known[number] {
                result = found
                break
            }
            missing.append(number)
        }
        for number in missing.reversed() {
            let style = tree.styles[tree.inlineElements[number].style]
            if style.holdsPositionedBoxesInline {
                var inset = style.box.position == .relative ? style.box.inset.edges : .auto
                if mode.isVertical {
                    inset = inset.turned(isFlipped: mode == .verticalFromRight, isUpward: mode == .upwardFromLeft)
                }
                result = LayoutInline(
                    number: number, inset: inset, isRightToLeft: style.text.isRightToLeft,
                    containsFixed: style.isFiltered, outer: result)
            }
            known[number] = .some(result)
        }
        return result
    }
}

extension HTMLStyle {
    /// Whether positioned boxes inside refer to this box.
    var holdsPositionedBoxes: Bool { box.isPositioned || holdsFixedBoxes }

    /// Whether fixed boxes inside refer to this box too.
    var holdsFixedBoxes: Bool {
        isFiltered
            || ["transform", "translate", "rotate", "scale", "perspective"].contains { (box.paint[$0] ?? "none") != "none" }
            || box.paint["transform-style"] == "preserve-3d" || box.establishesFlow
            || ["transform", "perspective"].contains { box.paint["will-change"]?.contains($0) == true }
    }

    /// Whether absolute and fixed boxes inside refer to this box because of a filter. Other reasons hold for no inline box.
    var isFiltered: Bool {
        ["filter", "backdrop-filter"].contains { (box.paint[$0] ?? "none") != "none" }
            || box.paint["will-change"]?.contains("filter") == true
    }

    /// Whether absolute boxes inside refer to this box, which is inline.
    var holdsPositionedBoxesInline: Bool { box.isPositioned || isFiltered }
}
