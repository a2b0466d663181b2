import PenumbraGeometry

/// The area that polygons share with each pixel square, in double precision.
///
/// Each polygon is clipped to every pixel that it can touch (Sutherland and Hodgman 1974). The signed areas of the remaining
/// parts are added up with the shoelace formula. This is slow and has nothing in common with the renderers' running sums.
public func exactArea(of polygons: [[Point]], in pixels: PixelRect) -> Field {
    var field = Field(pixels)
    for polygon in polygons where polygon.count >= 3 {
        let bounds = PixelRect(covering: Rect(bounding: polygon)).intersection(pixels)
        guard !bounds.isEmpty else { continue }
        for y in bounds.y..<bounds.maxY {
            let row = clipped(clipped(polygon, axis: 1, above: Double(y)), axis: 1, below: Double(y + 1))
            guard row.count >= 3 else { continue }
            for x in bounds.x..<bounds.maxX {
                let cell = clipped(clipped(row, axis: 0, above: Double(x)), axis: 0, below: Double(x + 1))
                field[x, y] += signedArea(cell)
            }
        }
    }
    for i in field.values.indices { field.values[i] = min(1, abs(field.values[i])) }
    return field
}

private func signedArea(_ polygon: [Point]) -> Double {
    guard let origin = polygon.first else { return 0 }
    var sum = 0.0
    for i in polygon.indices {
        let a = polygon[i] - origin
        let b = polygon[(i + 1) % polygon.count] - origin
        sum += a.x * b.y - a.y * b.x
    }
    return sum / 2
}

private func clipped(_ polygon: [Point], axis: Int, above limit: Double) -> [Point] {
    clipped(polygon, distance: { (axis == 0 ? $0.x : $0.y) - limit })
}

private func clipped(_ polygon: [Point], axis: Int, below limit: Double) -> [Point] {
    clipped(polygon, distance: { limit - (axis == 0 ? $0.x : $0.y) })
}

private func clipped(_ polygon: [Point], distance: (Point) -> Double) -> [Point] {
    var result: [Point] = []
    result.reserveCapacity(polygon.count + 4)
    for i in polygon.indices {
        let a = polygon[i]
        let b = polygon[(i + 1) % polygon.count]
        let (da, db) = (distance(a), distance(b))
        if da >= 0 { result.append(a) }
        if (da > 0 && db < 0) || (da < 0 && db > 0) {
            result.append(a + (da / (da - db)) * (b - a))
        }
    }
    return result
}
