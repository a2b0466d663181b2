import PenumbraCoreGraphics

/// Paragraphs of one style.
struct TextBlock {
    /// The paragraphs, without the line break that ends the last one. An empty line is a space of no width, whose font
    /// gives it a height.
    let string: NSAttributedString
    /// The space above the block.
    let space: CGFloat
}

extension NSAttributedString {
    /// The paragraphs, divided where their style changes. The engine sets a text in one style.
    var blocks: [TextBlock] {
        var styles: [(style: NSParagraphStyle?, range: NSRange)] = []
        let text = string as NSString
        var start = 0
        while start < length {
            let found = text.range(of: "\n", options: .literal, range: NSRange(location: start, length: length - start))
            let end = found.location == NSNotFound ? length : found.location + 1
            let style = attribute(.paragraphStyle, at: start, effectiveRange: nil) as? NSParagraphStyle
            if let last = styles.last, last.style == style {
                styles[styles.count - 1].range.length = end - last.range.location
            } else {
                styles.append((style, NSRange(location: start, length: end - start)))
            }
            start = end
        }
        guard styles.count > 1 else { return [TextBlock(string: self, space: 0)] }
        return styles.enumerated().map { index, block in
            var range = block.range
            let isLast = index + 1 == styles.count
            if !isLast { range.length -= 1 }
            let before =
                index == 0 ? 0 : (styles[index - 1].style?.paragraphSpacing ?? 0) + (block.style?.paragraphSpacingBefore ?? 0)
            let lines =
                range.length > 0
                ? attributedSubstring(from: range)
                : NSAttributedString(string: "\u{200B}", attributes: attributes(at: range.location, effectiveRange: nil))
            return TextBlock(string: lines, space: before)
        }
    }

    /// The width of the widest line that ends with a space, without breaks at a width. Zero if none does.
    var widthOfLinesWithSpaces: CGFloat {
        guard string.contains(where: { $0 == " " || $0 == "\t" }) else { return 0 }
        var (widest, start): (CGFloat, Int) = (0, 0)
        for line in string.split(separator: "\n", omittingEmptySubsequences: false) {
            let range = NSRange(location: start, length: line.utf16.count)
            start += range.length + 1
            guard line.last == " " || line.last == "\t", range.location + range.length <= length else { continue }
            widest = max(
                widest,
                CGFloat(
                    CTLineGetTypographicBounds(
                        CTLineCreateWithAttributedString(attributedSubstring(from: range)), nil, nil, nil)))
        }
        return widest
    }
}
