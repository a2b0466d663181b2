import PenumbraMotion

/// A list of filter functions or of box shadows, as CSS interpolates it.
///
/// Values are interpolated item by item. A shorter list is continued with items that change nothing. Lists with items of
/// different kinds at one place have nothing in between: the second list is shown from half of the way on.
public struct AnimatedList<Item: AnimatedListItem>: Interpolatable {
    public var elements: [Item]

    public init(_ elements: [Item]) { self.elements = elements }

    /// The items of lists at one place. Nil if they have nothing in between.
    private static func column(_ lists: [AnimatedList], _ index: Int) -> [Item]? {
        guard let kind = lists.lazy.compactMap({ $0.elements.indices.contains(index) ? $0.elements[index] : nil }).first?.kind,
            let neutral = Item.neutral(kind)
        else { return nil }
        let items = lists.map { $0.elements.indices.contains(index) ? $0.elements[index] : neutral }
        return items.allSatisfy { $0.kind == kind } ? items : nil
    }

    /// All places of lists. Nil if a place has nothing in between.
    private static func columns(_ lists: [AnimatedList]) -> [[Item]]? {
        var result: [[Item]] = []
        for index in 0..<lists.reduce(0, { max($0, $1.elements.count) }) {
            guard let column = column(lists, index) else { return nil }
            result.append(column)
        }
        return result
    }

    public func interpolated(to end: AnimatedList, at fraction: Double) -> AnimatedList {
        if fraction == 0 || self == end { return self }
        if fraction == 1 { return end }
        guard let columns = Self.columns([self, end]) else { return fraction < 0.5 ? self : end }
        return AnimatedList(columns.map { Item.mixed($0, weights: [1 - fraction, fraction]) })
    }

    public static func mixed(_ values: [AnimatedList], weights: [Double]) throws(MotionError) -> AnimatedList {
        guard let columns = columns(values) else {
            throw MotionError(.calculationMode, "the lists differ in kind and have no curve; write \"linear\"")
        }
        return AnimatedList(columns.map { Item.mixed($0, weights: weights) })
    }

    public func adding(_ change: AnimatedList) throws(MotionError) -> AnimatedList {
        throw MotionError(.additive, "lists have no sum; leave out additive, cumulative and by")
    }

    public func repeated(_ count: Double) throws(MotionError) -> AnimatedList { try adding(self) }

    /// The root of the sum of the squared differences. Lists with nothing in between are 1 apart.
    public func distance(to other: AnimatedList) -> Double {
        guard let columns = Self.columns([self, other]) else { return self == other ? 0 : 1 }
        return columns.reduce(0) { sum, items in
            let color = items[0].shade.distance(to: items[1].shade)
            return zip(items[0].amounts, items[1].amounts).reduce(sum + color * color) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }
        }.squareRoot()
    }
}

/// An item of a list that animates.
public protocol AnimatedListItem: Hashable, Sendable {
    associatedtype Kind: Hashable
    /// Items of the same kind have something in between. Nil never has.
    var kind: Kind? { get }
    var amounts: [Double] { get }
    /// The colour, or transparent for items without one.
    var shade: Color { get }
    /// The item that changes nothing. Nil for kinds without one.
    static func neutral(_ kind: Kind) -> Self?
    /// The item of the same kind with other numbers, which are held in their range.
    func with(_ amounts: [Double], _ shade: Color) -> Self
}

extension AnimatedListItem {
    fileprivate static func mixed(_ items: [Self], weights: [Double]) -> Self {
        let first = items[0]
        let amounts = first.amounts.indices.map { index in
            Double.mixed(items.map { $0.amounts[index] }, weights: weights)
        }
        return first.with(amounts, Color.mixed(items.map(\.shade), weights: weights))
    }
}

/// Filter Effects 1, section 13.
extension FilterFunction: AnimatedListItem {
    public enum Kind: Hashable {
        case blur, dropShadow
        case color(ColorFunction)
    }

    public var kind: Kind? {
        switch self {
        case .blur: .blur
        case .dropShadow: .dropShadow
        case .color(let function, _): .color(function)
        case .graph: nil
        }
    }

    public var amounts: [Double] {
        switch self {
        case .blur(let radius): [radius.value]
        case .dropShadow(let offset, let radius, _): [offset.x, offset.y, radius.value]
        case .color(_, let amount): [amount]
        case .graph: []
        }
    }

    public var shade: Color { if case .dropShadow(_, _, let color) = self { color } else { .transparent } }

    public static func neutral(_ kind: Kind) -> FilterFunction? {
        switch kind {
        case .blur: .blur(.zero)
        case .dropShadow: .dropShadow(offset: .zero, radius: .zero, color: .transparent)
        case .color(let function):
            switch function {
            case .grayscale, .hueRotate, .invert, .sepia: .color(function, amount: 0)
            case .brightness, .contrast, .opacity, .saturate: .color(function, amount: 1)
            }
        }
    }

    public func with(_ amounts: [Double], _ shade: Color) -> FilterFunction {
        switch self {
        case .blur: return .blur(Sigma(max(0, amounts[0])))
        case .dropShadow:
            return .dropShadow(offset: Point(amounts[0], amounts[1]), radius: Sigma(max(0, amounts[2])), color: shade)
        case .color(.hueRotate, _): return .color(.hueRotate, amount: amounts[0])
        case .color(let function, _): return .color(function, amount: max(0, min(function.largestAmount, amounts[0])))
        case .graph: return self
        }
    }
}

/// CSS Backgrounds 3, section 6.1.
extension BoxShadow: AnimatedListItem {
    public var kind: Bool? { isInset }
    public var amounts: [Double] { [offset.x, offset.y, radius.value, spread] }
    public var shade: Color { color }

    public static func neutral(_ kind: Bool) -> BoxShadow? { BoxShadow(color: .transparent, isInset: kind) }

    public func with(_ amounts: [Double], _ shade: Color) -> BoxShadow {
        BoxShadow(
            color: shade, offset: Point(amounts[0], amounts[1]), radius: Sigma(max(0, amounts[2])), spread: amounts[3],
            isInset: isInset)
    }
}
