import PenumbraSystem

extension Path {
    /// SHA-256 of the elements and their coordinates.
    package var digest: Digest {
        var numbers: [Double] = []
        func add(_ kind: Double, _ points: Point...) {
            numbers.append(kind)
            for point in points {
                numbers.append(point.x)
                numbers.append(point.y)
            }
        }
        for element in elements {
            switch element {
            case .move(let to): add(0, to)
            case .line(let to): add(1, to)
            case .quadratic(let to, let control): add(2, to, control)
            case .cubic(let to, let control1, let control2): add(3, to, control1, control2)
            case .arc(let arc):
                add(4, arc.center, arc.xAxis, arc.yAxis)
                numbers += [arc.startAngle, arc.sweep]
            case .close: add(5)
            }
        }
        return numbers.withUnsafeBytes { SHA256.digest(of: $0) }
    }
}
