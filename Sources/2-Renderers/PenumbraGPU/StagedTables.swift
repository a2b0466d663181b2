import PenumbraPlan

/// All tables of a plan in one buffer, written in one go before the first pass.
struct StagedTables {
    /// A table's place in the buffer.
    struct Section: Hashable {
        var offset: Int
        var byteCount: Int
    }

    private(set) var byteCount = 0
    private let alignment: Int
    /// The tables that several passes may share. The plan keeps them alive.
    private var shared: [ObjectIdentifier: Section] = [:]
    private var writers: [(section: Section, write: (UnsafeMutableRawPointer) -> Void)] = []

    init(alignment: Int) {
        self.alignment = max(alignment, 16)
    }

    /// Writes every table to a buffer of `byteCount` bytes.
    func write(to buffer: UnsafeMutableRawPointer) {
        for writer in writers { writer.write(buffer + writer.section.offset) }
    }

    /// Adds a table's starts, offsets and weights.
    mutating func add(_ table: ResamplingTable) -> Section {
        add(table.starts.map(UInt32.init(bitPattern:)) + table.offsets.map(UInt32.init(bitPattern:)) + table.weights)
    }

    /// Adds a kernel's weights, one per word.
    mutating func add(_ kernel: PolyphaseKernel) -> Section { add(kernel.weights.map(UInt32.init)) }

    /// Adds the groups and the weights of a mean over areas, once for all passes that share them. A word holds a group's row
    /// and column, or two weights.
    mutating func add(_ weights: AreaWeights) -> Section {
        if let known = shared[ObjectIdentifier(weights)] { return known }
        let groups = weights.groups.map { UInt32($0.row) << 16 | UInt32($0.column) }
        let pairs = stride(from: 0, to: weights.weights.count, by: 2).map {
            UInt32(weights.weights[$0]) | UInt32(weights.weights[$0 + 1]) << 16
        }
        let section = add(groups + pairs)
        shared[ObjectIdentifier(weights)] = section
        return section
    }

    mutating func add<Element>(_ elements: [Element]) -> Section {
        let used = elements.count * MemoryLayout<Element>.stride
        // Even an empty table is a range that can be bound.
        let section = Section(offset: byteCount, byteCount: max(16, (used + 15) / 16 * 16))
        byteCount += (section.byteCount + alignment - 1) / alignment * alignment
        writers.append(
            (
                section,
                { destination in
                    elements.withUnsafeBytes { bytes in
                        if let base = bytes.baseAddress { destination.copyMemory(from: base, byteCount: bytes.count) }
                    }
                }
            ))
        return section
    }
}
