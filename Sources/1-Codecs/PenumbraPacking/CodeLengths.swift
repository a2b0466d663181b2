/// Computes the lengths of a prefix code in which frequent symbols are short.
///
/// The code is Huffman's, computed in place by the method of Moffat and Katajainen (1995). Codes longer than the limit are
/// shortened, and codes of more frequent symbols become longer in exchange, as in miniz.
///
/// - Parameters:
///   - counts: the frequency of each symbol. Symbols that never occur get length 0. A single symbol gets length 1.
///   - count: the number of symbols, at most 512 and at most `2^limit`.
///   - limit: the longest length, at most 15.
public func codeLengths(
    _ counts: UnsafePointer<UInt32>, _ count: Int, _ limit: Int, _ lengths: UnsafeMutablePointer<UInt8>
) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 512 * 3 + 256 + 64) { work in
        guard let base = work.baseAddress else { return }
        let (first, second, tree, buckets) = (base, base + 512, base + 1024, base + 1536)
        let depths = base + 1536 + 256
        for i in 0..<64 { depths[i] = 0 }
        var (symbols, sorted) = (first, second)
        var used = 0
        var largest: UInt32 = 0
        for symbol in 0..<count {
            lengths[symbol] = 0
            if counts[symbol] > 0 {
                symbols[used] = Int32(truncatingIfNeeded: symbol)
                used &+= 1
                largest = max(largest, counts[symbol])
            }
        }
        guard used >= 2 else {
            if used == 1 { lengths[Int(symbols[0])] = 1 }
            return
        }
        // The sum of weights of 22 bits fits in 31 bits.
        let shift = UInt32(max(0, 10 &- largest.leadingZeroBitCount))
        @inline(__always) func weight(_ symbol: Int32) -> Int32 {
            Int32(truncatingIfNeeded: max(1, counts[Int(symbol)] &>> shift))
        }
        // Weights are sorted by eight bits after the other, lowest first.
        var digit: Int32 = 0
        while (largest &>> shift) &>> UInt32(truncatingIfNeeded: digit) > 0 {
            for i in 0..<256 { buckets[i] = 0 }
            for i in 0..<used { buckets[Int(weight(symbols[i]) &>> digit & 255)] &+= 1 }
            var start: Int32 = 0
            for i in 0..<256 { (buckets[i], start) = (start, start &+ buckets[i]) }
            for i in 0..<used {
                let bucket = Int(weight(symbols[i]) &>> digit & 255)
                sorted[Int(buckets[bucket])] = symbols[i]
                buckets[bucket] &+= 1
            }
            swap(&symbols, &sorted)
            digit &+= 8
        }
        for i in 0..<used { tree[i] = weight(symbols[i]) }
        countDepths(tree, used, depths)
        limitDepths(depths, limit)
        // The rarest symbols get the longest codes.
        var next = 0
        for length in stride(from: limit, to: 0, by: -1) {
            for _ in 0..<Int(depths[length]) {
                lengths[Int(symbols[next])] = UInt8(truncatingIfNeeded: length)
                next &+= 1
            }
        }
    }
}

/// Counts the leaves of a Huffman tree at each depth of 0…63; deeper leaves count as 63.
///
/// - Parameter tree: the leaves' weights, ascending. They are overwritten by parents and then by depths of the inner nodes.
private func countDepths(_ tree: UnsafeMutablePointer<Int32>, _ count: Int, _ depths: UnsafeMutablePointer<Int32>) {
    var (leaf, root) = (0, 0)
    for next in 0..<(count &- 1) {
        var sum: Int32 = 0
        for _ in 0..<2 {
            if leaf >= count || (root < next && tree[root] < tree[leaf]) {
                sum &+= tree[root]
                tree[root] = Int32(truncatingIfNeeded: next)
                root &+= 1
            } else {
                sum &+= tree[leaf]
                leaf &+= 1
            }
        }
        tree[next] = sum
    }
    tree[count &- 2] = 0
    for next in stride(from: count &- 3, through: 0, by: -1) { tree[next] = tree[Int(tree[next])] &+ 1 }
    var (available, depth) = (1, 0)
    root = count &- 2
    while available > 0 {
        var inner = 0
        while root >= 0, Int(tree[root]) == depth {
            inner &+= 1
            root &-= 1
        }
        depths[min(depth, 63)] &+= Int32(truncatingIfNeeded: available &- inner)
        available = 2 &* inner
        depth &+= 1
    }
}

/// Moves leaves so that none is deeper than the limit and the tree is complete.
private func limitDepths(_ depths: UnsafeMutablePointer<Int32>, _ limit: Int) {
    for depth in (limit &+ 1)..<64 {
        depths[limit] &+= depths[depth]
        depths[depth] = 0
    }
    var total: Int32 = 0
    for depth in 1...limit { total &+= depths[depth] &<< Int32(truncatingIfNeeded: limit &- depth) }
    let whole: Int32 = 1 &<< Int32(truncatingIfNeeded: limit)
    while total > whole {
        // A leaf of the lowest level takes half the code space of a leaf one level above.
        depths[limit] &-= 1
        var depth = limit &- 1
        while depth > 0, depths[depth] == 0 { depth &-= 1 }
        depths[depth] &-= 1
        depths[depth &+ 1] &+= 2
        total &-= 1
    }
}
