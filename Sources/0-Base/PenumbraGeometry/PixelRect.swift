/// A rectangle of whole pixels: columns `x ..< x + width` and rows `y ..< y + height`.
public struct PixelRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

    public var maxX: Int { x + width }
    public var maxY: Int { y + height }
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// Covers every pixel that `rect` touches. Coordinates are held within ±2³⁰, so that no later sum can overflow.
    public init(covering rect: Rect) {
        let limit = 1_073_741_824.0
        func clamped(_ value: Double) -> Int { Int(max(-limit, min(limit, value.isNaN ? 0 : value))) }
        let left = clamped(rect.minX.rounded(.down))
        let top = clamped(rect.minY.rounded(.down))
        self.init(
            x: left, y: top,
            width: clamped(rect.maxX.rounded(.up)) - left,
            height: clamped(rect.maxY.rounded(.up)) - top)
    }

    /// Covers every pixel that `rect` touches, except pixels that a side enters by no more than `slack`.
    public init(covering rect: Rect, slack: Double) {
        let inner = rect.inset(by: slack)
        self.init(covering: inner.width > 0 && inner.height > 0 ? inner : rect)
    }

    public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
        self.init(x: minX, y: minY, width: max(0, maxX - minX), height: max(0, maxY - minY))
    }

    public init(columns: Range<Int>, rows: Range<Int>) {
        self.init(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    public var columns: Range<Int> { x..<maxX }
    public var rows: Range<Int> { y..<maxY }

    public func intersection(_ other: PixelRect) -> PixelRect {
        let result = PixelRect(
            minX: max(x, other.x), minY: max(y, other.y),
            maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
        return result.isEmpty ? .empty : result
    }

    public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            minX: min(x, other.x), minY: min(y, other.y),
            maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    public func contains(_ other: PixelRect) -> Bool {
        other.isEmpty || (other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY)
    }

    /// Returns the rest of the rectangle outside `hole`, as at most four rectangles that do not overlap, from the top down.
    public func subtracting(_ hole: PixelRect) -> [PixelRect] {
        let cut = intersection(hole)
        guard !cut.isEmpty else { return isEmpty ? [] : [self] }
        return [
            PixelRect(minX: x, minY: y, maxX: maxX, maxY: cut.y),
            PixelRect(minX: x, minY: cut.y, maxX: cut.x, maxY: cut.maxY),
            PixelRect(minX: cut.maxX, minY: cut.y, maxX: maxX, maxY: cut.maxY),
            PixelRect(minX: x, minY: cut.maxY, maxX: maxX, maxY: maxY),
        ].filter { !$0.isEmpty }
    }

    public func offset(x dx: Int, y dy: Int) -> PixelRect {
        PixelRect(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// Moves the sides outwards by `dx` columns and `dy` rows.
    public func outset(x dx: Int, y dy: Int) -> PixelRect {
        PixelRect(x: x - dx, y: y - dy, width: width + 2 * dx, height: height + 2 * dy)
    }

    public var rect: Rect {
        Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }
}

extension PixelRect: CustomStringConvertible {
    /// The text `[x, y, width×height]`, as it appears in a printed plan.
    public var description: String { "[\(x), \(y), \(width)×\(height)]" }
}
