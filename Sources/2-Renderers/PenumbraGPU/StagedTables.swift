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
    private var writers: [(section: Section, write: (UnsafeMutableRawPointer) -> Void)] = []
    private var sections: [Int: [Section]] = [:]

    init(_ plan: RenderPlan, alignment: Int) {
        self.alignment = max(alignment, 16)
        for (index, pass) in plan.passes.enumerated() {
            switch pass {
            case .clear, .extractChannel, .mapMask, .downsample, .peaks, .rowMaxima, .dither: break
            case .filterColors(_, _, _, let table):
                add(table.places, to: index)
                add(table.weights, to: index)
            case .noise(_, let columns, let rows, _, _): add(columns + rows, to: index)
            case .spread(_, _, let disc, _): add(disc.words, to: index)
            case .fillMesh(_, let coverage):
                add(coverage.strips, to: index)
                add(coverage.rowStarts, to: index)
            case .convolve(_, _, _, let kernel, _, _), .mergeChannels(_, _, let kernel, _, _, _):
                add(kernel.weights.map(UInt32.init), to: index)
            case .shade(_, let shading):
                add(shading.places, to: index)
                add(shading.intervalWords, to: index)
            case .resample(_, _, let columns, let rows):
                add(columns, to: index)
                add(rows, to: index)
            case .transformImage(_, _, let s):
                let parts = [s.columnU, s.columnV, s.rowU, s.rowV, s.acrossU, s.acrossV, s.downU, s.downV]
                add(Array(parts.joined()), to: index)
            case .composite(let composite):
                if case .convolvedRows(_, let kernel, _, _) = composite.mask {
                    add(kernel.weights.map(UInt32.init), to: index)
                }
            }
        }
    }

    /// Table `number` of a pass, in the order they are added above.
    func section(_ pass: Int, _ number: Int = 0) -> Section {
        guard let list = sections[pass], list.indices.contains(number) else { return Section(offset: 0, byteCount: 16) }
        return list[number]
    }

    /// Writes every table to a buffer of `byteCount` bytes.
    func write(to buffer: UnsafeMutableRawPointer) {
        for writer in writers { writer.write(buffer + writer.section.offset) }
    }

    private mutating func add(_ table: ResamplingTable, to pass: Int) {
        add(table.starts.map(UInt32.init(bitPattern:)) + table.offsets.map(UInt32.init(bitPattern:)) + table.weights, to: pass)
    }

    private mutating func add<Element>(_ elements: [Element], to pass: Int) {
        let used = elements.count * MemoryLayout<Element>.stride
        // An empty table still is a range that can be bound.
        let section = Section(offset: byteCount, byteCount: max(16, (used + 15) / 16 * 16))
        byteCount += (section.byteCount + alignment - 1) / alignment * alignment
        sections[pass, default: []].append(section)
        writers.append(
            (
                section,
                { destination in
                    elements.withUnsafeBytes { bytes in
                        if let base = bytes.baseAddress { destination.copyMemory(from: base, byteCount: bytes.count) }
                    }
                }
            ))
    }
}
