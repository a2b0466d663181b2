import CPenumbraVectors
import PenumbraPlan

/// Draws rows of a mean over areas.
struct AreaDrawing {
    private let sampling: AffineSampling
    private let weights: AreaWeights
    private let source: Rows
    /// The offset in values of each group from the pixel of a position, in the source.
    private let groups: UnsafeMutablePointer<Int>
    /// The source pixels of one target pixel at the source's edge, with copies of the nearest pixels beyond the edge, and the
    /// groups' offsets in it.
    private let patch: UnsafeMutablePointer<UInt16>
    private let groupsOfPatch: UnsafeMutablePointer<Int>
    /// The offsets in values of places that a pixel some rows below reads.
    private let ahead: UnsafeMutablePointer<Int>
    private var aheadCount = 0
    /// The weights of all phases. Only those of phases that are needed have values. Nil if the weights hold all phases.
    private let spread: UnsafeMutablePointer<Int16>?

    /// The side of the blocks of target pixels that are drawn one after another. A block reads few different source rows.
    private static let blockSide = 64

    static func workBytes(_ weights: AreaWeights, of source: Surface) -> Int {
        Workspace.bytes(UInt16.self, 4 * weights.reachAcross * weights.reachDown)
            + 3 * Workspace.bytes(Int.self, weights.groups.count)
            + (weights.phases.isEmpty ? 0 : Workspace.bytes(Int16.self, weights.completeCount))
    }

    init(_ sampling: AffineSampling, _ weights: AreaWeights, from source: Rows, _ work: inout Workspace) {
        (self.sampling, self.weights, self.source) = (sampling, weights, source)
        patch = work.take(UInt16.self, 4 * weights.reachAcross * weights.reachDown)
        groups = work.take(Int.self, weights.groups.count)
        groupsOfPatch = work.take(Int.self, weights.groups.count)
        ahead = work.take(Int.self, weights.groups.count)
        spread = weights.phases.isEmpty ? nil : work.take(Int16.self, weights.completeCount)
        for (index, group) in weights.groups.enumerated() {
            let (column, row) = (Int(group.column), Int(group.row))
            groups[index] = row * source.stride + 4 * column
            groupsOfPatch[index] = 4 * (row * weights.reachAcross + column)
        }
        listPlacesAhead()
        spreadWeights()
    }

    /// Puts the weights of each phase where the kernels look for them.
    private func spreadWeights() {
        guard let spread else { return }
        let count = 4 * weights.groups.count
        weights.weights.withUnsafeBufferPointer { table in
            for (index, phase) in weights.phases.enumerated() {
                (spread + Int(phase) * count).update(from: table.baseAddress! + index * count, count: count)
            }
        }
    }

    /// Lists one place in each cache line that a pixel below reads, so that its source rows are in the cache by then.
    private mutating func listPlacesAhead() {
        /// Returns the distance of neighbouring positions in source pixels.
        func step(_ shares: [Int32]) -> Double {
            guard let first = shares.first, let last = shares.last, shares.count > 1 else { return 0 }
            return (Double(last) - Double(first)) / Double(shares.count - 1) / 32768
        }
        let across = (x: step(sampling.columnU), y: step(sampling.columnV))
        let down = (x: step(sampling.rowU), y: step(sampling.rowV))
        let area = abs(across.x * down.y - across.y * down.x)
        // The fewer source pixels a target pixel reads, the sooner the next rows are reached.
        let rows = area < 20 ? 4.0 : area < 60 ? 2 : 1
        var count = 0
        func add(_ column: Double, _ row: Double) {
            ahead[count] = Int((rows * down.y + row).rounded()) * source.stride + 4 * Int((rows * down.x + column).rounded())
            count += 1
        }
        if area < 20 {
            // The line in the middle of each row is enough: neighbouring pixels name the others.
            let (width, height) = (abs(across.x) + abs(down.x), abs(across.y) + abs(down.y))
            for row in 0..<min(weights.groups.count, Int(height.rounded(.up))) { add(width / 2, Double(row)) }
        } else {
            var start = weights.groups.first
            for group in weights.groups {
                if group.row != start?.row { start = group }
                // A line holds eight pixels.
                if let start, (group.column - start.column) % 8 == 0 { add(Double(group.column), Double(group.row)) }
            }
        }
        aheadCount = count
    }

    /// - Parameter numbers: returns the numbers of a row from a column on.
    func draw(
        _ target: Rows, _ band: Range<Int>, _ kernels: any PixelKernels, numbers: (Int, Int) -> penumbra_transform_row
    ) {
        weights.weights.withUnsafeBufferPointer { table in
            let inside = penumbra_area_table(
                weights: spread.map { UnsafePointer($0) } ?? table.baseAddress!, groups: groups,
                group_count: weights.groups.count,
                phases_across: Int32(weights.phasesAcross), phases_down: Int32(weights.phasesDown),
                bias: UInt32(weights.total) << 15, multiplier: weights.multiplier, ahead: ahead, ahead_count: aheadCount)
            var atEdge = inside
            atEdge.groups = UnsafePointer(groupsOfPatch)
            atEdge.ahead_count = 0
            let lines = band.map { line($0) }
            for left in stride(from: 0, to: target.width, by: Self.blockSide) {
                let block = left..<min(target.width, left + Self.blockSide)
                for (y, line) in zip(band, lines) {
                    let (drawn, fast) = (line.drawn.clamped(to: block), line.inside.clamped(to: block))
                    guard !drawn.isEmpty else { continue }
                    let row = target.row(y)
                    // If no pixel of the block is inside, `fast` is an empty range at one of the block's ends.
                    let (start, end) = fast.isEmpty ? (drawn.upperBound, drawn.upperBound) : (fast.lowerBound, fast.upperBound)
                    for x in drawn.lowerBound..<start { drawPixel(x, y, numbers(y, x), atEdge, row + 4 * x, kernels) }
                    if start < end { kernels.transformArea(numbers(y, start), inside, row + 4 * start, end - start) }
                    if end < drawn.upperBound {
                        for x in end..<drawn.upperBound { drawPixel(x, y, numbers(y, x), atEdge, row + 4 * x, kernels) }
                    }
                }
            }
        }
    }

    /// The drawn columns of a row, and those of them whose groups lie inside the source. Both are runs, since positions along
    /// a row only rise or only fall.
    private func line(_ y: Int) -> (drawn: Range<Int>, inside: Range<Int>) {
        let (rowU, rowV) = (sampling.rowU[y], sampling.rowV[y])
        let (lastColumn, lastRow) = (source.width - weights.reachAcross, source.height - weights.reachDown)
        func isInside(_ x: Int) -> Bool {
            let (column, row) = (Int((sampling.columnU[x] &+ rowU) >> 15), Int((sampling.columnV[x] &+ rowV) >> 15))
            return 0 <= column && column <= lastColumn && 0 <= row && row <= lastRow
        }
        let drawn = Int(sampling.firstColumns[y])..<Int(sampling.endColumns[y])
        var (first, end) = (drawn.lowerBound, drawn.upperBound)
        while first < end, !isInside(first) { first += 1 }
        while first < end, !isInside(end - 1) { end -= 1 }
        return (drawn, first..<end)
    }

    /// Draws a pixel from a copy of its part of the source.
    private func drawPixel(
        _ x: Int, _ y: Int, _ numbers: penumbra_transform_row, _ table: penumbra_area_table, _ target: PixelKernels.Target,
        _ kernels: any PixelKernels
    ) {
        let column = Int((sampling.columnU[x] &+ sampling.rowU[y]) >> 15)
        let row = Int((sampling.columnV[x] &+ sampling.rowV[y]) >> 15)
        let (across, down) = (weights.reachAcross, weights.reachDown)
        // The columns of the patch that exist in the source.
        let first = min(across, max(0, -column))
        let end = max(first, min(across, source.width - column))
        for line in 0..<down {
            let from = UnsafeRawPointer(source.row(max(0, min(source.height - 1, row + line)))).assumingMemoryBound(
                to: SIMD4<UInt16>.self)
            let to = UnsafeMutableRawPointer(patch + 4 * line * across).assumingMemoryBound(to: SIMD4<UInt16>.self)
            if first > 0 { to.update(repeating: from[0], count: first) }
            if end > first { (to + first).update(from: from + (column + first), count: end - first) }
            if end < across { (to + end).update(repeating: from[source.width - 1], count: across - end) }
        }
        var numbers = numbers
        numbers.source = UnsafePointer(patch)
        numbers.stride = 4 * across
        numbers.row_u = numbers.row_u &- Int32(truncatingIfNeeded: column << 15)
        numbers.row_v = numbers.row_v &- Int32(truncatingIfNeeded: row << 15)
        kernels.transformArea(numbers, table, target, 1)
    }
}
