/// The edges a sweep line meets, from left to right: a treap with parent links, threaded into a list.
///
/// Insertion beside a known node, removal and replacement need no comparison of edges; only `search` does.
struct SweepStatus {
    struct Node {
        var edge: Int32
        var left: Int32 = -1
        var right: Int32 = -1
        var parent: Int32 = -1
        var previous: Int32 = -1
        var next: Int32 = -1
        var priority: UInt32
    }

    private(set) var nodes: [Node] = []
    private(set) var root: Int32 = -1
    /// The leftmost node, or −1.
    private(set) var head: Int32 = -1
    private var free: Int32 = -1
    private var seed: UInt32 = 0x9E37_79B9

    @inline(__always) func edge(_ node: Int32) -> Int32 { nodes[Int(node)].edge }
    @inline(__always) func previous(_ node: Int32) -> Int32 { nodes[Int(node)].previous }
    /// Returns the right neighbour of a node; the neighbour of −1 is the leftmost node.
    @inline(__always) func next(_ node: Int32) -> Int32 { node < 0 ? head : nodes[Int(node)].next }
    @inline(__always) mutating func setEdge(_ edge: Int32, at node: Int32) { nodes[Int(node)].edge = edge }

    /// Finds the rightmost node whose edge has the point strictly at its right, or −1.
    func search(_ point: FixedPoint, _ edges: [SweepEdge]) -> Int32 {
        var node = root
        var found: Int32 = -1
        while node >= 0 {
            let current = nodes[Int(node)]
            if edges[Int(current.edge)].side(ofX: point.x, y: point.y) > 0 {
                found = node
                node = current.right
            } else {
                node = current.left
            }
        }
        return found
    }

    /// Inserts an edge at the right of `neighbour`, or leftmost if `neighbour` is −1.
    mutating func insert(_ edge: Int32, after neighbour: Int32) -> Int32 {
        seed ^= seed << 13
        seed ^= seed >> 17
        seed ^= seed << 5
        var record = Node(edge: edge, priority: seed)
        let follower = next(neighbour)
        record.previous = neighbour
        record.next = follower
        let node: Int32
        if free >= 0 {
            node = free
            free = nodes[Int(node)].next
            nodes[Int(node)] = record
        } else {
            node = Int32(truncatingIfNeeded: nodes.count)
            nodes.append(record)
        }
        if neighbour >= 0 { nodes[Int(neighbour)].next = node } else { head = node }
        if follower >= 0 { nodes[Int(follower)].previous = node }
        // At least one of two neighbouring nodes has no child between them.
        if neighbour >= 0, nodes[Int(neighbour)].right < 0 {
            nodes[Int(neighbour)].right = node
            nodes[Int(node)].parent = neighbour
        } else if follower >= 0 {
            nodes[Int(follower)].left = node
            nodes[Int(node)].parent = follower
        } else {
            root = node
        }
        while true {
            let parent = nodes[Int(node)].parent
            guard parent >= 0, nodes[Int(parent)].priority < nodes[Int(node)].priority else { break }
            rotateUp(node)
        }
        return node
    }

    mutating func remove(_ node: Int32) {
        while true {
            let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
            if left < 0 && right < 0 { break }
            if right < 0 || (left >= 0 && nodes[Int(left)].priority > nodes[Int(right)].priority) {
                rotateUp(left)
            } else {
                rotateUp(right)
            }
        }
        replaceChild(of: nodes[Int(node)].parent, node, by: -1)
        let (previous, next) = (nodes[Int(node)].previous, nodes[Int(node)].next)
        if previous >= 0 { nodes[Int(previous)].next = next } else { head = next }
        if next >= 0 { nodes[Int(next)].previous = previous }
        nodes[Int(node)].next = free
        free = node
    }

    private mutating func replaceChild(of parent: Int32, _ old: Int32, by new: Int32) {
        if parent < 0 {
            root = new
        } else if nodes[Int(parent)].left == old {
            nodes[Int(parent)].left = new
        } else {
            nodes[Int(parent)].right = new
        }
        if new >= 0 { nodes[Int(new)].parent = parent }
    }

    private mutating func rotateUp(_ node: Int32) {
        let parent = nodes[Int(node)].parent
        replaceChild(of: nodes[Int(parent)].parent, parent, by: node)
        let inner: Int32
        if nodes[Int(parent)].left == node {
            inner = nodes[Int(node)].right
            nodes[Int(parent)].left = inner
            nodes[Int(node)].right = parent
        } else {
            inner = nodes[Int(node)].left
            nodes[Int(parent)].right = inner
            nodes[Int(node)].left = parent
        }
        if inner >= 0 { nodes[Int(inner)].parent = parent }
        nodes[Int(parent)].parent = node
    }
}
