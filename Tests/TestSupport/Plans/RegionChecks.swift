import PenumbraGeometry
import PenumbraTessellation
import TestSupport

/// How far, in grid steps, resolving may move an edge: half a diagonal (0.71) in each of at most three rounds that cut.
package let snapReach = 2.2

/// Describes the error in a boundary and its mesh; nil if all invariants hold.
package func defect(
    of boundary: Boundary, _ mesh: TriangleMesh, for path: Path, _ rule: FillRule,
    _ random: inout SeededGenerator
) -> String? {
    let reference = Reference(path)
    return boundaryDefect(boundary) ?? meshDefect(mesh, boundary)
        ?? regionDefect(boundary, mesh, reference, rule, &random) ?? areaDefect(boundary, reference, rule)
}

private func boundaryDefect(_ boundary: Boundary) -> String? {
    var degree: [FixedPoint: Int] = [:]
    for edge in boundary.edges {
        if edge.start == edge.end { return "edge without length at \(edge.start)" }
        degree[edge.start, default: 0] += 1
        degree[edge.end, default: 0] -= 1
    }
    if let odd = degree.first(where: { $0.value != 0 }) { return "unbalanced vertex \(odd.key)" }
    if boundary.area2 < 0 || (boundary.area2 == 0) != boundary.isEmpty { return "area \(boundary.area2)" }
    let edges = boundary.edges.sorted { min($0.start.y, $0.end.y) < min($1.start.y, $1.end.y) }
    for i in edges.indices {
        let lowest = max(edges[i].start.y, edges[i].end.y)
        for j in (i + 1)..<max(i + 1, edges.count) {
            if min(edges[j].start.y, edges[j].end.y) > lowest { break }
            if touchBeyondEnds(edges[i], edges[j]) { return "edges touch: \(edges[i]) and \(edges[j])" }
        }
    }
    return nil
}

private func meshDefect(_ mesh: TriangleMesh, _ boundary: Boundary) -> String? {
    if mesh.area2 != boundary.area2 { return "mesh has area \(mesh.area2), boundary \(boundary.area2)" }
    if Set(mesh.vertices) != Set(boundary.edges.map(\.start)) { return "mesh has other vertices than the boundary" }
    let triangles = (0..<mesh.triangleCount).compactMap { mesh.corners(ofTriangle: $0) }
    if triangles.count != mesh.triangleCount { return "triangle with a missing vertex" }
    for (index, a) in triangles.enumerated() {
        if turn(a.0, a.1, a.2) >= 0 { return "triangle \(a) is empty or reversed" }
        // This check is quadratic, so it runs only on few triangles. Point samples and the sum of areas cover larger meshes.
        guard triangles.count <= 100 else { continue }
        for b in triangles[..<index] where overlap(a, b) { return "triangles overlap: \(a) and \(b)" }
    }
    return nil
}

private func regionDefect(
    _ boundary: Boundary, _ mesh: TriangleMesh, _ reference: Reference, _ rule: FillRule,
    _ random: inout SeededGenerator
) -> String? {
    let sides = reference.sides
    guard let first = sides.first?.0 else { return boundary.isEmpty ? nil : "a region out of nothing" }
    var (low, high) = (first, first)
    for (point, _) in sides {
        low = FixedPoint(x: min(low.x, point.x), y: min(low.y, point.y))
        high = FixedPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    if let bounds = boundary.bounds,
        bounds.low.x < low.x || bounds.low.y < low.y || bounds.high.x > high.x || bounds.high.y > high.y
    {
        return "bounds \(bounds) exceed those of the input"
    }
    let outline = boundary.edges.map { ($0.start, $0.end) }
    for _ in 0..<6 {
        let point = HalfStepPoint(
            x: Int64(random.integer(2 * Int(low.x) - 9...2 * Int(high.x) + 9)),
            y: Int64(random.integer(2 * Int(low.y) - 9...2 * Int(high.y) + 9)))
        guard distance(sides, from: point) > snapReach else { continue }
        let inside = Reference.isInside(winding(sides, about: point), rule)
        if winding(outline, about: point) != (inside ? 1 : 0) { return "boundary is wrong at \(point)" }
        var covers = 0
        for index in 0..<mesh.triangleCount {
            guard let (a, b, c) = mesh.corners(ofTriangle: index) else { continue }
            covers += winding([(a, b), (b, c), (c, a)], about: point)
        }
        if covers != (inside ? 1 : 0) { return "\(covers) triangles cover \(point)" }
    }
    return nil
}

private func areaDefect(_ boundary: Boundary, _ reference: Reference, _ rule: FillRule) -> String? {
    let sides = reference.sides
    guard sides.count <= 60 else { return nil }
    let expected = slabArea(sides, rule)
    let length = sides.reduce(0.0) { sum, side in
        sum + abs(Double(side.0.x) - Double(side.1.x)) + abs(Double(side.0.y) - Double(side.1.y))
    }
    let found = Double(boundary.area2) / 2
    // Every side may move by the reach of snapping. The doubles of the slabs add rounding in proportion to the area.
    let allowed = length * snapReach + 1e-9 * expected
    return abs(found - expected) <= allowed ? nil : "area is \(found), by slabs \(expected), allowed ±\(allowed)"
}
