/// An axis-parallel rectangle: its top-left corner and its size.
///
/// Width and height are not negative in any rectangle this package makes. A rectangle with a zero side is empty.
public struct Rect: Hashable, Sendable {
    public var origin: Point
    public var size: Size

    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x, y), size: Size(width: width, height: height))
    }

    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    public var minX: Double { origin.x }
    public var minY: Double { origin.y }
    public var maxX: Double { origin.x + size.width }
    public var maxY: Double { origin.y + size.height }
    public var midX: Double { origin.x + size.width / 2 }
    public var midY: Double { origin.y + size.height / 2 }
    public var width: Double { size.width }
    public var height: Double { size.height }

    public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }
    public var isFinite: Bool { origin.isFinite && size.isFinite }

    /// The four corners, clockwise from the top left.
    public var corners: [Point] {
        [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
    }

    /// Returns the smallest rectangle that holds both rectangles; an empty rectangle is ignored.
    public func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let x = min(minX, other.minX)
        let y = min(minY, other.minY)
        return Rect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
    }

    /// Whether the rectangle, with its edges, contains all of another one.
    package func contains(_ other: Rect) -> Bool {
        minX <= other.minX && minY <= other.minY && other.maxX <= maxX && other.maxY <= maxY
    }

    /// Returns the part that both rectangles share. Without a shared part, the result is empty and its position has no
    /// meaning.
    public func intersection(_ other: Rect) -> Rect {
        let x = max(minX, other.minX)
        let y = max(minY, other.minY)
        let width = min(maxX, other.maxX) - x
        let height = min(maxY, other.maxY) - y
        guard width > 0, height > 0 else { return .zero }
        return Rect(x: x, y: y, width: width, height: height)
    }

    /// Moves every side inwards by `distance` (outwards when negative). Sides that would cross meet in the middle.
    public func inset(by distance: Double) -> Rect { inset(x: distance, y: distance) }

    /// The rectangle with its left and right edges moved inwards by `x` and the others by `y`; negative values move outwards.
    /// Where edges would pass each other, they meet in the middle.
    public func inset(x: Double, y: Double) -> Rect {
        let dx = min(x, size.width / 2)
        let dy = min(y, size.height / 2)
        return Rect(x: minX + dx, y: minY + dy, width: size.width - 2 * dx, height: size.height - 2 * dy)
    }

    public func offset(by vector: Point) -> Rect {
        Rect(origin: origin + vector, size: size)
    }

    /// Returns the smallest rectangle with sides parallel to the axes that holds the transformed rectangle.
    public func transformed(by transform: AffineTransform) -> Rect {
        Rect(bounding: corners.map { $0.applying(transform) })
    }

    /// Makes the smallest rectangle that holds all `points`; zero when there are none.
    public init(bounding points: some Sequence<Point>) {
        var low = Point(.infinity, .infinity)
        var high = Point(-.infinity, -.infinity)
        for point in points {
            low = Point(min(low.x, point.x), min(low.y, point.y))
            high = Point(max(high.x, point.x), max(high.y, point.y))
        }
        guard low.x <= high.x, low.y <= high.y else {
            self = .zero
            return
        }
        self.init(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }
}
