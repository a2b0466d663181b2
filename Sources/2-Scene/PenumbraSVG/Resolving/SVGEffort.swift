/// The work of resolving a document and the documents inside it. One unit is about a microsecond.
///
/// The work is counted, never measured, so a document is refused either on every machine or on none.
final class SVGEffort {
    private var left: Int
    private var known: Set<Int> = []

    init(_ most: Int) { left = most }

    /// Allows more work for a document, once for equal documents.
    func allow(_ effort: Int, for bytes: [UInt8]) {
        if known.insert(bytes.hashValue).inserted { left += effort }
    }

    /// Counts work. False if all of it has been spent.
    func spend(_ effort: Int) -> Bool {
        left = max(-1, left.subtractingReportingOverflow(max(0, effort)).partialValue)
        return left >= 0
    }

    /// The work of an element, without its style: its attributes are read anew at each visit.
    static func of(_ node: XMLNode) -> Int {
        node.attributes.reduce(2) { $0 + of(bytes: $1.value.utf8.count) }
    }

    static func of(bytes: Int) -> Int { bytes / 16 }

    static let ofDeclaration = 1
}
