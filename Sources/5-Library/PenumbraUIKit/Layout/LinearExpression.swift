/// A sum of variables with factors, and a constant.
struct LinearExpression {
    private(set) var terms: [Int: Double] = [:]
    var constant = 0.0

    init(_ constant: Double) {
        self.constant = constant
    }

    init(variable: Int) {
        terms = [variable: 1]
    }

    static func + (a: LinearExpression, b: LinearExpression) -> LinearExpression { a.adding(b, times: 1) }
    static func - (a: LinearExpression, b: LinearExpression) -> LinearExpression { a.adding(b, times: -1) }

    static func * (a: LinearExpression, factor: Double) -> LinearExpression {
        LinearExpression(0).adding(a, times: factor)
    }

    func adding(_ other: LinearExpression, times factor: Double) -> LinearExpression {
        var result = self
        result.constant += other.constant * factor
        for (variable, value) in other.terms {
            let sum = (result.terms[variable] ?? 0) + value * factor
            // Sums that cancel each other leave rounding errors.
            result.terms[variable] = abs(sum) < 1e-9 ? nil : sum
        }
        return result
    }

    /// Puts an expression in the place of a variable.
    func replacing(_ variable: Int, by other: LinearExpression) -> LinearExpression {
        guard let factor = terms[variable] else { return self }
        var rest = self
        rest.terms[variable] = nil
        return rest.adding(other, times: factor)
    }

    func value(_ values: [Int: Double]) -> Double {
        terms.reduce(constant) { $0 + $1.value * (values[$1.key] ?? 0) }
    }
}
