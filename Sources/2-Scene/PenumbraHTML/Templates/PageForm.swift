import PenumbraScene
import PenumbraSystem

/// The tree of a template's page with the places of its values, so that other rows need no parser.
///
/// A value is a text or a part of an attribute, which leaves the structure of the tree as it is. The places are found once, by
/// parsing the page with marks instead of values.
struct PageForm: Sendable {
    private let tree: HTMLTree
    private let filled: FilledTemplate
    /// The parts that are values whose places are known.
    private let values: Set<Int>
    private let holes: [Hole]
    /// Where each node begins, and the text of each `style` attribute.
    private let starts: [Start]

    /// A text of the tree that has values.
    fileprivate struct Hole {
        var node: Int
        /// The number of the attribute. Nil for the text of a node.
        var attribute: Int?
        var pieces: [Piece]
    }

    fileprivate enum Piece {
        case fixed(String)
        case value(part: Int)
    }

    private struct Start {
        var node: Int
        var isStyle: Bool
        /// The place in the page that the form was made of.
        var place: HTMLPlace
        var part: Int
        var offset: Int
        /// The first part that begins on the line, or the number of all parts.
        var line: Int
    }

    /// The most parts and bytes of a page. Parsing takes a small share of the time of longer ones.
    private static let (mostParts, mostBytes) = (4096, 1 << 18)

    /// Nil for a page whose values have no certain places.
    init?(_ filled: FilledTemplate, _ tree: HTMLTree, _ limits: HTMLLimits) {
        let parts = filled.parts.parts
        guard parts.count < Self.mostParts, filled.bytes.count < Self.mostBytes, parts.first?.isLiteral == true,
            tree.bytes < limits.memory / 16, !filled.bytes.contains(Mark.lead)
        else { return nil }
        var (marked, values): ([UInt8], Set<Int>) = ([], [])
        // Markup can't begin before a value that isn't inside any.
        var start = 0
        for (index, part) in parts.enumerated() {
            if let value = part.value, value.isPlain(at: part.place) {
                guard !Self.isInsideMarkup(filled.bytes[start..<part.output]) else { return nil }
                marked += Mark.bytes(of: index)
                values.insert(index)
                start = filled.bytes(of: index).endIndex
            } else {
                marked += filled.bytes(of: index)
            }
        }
        // A character reference may stand for what marks consist of.
        guard !values.isEmpty, !tree.nodes.contains(where: { $0.contains(Mark.lead) }),
            let form = try? HTMLTree.read(marked, limits), form.nodes.count == tree.nodes.count,
            form.mode == tree.mode
        else { return nil }
        var holes: [Hole] = []
        for (index, (known, found)) in zip(tree.nodes, form.nodes).enumerated() {
            guard known.parent == found.parent else { return nil }
            switch (known.content, found.content) {
            case (.text(let known), .text(let found)):
                let hole = Hole(node: index, attribute: nil, pieces: Mark.pieces(of: found))
                guard ExactText(Self.text(hole, parts)) == ExactText(known) else { return nil }
                guard hole.hasValues else { continue }
                let parent = tree.nodes[index].parent
                guard parent >= 0, let name = tree.nodes[parent].element?.name, !Self.rawTexts.contains(name),
                    hole.values.allSatisfy({ parts[$0].place == .text })
                else { return nil }
                holes.append(hole)
            case (.element(let known), .element(let found)):
                guard known.name == found.name, known.namespace == found.namespace,
                    known.attributes.count == found.attributes.count
                else { return nil }
                for (number, (known, found)) in zip(known.attributes, found.attributes).enumerated() {
                    let hole = Hole(node: index, attribute: number, pieces: Mark.pieces(of: found.value))
                    guard ExactText(known.name) == ExactText(found.name),
                        ExactText(Self.text(hole, parts)) == ExactText(known.value)
                    else { return nil }
                    guard hole.hasValues else { continue }
                    guard !Self.structural.contains(known.name),
                        hole.values.allSatisfy({ parts[$0].place != .text })
                    else { return nil }
                    holes.append(hole)
                }
            default: return nil
            }
        }
        let deep = Self.deepFormatting(tree)
        guard !holes.contains(where: { $0.attribute != nil && deep.contains(tree.nodes[$0.node].element?.name ?? "") }),
            let starts = Self.starts(tree, filled)
        else { return nil }
        (self.tree, self.filled, self.values, self.holes, self.starts) = (tree, filled, values, holes, starts)
    }

    /// Elements whose text has no escapes, or isn't shown.
    private static let rawTexts: Set = [
        "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript", "style", "script",
    ]

    /// Whether the letters of a value may go on with what bytes before it begin: a character reference, or a tag.
    private static func isInsideMarkup(_ before: ArraySlice<UInt8>) -> Bool {
        func isOfReference(_ byte: UInt8) -> Bool {
            let letter = byte | 0x20
            return byte == UInt8(ascii: "#") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter
        }
        if before.last(where: { !isOfReference($0) }) == UInt8(ascii: "&") { return true }
        let start = "/!?".utf8.contains(before.last ?? 0) ? before.dropLast() : before
        return start.last == UInt8(ascii: "<")
    }

    /// Attributes that change how the parser goes on.
    private static let structural: Set = ["type", "encoding", "prompt"]

    /// The formatting elements of which four or more are open at once. Whether a parser opens the fourth again depends on its
    /// attributes: the HTML standard, section "The list of active formatting elements".
    private static func deepFormatting(_ tree: HTMLTree) -> Set<String> {
        var depths: [[String: Int]] = []
        var result: Set<String> = []
        for node in tree.nodes {
            var depth = depths.indices.contains(node.parent) ? depths[node.parent] : [:]
            if let name = node.element?.name, formatting.contains(name) {
                depth[name, default: 0] += 1
                if depth[name] ?? 0 > 3 { result.insert(name) }
            }
            depths.append(depth)
        }
        return result
    }

    private static let formatting: Set = [
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
    ]

    /// The memory that the form of a page takes, about.
    static func bytes(_ filled: FilledTemplate, _ tree: HTMLTree) -> Int {
        guard filled.bytes.count < mostBytes else { return 0 }
        return 3 * filled.bytes.count + min(filled.parts.parts.count, mostParts) * 256 + tree.nodes.count * 512
    }

    private static func text(_ hole: Hole, _ parts: [TemplateParts.Part]) -> String {
        hole.pieces.reduce(into: "") { text, piece in
            switch piece {
            case .fixed(let fixed): text += fixed
            case .value(let part): text += parts[part].value ?? ""
            }
        }
    }

    /// The places of the nodes in the parts. Nil if a place follows from more than lines and letters, as behind a tab.
    private static func starts(_ tree: HTMLTree, _ filled: FilledTemplate) -> [Start]? {
        let parts = filled.parts.parts
        var lines = LineIndex(filled.bytes)
        var starts: [Start] = []
        func add(_ place: HTMLPlace, _ node: Int, isStyle: Bool) -> Bool {
            let offset = lines.offset(of: place)
            guard lines.place(of: offset) == place, let part = parts.lastIndex(where: { $0.output <= offset }) else {
                return false
            }
            let distance = offset - parts[part].output
            guard parts[part].isLiteral || distance == 0 else { return false }
            let begin = lines.start(ofLine: place.line)
            let line = parts.firstIndex { $0.output >= begin } ?? parts.count
            starts.append(Start(node: node, isStyle: isStyle, place: place, part: part, offset: distance, line: line))
            return true
        }
        for (index, node) in tree.nodes.enumerated() {
            guard add(node.place, index, isStyle: false) else { return nil }
            guard let place = node.element?.stylePlace else { continue }
            guard add(place, index, isStyle: true) else { return nil }
        }
        return starts
    }

    /// The tree of another page. Nil if the page differs by more than its values, or by one without a known place.
    func tree(_ page: FilledTemplate) -> HTMLTree? {
        let (old, new) = (filled.parts.parts, page.parts.parts)
        guard old.count == new.count, page.bytes.count < Self.mostBytes, page.bytes.count <= 2 * filled.bytes.count else {
            return nil
        }
        for index in new.indices {
            guard old[index].template == new[index].template, old[index].isLiteral == new[index].isLiteral else { return nil }
            guard !old[index].isLiteral else { continue }
            if values.contains(index) {
                guard let value = new[index].value, value.isPlain(at: new[index].place) else { return nil }
            } else {
                guard filled.bytes(of: index) == page.bytes(of: index) else { return nil }
            }
        }
        var tree = tree
        for hole in holes {
            let text = Self.text(hole, new)
            guard let number = hole.attribute else {
                tree.nodes[hole.node].content = .text(text)
                continue
            }
            guard case .element(var element) = tree.nodes[hole.node].content else { return nil }
            // A notice about an attribute with escapes has the place of the element.
            if element.attributes[number].name == "style",
                hole.values.contains(where: { page.bytes(of: $0).count != new[$0].value?.utf8.count })
            {
                return nil
            }
            element.attributes[number].value = text
            tree.nodes[hole.node].content = .element(element)
        }
        let shifts = shifts(page)
        var lines: LineIndex?
        for start in starts {
            var place = start.place
            if let shifts {
                let shift = shifts[start.part] - shifts[start.line]
                if shift == 0 { continue }
                place.column += shift
            } else {
                var known = lines ?? LineIndex(page.bytes)
                place = known.place(of: new[start.part].output + start.offset)
                lines = known
            }
            guard start.isStyle, case .element(var element) = tree.nodes[start.node].content else {
                tree.nodes[start.node].place = place
                continue
            }
            element.stylePlace = place
            tree.nodes[start.node].content = .element(element)
        }
        return tree
    }

    /// By how many columns the values before each part move it, and all values the end. Nil if values have lines of their own.
    private func shifts(_ page: FilledTemplate) -> [Int]? {
        var shifts: [Int] = []
        shifts.reserveCapacity(filled.parts.parts.count)
        var shift = 0
        for (index, part) in filled.parts.parts.enumerated() {
            shifts.append(shift)
            guard !part.isLiteral else { continue }
            let (old, new) = (filled.bytes(of: index), page.bytes(of: index))
            // Without a value, the ends of lines around it may be one.
            guard old.isEmpty == new.isEmpty, !old.contains(where: LineIndex.isLineEnd),
                !new.contains(where: LineIndex.isLineEnd)
            else { return nil }
            shift += new.count(where: LineIndex.isColumn) - old.count(where: LineIndex.isColumn)
        }
        return shifts + [shift]
    }
}

extension PageForm.Hole {
    fileprivate var values: [Int] {
        pieces.compactMap { piece in if case .value(let part) = piece { part } else { nil } }
    }

    fileprivate var hasValues: Bool { !values.isEmpty }
}

extension HTMLTree.Node {
    /// Whether the node's text or an attribute has a byte.
    fileprivate func contains(_ byte: UInt8) -> Bool {
        switch content {
        case .text(let text): text.utf8.contains(byte)
        case .element(let element): element.attributes.contains { $0.value.utf8.contains(byte) }
        }
    }
}

extension String {
    /// Whether the parser reads the value as it is, and goes on behind it as behind any other.
    fileprivate func isPlain(at place: ValueContext.Place) -> Bool {
        // Spaces have other places than letters, such as outside of tables.
        if place == .text, !(utf8.first.map { $0 > 0x20 } ?? false) { return false }
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return true }
        return unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x0A, 0x20..<0x7F: true
            case ..<0xA0, 0xFDD0...0xFDEF: false
            default: scalar.value & 0xFFFE != 0xFFFE
            }
        }
    }
}

/// Marks in place of values: the number of a part in characters of the private use area.
private enum Mark {
    /// The first byte of these characters, and of no others that documents with marks have.
    static let lead: UInt8 = 0xEE
    private static let start: [UInt8] = [lead, 0x80, 0x80]
    private static let digits = 3

    static func bytes(of part: Int) -> [UInt8] {
        start + (0..<digits).flatMap { digit in [lead, 0x80, 0x90 | UInt8(part >> (4 * digit) & 15)] }
    }

    static func pieces(of text: String) -> [PageForm.Piece] {
        let bytes = Array(text.utf8)
        guard bytes.contains(lead) else { return [.fixed(text)] }
        var (pieces, here): ([PageForm.Piece], Int) = ([], 0)
        while here < bytes.count {
            let end = bytes[here...].firstIndex(of: lead) ?? bytes.count
            if end > here { pieces.append(.fixed(String(decoding: bytes[here..<end], as: UTF8.self))) }
            guard end + start.count * (1 + digits) <= bytes.count else {
                pieces.append(.fixed(String(decoding: bytes[end...], as: UTF8.self)))
                break
            }
            let part = (0..<digits).reduce(0) { $0 | Int(bytes[end + start.count * ($1 + 1) + 2] & 15) << (4 * $1) }
            pieces.append(.value(part: part))
            here = end + start.count * (1 + digits)
        }
        return pieces
    }
}
