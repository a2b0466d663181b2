/// A length that follows from the containing block by a calculation, such as CSS `min(50%, 90px)`.
public struct LayoutCalculation: Hashable, Sendable {
    private let formula: Formula

    /// - Parameters:
    ///   - source: the calculation as its notation has it. Calculations with equal sources are equal.
    ///   - points: the length for a length of the containing block.
    package init<Source: Hashable & Sendable>(_ source: Source, points: @escaping @Sendable (Double) -> Double) {
        formula = Formula(source, points)
    }

    /// The length in points. A result that is no number is zero.
    package func points(of base: Double) -> Double {
        let result = formula.points(base)
        return result.isNaN ? 0 : max(-LayoutLimits.largestValue, min(result, LayoutLimits.largestValue))
    }

    public static func == (one: LayoutCalculation, other: LayoutCalculation) -> Bool {
        one.formula === other.formula || AnyHashable(one.formula.source) == AnyHashable(other.formula.source)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(formula.source)) }

    /// A reference keeps lengths small.
    private final class Formula: Sendable {
        let source: any Hashable & Sendable
        let points: @Sendable (Double) -> Double

        init(_ source: any Hashable & Sendable, _ points: @escaping @Sendable (Double) -> Double) {
            (self.source, self.points) = (source, points)
        }
    }
}
