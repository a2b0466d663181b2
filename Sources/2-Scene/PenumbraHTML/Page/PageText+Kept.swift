import PenumbraLayout
import PenumbraText

/// Pages that differ in their texts alone share the paragraphs and lines of equal texts.
extension PageText {
    /// The parts that don't depend on other texts, by the numbers of their paragraphs.
    struct Kept {
        var paragraphs: [Int: InlineParagraph]
        var contents: [Int: InlineContent]
        var styleNumbers: [Int: [Int]]
        var lines: [LineKey: [MadeLine]]
        var widths: [Int: Widths]
    }

    /// The texts of another page, and the paragraphs that differ from it.
    struct Known {
        var kept: Kept
        var changed: Set<Int>

        func kept(_ key: Int) -> Kept? { changed.contains(key) ? nil : kept }
    }

    struct Widths {
        var atoms: [Int: TextWidths]
        var floats: [Int: InlineFloat]
        var result: TextWidths
    }

    /// The parts that other pages share. Paragraphs with percentages depend on more than their content.
    var kept: Kept {
        func isPlain(_ key: Int) -> Bool { key < 0 || plain.contains(key) }
        return Kept(
            paragraphs: paragraphs.filter { isPlain($0.key) }, contents: contents.filter { isPlain($0.key) },
            styleNumbers: styleNumbers, lines: made.filter { isPlain($0.key.node) }, widths: widths)
    }

    struct LineKey: Hashable {
        var node: Int
        var start: Int
    }

    struct MadeLine {
        var request: LineRequest
        var result: InlineLine
        var line: InlineParagraph.Line
    }

    /// The line that was made for the same request, here or on another page. A trial of it is equal.
    func knownLine(_ key: LineKey, _ request: LineRequest) -> InlineLine? {
        var placed = request
        placed.isTrial = false
        if let line = made[key]?.first(where: { $0.request == placed }) { return line.result }
        guard let line = known?.kept(key.node)?.lines[key]?.first(where: { $0.request == placed }) else { return nil }
        made[key, default: []].append(line)
        return line.result
    }

    /// The content of a paragraph of another page, with the texts of this one.
    func knownContent(_ contents: InlineContents, key: Int) -> InlineContent? {
        guard let known, var content = known.kept.contents[key], content.items.count == contents.items.count else { return nil }
        for (index, item) in contents.items.enumerated() {
            if case .text(let text, _) = item, case .text(_, let style) = content.items[index] {
                content.items[index] = .text(text, style: style)
            }
        }
        styleNumbers[key] = known.kept.styleNumbers[key]
        return content
    }
}
