import Glibc
import PenumbraPlan

/// The tables of a plan. They are written in one go before the first pass, together with those of other plans (`GroupTables`).
struct StagedTables {
    /// One of the tables.
    struct Section: Hashable {
        var index: Int
        var byteCount: Int
    }

    private(set) var tables: [StagedTable] = []
    /// The tables that several passes may share. The plan keeps them alive.
    private var shared: [ObjectIdentifier: Section] = [:]

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
        let all = weights.complete.weights
        let pairs = stride(from: 0, to: all.count, by: 2).map { UInt32(all[$0]) | UInt32(all[$0 + 1]) << 16 }
        let section = add(groups + pairs)
        shared[ObjectIdentifier(weights)] = section
        return section
    }

    mutating func add<Element>(_ elements: [Element]) -> Section {
        let table = StagedTable(elements)
        tables.append(table)
        return Section(index: tables.count - 1, byteCount: table.byteCount)
    }
}

/// The bytes of a table.
final class StagedTable {
    /// The bytes that can be bound, never none.
    let byteCount: Int
    private let used: Int
    /// A number that equal tables have in common.
    let hash: UInt64
    private let withBytes: ((UnsafeRawBufferPointer) -> Void) -> Void

    init<Element>(_ elements: [Element]) {
        used = elements.count * MemoryLayout<Element>.stride
        byteCount = max(16, (used + 15) / 16 * 16)
        withBytes = { body in elements.withUnsafeBytes(body) }
        hash = elements.withUnsafeBytes(Self.hash)
    }

    func write(to destination: UnsafeMutableRawPointer) {
        withBytes { bytes in if let base = bytes.baseAddress { destination.copyMemory(from: base, byteCount: bytes.count) } }
    }

    func isEqual(to other: StagedTable) -> Bool {
        if self === other { return true }
        guard used == other.used, hash == other.hash else { return false }
        var result = used == 0
        withBytes { own in
            other.withBytes { others in
                if let a = own.baseAddress, let b = others.baseAddress { result = a == b || memcmp(a, b, own.count) == 0 }
            }
        }
        return result
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var result = UInt64(truncatingIfNeeded: bytes.count)
        func add(_ word: UInt64) {
            result = (result ^ word) &* 0x9E37_79B9_7F4A_7C15
            result ^= result >> 32
        }
        let words = bytes.count / 8
        for word in 0..<words { add(bytes.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self)) }
        for byte in bytes[(8 * words)...] { add(UInt64(byte)) }
        return result
    }
}

/// The tables of all plans of a group in one buffer. Equal tables, such as those of what a template's pictures have in common,
/// are there once.
struct GroupTables {
    private(set) var byteCount = 0
    /// The position of each table of each plan.
    private var positions: [[Int]] = []
    private var placed: [(table: StagedTable, position: Int)] = []

    /// - Parameter alignment: the alignment of the start of a bound range.
    init(_ plans: [StagedTables], alignment: Int) {
        let alignment = max(alignment, 16)
        var known: [UInt64: [Int]] = [:]
        for plan in plans {
            positions.append(
                plan.tables.map { table in
                    for index in known[table.hash] ?? [] where placed[index].table.isEqual(to: table) {
                        return placed[index].position
                    }
                    known[table.hash, default: []].append(placed.count)
                    placed.append((table, byteCount))
                    byteCount += (table.byteCount + alignment - 1) / alignment * alignment
                    return placed[placed.count - 1].position
                })
        }
    }

    func position(of table: Int, plan: Int) -> Int { positions[plan][table] }

    /// Writes every table to a buffer of `byteCount` bytes.
    func write(to buffer: UnsafeMutableRawPointer) {
        for (table, position) in placed { table.write(to: buffer + position) }
    }
}
