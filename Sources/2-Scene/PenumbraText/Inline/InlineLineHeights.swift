/// Finds the height of a line and the height of each box on it: CSS 2, 10.8, as Chromium carries it out.
struct InlineLineHeights {
    /// The heights above and below a baseline. Empty heights hold nothing.
    struct Heights {
        var above = -Double.infinity
        var below = -Double.infinity

        var isEmpty: Bool { above == -.infinity }
        var height: Double { isEmpty ? 0 : above + below }

        mutating func unite(_ other: Heights) {
            above = max(above, other.above)
            below = max(below, other.below)
        }

        func lowered(by shift: Double) -> Heights { Heights(above: above - shift, below: below + shift) }
    }

    private struct Entry {
        var box: Int
        var style: Int
        var parent: Int
        var heights = Heights()
        /// The distance of the baseline below the parent's baseline. As in Chromium, boxes at the edge of the line move with
        /// their parents, though their edge is that of the line.
        var shift = 0.0
        /// The boxes aligned with the top or the bottom of this one.
        var aligned: [Int] = []
        /// The heights of the boxes inside this one that Chromium makes, and of those inside `aligned`.
        var made = Heights()
        var madeInAligned = Heights()
    }

    private let paragraph: InlineParagraph
    private var entries: [Entry]
    private var open: [Int] = [0]
    private var entryOfBox: [Int: Int] = [:]
    private var entryOfAtom: [Int: Int] = [:]
    private var offsets: [Double] = []

    /// The room above the line for annotations.
    private let annotationRoom: Double
    private let roomBelow: Double

    private let isEmptyLine: Bool

    init(_ paragraph: InlineParagraph, isFirst: Bool, isLast: Bool, isEmpty: Bool) {
        self.paragraph = paragraph
        isEmptyLine = isEmpty
        let hasMarks = !paragraph.marks.isEmpty
        annotationRoom = hasMarks || !paragraph.annotations.isEmpty ? paragraph.annotationRoom(isFirst: isFirst) : 0
        roomBelow = hasMarks ? paragraph.annotationRoomBelow(isLast: isLast) : 0
        entries = [Entry(box: -1, style: 0, parent: -1)]
        if !paragraph.block.ignoresStruts { addStrut() }
    }

    /// Makes the innermost open box as high as its own line height.
    private mutating func addStrut() {
        entries[current].heights.unite(Self.heights(paragraph.metrics[entries[current].style]))
    }

    /// Adds a break on a line without anything else, which is as high as the block's own lines.
    mutating func addBreak() { if paragraph.block.ignoresStruts { addStrut() } }

    /// The heights of a box that Chromium makes, which it centers on lines without content.
    private func madeHeights(_ metrics: InlineMetrics) -> Heights {
        let heights = Self.heights(metrics)
        guard isEmptyLine else { return heights }
        let above = (heights.height / 2).rounded(.down)
        return Heights(above: above, below: heights.height - above)
    }

    private static func heights(_ metrics: InlineMetrics) -> Heights { Heights(above: metrics.above, below: metrics.below) }

    private var current: Int { open.last ?? 0 }

    /// - Parameter isFirst: whether the box starts on the line.
    mutating func open(_ box: Int, isFirst: Bool) {
        let style = paragraph.boxes[box].style
        entries.append(Entry(box: box, style: style, parent: current))
        entryOfBox[box] = entries.count - 1
        open.append(entries.count - 1)
        if !paragraph.block.ignoresStruts || paragraph.boxes[box].start.inner != 0 || paragraph.boxes[box].end.inner != 0 {
            addStrut()
        }
        if isFirst, let annotation = paragraph.annotations[style] {
            let drop = paragraph.metrics[style].drop
            entries[current].heights.unite(
                Heights(
                    above: annotation.above > 0 ? annotation.above - annotationRoom - drop : 0, below: annotation.below + drop))
        }
    }

    mutating func close() {
        guard open.count > 1, let entry = open.popLast() else { return }
        align(entry)
    }

    mutating func add(_ atom: InlineAtom, _ number: Int, style: Int) {
        var entry = Entry(box: -1, style: style, parent: current)
        let isCentral = paragraph.block.hasCentralBaseline
        let baseline = atom.baseline ?? (isCentral ? atom.height / 2 : atom.height)
        entry.heights = Heights(above: baseline, below: atom.height - baseline)
        entries.append(entry)
        entryOfAtom[number] = entries.count - 1
        align(entries.count - 1)
    }

    /// Adds a character. Other fonts that draw it make the line higher if its height is the font's own.
    mutating func add(_ unit: InlineUnit) {
        if paragraph.block.ignoresStruts { addStrut() }
        if !paragraph.marks.isEmpty, let marks = paragraph.marks[Int(unit.style)] {
            let drop = paragraph.metrics[Int(unit.style)].drop
            entries[current].heights.unite(
                Heights(
                    above: marks.above > 0 ? marks.above - annotationRoom - drop : 0,
                    below: marks.below > 0 ? marks.below - roomBelow + drop : 0))
        }
        guard paragraph.styles[Int(unit.style)].look.lineHeight == nil else { return }
        let face = Int(unit.face)
        guard paragraph.faceMetrics.indices.contains(face) else { return }
        entries[current].heights.unite(Self.heights(paragraph.faceMetrics[face]))
    }

    /// Puts an entry into its parent, or keeps it until the height of the line is known.
    private mutating func align(_ index: Int) {
        settle(index)
        guard !entries[index].heights.isEmpty else { return }
        let box = entries[index].box
        let (entry, parent) = (entries[index], entries[entries[index].parent])
        let style = paragraph.styles[entry.style]
        let outer = paragraph.metrics[parent.style]
        let size = (paragraph.styles[parent.style].look.fontSize * 64).rounded() / 64
        var shift = 0.0
        switch style.verticalAlign {
        case .baseline: break
        case .sub: shift = Self.cut(size / 5) + 1
        case .super: shift = -(Self.cut(size / 3) + 1)
        case .raised(let points): shift = -points
        case .fraction(let fraction):
            let own = paragraph.metrics[entry.style]
            shift = -Self.cut(fraction * (own.above + own.below))
        case .middle: shift = Self.cut((entry.heights.above - entry.heights.below) / 2) - (outer.xHeight * 32).rounded() / 64
        case .textTop: shift = entry.heights.above - outer.ascent
        case .textBottom: shift = outer.descent - entry.heights.below
        case .top, .bottom:
            var holder = entry.parent
            while holder > 0, !isAtEdge(holder) { holder = entries[holder].parent }
            entries[holder].aligned.append(index)
            entries[entry.parent].madeInAligned.unite(entry.made)
            return
        }
        entries[index].shift = shift
        entries[entry.parent].heights.unite(entry.heights.lowered(by: shift))
        if box >= 0, !paragraph.boxes[box].isCulled, paragraph.boxes[box].hasParts {
            entries[entry.parent].made.unite(madeHeights(paragraph.metrics[entry.style]).lowered(by: shift))
        }
        entries[entry.parent].made.unite(entry.made.lowered(by: shift))
        entries[entry.parent].madeInAligned.unite(entry.madeInAligned.lowered(by: shift))
    }

    /// Chromium's lengths are whole 64ths of a point.
    private static func cut(_ length: Double) -> Double { (length * 64).rounded(.towardZero) / 64 }

    private func isAtEdge(_ entry: Int) -> Bool {
        let align = paragraph.styles[entries[entry].style].verticalAlign
        return align == .top || align == .bottom
    }

    /// Aligns boxes with the top and the bottom of the box that holds them.
    private mutating func settle(_ index: Int) {
        let aligned = entries[index].aligned
        guard !aligned.isEmpty else { return }
        if entries[index].heights.isEmpty { entries[index].heights = Heights(above: 0, below: 0) }
        // As in Chromium, all boxes that the line has so far count for the edges, even those that will move with aligned ones.
        var own = entries[index].heights
        for entry in open + [index] {
            own.unite(entries[entry].made)
            own.unite(entries[entry].madeInAligned)
        }
        var most = own
        for child in aligned where entries[child].heights.height > most.height {
            let height = entries[child].heights.height
            most =
                paragraph.styles[entries[child].style].verticalAlign == .top
                ? Heights(above: own.above, below: height - own.above) : Heights(above: height - own.below, below: own.below)
        }
        for child in aligned {
            let heights = entries[child].heights
            let isTop = paragraph.styles[entries[child].style].verticalAlign == .top
            let shift = isTop ? heights.above - most.above : most.below - heights.below
            entries[child].shift = shift
            entries[index].heights.unite(heights.lowered(by: shift))
            var (distance, parent) = (shift, entries[child].parent)
            while parent != index {
                distance += entries[parent].shift
                parent = entries[parent].parent
            }
            entries[index].made.unite(entries[child].made.lowered(by: distance))
        }
        entries[index].aligned = []
        entries[index].madeInAligned = Heights()
    }

    /// Closes all boxes and finds the baselines.
    mutating func finish() {
        while open.count > 1 { close() }
        settle(0)
        offsets = []
        for entry in entries { offsets.append(entry.parent < 0 ? 0 : offsets[entry.parent] + entry.shift) }
    }

    /// The distance from the top of the line to its baseline.
    var ascent: Double { entries[0].heights.isEmpty ? 0 : entries[0].heights.above }
    var height: Double { entries[0].heights.height }

    /// The distance of a box's baseline below the line's. -1 is the root inline box.
    func offset(ofBox box: Int) -> Double { entryOfBox[box].map { offsets[$0] } ?? 0 }

    func offset(ofAtom atom: Int) -> Double { entryOfAtom[atom].map { offsets[$0] } ?? 0 }

    /// The distance from the top of an atom's margin box to its baseline.
    func above(ofAtom atom: Int) -> Double { entryOfAtom[atom].map { entries[$0].heights.above } ?? 0 }
}
