import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// The order in which the layers of a space hide each other within a part of the device.
struct DepthOrder {
    enum Result {
        /// The members, back to front.
        case order([Int])
        /// The line where two members cut through each other, or where one that is part of a circle of members ends.
        case cut(SIMD3<Double>)
    }

    let members: [SpaceMember]
    /// The depth in the middle of each member.
    private let middles: [Double]

    init(members: [SpaceMember]) {
        self.members = members
        looksBehind = members.contains { $0.prepared.layer.readsBackdrop }
        middles = members.map { member in
            let sum = member.outline.reduce(Point(0, 0)) { $0 + $1 }
            let count = Double(max(1, member.outline.count))
            return Self.value(member.depth, Point(sum.x / count, sum.y / count))
        }
    }

    /// Whether a member reads the picture behind it.
    let looksBehind: Bool

    /// The smallest part of a pixel that counts.
    private static let slack = 1e-6

    /// The order of members within a convex polygon.
    ///
    /// - Parameter pairs: the pairs of members that may still be compared. Below zero, the result is meaningless.
    func result(in cell: [Point], _ pairs: inout Int) -> Result {
        let seen = members.indices.filter { Self.area(Self.common(members[$0].outline, cell)) > Self.slack }
        /// The members that each member hides.
        var hides = [[Int]](repeating: [], count: members.count)
        var above = [Int](repeating: 0, count: members.count)
        pairs -= seen.count * seen.count / 2
        guard pairs >= 0 else { return .order([]) }
        for (place, second) in seen.enumerated() {
            for first in seen[..<place] {
                let overlap = Self.common(Self.common(members[first].outline, members[second].outline), cell)
                guard Self.area(overlap) > Self.slack else { continue }
                let line = members[second].depth - members[first].depth
                let size = max(Self.size(members[first].depth, overlap), Self.size(members[second].depth, overlap))
                let values = overlap.map { Self.value(line, $0) }
                let (least, most) = (values.min() ?? 0, values.max() ?? 0)
                let even = 1e-9 * size
                if least < -even, most > even {
                    // Slivers on one side of the line are rounding.
                    if Self.area(Self.cut(overlap, line)) > Self.slack, Self.area(Self.cut(overlap, -line)) > Self.slack {
                        return .cut(line)
                    }
                }
                // Of members in one plane, the later one lies in front.
                let isInFront = abs(least) > most ? least >= -even : true
                let (front, back) = isInFront ? (second, first) : (first, second)
                hides[back].append(front)
                above[front] += 1
            }
        }
        var order: [Int] = []
        var waiting = seen
        while !waiting.isEmpty {
            // Members that don't overlap may still share pixels. The farther one comes first, whatever the list's order.
            let free = waiting.indices.filter { above[waiting[$0]] == 0 }
            guard let place = free.min(by: { middles[waiting[$0]] < middles[waiting[$1]] }) else {
                return circle(waiting, behind: order, in: cell)
            }
            let next = waiting.remove(at: place)
            order.append(next)
            for front in hides[next] { above[front] -= 1 }
        }
        return .order(order)
    }

    /// Members that hide each other in a circle. The edge of one of them parts the cell.
    private func circle(_ waiting: [Int], behind order: [Int], in cell: [Point]) -> Result {
        for member in waiting {
            for line in Self.edges(members[member].outline) {
                let (inside, outside) = (Self.area(Self.cut(cell, line)), Self.area(Self.cut(cell, -line)))
                if inside > Self.slack, outside > Self.slack { return .cut(line) }
            }
        }
        // Every outline holds the whole cell. Planes can't hide each other in a circle there.
        return .order(order + waiting)
    }

    // MARK: - Polygons

    static func value(_ line: SIMD3<Double>, _ point: Point) -> Double { line.x * point.x + line.y * point.y + line.z }

    private static func size(_ depth: SIMD3<Double>, _ polygon: [Point]) -> Double {
        polygon.reduce(0) { max($0, abs(depth.x * $1.x), abs(depth.y * $1.y), abs(depth.z)) }
    }

    /// The part of a polygon where a line's function isn't negative.
    static func cut(_ polygon: [Point], _ line: SIMD3<Double>) -> [Point] {
        var result: [Point] = []
        for (index, point) in polygon.enumerated() {
            let next = polygon[index + 1 == polygon.count ? 0 : index + 1]
            let (a, b) = (value(line, point), value(line, next))
            if a >= 0 { result.append(point) }
            if (a >= 0) != (b >= 0) { result.append(point + (a / (a - b)) * (next - point)) }
        }
        return result
    }

    /// The functions that are positive on the inner side of a convex polygon's edges.
    private static func edges(_ polygon: [Point]) -> [SIMD3<Double>] {
        let sign = signedArea(polygon) < 0 ? -1.0 : 1
        return polygon.indices.compactMap { index in
            let (a, b) = (polygon[index], polygon[index + 1 == polygon.count ? 0 : index + 1])
            let (x, y) = (b.x - a.x, b.y - a.y)
            // Rounding decides the direction of shorter edges.
            guard x * x + y * y > 1e-16 else { return nil }
            return sign * SIMD3(-y, x, y * a.x - x * a.y)
        }
    }

    private static func common(_ a: [Point], _ b: [Point]) -> [Point] {
        edges(b).reduce(a) { $0.isEmpty ? [] : cut($0, $1) }
    }

    private static func signedArea(_ polygon: [Point]) -> Double {
        guard let origin = polygon.first, polygon.count > 2 else { return 0 }
        var sum = 0.0
        for (a, b) in zip(polygon.dropFirst(), polygon.dropFirst(2)) {
            sum += (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x)
        }
        return sum / 2
    }

    static func area(_ polygon: [Point]) -> Double { abs(signedArea(polygon)) }
}

extension ScenePlanner {
    /// The most lines by which the layers of a space are parted, and the most pairs of layers that are compared.
    private static let mostCuts = 256
    private static let mostPairs = 2_000_000

    /// Paints the layers of a space. Where two cut through each other, the parts of the picture on both sides are painted in
    /// their own order, and each pixel takes as much of a part as lies in it.
    mutating func paintByDepth(_ members: [SpaceMember], onto target: PaintTarget, name: String) throws(PlanningError) {
        let area = members.reduce(PixelRect.empty) { $0.union($1.prepared.extent) }.intersection(target.clip)
        guard !area.isEmpty else { return }
        let order = DepthOrder(members: members)
        var left = (cuts: Self.mostCuts, pairs: Self.mostPairs)
        var parts: [(polygon: [Point], order: [Int])] = []
        var open = [area.outset(x: 1, y: 1).rect.corners]
        while let cell = open.popLast() {
            let result = order.result(in: cell, &left.pairs)
            guard left.cuts >= 0, left.pairs >= 0 else { throw .tooManyCuts(layer: name, allowed: Self.mostCuts) }
            switch result {
            case .order(let list): parts.append((cell, list))
            case .cut(let line):
                left.cuts -= 1
                open += [DepthOrder.cut(cell, -line), DepthOrder.cut(cell, line)]
            }
        }
        guard parts.count > 1 else {
            for member in parts.first?.order ?? [] { try paint(members[member].prepared, onto: target) }
            return
        }
        let before = try readHalfPainted(target)
        let label = "parts of \(name)"
        let sum = try addTarget(area, label)
        for part in parts {
            let bounds = PixelRect(covering: Rect(bounding: part.polygon)).outset(x: 1, y: 1).intersection(area)
            var path = Path()
            for (index, point) in part.polygon.enumerated() {
                if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
            }
            path.close()
            guard !bounds.isEmpty, let mask = try coverage(of: path, .nonzero, in: bounds, label: label, name: name) else {
                continue
            }
            // Backdrops read the whole picture behind a layer.
            var copy = try addTarget(order.looksBehind ? target.bounds : bounds, label)
            self.copy(before, target.bounds, to: copy)
            inheritOpacity(of: before, copy.surface)
            copy.clip = bounds
            for member in part.order { try paint(members[member].prepared, onto: copy) }
            emit(
                Composite(
                    target: sum.surface, region: sum.local(mask.bounds.intersection(bounds)),
                    source: sum.source(copy.surface, copy.bounds), mask: mask.operand(onto: sum),
                    operation: .blend(.plusLighter)))
        }
        compositeSurface(sum.surface, bounds: sum.bounds, onto: target, operation: .mix)
    }
}
