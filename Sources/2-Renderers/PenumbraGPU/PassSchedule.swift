import PenumbraGeometry
import PenumbraPlan

/// The order in which the dispatches of a group's passes run. Those of one level depend on none of the same level, so the
/// device works on all of them at once, and waits only between levels.
struct PassSchedule {
    /// A dispatch of a pass, or several that its pass announced together, or layers that are painted together.
    struct Node {
        /// The steps of a pass. Several places are layers of one surface, in order.
        var places: [(pass: Int, steps: Range<Int>)]
        var reading: [Resource]
        var writing: [Resource]
        /// The part of what is written that the dispatches access, for each plan. Nil if they may access everything.
        var areas: [PixelRect]?
        /// Set if the node can be painted together with other layers.
        var layer: Layer?
        /// The pixels that a layer accesses, in all plans.
        var pixels = 0
    }

    /// The surface that layers are painted on, and the program that paints them.
    struct Layer: Equatable {
        var target: Resource
        var program: ObjectIdentifier
    }

    private(set) var levels: [[Node]] = []
    /// The bytes of surfaces that are needed at once if the passes run in turn.
    let least: Int
    /// Whether layers may have been joined.
    let joinsLayers: Bool

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
    ///   - joining: how many invocations may be idle so that layers of one surface are painted together. All that they read must then
    ///     be in one buffer. Nil joins none.
    ///   - bytes: the bytes of a resource that only these passes use. 0 for all other resources.
    init(_ nodes: [Node], joining idle: IdleWork?, bytes: (Resource) -> Int) {
        let inTurn = nodes.map { [$0] }
        let least = Self.peak(inTurn, bytes)
        self.least = least
        func isAffordable(_ levels: [[Node]]) -> Bool { Self.peak(levels, bytes) <= least + Self.extraBytes(over: least) }
        if let idle, case let joined = Self.levels(Self.joiningLayers(nodes, idle)), isAffordable(joined) {
            (levels, self.joinsLayers) = (joined, true)
            return
        }
        let separate = Self.levels(nodes)
        (levels, self.joinsLayers) = (isAffordable(separate) ? separate : inTurn, false)
    }

    /// Puts each node into the first level after all that it depends on.
    private static func levels(_ nodes: [Node]) -> [[Node]] {
        var known: [Resource: Accesses] = [:]
        var levelOfPass: [Int: Int] = [:]
        var order: [(level: Int, node: Node)] = []
        for node in nodes {
            var level = node.places.reduce(0) { max($0, (levelOfPass[$1.pass] ?? -1) + 1) }
            for resource in node.reading { level = max(level, 1 + (known[resource]?.level(before: false, nil) ?? -1)) }
            for resource in node.writing { level = max(level, 1 + (known[resource]?.level(before: true, node.areas) ?? -1)) }
            for place in node.places { levelOfPass[place.pass] = level }
            order.append((level, node))
            for resource in node.reading {
                known[resource, default: Accesses()].add(Access(level: level, isWrite: false, areas: nil))
            }
            for resource in node.writing {
                known[resource, default: Accesses()].add(Access(level: level, isWrite: true, areas: node.areas))
            }
        }
        var result = [[Node]](repeating: [], count: (order.map(\.level).max() ?? -1) + 1)
        for (level, node) in order { result[level].append(node) }
        return result
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
