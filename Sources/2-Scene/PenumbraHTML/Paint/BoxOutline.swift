import PenumbraElementary
import PenumbraGeometry

/// A rectangle with corners of any radii and shapes: the outline of a box's border, padding or content.
struct BoxOutline: Hashable {
    var rect: Rect
    /// The half-axes of the corners, from the top left, clockwise. Sharp corners have none.
    var radii = Array(repeating: Size(width: 0, height: 0), count: 4)
    /// The parameter of each corner's `superellipse()`: 1 is round, 0 a bevel, and −1 a scoop.
    var shapes = [1.0, 1.0, 1.0, 1.0]
    /// How far each corner lies inside the corner of the scoop's circle, which all outlines of a box share.
    private var depths = Array(repeating: Size(width: 0, height: 0), count: 4)

    init(_ rect: Rect) { self.rect = rect }

    init(_ rect: Rect, radii: [Size], shapes: [Double] = [1, 1, 1, 1]) {
        (self.rect, self.radii, self.shapes) = (rect, radii, shapes)
        for corner in 0..<4 where shapes[corner] == .infinity { self.radii[corner] = Size(width: 0, height: 0) }
    }

    var isSharp: Bool { radii.allSatisfy { $0.width <= 0 || $0.height <= 0 } }

    /// The corners as quarters of circles. Nil if a corner has another shape.
    var circular: CornerRadii? {
        for corner in 0..<4 where radii[corner].width > 0 {
            guard abs(radii[corner].width - radii[corner].height) < 1e-6, shapes[corner] == 1 else { return nil }
        }
        return CornerRadii(
            topLeft: radii[0].width, topRight: radii[1].width, bottomRight: radii[2].width, bottomLeft: radii[3].width)
    }

    /// The sides that meet at each corner: the one along x, whose width changes the corner's width, and the one along y.
    private static let sides = [(3, 0), (1, 0), (1, 2), (3, 2)]

    /// The outline at distances inside: top, right, bottom, left.
    func inset(by distances: [Double]) -> BoxOutline {
        var result = BoxOutline(rect.inset(by: distances), radii: radii, shapes: shapes)
        for (corner, side) in Self.sides.enumerated() where radii[corner].width > 0 {
            let (x, y) = (distances[side.0], distances[side.1])
            let change = change(of: corner, x, y)
            let size = Size(
                width: max(0, radii[corner].width - change.width), height: max(0, radii[corner].height - change.height))
            result.radii[corner] = size.width == 0 || size.height == 0 ? Size(width: 0, height: 0) : size
            result.depths[corner] = Size(width: depths[corner].width + x, height: depths[corner].height + y)
        }
        // Hollow corners may be larger inside than outside.
        if shapes.contains(where: { $0 < 0 }) { result.radii = result.radii.fitted(to: result.rect.size) }
        return result
    }

    /// How much smaller a corner inside is, so that a border is as wide around its corners.
    private func change(of corner: Int, _ x: Double, _ y: Double) -> Size {
        let shape = shapes[corner]
        // The line of a hollow corner leaves each side at a right angle, so that the side's width lies along the side.
        if shape < 0 { return Size(width: x - y, height: y - x) }
        let factor = min(1, 2 - 2.0.squareRoot() + shape * (2.0.squareRoot() - 1))
        return Size(width: x * factor, height: y * factor)
    }

    /// The outline at a distance outside, or inside if it is negative. Sharp corners stay sharp.
    ///
    /// - Parameter isExact: whether radii grow by the whole distance. Otherwise radii below the distance grow by less,
    ///   as for shadows: CSS Backgrounds 3, section 6.1.1.
    func outset(by distance: Double, isExact: Bool = false) -> BoxOutline {
        guard distance > 0 else {
            let most = min(rect.width, rect.height) / 2
            return inset(by: Array(repeating: min(-distance, most), count: 4))
        }
        func grown(_ radius: Double) -> Double {
            guard radius < distance, !isExact else { return radius + distance }
            let rest = radius / distance - 1
            return radius + distance * (1 + rest * rest * rest)
        }
        let outer = radii.map {
            $0.width > 0 && $0.height > 0 ? Size(width: grown($0.width), height: grown($0.height)) : $0
        }
        return BoxOutline(rect.inset(by: Array(repeating: -distance, count: 4)), radii: outer, shapes: shapes)
    }

    /// The outline as a path, clockwise from the end of the top left corner.
    var path: Path {
        guard !isSharp else { return Path(rect) }
        var path = Path()
        let corners = rect.corners
        // The directions from each corner to where its curve begins and ends.
        let back = [Point(0, 1), Point(-1, 0), Point(0, -1), Point(1, 0)]
        let onward = [Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1)]
        func lengths(_ corner: Int) -> (back: Double, onward: Double) {
            let size = radii[corner]
            return corner.isMultiple(of: 2) ? (size.height, size.width) : (size.width, size.height)
        }
        path.move(to: corners[0] + lengths(0).onward * onward[0])
        for corner in [1, 2, 3, 0] {
            let length = lengths(corner)
            guard length.back > 0, length.onward > 0 else {
                path.addLine(to: corners[corner])
                continue
            }
            if shapes[corner] == -1, depths[corner].width > 0 || depths[corner].height > 0 {
                addScoop(corner, back[corner], onward[corner], length, to: &path)
                continue
            }
            let (u, v) = (length.back * back[corner], length.onward * onward[corner])
            path.addLine(to: corners[corner] + u)
            Self.addCorner(corners[corner], u, v, shapes[corner], to: &path)
        }
        path.close()
        return path
    }

    /// Adds a scoop inside of another scoop, with the same centre.
    private func addScoop(
        _ corner: Int, _ back: Point, _ onward: Point, _ length: (back: Double, onward: Double), to path: inout Path
    ) {
        let depth = depths[corner]
        let deep =
            corner.isMultiple(of: 2) ? (back: depth.height, onward: depth.width) : (back: depth.width, onward: depth.height)
        let center = rect.corners[corner] - deep.back * back - deep.onward * onward
        let axes = (length.back + deep.back, length.onward + deep.onward)
        // The arc between the two edges.
        let start = Elementary.asin(min(1, deep.onward / axes.1))
        let end = .pi / 2 - Elementary.asin(min(1, deep.back / axes.0))
        let arc = Path.Arc(
            center: center, xAxis: axes.0 * back, yAxis: axes.1 * onward, startAngle: start, sweep: max(0, end - start))
        path.addLine(to: arc.startPoint)
        path.addArc(arc)
    }

    /// Adds the curve from `corner + u` to `corner + v`.
    private static func addCorner(_ corner: Point, _ u: Point, _ v: Point, _ shape: Double, to path: inout Path) {
        switch shape {
        case 1:
            path.addArc(
                Path.Arc(
                    center: corner + u + v, xAxis: Point(0, 0) - v, yAxis: Point(0, 0) - u, startAngle: 0, sweep: .pi / 2))
        case -1:
            path.addArc(Path.Arc(center: corner, xAxis: u, yAxis: v, startAngle: 0, sweep: .pi / 2))
        case 0: path.addLine(to: corner + v)
        case -Double.infinity:
            path.addLine(to: corner + u + v)
            path.addLine(to: corner + v)
        default:
            for point in superellipse(abs(shape)) {
                // Distances from the corner, in half-axes. A negative shape bends around the other end of the diagonal.
                let place = shape > 0 ? (1 - point.y, 1 - point.x) : (point.x, point.y)
                path.addLine(to: corner + place.0 * u + place.1 * v)
            }
        }
    }

    /// Points of |x|ⁿ + |y|ⁿ = 1 with n = 2^shape, from (1, 0) to (0, 1).
    private static func superellipse(_ shape: Double) -> [Point] {
        let power = 1 / Elementary.pow(2, min(shape, 20))
        let steps = 48
        return (0...steps).map { step in
            if step == 0 { return Point(1, 0) }
            if step == steps { return Point(0, 1) }
            let (cosine, sine) = Elementary.cosineAndSine(degrees: 90 * Double(step) / Double(steps))
            return Point(Elementary.pow(cosine, 2 * power), Elementary.pow(sine, 2 * power))
        }
    }
}
