import PenumbraGeometry
import PenumbraLayout

/// Inline content in a font whose letters are squares of 10 points, with baselines 8 points below the top.
///
/// Lines break at spaces and beside atoms. Atoms lie on the baseline. Text runs from left to right.
public struct SquareText: InlineMeasuring {
    public enum Item: Hashable, Sendable {
        case word(letters: Int)
        case space
        case lineBreak
        case atom(Int)
        /// A float or an absolute box.
        case anchor(Int)
    }

    /// The content of boxes by node.
    public var content: [Int: [Item]] = [:]
    /// The nodes whose lines start at the right.
    public var rightToLeft: Set<Int> = []

    static let em = 10.0
    static let tolerance = 1.0 / 64

    public init() {}

    public func widths(ofText node: Int) -> TextWidths { TextWidths(minimum: 0, maximum: 0) }
    public func lines(ofText node: Int, width: Double) -> TextLines { TextLines(height: 0, firstBaseline: nil) }

    public func widths(ofInline node: Int, atoms: [Int: TextWidths], floats: [Int: InlineFloat]) -> TextWidths {
        var widest = TextWidths(minimum: 0, maximum: 0)
        var line = 0.0
        var space = 0.0
        var (row, rows) = (0.0, 0.0)
        func add(_ minimum: Double, _ maximum: Double) {
            widest.minimum = max(widest.minimum, minimum)
            line += space + maximum
            space = 0
        }
        for item in content[node] ?? [] {
            switch item {
            case .word(let letters): add(Double(letters) * Self.em, Double(letters) * Self.em)
            case .space: if line > 0 { space = Self.em }
            case .lineBreak:
                widest.maximum = max(widest.maximum, line + rows)
                (line, space, row, rows) = (0, 0, 0, 0)
            case .atom(let node): add(atoms[node]?.minimum ?? 0, atoms[node]?.maximum ?? 0)
            case .anchor(let node):
                guard let float = floats[node] else { continue }
                widest.minimum = max(widest.minimum, float.widths.minimum)
                row = (float.startsRow ? 0 : row) + float.widths.maximum
                rows = max(rows, row)
            }
        }
        widest.maximum = max(widest.maximum, line + rows, widest.minimum)
        return widest
    }

    public func line(ofInline node: Int, _ request: LineRequest) -> InlineLine? {
        var line = SquareLine(request)
        let items = content[node] ?? []
        var index = request.start
        while index < items.count, !line.isFull, index < request.end ?? .max {
            guard line.takes(items[index]) else { break }
            if line.overflows, request.mustFit { return nil }
            index += 1
        }
        // Spaces at the end of a line hang.
        while index < items.count, line.hasContent, items[index] == .space { index += 1 }
        return line.finished(end: index < items.count ? index : nil, isRightToLeft: rightToLeft.contains(node))
    }
}

/// A line while its items are collected.
private struct SquareLine {
    let request: LineRequest
    var used = 0.0
    var space = 0.0
    var hasContent = false
    var hasText = false
    /// Whether a forced line break ended the line.
    var isFull = false
    var overflows = false
    var atoms: [(node: Int, x: Double, metrics: AtomMetrics)] = []
    var anchors: [InlineLine.Anchor] = []

    init(_ request: LineRequest) { self.request = request }

    /// Adds an item, unless it belongs to the next line.
    mutating func takes(_ item: SquareText.Item) -> Bool {
        switch item {
        case .space:
            if hasContent { space = SquareText.em }
        case .lineBreak:
            hasContent = true
            isFull = true
        case .anchor(let node):
            if hasContent, used > request.width + SquareText.tolerance { return false }
            anchors.append(.init(node: node, x: used + space, advance: used, followsContent: hasContent))
        case .word(let letters):
            guard adds(Double(letters) * SquareText.em) else { return false }
            hasText = true
        case .atom(let node):
            let metrics = request.atoms[node] ?? AtomMetrics(size: .zero)
            guard adds(metrics.size.width) else { return false }
            atoms.append((node, used - metrics.size.width, metrics))
        }
        return true
    }

    private mutating func adds(_ width: Double) -> Bool {
        if used + space + width > request.width + SquareText.tolerance {
            if hasContent { return false }
            overflows = true
        }
        used += space + width
        space = 0
        hasContent = true
        return true
    }

    func finished(end: Int?, isRightToLeft: Bool) -> InlineLine {
        guard hasContent else {
            return InlineLine(end: end, height: 0, baseline: 0, usedWidth: 0, anchors: anchors, isEmpty: true)
        }
        var (above, below) = (0.8 * SquareText.em, 0.2 * SquareText.em)
        for atom in atoms {
            let baseline = atom.metrics.baseline ?? atom.metrics.size.height
            above = max(above, baseline)
            below = max(below, atom.metrics.size.height - baseline)
        }
        let start = isRightToLeft ? request.width - used : 0
        // Atoms without text follow each other from right to left.
        let isReversed = isRightToLeft && !hasText
        let placed = atoms.map { atom in
            let x = isReversed ? used - atom.x - atom.metrics.size.width : atom.x
            return InlineLine.Atom(
                node: atom.node,
                origin: Point(start + x, above - (atom.metrics.baseline ?? atom.metrics.size.height)))
        }
        let moved = anchors.map { anchor in
            let x = anchor.advance >= used ? used : anchor.x
            return InlineLine.Anchor(
                node: anchor.node, x: start + (isReversed ? used - x : x), advance: anchor.advance,
                followsContent: anchor.followsContent)
        }
        return InlineLine(
            end: end, height: above + below, baseline: above, usedWidth: used, atoms: placed, anchors: moved)
    }
}
