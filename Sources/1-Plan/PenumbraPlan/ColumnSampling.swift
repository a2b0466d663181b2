/// A sampling that draws some columns of each row of its target.
package protocol ColumnSampling {
    /// The first column that is drawn, for each row.
    var firstColumns: [Int32] { get }
    /// The column behind the last one that is drawn, for each row.
    var endColumns: [Int32] { get }
}

extension ColumnSampling {
    /// The number of target pixels that are drawn.
    package var drawnPixels: Int { zip(firstColumns, endColumns).reduce(0) { $0 + Int($1.1 - $1.0) } }

    /// Why the columns can't be drawn in a target of this width. Nil if they can.
    func reasonAgainst(width: Int) -> String? {
        let areInside = zip(firstColumns, endColumns).allSatisfy { 0 <= $0 && $0 <= $1 && $1 <= width }
        return areInside ? nil : "its sampling draws columns outside of the target"
    }
}

extension AffineSampling: ColumnSampling {}
extension ProjectiveSampling: ColumnSampling {}
