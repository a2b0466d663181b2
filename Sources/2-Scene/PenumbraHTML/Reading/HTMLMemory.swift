import PenumbraSystem

/// The memory that a document will take, as far as its tree tells.
enum HTMLMemory {
    /// The bytes of an element with its style, box and layers; of a text with its fragments; of a letter that is shaped; and of
    /// an inline element in one more block of lines. Measured on pages of many elements, and rounded up.
    private static let (ofElement, ofText, ofSpace, ofLetter, ofPart) = (4096, 6144, 512, 320, 512)

    /// The most bytes of texts that a document may generate.
    static func letters(_ limits: HTMLLimits) -> Int { limits.memory / ofLetter }

    /// The most parts into which blocks may cut the inline elements around them, which may take a quarter of the memory.
    static func parts(_ limits: HTMLLimits) -> Int { limits.memory / 4 / ofPart }

    /// The memory of a document, about.
    static func bytes(_ tree: HTMLTree) -> Int { tree.nodes.reduce(tree.bytes) { $0 + bytes(of: $1, tree) } }

    static func bytes(of node: HTMLTree.Node, _ tree: HTMLTree) -> Int {
        guard let text = node.text else { return ofElement }
        let parent = node.parent >= 0 ? tree.nodes[node.parent].element?.name : nil
        if parent == "style" || parent == "script" { return 4 * text.utf8.count }
        return text.utf8.allSatisfy { $0 <= 0x20 } ? ofSpace : ofText + ofLetter * text.utf8.count
    }

    /// The memory of a document with this many letters, its generated ones included, about.
    static func bytes(_ tree: HTMLTree, letters: Int) -> Int { bytes(tree) + 2 * ofLetter * letters }

    /// Refuses a document that was filled in anew before it takes more memory than allowed.
    static func check(_ tree: HTMLTree, _ limits: HTMLLimits) throws(HTMLError) {
        // Small documents need no count.
        guard tree.bytes > limits.memory / 200 || tree.nodes.count > limits.memory / (4 * ofText) else { return }
        var bytes = tree.bytes
        for node in tree.nodes {
            bytes += self.bytes(of: node, tree)
            guard bytes <= limits.memory else { throw excess(at: node.place) }
        }
    }

    static func excess(at place: HTMLPlace) -> HTMLError {
        HTMLError(at: place, "the document takes more memory than allowed; raise \(limit: .memory)")
    }
}
