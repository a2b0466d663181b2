extension GradientShading {
    /// Explains why no renderer can use this gradient on a surface of the given size; nil when every renderer can. Tables of
    /// another size would be read outside their bounds. Sums, products and shifts beyond 32 bits have no promised result in
    /// kernels or drivers.
    package func reasonAgainst(width: Int, height: Int) -> String? {
        reasonAgainstGeometry(width: width, height: height) ?? reasonAgainstIntervals()
    }

    private func reasonAgainstGeometry(width: Int, height: Int) -> String? {
        let columns: [[Int32]]
        let rows: [[Int32]]
        switch geometry {
        case .linear(let column, let row):
            (columns, rows) = ([column], [row])
        case .round(let round):
            (columns, rows) =
                round.columnW.isEmpty && round.rowW.isEmpty
                ? ([round.columnU, round.columnV], [round.rowU, round.rowV])
                : ([round.columnU, round.columnV, round.columnW], [round.rowU, round.rowV, round.rowW])
            guard !round.isHyperbolic || !round.columnW.isEmpty else { return "a hyperbolic gradient without a w" }
            let limit: Int32 = 1 << 30
            guard (-limit...limit).contains(round.inner), (0...limit).contains(round.span) else {
                return "a round gradient from radius \(round.inner) over \(round.span)"
            }
            guard round.scale.holds(Int64(round.span), rounding: 4096) else {
                return "a round gradient over \(round.span) with a scale for another width"
            }
        case .conic(let places):
            (columns, rows) = ([places.columnU, places.columnV], [places.rowU, places.rowV])
        }
        guard columns.allSatisfy({ $0.count == width }), rows.allSatisfy({ $0.count == height }) else {
            return "its shading is made for another size"
        }
        let entries = -Self.largestEntry...Self.largestEntry
        guard (columns + rows).allSatisfy({ $0.allSatisfy(entries.contains) }) else {
            return "its shading has entries beyond \(Self.largestEntry)"
        }
        return nil
    }

    private func reasonAgainstIntervals() -> String? {
        guard intervals.first?.start == 0 else { return "a gradient that does not begin at 0" }
        guard zip(intervals, intervals.dropFirst()).allSatisfy({ $0.start <= $1.start }) else {
            return "a gradient whose intervals are not in order"
        }
        for (index, interval) in intervals.enumerated() {
            let next = index + 1 < intervals.count ? Int64(intervals[index + 1].start) - 1 : Int64(Self.length)
            let longest = min(next, Int64(Self.length)) - Int64(interval.start)
            guard longest < 0 || interval.scale.holds(longest, rounding: 32768) else {
                return "interval \(index) of a gradient is longer than its scale allows"
            }
            for color in [interval.first, interval.last] {
                guard color.max() <= UInt16(Q15.one), !isPremultiplied || color.max() == color.w else {
                    return "interval \(index) of a gradient has the color \(color)"
                }
            }
        }
        return nil
    }
}

extension GradientShading.Scale {
    /// True if distances of 0…`distance` stay inside 32 bits when shifted, multiplied and rounded.
    fileprivate func holds(_ distance: Int64, rounding: UInt64) -> Bool {
        guard (-16...31).contains(shift) else { return false }
        let shifted = UInt64(shift >= 0 ? distance >> Int64(shift) : distance << Int64(-shift))
        return shifted <= UInt64(UInt32.max) && shifted * UInt64(multiplier) <= UInt64(UInt32.max) - rounding
    }
}
