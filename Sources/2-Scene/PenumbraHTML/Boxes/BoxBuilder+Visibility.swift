import PenumbraCSS
import PenumbraScene

/// Which elements are shown, and which pieces of content make lines.
extension BoxBuilder {
    /// The children of an element without those that a closed `details` element or a list box leaves out.
    func shownChildren(of node: Int) -> [Int] {
        let children = tree.nodes[node].children
        guard let element = tree.nodes[node].element, element.isHTML else { return children }
        func named(_ names: [String]) -> [Int] {
            children.filter { tree.nodes[$0].element.map { names.contains($0.name) } ?? false }
        }
        switch element.name {
        case "details":
            let summary = named(["summary"]).first
            guard element["open"] != nil else { return [summary].compactMap(\.self) }
            return summary.map { summary in [summary] + children.filter { $0 != summary } } ?? children
        case "select", "optgroup": return named(["option", "optgroup", "hr"])
        default: return children
        }
    }

    /// Whether elements begin in pieces: even in a line without height they have a place.
    func hasInlines(_ pieces: [Piece]) -> Bool {
        pieces.contains { if case .open(let inline) = $0 { inline.isStart } else { false } }
    }

    /// Whether pieces make a line: spaces that collapse and boxes out of the flow don't.
    func isVisible(_ pieces: [Piece], in parent: Int) -> Bool {
        pieces.contains { piece in
            switch piece {
            case .text(let text, let style):
                let kind = result.styles[style].text.spaceCollapse
                if kind == "preserve" || kind == "break-spaces" { return !text.isEmpty }
                if kind == "preserve-breaks", text.contains("\n") { return true }
                return text.utf8.contains { !CSSText.spaces.contains($0) }
            case .open(let inline): return inline.isStart && hasEdges(result.styles[inline.style].box)
            case .close(let inline): return inline.isEnd && hasEdges(result.styles[inline.style].box)
            case .atom, .lineBreak, .wordBreak: return true
            case .anchor, .block: return false
            }
        }
    }

    private func hasEdges(_ box: BoxValues) -> Bool {
        box.margin != StyleSides(.zero) || box.padding != StyleSides(.zero) || box.border != StyleSides(0)
    }

    /// Gives a list item without content the line of the marker beside it.
    func addMarkerLine(of index: Int, _ pieces: inout [Piece]) {
        let hasBlocks = pieces.contains { if case .block = $0 { true } else { false } }
        guard let marker = result.boxes[index].marker, !hasBlocks, !isVisible(pieces, in: index),
            case .lines(let lines) = result.boxes[marker].content
        else { return }
        pieces.append(.text("\u{200B}", style: result.inline[lines].rootStyle))
    }
}
