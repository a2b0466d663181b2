import PenumbraScene
import PenumbraSystem

/// The layers of a stacking context in the order of CSS 2.2, appendix E.
final class PaintOrder {
    /// Boxes with a `z-index`, and positioned boxes, with their places in the document.
    private var stacked: [(z: Int, rank: Int, layers: [Layer], escapes: Bool)] = []
    private var reserved = 0
    /// Backgrounds and borders of blocks.
    var blocks: [Layer] = []
    var floats: [Layer] = []
    /// Texts, inline boxes and pictures.
    var lines: [Layer] = []
    /// The places of atoms in `lines`, by their nodes.
    private var slots: [Int: (index: Int, rank: Int)] = [:]
    private var atoms: [(index: Int, rank: Int, layers: [Layer])] = []
    /// Outlines, which lie above the lines and below positioned boxes.
    private var outlines: [(layers: [Layer], escapes: Bool)] = []

    /// A place among the stacked boxes, for a box whose content is painted first.
    func reserve() -> Int {
        reserved += 1
        return reserved
    }

    /// Reserves the place above the lines' layers so far for an atom, whose content is painted later.
    func reserveSlot(ofAtom node: Int) { slots[node] = (lines.count, slots.count) }

    /// Adds an atom at its place in the lines, or an item of a flexible box or a grid above the lines so far.
    func add(_ layers: [Layer], atom node: Int) {
        guard let slot = slots[node] else { return lines.add(layers) }
        atoms.append((slot.index, slot.rank, layers))
    }

    /// The layers of the lines with those of the atoms at their places.
    private func takeLines() -> [Layer] {
        defer { (lines, atoms, slots) = ([], [], [:]) }
        if atoms.isEmpty { return lines }
        var result: [Layer] = []
        var start = 0
        for atom in atoms.sorted(by: { ($0.index, $0.rank) < ($1.index, $1.rank) }) {
            result += lines[start..<atom.index]
            result += atom.layers
            start = atom.index
        }
        return result + lines[start...]
    }

    /// - Parameter escapes: whether the box that the list belongs to doesn't cut the layers.
    func add(_ layers: [Layer], z: Int, rank: Int, escapes: Bool = false) { stacked.append((z, rank, layers, escapes)) }

    /// Adds the outline of a box above all lines.
    func add(outline layers: [Layer], escapes: Bool = false) {
        if !layers.isEmpty { outlines.append((layers, escapes)) }
    }

    /// Leaves positioned boxes alone in the list.
    func removeUnpositioned() { (blocks, floats, lines, atoms, slots, outlines) = ([], [], [], [], [:], []) }

    /// Takes all layers, back to front, out of the list.
    func take() -> [Layer] {
        let runs = takeRuns()
        return runs.count == 1 ? runs[0].layers : runs.flatMap(\.layers)
    }

    /// Takes all layers, back to front, out of the list, in runs that the box cuts or doesn't.
    func takeRuns() -> [(layers: [Layer], escapes: Bool)] {
        var own = blocks
        own.add(floats)
        own.add(takeLines())
        // Layers that only one list holds aren't copied when they change.
        (blocks, floats) = ([], [])
        defer { (stacked, outlines) = ([], []) }
        guard !stacked.isEmpty || !outlines.isEmpty else { return [(own, false)] }
        let ordered = stacked.sorted { ($0.z, $0.rank) < ($1.z, $1.rank) }
        var result: [(layers: [Layer], escapes: Bool)] = [([], false)]
        func add(_ layers: [Layer], _ escapes: Bool) {
            if result[result.count - 1].escapes == escapes {
                result[result.count - 1].layers += layers
            } else {
                result.append((layers, escapes))
            }
        }
        for item in ordered where item.z < 0 { add(item.layers, item.escapes) }
        add(own, false)
        for outline in outlines { add(outline.layers, outline.escapes) }
        for item in ordered where item.z >= 0 { add(item.layers, item.escapes) }
        return result
    }
}

extension PagePainter.State {
    /// Counts layers with all layers inside them.
    func count(_ layers: [Layer]) {
        counts &+= 1
        if counts % 16 == 0, ThreadClock.nanoseconds > until { isLate = true }
        var open = layers
        while let layer = open.popLast() {
            layerCount += 1
            contentBytes += layer.ownByteCount - Layer.bytesOfAny
            open += layer.sublayers
            if let mask = layer.mask { open.append(mask) }
        }
    }
}
