import PenumbraCoreGraphics
import PenumbraGeometry

extension CGPath {
    /// The path with its subpaths run through backwards, in their order.
    var reversed: CGPath {
        var result = Path()
        for subpath in shape.subpaths { subpath.addReversed(to: &result) }
        return CGPath(result)
    }
}

extension Path {
    fileprivate func addReversed(to result: inout Path) {
        var (points, current): ([Point], Point?) = ([], nil)
        for element in elements {
            switch element {
            case .move(let to), .line(let to), .quadratic(let to, _), .cubic(let to, _, _): current = to
            case .arc(let arc): current = arc.endPoint
            case .close: break
            }
            points.append(current ?? .zero)
        }
        guard let last = points.last else { return }
        let isClosed = elements.last == .close
        if isClosed, let first = points.first, first != last {
            // The closing line comes first.
            result.move(to: first)
            result.addLine(to: last)
        } else {
            result.move(to: last)
        }
        for index in elements.indices.reversed() where index > 0 {
            let start = points[index - 1]
            switch elements[index] {
            case .move, .close: break
            case .line: result.addLine(to: start)
            case .quadratic(_, let control): result.addQuadratic(to: start, control: control)
            case .cubic(_, let control1, let control2):
                result.addCubic(to: start, control1: control2, control2: control1)
            case .arc(var arc):
                arc.startAngle += arc.sweep
                arc.sweep = -arc.sweep
                result.addArc(arc)
            }
        }
        if isClosed { result.close() }
    }
}
