import PenumbraCSS

/// A length as it is computed: points, a share of a reference length, or a keyword.
enum StyleLength: Hashable, Sendable {
    case auto
    /// Points, and a share of a reference length. A share of -0 stands for a percentage of nothing.
    case amount(points: Double, fraction: Double)
    /// A calculation that compares percentages with points, such as `min(50%, 90px)`.
    case calculation(CSSCalculation)
    case minContent, maxContent, stretch
    case fitContent
    /// The `content` of `flex-basis`.
    case content

    static let zero = StyleLength.amount(points: 0, fraction: 0)

    static func points(_ points: Double) -> StyleLength { .amount(points: points, fraction: 0) }

    /// The points, with a share of a reference length. Nil for keywords.
    func resolved(_ base: Double) -> Double? {
        switch self {
        case .amount(let points, let fraction): points + fraction * base
        case .calculation(let calculation):
            calculation.resolved(base: base).map { max(-Self.most, min($0.value, Self.most)) } ?? 0
        default: nil
        }
    }

    /// The points of a length without a share. Zero for keywords.
    var points: Double {
        if case .amount(let points, _) = self { points } else { 0 }
    }

    /// Whether the length depends on a reference length.
    var isRelative: Bool {
        switch self {
        case .amount(_, let fraction): fraction != 0
        case .calculation: true
        default: false
        }
    }

    /// The largest length of Chromium.
    static let most = 33_554_428.0

    var isAuto: Bool { self == .auto }
}

/// The sides of a box in CSS's order.
struct StyleSides<Value: Hashable & Sendable>: Hashable, Sendable {
    var top: Value
    var right: Value
    var bottom: Value
    var left: Value

    init(_ value: Value) { (top, right, bottom, left) = (value, value, value, value) }

    func map<Other>(_ change: (Value) -> Other) -> StyleSides<Other> {
        var result = StyleSides<Other>(change(top))
        (result.right, result.bottom, result.left) = (change(right), change(bottom), change(left))
        return result
    }

    var list: [Value] { [top, right, bottom, left] }
}
