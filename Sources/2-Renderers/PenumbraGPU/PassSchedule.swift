import PenumbraGeometry
import PenumbraPlan

/// The order in which the dispatches of a group's passes run. Those of one level depend on none of the same level, so the device
/// works on all of them at once, and waits only between levels.
struct PassSchedule {
    /// A dispatch of a pass, or several that its pass announced together.
    struct Node {
        var pass: Int
        var steps: Range<Int>
        var reading: [Resource]
        var writing: [Resource]
        /// The part of what is written that the dispatches access, for each plan. Nil if they may access everything.
        var areas: [PixelRect]?
    }

    private(set) var levels: [[Node]] = []

    /// An earlier access to a resource.
    private struct Access {
        var level: Int
        var isWrite: Bool
        var areas: [PixelRect]?

        func depends(_ isWrite: Bool, _ areas: [PixelRect]?) -> Bool {
            guard isWrite || self.isWrite else { return false }
            guard let areas, let own = self.areas, areas.count == own.count else { return true }
            return zip(areas, own).contains { !$0.intersection($1).isEmpty }
        }
    }

    /// The accesses to one resource. The oldest of many count as accesses to everything, so comparing stays quick.
    private struct Accesses {
        private static let most = 32
        private var recent: [Access] = []
        private var level = -1

        func level(before isWrite: Bool, _ areas: [PixelRect]?) -> Int {
            recent.reduce(level) { $1.level > $0 && $1.depends(isWrite, areas) ? $1.level : $0 }
        }

        mutating func add(_ access: Access) {
            recent.append(access)
            if recent.count > Self.most { level = max(level, recent.removeFirst().level) }
        }
    }

    /// - Parameters:
    ///   - nodes: all nodes, in the order of the plans' passes.
    ///   - bytes: the bytes of a resource that only these passes use. 0 for all other resources.
    init(_ nodes: [Node], bytes: (Resource) -> Int) {
        var known: [Resource: Accesses] = [:]
        var levelOfPass: [Int: Int] = [:]
        var order: [(level: Int, node: Node)] = []
        for node in nodes {
            var level = (levelOfPass[node.pass] ?? -1) + 1
            for resource in node.reading { level = max(level, 1 + (known[resource]?.level(before: false, nil) ?? -1)) }
            for resource in node.writing { level = max(level, 1 + (known[resource]?.level(before: true, node.areas) ?? -1)) }
            levelOfPass[node.pass] = level
            order.append((level, node))
            for resource in node.reading {
                known[resource, default: Accesses()].add(Access(level: level, isWrite: false, areas: nil))
            }
            for resource in node.writing {
                known[resource, default: Accesses()].add(Access(level: level, isWrite: true, areas: node.areas))
            }
        }
        var inLevels = [[Node]](repeating: [], count: (order.map(\.level).max() ?? -1) + 1)
        for (level, node) in order { inLevels[level].append(node) }
        let inTurn = nodes.map { [$0] }
        let least = Self.peak(inTurn, bytes)
        levels = Self.peak(inLevels, bytes) <= least + Self.extraBytes(over: least) ? inLevels : inTurn
    }

    /// The bytes that surfaces may take more than they take in the plans' order.
    static func extraBytes(over bytes: Int) -> Int { max(8 << 20, min(bytes / 2, 64 << 20)) }

    /// The most bytes of surfaces that are needed at once.
    private static func peak(_ levels: [[Node]], _ bytes: (Resource) -> Int) -> Int {
        var first: [Resource: Int] = [:]
        var last: [Resource: Int] = [:]
        for (index, level) in levels.enumerated() {
            for resource in level.lazy.flatMap({ $0.reading + $0.writing }) {
                if first[resource] == nil { first[resource] = index }
                last[resource] = index
            }
        }
        var change = [Int](repeating: 0, count: levels.count + 1)
        for (resource, index) in first {
            let size = bytes(resource)
            change[index] += size
            change[(last[resource] ?? index) + 1] -= size
        }
        var (held, most) = (0, 0)
        for step in change {
            held += step
            most = max(most, held)
        }
        return most
    }

    /// The resources that no later level uses, for each level.
    var lastUses: [[Resource]] {
        var last: [Resource: Int] = [:]
        for (index, level) in levels.enumerated() {
            for node in level { for resource in node.reading + node.writing { last[resource] = index } }
        }
        var result = [[Resource]](repeating: [], count: levels.count)
        for (resource, index) in last { result[index].append(resource) }
        return result
    }
}
