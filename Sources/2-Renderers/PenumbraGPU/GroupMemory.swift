import PenumbraPlan

/// The places of a group's tables, surfaces and temporaries in one buffer. Passes of one level that run the same shader can
/// then be one dispatch. Surfaces that no level needs at the same time share memory.
struct GroupMemory {
    /// The position of each surface and temporary; nil if no pass uses it.
    private(set) var surfaces: [Int?]
    private(set) var temporaries: [Int?]
    private(set) var byteCount: Int

    /// - Parameters:
    ///   - tableBytes: the bytes of the tables, which come first.
    ///   - kept: surfaces that are needed after the last level.
    ///   - keepsAll: whether all surfaces are needed after the last level.
    init(
        _ schedule: PassSchedule, surfaces sizes: [Int], temporaries temporarySizes: [Int], tableBytes: Int,
        kept: Set<Resource>, keepsAll: Bool
    ) {
        surfaces = Array(repeating: nil, count: sizes.count)
        temporaries = Array(repeating: nil, count: temporarySizes.count)
        byteCount = Self.aligned(tableBytes)
        var free: [Range<Int>] = []
        func size(_ resource: Resource) -> Int {
            switch resource {
            case .surface(let id): Self.aligned(sizes[id.index])
            case .temporary(let number): Self.aligned(temporarySizes[number])
            default: 0
            }
        }
        for (level, lastUses) in zip(schedule.levels, schedule.lastUses) {
            for node in level {
                for resource in node.reading + node.writing where position(of: resource) == nil && size(resource) > 0 {
                    place(resource, size(resource), &free)
                }
            }
            if keepsAll { continue }
            for resource in lastUses where !kept.contains(resource) {
                if let start = position(of: resource) { Self.release(start..<start + size(resource), &free) }
            }
        }
        // A surface that no pass touches is undefined, but it may still be read.
        for resource in kept where position(of: resource) == nil && size(resource) > 0 {
            place(resource, size(resource), &free)
        }
    }

    /// The position of a surface or temporary.
    func position(of resource: Resource) -> Int? {
        switch resource {
        case .surface(let id): surfaces[id.index]
        case .temporary(let number): temporaries.indices.contains(number) ? temporaries[number] : nil
        default: nil
        }
    }

    private static func aligned(_ bytes: Int) -> Int { (bytes + 255) / 256 * 256 }

    /// Takes the smallest free range that is large enough, or memory at the end.
    private mutating func place(_ resource: Resource, _ bytes: Int, _ free: inout [Range<Int>]) {
        var best: Int?
        for (index, range) in free.enumerated() where range.count >= bytes {
            if best.map({ range.count < free[$0].count }) ?? true { best = index }
        }
        var start = byteCount
        if let best {
            start = free[best].lowerBound
            free[best] = start + bytes..<free[best].upperBound
            if free[best].isEmpty { free.remove(at: best) }
        } else if let last = free.last, last.upperBound == byteCount {
            start = last.lowerBound
            free.removeLast()
        }
        byteCount = max(byteCount, start + bytes)
        switch resource {
        case .surface(let id): surfaces[id.index] = start
        case .temporary(let number): temporaries[number] = start
        default: break
        }
    }

    /// Adds a range to the free ones, which are in order and never touch each other.
    private static func release(_ range: Range<Int>, _ free: inout [Range<Int>]) {
        var index = free.firstIndex { $0.lowerBound > range.lowerBound } ?? free.count
        var range = range
        if index < free.count, free[index].lowerBound == range.upperBound {
            range = range.lowerBound..<free.remove(at: index).upperBound
        }
        if index > 0, free[index - 1].upperBound == range.lowerBound {
            index -= 1
            range = free.remove(at: index).lowerBound..<range.upperBound
        }
        free.insert(range, at: index)
    }
}
