import PenumbraGeometry
import PenumbraLayout
import PenumbraText

/// Positioned inline elements.
extension PageText {
    /// Moves the parts of relative inline elements, with everything inside them.
    func move(_ line: inout InlineParagraph.Line, width: Double, height: Double?) {
        guard hasPositionedInlines else { return }
        for index in line.texts.indices {
            let shift = shift(of: line.texts[index].box, width: width, height: height)
            line.texts[index].x += shift.x
            line.texts[index].baseline += shift.y
        }
        for index in line.boxes.indices {
            let shift = shift(of: line.boxes[index].box, width: width, height: height)
            line.boxes[index].x += shift.x
            line.boxes[index].top += shift.y
            line.boxes[index].baseline += shift.y
        }
        for index in line.atoms.indices {
            let shift = shift(of: line.atoms[index].box, width: width, height: height)
            line.atoms[index].x += shift.x
            line.atoms[index].y += shift.y
        }
    }

    /// The distance by which an inline element and those around it are moved.
    private func shift(of inline: Int?, width: Double, height: Double?) -> Point {
        var result = Point.zero
        var here = inline
        while let number = here, tree.inlineElements.indices.contains(number) {
            let style = tree.styles[tree.inlineElements[number].style]
            if style.box.position == .relative {
                let (inset, mode) = (style.box.inset, WritingMode(style.text.writingMode))
                // A share of an unknown height is `auto`.
                func resolved(_ length: StyleLength, isAlong: Bool) -> Double? {
                    let base = isAlong ? width : height
                    return length.isRelative && base == nil ? nil : length.resolved(base ?? 0)
                }
                let left = resolved(inset.left, isAlong: !mode.isVertical)
                let right = resolved(inset.right, isAlong: !mode.isVertical)
                let isEnd = !mode.isVertical && style.text.isRightToLeft && right != nil || left == nil
                let x = isEnd ? -(right ?? 0) : left ?? 0
                let bottom = resolved(inset.bottom, isAlong: mode.isVertical) ?? 0
                let y = resolved(inset.top, isAlong: mode.isVertical) ?? -bottom
                switch mode {
                case .horizontal: result = result + Point(x, y)
                case .verticalFromLeft, .verticalFromRight: result = result + Point(y, -x)
                case .upwardFromLeft: result = result + Point(-y, x)
                }
            }
            here = tree.inlineElements[number].parent
        }
        return result
    }

    /// Whether floats lie among the lines of a block.
    func hasFloats(_ node: Int) -> Bool { page.nodes[node].children.contains { page.nodes[$0].style.float != .none } }

    /// The places of a line's content, from the side where the line before it lies.
    func placed(_ line: InlineParagraph.Line, _ mode: WritingMode, _ request: LineRequest, isEnd: Bool) -> InlineLine {
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
        result.containers = containers(of: line, mode, width: request.containerWidth)
        return result
    }

    /// The parts of positioned inline elements on a line.
    private func containers(
        of line: InlineParagraph.Line, _ mode: WritingMode, width: Double
    ) -> [InlineLine.Container] {
        guard hasPositionedInlines else { return [] }
        return line.boxes.compactMap { part in
            guard tree.inlineElements.indices.contains(part.box) else { return nil }
            let style = tree.styles[tree.inlineElements[part.box].style]
            guard style.box.isPositioned else { return nil }
            let border = mode.alongLine(style.box.border.list)
            let padding = mode.alongLine(style.box.padding.list).map { max(0, $0.resolved(width) ?? 0) }
            let isRightToLeft = style.text.isRightToLeft
            let left = (isRightToLeft ? part.isLast : part.isFirst) ? border[3] : 0
            let right = (isRightToLeft ? part.isFirst : part.isLast) ? border[1] : 0
            let (top, height) = (part.top - padding[0], part.height + padding[0] + padding[2])
            return InlineLine.Container(
                number: part.box,
                frame: Rect(
                    x: part.x + left, y: mode.startsUnder ? line.height - top - height : top,
                    width: max(0, part.width - left - right), height: height))
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
