import PenumbraGeometry
import PenumbraLayout
import PenumbraText

/// The measures of ruby, as Chromium has them.
extension PageText {
    /// A ruby base on its line.
    struct RubyBase {
        /// The style of the annotation.
        var style: Int
        var isBelow: Bool
        /// The room that a wider annotation needs at both sides.
        var before = 0.0
        var after = 0.0
    }

    /// - Parameter place: the index of the item that opens the base.
    func ruby(
        _ inline: InlineContents.InlineBox, at place: Int, in contents: InlineContents, owner: HTMLStyle, width: Double
    ) -> RubyBase {
        guard let annotation = tree.inlineElements[inline.id].annotation else {
            return RubyBase(style: inline.style, isBelow: false)
        }
        let style = tree.inlineElements[annotation.inline].style
        var result = RubyBase(style: style, isBelow: tree.styles[style].text.rubyPosition == "under")
        let end = contents.items[place...].firstIndex { if case .close(let box) = $0 { box.id == inline.id } else { false } }
        guard let end, let text = annotationLine(annotation.box)?.width else { return result }
        let base = baseWidth(contents, place + 1..<end, owner: owner, width: width)
        let free = text - base.width
        guard free > 0 else { return result }
        // An annotation covers neighbouring text up to half of its font size.
        let overhang =
            base.width > 0 ? min(free / Double(2 * max(1, base.letters)), tree.styles[style].text.fontSize / 2) : 0
        result.before = free / 2 - (hasText(beside: contents.items[..<place].reversed()) ? overhang : 0)
        result.after = free / 2 - (hasText(beside: contents.items[(end + 1)...]) ? overhang : 0)
        return result
    }

    /// The width of a base, and the number of its letters if space goes between them.
    private func baseWidth(
        _ contents: InlineContents, _ range: Range<Int>, owner: HTMLStyle, width: Double
    ) -> (width: Double, letters: Int) {
        var part = contents
        part.items = Array(contents.items[range])
        part.firstLine = [:]
        var text = ""
        for (index, item) in part.items.enumerated() {
            guard case .text(var string, let style) = item else { continue }
            text += string
            // Spaces at the ends of a base count.
            if index == 0, string.first == " " { string = "\u{A0}" + string.dropFirst() }
            if index == part.items.count - 1, string.last == " " { string = string.dropLast() + "\u{A0}" }
            part.items[index] = .text(string, style: style)
        }
        // The inner box of a base has no annotation of its own.
        part.items.removeAll { item in
            switch item {
            case .open(let box), .close(let box): tree.inlineElements[box.id].annotation != nil
            default: false
            }
        }
        guard let shape = options.paragraph,
            let paragraph = try? shape(content(part, owner: owner, key: Self.measuredKey, width: width))
        else { return (0, 0) }
        let widths = paragraph.widths(atoms: { _ in InlineWidths(least: 0, full: 0) }, anchors: { _ in nil })
        return (widths.full, Self.lettersToSpread(text) ?? 1)
    }

    /// The key of paragraphs that are measured and not kept.
    private static let measuredKey = Int.min

    /// Whether the next item beside a base is text.
    private func hasText(beside items: some Sequence<InlineContents.Item>) -> Bool {
        for item in items {
            switch item {
            case .text(let text, _): return !text.isEmpty
            case .open(let box), .close(let box):
                if tree.inlineElements[box.id].annotation != nil { return false }
                let style = tree.styles[box.style].box
                if style.margin.list.contains(where: { $0 != .zero }) || style.padding.list.contains(where: { $0 != .zero }) {
                    return false
                }
            case .atom, .anchor, .lineBreak, .wordBreak: return false
            }
        }
        return false
    }

    /// The number of letters if space goes between all of them, as in Chinese and Japanese. Nil for other texts.
    private static func lettersToSpread(_ text: String) -> Int? {
        var count = 0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFF60, 0x20000...0x3FFFF: count += 1
            case 0x20, 0x0A: break
            default: return nil
            }
        }
        return count > 0 ? count : nil
    }

    private func annotationLine(_ box: Int) -> InlineParagraph.Line? {
        marker(box)?.line(InlineParagraph.Request(width: 1e6), atoms: { _ in InlineAtom(width: 0, height: 0) })
    }

    /// The room above the first line of a box: its padding, or the margins that collapse above it.
    func annotationRoom(_ index: Int) -> Double {
        func hasEdge(_ box: BoxValues) -> Bool { box.border.top != 0 || (box.padding.top.resolved(0) ?? 0) > 0 }
        let own = tree.boxes[index].style.box
        if hasEdge(own) { return max(0, own.padding.top.resolved(0) ?? 0) }
        // Margins lie outside of boxes that are independent of the content around them.
        let isPlain = own.display == .block || own.display == .listItem
        guard isPlain, !own.establishesFlow, !own.isScrollContainer, !own.isOutOfFlow, own.float == .none else { return 0 }
        if tree.boxes[index].parent >= 0 {
            switch tree.boxes[tree.boxes[index].parent].content {
            case .flex, .grid: return 0
            default: break
            }
        }
        var (here, room) = (index, 0.0)
        while true {
            let box = tree.boxes[here]
            room = max(room, box.style.box.margin.top.resolved(0) ?? 0)
            guard box.parent >= 0, case .blocks = tree.boxes[box.parent].content else { return room }
            if let before = boxBefore(here, in: tree.boxes[box.parent].children) {
                return max(room, tree.boxes[before].style.box.margin.bottom.resolved(0) ?? 0)
            }
            let parent = tree.boxes[box.parent].style.box
            guard !hasEdge(parent), parent.display == .block, !parent.establishesFlow, !parent.isScrollContainer else {
                return room
            }
            here = box.parent
        }
    }

    /// The box in the flow before another one. Boxes out of the flow are passed, but not many of them.
    private func boxBefore(_ box: Int, in children: [Int]) -> Int? {
        // Boxes are numbered in the order of the document.
        var (low, high) = (0, children.count)
        while low < high {
            let middle = (low + high) / 2
            if children[middle] < box { low = middle + 1 } else { high = middle }
        }
        return children[..<low].suffix(8).last { child in
            !tree.boxes[child].style.box.isOutOfFlow && tree.boxes[child].style.box.float == .none
        }
    }

    /// The annotation of a base on a line.
    struct PlacedAnnotation {
        var inline: Int
        /// The texts, in the coordinates of the line.
        var texts: [(fragment: InlineParagraph.TextFragment, style: HTMLStyle)]
        var frame: Rect
        var paragraph: InlineParagraph
        /// Points after each letter, which spread it over the base.
        var spacing: Double
    }

    func placedAnnotation(of base: InlineParagraph.BoxFragment, _ node: Int) -> PlacedAnnotation? {
        guard base.isFirst, !base.isHidden, let annotation = tree.inlineElements[base.box].annotation,
            let place = annotationPlace(ofStyle: base.style, node), let drop = drop(ofStyle: base.style, node),
            let paragraph = marker(annotation.box),
            let line = annotationLine(annotation.box)
        else { return nil }
        let baseline = base.baseline + drop - place.rise
        let free = base.width - line.width
        let letters = Self.lettersToSpread(line.texts.map(\.text).joined())
        let spacing = free > 0 ? letters.map { free / Double($0) } ?? 0 : 0
        let left = base.x + (spacing > 0 ? spacing : free) / 2
        var texts: [(fragment: InlineParagraph.TextFragment, style: HTMLStyle)] = []
        var before = 0
        for text in line.texts where !text.isBlank {
            guard var style = self.style(text.style, -1 - annotation.box), style.text.isVisible else { continue }
            var shown = text
            shown.x += left - line.x + Double(before) * spacing
            shown.baseline = baseline
            style.text.letterSpacing += spacing
            before += text.text.unicodeScalars.count
            texts.append((shown, style))
        }
        let (ascent, descent) = (line.texts.first?.ascent ?? 0, line.texts.first?.descent ?? 0)
        let frame = Rect(
            x: base.x + min(0, free / 2), y: baseline - ascent, width: max(base.width, line.width), height: ascent + descent)
        return PlacedAnnotation(
            inline: annotation.inline, texts: texts, frame: frame, paragraph: paragraph, spacing: spacing)
    }
}
