/// A position in a plane whose y axis points down.
public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public init(_ x: Double, _ y: Double) {
        self.init(x: x, y: y)
    }

    public static let zero = Point(0, 0)

    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The Euclidean distance from the origin.
    public var length: Double { (x * x + y * y).squareRoot() }

    public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    public static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }
    public static func * (factor: Double, a: Point) -> Point { a * factor }
    public static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }
}

/// A width and a height. Negative values are representable; each function that accepts a size defines their meaning.
public struct Size: Hashable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    public static let zero = Size(width: 0, height: 0)

    public var isFinite: Bool { width.isFinite && height.isFinite }
}
