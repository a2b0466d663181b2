/// The widths that a table's columns ask for: CSS Tables 3, section 3.8.
struct TableColumnSizes {
    var minimum = 0.0
    var maximum = 0.0
    var percent: Double?
    /// What a percentage leaves out: the padding and the borders of a cell in a fixed layout.
    var percentPadding = 0.0
    /// Whether a length gives the width.
    var isFixed = false
}

/// The distribution of a width to columns.
enum TableDistribution {
    /// The widths of columns that together take `target`: CSS Tables 3, section 3.9.2.
    ///
    /// - Parameter growsFixed: whether columns with a length may become wider than it.
    static func widths(_ columns: [TableColumnSizes], target: Double, growsFixed: Bool = true) -> [Double] {
        let guesses = [
            columns.map(\.minimum), columns.map { column in column.percent.map { $0 * target + column.percentPadding } ?? 0 },
        ]
        let minimum = guesses[0]
        let percent = columns.indices.map { columns[$0].percent == nil ? minimum[$0] : max(minimum[$0], guesses[1][$0]) }
        let fixed = columns.indices.map { index in
            columns[index].percent == nil && columns[index].isFixed ? columns[index].maximum : percent[index]
        }
        let maximum = columns.indices.map { index in
            columns[index].percent == nil ? max(columns[index].maximum, minimum[index]) : percent[index]
        }
        let steps = [minimum, percent, fixed, maximum]
        if target <= sum(minimum) { return minimum }
        for (lower, upper) in zip(steps, steps.dropFirst()) where target < sum(upper) {
            let (low, high) = (sum(lower), sum(upper))
            let share = high > low ? (target - low) / (high - low) : 0
            return zip(lower, upper).map { $0 + ($1 - $0) * share }
        }
        return grown(maximum, columns, by: target - sum(maximum), growsFixed: growsFixed)
    }

    private static func sum(_ list: [Double]) -> Double { list.reduce(0, +) }

    /// Gives more space than columns ask for to the automatic ones, or else to fixed ones, or else to percentages.
    private static func grown(
        _ widths: [Double], _ columns: [TableColumnSizes], by excess: Double, growsFixed: Bool
    ) -> [Double] {
        guard excess > 0, !columns.isEmpty else { return widths }
        var result = widths
        let kinds: [(TableColumnSizes) -> Bool] = [
            { $0.percent == nil && !$0.isFixed }, { growsFixed && $0.percent == nil && $0.isFixed }, { $0.percent != nil },
        ]
        for (index, isOfKind) in kinds.enumerated() {
            let list = columns.indices.filter { isOfKind(columns[$0]) }
            guard !list.isEmpty else { continue }
            func weight(_ column: Int) -> Double {
                index == 2 ? columns[column].percent ?? 0 : max(columns[column].maximum, columns[column].minimum)
            }
            let total = list.reduce(0) { $0 + weight($1) }
            if total == 0, index == 2 { continue }
            for column in list {
                result[column] += total > 0 ? excess * weight(column) / total : excess / Double(list.count)
            }
            return result
        }
        return result
    }
}
