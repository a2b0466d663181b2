/// White space in inline content: CSS Text 3, 4.1.1.
extension InlineContent {
    /// The content with collapsed white space. Preserved line feeds are forced breaks. Collapsed content stays as it is.
    package func collapsed() -> InlineContent {
        var collapser = WhiteSpaceCollapser(content: self)
        for item in items { collapser.add(item) }
        var copy = self
        copy.items = collapser.finished()
        return copy
    }

    /// Whether nothing but collapsible white space and anchors is in the content, so that it makes no line.
    package var isBlank: Bool {
        items.allSatisfy { item in
            switch item {
            case .text(let text, let style):
                text.isEmpty
                    || styles[style].collapse.collapsesSpaces
                        && text.unicodeScalars.allSatisfy {
                            $0 == " " || $0 == "\t" || $0 == "\n" && styles[style].collapse == .collapse
                        }
            case .anchor: true
            case .open, .close, .atom, .forcedBreak, .breakOpportunity: false
            }
        }
    }
}

/// Collapses white space across the borders of inline boxes.
private struct WhiteSpaceCollapser {
    private let content: InlineContent
    private var items: [InlineItem] = []
    /// The item that ends with a collapsible space, if no character follows the space.
    private var spaceItem: Int?
    /// The item of the place for a break that follows the space and stands for collapsed ones.
    private var opportunityItem: Int?
    /// Whether the space came from white space with a line feed, so that it may still disappear.
    private var spaceHasLineFeed = false
    /// Whether the place is the start of a line, where collapsible spaces disappear.
    private var isAtStart = true
    private var last: Unicode.Scalar?

    init(content: InlineContent) {
        self.content = content
    }

    mutating func finished() -> [InlineItem] {
        removeSpace()
        return items.filter { if case .text("", _) = $0 { false } else { true } }
    }

    mutating func add(_ item: InlineItem) {
        switch item {
        case .text(let text, let style) where content.styles.indices.contains(style): add(text, style)
        case .text: break
        case .open, .close, .anchor: items.append(item)
        case .atom:
            items.append(item)
            (spaceItem, isAtStart, last) = (nil, false, nil)
        case .forcedBreak: addBreak()
        case .breakOpportunity:
            // As in Chromium, spaces on both sides are one.
            items.append(item)
            last = Self.zeroWidthSpace
        }
    }

    private static let zeroWidthSpace: Unicode.Scalar = "\u{200B}"

    private mutating func addBreak() {
        removeSpace()
        items.append(.forcedBreak)
        (isAtStart, last) = (true, nil)
    }

    /// Removes the collapsible space before a line's end.
    private mutating func removeSpace() {
        guard let index = spaceItem, case .text(var text, let style) = items[index] else { return }
        text.unicodeScalars.removeLast()
        items[index] = .text(text, style: style)
        if let opportunity = opportunityItem, opportunity > index { items[opportunity] = .text("", style: style) }
        spaceItem = nil
    }

    private mutating func add(_ text: String, _ number: Int) {
        let style = content.styles[number]
        var result: [Unicode.Scalar] = []
        // A run of white space that is being read, and whether it has a line feed.
        var (isInSpace, hasLineFeed) = (false, false)
        func flush(_ collapser: inout WhiteSpaceCollapser) {
            collapser.items.append(.text(String(scalars: result), style: number))
            result = []
        }
        func endSpace(before next: Unicode.Scalar?, _ collapser: inout WhiteSpaceCollapser) {
            guard isInSpace else { return }
            defer { (isInSpace, hasLineFeed) = (false, false) }
            if collapser.spaceItem != nil {
                collapser.spaceHasLineFeed = collapser.spaceHasLineFeed && hasLineFeed
                collapser.addOpportunity(style)
                return
            }
            guard !collapser.isAtStart else { return }
            if hasLineFeed, collapser.removesLineFeed(before: next) { return }
            result.append(" ")
            collapser.spaceItem = collapser.items.count
            collapser.spaceHasLineFeed = hasLineFeed && next == nil
        }
        for scalar in text.unicodeScalars {
            let isLineFeed = scalar == "\n" || scalar == "\r"
            if style.collapse == .preserveBreaks, isLineFeed {
                isInSpace = false
                flush(&self)
                addBreak()
            } else if style.collapse.collapsesSpaces, scalar == " " || scalar == "\t" || isLineFeed {
                isInSpace = true
                hasLineFeed = hasLineFeed || isLineFeed
            } else if isLineFeed {
                flush(&self)
                // Preserved spaces before the line feed stay.
                spaceItem = nil
                items.append(.forcedBreak)
                (isAtStart, last) = (true, nil)
            } else {
                endSpace(before: scalar, &self)
                if let index = spaceItem, spaceHasLineFeed, removesLineFeed(before: scalar) {
                    // The space of an item before this one came from a line feed between two ideographs.
                    if index < items.count { removeSpace() } else { result.removeLast() }
                }
                result.append(scalar)
                (spaceItem, spaceHasLineFeed, isAtStart, last) = (nil, false, false, scalar)
            }
        }
        endSpace(before: nil, &self)
        flush(&self)
    }

    /// Keeps the place for a break of a space that collapses into a space without one.
    private mutating func addOpportunity(_ style: InlineStyle) {
        guard let index = spaceItem, index < items.count, case .text(_, let before) = items[index] else { return }
        guard style.wraps, !content.styles[before].wraps, (opportunityItem ?? -1) < index else { return }
        opportunityItem = items.count
        items.append(.breakOpportunity)
    }

    /// Whether a line feed disappears: beside a zero width space, and between two wide characters of East Asia.
    private func removesLineFeed(before next: Unicode.Scalar?) -> Bool {
        if last == Self.zeroWidthSpace || next == Self.zeroWidthSpace { return true }
        guard let last, let next else { return false }
        return last.isWideOfEastAsia && next.isWideOfEastAsia
    }
}

extension Unicode.Scalar {
    /// Whether white space with a line feed disappears beside the character: wide characters of Chinese and Japanese.
    var isWideOfEastAsia: Bool {
        switch value {
        case 0x2E80...0x303E, 0x3041...0x312F, 0x31A0...0x4DBF, 0x4E00...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF01...0xFFDC, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
