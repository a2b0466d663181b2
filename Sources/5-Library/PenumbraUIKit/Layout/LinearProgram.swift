import Foundation

/// Wishes about variables, each an expression that should be zero, or not below zero.
///
/// Wishes with a weight may be broken, and the sum of their errors times their weights is the least possible. Equations
/// without a weight hold, except for those that contradict earlier ones. Variables that nothing decides are zero.
struct LinearProgram {
    private struct Wish {
        var expression: LinearExpression
        var isEquation: Bool
        var weight: Double
    }

    /// Variables that equations express by others, in the order in which they were found.
    private var known: [(variable: Int, value: LinearExpression)] = []
    private var wishes: [Wish] = []

    /// The weight of inequalities that must hold.
    private static let required = 1e12

    /// Asks for an expression to be zero.
    mutating func want(zero expression: LinearExpression, weight: Double?) {
        if let weight { return wishes.append(Wish(expression: expression, isEquation: true, weight: weight)) }
        let rest = reduced(expression)
        // The largest factor keeps rounding errors small. Equal factors: the first variable counts.
        guard let (variable, factor) = rest.terms.min(by: { (-abs($0.value), $0.key) < (-abs($1.value), $1.key) }) else {
            return
        }
        var value = rest * (-1 / factor)
        value = value.replacing(variable, by: LinearExpression(0))
        for index in known.indices { known[index].value = known[index].value.replacing(variable, by: value) }
        known.append((variable, value))
    }

    /// Asks for an expression not to be below zero.
    mutating func want(positive expression: LinearExpression, weight: Double?) {
        wishes.append(Wish(expression: expression, isEquation: false, weight: weight ?? Self.required))
    }

    private func reduced(_ expression: LinearExpression) -> LinearExpression {
        known.reduce(expression) { $0.replacing($1.variable, by: $1.value) }
    }

    /// The values of all variables that wishes mention.
    func solution() -> [Int: Double] {
        let rows = wishes.map { Wish(expression: reduced($0.expression), isEquation: $0.isEquation, weight: $0.weight) }
            .filter { !$0.expression.terms.isEmpty }
        var values: [Int: Double] = [:]
        for part in Self.parts(of: rows) {
            let variables = Set(part.flatMap { $0.expression.terms.keys }).sorted()
            for (variable, value) in zip(variables, Self.solve(part, variables)) { values[variable] = value }
        }
        for (variable, value) in known { values[variable] = value.value(values) }
        return values
    }

    /// Divides wishes into parts that share no variable. The errors of one part don't depend on those of another.
    private static func parts(of rows: [Wish]) -> [[Wish]] {
        // Variables that meet in a wish lead to the same variable.
        var leads: [Int: Int] = [:]
        func end(_ variable: Int) -> Int {
            var place = variable
            while let next = leads[place] {
                if let after = leads[next] { leads[place] = after }
                place = next
            }
            return place
        }
        for row in rows {
            guard let common = row.expression.terms.keys.min().map(end) else { continue }
            for variable in row.expression.terms.keys where end(variable) != common { leads[end(variable)] = common }
        }
        var (parts, places): ([[Wish]], [Int: Int]) = ([], [:])
        for row in rows {
            guard let common = row.expression.terms.keys.min().map(end) else { continue }
            if let place = places[common] {
                parts[place].append(row)
            } else {
                places[common] = parts.count
                parts.append([row])
            }
        }
        return parts
    }

    /// Dantzig's simplex method on a table. A variable is the difference of two that aren't below zero.
    private static func solve(_ rows: [Wish], _ variables: [Int]) -> [Double] {
        let places = Dictionary(uniqueKeysWithValues: variables.enumerated().map { ($1, $0) })
        let (height, count) = (rows.count, variables.count)
        // Columns: both parts of each variable, the slack of each row, its errors below and above, the right side.
        let slack = 2 * count
        let errors = slack + height
        let right = errors + 2 * height
        var table = [[Double]](repeating: [Double](repeating: 0, count: right + 1), count: height)
        var cost = [Double](repeating: 0, count: right + 1)
        var basis = [Int](repeating: 0, count: height)
        for (row, wish) in rows.enumerated() {
            for (variable, factor) in wish.expression.terms {
                guard let place = places[variable] else { continue }
                table[row][2 * place] = factor
                table[row][2 * place + 1] = -factor
            }
            // expression − slack + error below − error above = 0
            if !wish.isEquation { table[row][slack + row] = -1 }
            table[row][errors + 2 * row] = 1
            table[row][errors + 2 * row + 1] = -1
            table[row][right] = -wish.expression.constant
            cost[errors + 2 * row] = wish.weight
            cost[errors + 2 * row + 1] = wish.isEquation ? wish.weight : 0
            if !wish.isEquation { table[row][errors + 2 * row + 1] = 0 }
            // The first solution leaves all variables at zero.
            if table[row][right] < 0 {
                for column in table[row].indices { table[row][column] = -table[row][column] }
                basis[row] = wish.isEquation ? errors + 2 * row + 1 : slack + row
            } else {
                basis[row] = errors + 2 * row
            }
        }
        for row in 0..<height where cost[basis[row]] != 0 {
            let factor = cost[basis[row]]
            for column in cost.indices { cost[column] -= factor * table[row][column] }
        }
        let most = 50 * (height + right)
        for step in 0..<most {
            // Bland's rule ends cycles, and the steepest column is quicker.
            let candidates = cost.indices.dropLast().lazy.filter { cost[$0] < -1e-7 }
            guard let entering = step < most / 2 ? candidates.min(by: { cost[$0] < cost[$1] }) : candidates.first else { break }
            var leaving: (row: Int, ratio: Double)?
            for row in 0..<height where table[row][entering] > 1e-9 {
                let ratio = table[row][right] / table[row][entering]
                if leaving.map({ ratio < $0.ratio || ratio == $0.ratio && basis[row] < basis[$0.row] }) ?? true {
                    leaving = (row, ratio)
                }
            }
            guard let row = leaving?.row else { break }
            let pivot = table[row][entering]
            for column in table[row].indices { table[row][column] /= pivot }
            for other in 0..<height where other != row && table[other][entering] != 0 {
                let factor = table[other][entering]
                for column in table[other].indices { table[other][column] -= factor * table[row][column] }
            }
            let factor = cost[entering]
            for column in cost.indices { cost[column] -= factor * table[row][column] }
            cost[entering] = 0
            basis[row] = entering
        }
        var values = [Double](repeating: 0, count: count)
        for (row, column) in basis.enumerated() where column < slack {
            values[column / 2] += column.isMultiple(of: 2) ? table[row][right] : -table[row][right]
        }
        return values
    }
}
