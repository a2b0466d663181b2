extension AreaWeights {
    /// The source pixels that a shape's phases touch, and the making of their weights.
    struct Table {
        let shape: Shape
        let phases: (across: Int, down: Int)
        private let coverage: FineCoverage
        /// For each source row, the touched columns in groups of four.
        private var runs: [(row: Int, first: Int, groups: Int)] = []

        /// Makes the table of a shape with the wanted phases, or with fewer if it would become large.
        init(limited shape: Shape) {
            var phases = shape.wantedPhases
            self.init(shape, phases)
            while weightCount > Self.mostWeights, max(phases.across, phases.down) > 1 {
                phases = (max(1, phases.across * 3 / 4), max(1, phases.down * 3 / 4))
                self.init(shape, phases)
            }
        }

        /// The largest number of weights in a table. Rotations need at most half of it; strong skews get fewer phases instead.
        private static let mostWeights = 1 << 19

        init(_ shape: Shape, _ phases: (across: Int, down: Int)) {
            (self.shape, self.phases) = (shape, phases)
            coverage = FineCoverage(shape, phases)
            let (across, down) = phases
            for row in 0..<(coverage.height - 1 + down - 1) / down + 1 {
                // In some phase, the row holds the fine rows from `row·down − (down − 1)` to `row·down + down − 1`.
                let fine = (row * down - down + 1..<row * down + down).clamped(to: 0..<coverage.height)
                let touched = coverage.touched[fine].filter { !$0.isEmpty }
                guard let left = touched.map(\.lowerBound).min(), let right = touched.map(\.upperBound).max() else { continue }
                // Phases move the shape by up to `across − 1` fine columns to the right.
                let (first, last) = (left / across, (right - 1 + across - 1) / across)
                runs.append((row, first, (last - first) / 4 + 1))
            }
        }

        var groups: [Group] {
            runs.flatMap { run in (0..<run.groups).map { Group(column: Int32(run.first + 4 * $0), row: Int32(run.row)) } }
        }

        var weightCount: Int { runs.reduce(0) { $0 + 4 * $1.groups } * phases.across * phases.down }

        /// - Parameters:
        ///   - units: the weight of a source pixel that is covered entirely.
        ///   - total: the sum of the weights of each phase.
        ///   - phases: the phases that are made, in rising order. Empty for all.
        func weights(units: Double, total: Int32, phases wanted: [Int32]) -> [Int16] {
            let (across, down) = phases
            let scale = units / Double(across * down)
            let (width, height) = (coverage.width, coverage.height)
            let capacity = wanted.isEmpty ? weightCount : weightCount / (across * down) * wanted.count
            return [Int16](unsafeUninitializedCapacity: capacity) { weights, count in
                coverage.sums.withUnsafeBufferPointer { sums in
                    func add(_ i: Int, _ j: Int) {
                        var exact = 0.0
                        var given: Int32 = 0
                        for run in runs {
                            let top = min(height, max(0, run.row * down - j))
                            let bottom = min(height, max(0, run.row * down - j + down))
                            let (upper, lower) = (top * (width + 1), bottom * (width + 1))
                            var left = 0.0
                            for column in run.first..<run.first + 4 * run.groups {
                                let end = min(width, max(0, (column + 1) * across - i))
                                let right = sums[lower + end] - sums[upper + end]
                                exact += (right - left) * scale
                                left = right
                                // Rounding the running sum spreads the rounding errors evenly.
                                let upTo = min(total, max(given, Int32(exact + 0.5)))
                                weights[count] = Int16(upTo - given)
                                given = upTo
                                count += 1
                            }
                        }
                        weights[count - 1] += Int16(total - given)
                    }
                    for phase in wanted { add(Int(phase) % across, Int(phase) / across) }
                    if wanted.isEmpty { for j in 0..<down { for i in 0..<across { add(i, j) } } }
                }
            }
        }
    }
}
