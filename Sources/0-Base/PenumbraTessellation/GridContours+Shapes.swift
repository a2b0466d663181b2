extension GridContours {
    /// The polygons in groups whose boxes lie apart, such as the letters of a text. No group changes how another is resolved.
    ///
    /// Polygons that are too many for a comparison of their boxes are one group.
    var shapes: [GridContours] {
        guard ends.count > 1, ends.count <= Self.mostCompared else { return ends.isEmpty ? [] : [self] }
        return shapes(FixedBounds.groups(of: boxes, most: Self.mostCompared))
    }

    /// A box around all polygons and the steps beside them. Nil without polygons.
    var box: FixedBounds? {
        guard let first = vertices.first else { return nil }
        var box = FixedBounds(of: first)
        for vertex in vertices { box.include(vertex) }
        return box.outset
    }

    /// Every polygon takes part in fewer than this many comparisons, some nanoseconds each.
    private static let mostCompared = 1024

    /// Boxes around the polygons and the steps beside them. Edges that are led through a point pass it within half a step.
    private var boxes: [FixedBounds] {
        var begin = 0
        return ends.map { end in
            defer { begin = end }
            var box = FixedBounds(of: vertices[begin])
            for vertex in vertices[begin..<end] { box.include(vertex) }
            return box.outset
        }
    }

    /// Collects the polygons with the same root.
    private func shapes(_ roots: [Int]) -> [GridContours] {
        var place = [Int](repeating: -1, count: roots.count)
        var result: [GridContours] = []
        var begin = 0
        for (index, root) in roots.enumerated() {
            if root == index {
                place[root] = result.count
                result.append(GridContours())
            }
            result[place[root]].append(vertices[begin..<ends[index]])
            begin = ends[index]
        }
        return result
    }

    init() {}

    /// Adds other polygons.
    mutating func append(_ other: GridContours) {
        let first = vertices.count
        vertices += other.vertices
        ends += other.ends.map { $0 + first }
    }

    private mutating func append(_ polygon: ArraySlice<FixedPoint>) {
        vertices += polygon
        ends.append(vertices.count)
    }
}

extension FixedBounds {
    /// The box with the steps beside it.
    fileprivate var outset: FixedBounds {
        FixedBounds(low: FixedPoint(x: low.x - 1, y: low.y - 1), high: FixedPoint(x: high.x + 1, y: high.y + 1))
    }

    /// For each box, the first box of its group. Groups lie apart; the boxes of a group hang together.
    ///
    /// - Parameter most: more boxes than this are one group.
    static func groups(of boxes: [FixedBounds], most: Int) -> [Int] {
        guard boxes.count <= most else { return boxes.map { _ in 0 } }
        var group = Array(boxes.indices)
        func root(_ index: Int) -> Int {
            var index = index
            while group[index] != index {
                // Halving the way keeps all ways short.
                group[index] = group[group[index]]
                index = group[index]
            }
            return index
        }
        // A box is compared with the boxes that begin left of its right side and have not ended at its left side.
        var open: [Int] = []
        for index in boxes.indices.sorted(by: { boxes[$0].low.x < boxes[$1].low.x }) {
            let box = boxes[index]
            open.removeAll { boxes[$0].high.x < box.low.x }
            for other in open where boxes[other].low.y <= box.high.y && boxes[other].high.y >= box.low.y {
                // The first box of a group is its root.
                let (a, b) = (root(index), root(other))
                group[max(a, b)] = min(a, b)
            }
            open.append(index)
        }
        return group.indices.map(root)
    }
}
