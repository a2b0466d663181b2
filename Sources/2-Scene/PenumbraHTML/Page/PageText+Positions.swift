import PenumbraGeometry
import PenumbraLayout
import PenumbraText

/// Positioned inline elements.
extension PageText {
    /// Moves the parts of relative inline elements, with the texts inside them. The layout moves atoms, floats and blocks.
    func move(_ line: inout InlineParagraph.Line, in block: HTMLStyle, width: Double, height: Double?) {
        guard hasInlineContainers else { return }
        for index in line.texts.indices {
            let shift = shift(of: line.texts[index].box, in: block, width: width, height: height)
            line.texts[index].x += shift.x
            line.texts[index].baseline += shift.y
        }
        for index in line.boxes.indices {
            let shift = shift(of: line.boxes[index].box, in: block, width: width, height: height)
            line.boxes[index].x += shift.x
            line.boxes[index].top += shift.y
            line.boxes[index].baseline += shift.y
        }
    }

    /// The distance by which an inline element is moved, along its line and across it, with those around it.
    ///
    /// - Parameters:
    ///   - block: the style of the block container.
    ///   - width: the width of its content in the direction of the lines.
    ///   - height: the height of its content. A share of an unknown height is `auto`.
    func shift(of inline: Int?, in block: HTMLStyle, width: Double, height: Double?) -> Point {
        var result = Point.zero
        // Boxes of lines that are no elements have other numbers.
        guard let inline, tree.inlineElements.indices.contains(inline) else { return result }
        let mode = WritingMode(block.text.writingMode)
        let base = InlineShift.Base(width: width, height: height, isRightToLeft: block.text.isRightToLeft)
        var missing: [Int] = []
        for number in tree.inlines(from: inline) {
            if let known = inlineShifts[number], known.base == base {
                result = known.distance
                break
            }
            missing.append(number)
        }
        for number in missing.reversed() {
            defer { inlineShifts[number] = InlineShift(base: base, distance: result) }
            let box = tree.styles[tree.inlineElements[number].style].box
            guard box.position == .relative else { continue }
            let sides = mode.alongLine(box.inset.list.map { LayoutLength($0) })
            // Blocks follow each other from the lower side of the letters where the next line lies at the upper side.
            let (start, end) = mode.startsUnder ? (sides[2], sides[0]) : (sides[0], sides[2])
            let shift = LayoutEdges(top: start, right: sides[1], bottom: end, left: sides[3])
                .shift(width: width, height: height, isRightToLeft: block.text.isRightToLeft)
            result = result + Point(shift.x, mode.startsUnder ? -shift.y : shift.y)
        }
        return result
    }

    /// Whether floats lie among the lines of a block.
    func hasFloats(_ node: Int) -> Bool { page.nodes[node].children.contains { page.nodes[$0].style.float != .none } }

    /// The places of a line's content, from the side where the line before it lies.
    func placed(
        _ line: InlineParagraph.Line, in block: HTMLStyle, _ request: LineRequest, isEnd: Bool
    ) -> InlineLine {
        let mode = WritingMode(block.text.writingMode)
        var result = InlineLine(
            end: isEnd ? nil : line.end, height: line.height,
            baseline: mode.startsUnder ? line.height - line.baseline : line.baseline, usedWidth: line.width,
            atoms: line.atoms.map { atom in
                let height = request.atoms[atom.atom]?.size.height ?? 0
                let y = mode.startsUnder ? line.height - atom.y - height : atom.y
                return InlineLine.Atom(node: atom.atom, origin: Point(atom.x, y))
            },
            anchors: line.anchors.map {
                InlineLine.Anchor(
                    node: $0.anchor, x: $0.x, advance: $0.before, followsContent: $0.followsContent,
                    isRightToLeft: $0.isRightToLeft)
            },
            isEmpty: line.isEmpty)
        result.containers = containers(of: line, in: block, mode, width: request.containerWidth)
        return result
    }

    /// The parts on a line of the inline elements to which absolute boxes refer.
    private func containers(
        of line: InlineParagraph.Line, in block: HTMLStyle, _ mode: WritingMode, width: Double
    ) -> [InlineLine.Container] {
        guard hasInlineContainers else { return [] }
        return line.boxes.compactMap { part in
            guard tree.inlineElements.indices.contains(part.box) else { return nil }
            let style = tree.styles[tree.inlineElements[part.box].style]
            guard style.holdsPositionedBoxesInline else { return nil }
            let border = mode.alongLine(style.box.border.list)
            let padding = mode.alongLine(style.box.padding.list).map { max(0, $0.resolved(width) ?? 0) }
            let isRightToLeft = style.text.isRightToLeft
            // As in Chromium, the borders at the ends count where the directions agree.
            let hasEnds = isRightToLeft == block.text.isRightToLeft
            let left = hasEnds && (isRightToLeft ? part.isLast : part.isFirst) ? border[3] : 0
            let right = hasEnds && (isRightToLeft ? part.isFirst : part.isLast) ? border[1] : 0
            let (top, height) = (part.top - padding[0], part.height + padding[0] + padding[2])
            return InlineLine.Container(
                number: part.box,
                frame: Rect(
                    x: part.x + left, y: mode.startsUnder ? line.height - top - height : top,
                    width: max(0, part.width - left - right), height: height),
                isRightToLeft: isRightToLeft)
        }
    }

    /// A line of atoms side by side, for documents that are read without fonts.
    static func line(ofAtoms nodes: [Int], _ request: LineRequest) -> InlineLine {
        var (x, height): (Double, Double) = (0, 0)
        var atoms: [InlineLine.Atom] = []
        for node in nodes {
            guard let metrics = request.atoms[node] else { continue }
            atoms.append(InlineLine.Atom(node: node, origin: Point(x, 0)))
            (x, height) = (x + metrics.size.width, max(height, metrics.size.height))
        }
        return InlineLine(
            end: nil, height: height, baseline: height, usedWidth: x, atoms: atoms, isEmpty: atoms.isEmpty)
    }
}
