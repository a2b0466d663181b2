import PenumbraScene
import PenumbraSystem

/// The layers of a stacking context in the order of CSS 2.2, appendix E.
final class PaintOrder {
    /// Boxes with a `z-index`, and positioned boxes, with their places in the document.
    private var stacked: [(z: Int, rank: Int, layers: [Layer])] = []
    private var reserved = 0
    /// Backgrounds and borders of blocks.
    var blocks: [Layer] = []
    var floats: [Layer] = []
    /// Texts, atoms and pictures.
    var lines: [Layer] = []
    /// A place among the stacked boxes, for a box whose content is painted first.
    func reserve() -> Int {
        reserved += 1
        return reserved
    }

    func add(_ layers: [Layer], z: Int, rank: Int) { stacked.append((z, rank, layers)) }

    /// All layers, back to front.
    var sorted: [Layer] {
        guard !stacked.isEmpty else { return blocks + floats + lines }
        let ordered = stacked.sorted { ($0.z, $0.rank) < ($1.z, $1.rank) }
        let below = ordered.filter { $0.z < 0 }.flatMap(\.layers)
        return below + blocks + floats + lines + ordered.filter { $0.z >= 0 }.flatMap(\.layers)
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
