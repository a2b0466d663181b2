import CPenumbraPacking

// The thorough search for matches. Each place that a pixel or a row begins at is a node, and the way from node to node that
// takes the fewest bits is found: literals of a pixel, or a match up to a node, or a match that ends within a pixel and
// literals for the rest of it. Matches of 258 bytes are always taken, so flat areas have few nodes.

/// The number of entries of the table of places.
public let placeTableCount = MatchPlaces.count

/// The bytes after which the best way is settled, if no long match comes earlier.
private let segmentBytes = 1 &<< 14

/// The places of a segment that may be nodes. The last match reaches behind the segment.
private let nodeCount = segmentBytes &+ 512

/// The number of words of memory for the nodes.
public let nodeWordCount = nodeCount &+ nodeCount / 2

/// The number of costs: of 256 literals, then of lengths 0…258, then of distance symbols, in bits with extra bits.
public let costCount = 256 &+ 259 &+ distanceSymbolCount

/// The earlier places that are looked at for each node.
private let deepest = 6

/// Finds sequences for `bytes[start..<end]`.
///
/// - Parameters:
///   - bytes: rows from the first of a strip, readable for 64 bytes behind `end`.
///   - start: 0, or the place where the last call ended.
///   - rowBytes: the bytes of a row with the number of its filter.
///   - costs: `costCount` costs.
///   - table: `placeTableCount` numbers, zeros in the first call for a strip.
///   - nodes: `nodeWordCount` words.
///   - sequences: room for `capacity` sequences, at least 1.
///   - stop: receives the place up to which the sequences reach: `end`, or an earlier one if the room was too small.
/// - Returns: the number of sequences.
public func cheapestMatches(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ pixelBytes: Int, _ rowBytes: Int,
    _ costs: UnsafePointer<UInt32>, _ table: UnsafeMutablePointer<UInt32>, _ nodes: UnsafeMutablePointer<UInt64>,
    _ sequences: UnsafeMutablePointer<UInt64>, _ capacity: Int, _ stop: UnsafeMutablePointer<Int>
) -> Int {
    // Divisions by a constant take a fraction of the time.
    switch pixelBytes {
    case 3: matches(bytes, start, end, 3, rowBytes, costs, table, nodes, sequences, capacity, stop)
    case 4: matches(bytes, start, end, 4, rowBytes, costs, table, nodes, sequences, capacity, stop)
    default: matches(bytes, start, end, pixelBytes, rowBytes, costs, table, nodes, sequences, capacity, stop)
    }
}

@inline(__always)
private func matches(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ pixelBytes: Int, _ rowBytes: Int,
    _ costs: UnsafePointer<UInt32>, _ table: UnsafeMutablePointer<UInt32>, _ nodes: UnsafeMutablePointer<UInt64>,
    _ sequences: UnsafeMutablePointer<UInt64>, _ capacity: Int, _ stop: UnsafeMutablePointer<Int>
) -> Int {
    let places = MatchPlaces(table, pixelBytes)
    var at = start
    var literals = start
    var count = 0
    var row = start / rowBytes &* rowBytes
    while at &+ 8 <= end {
        var segment = Segment(bytes, at, end, pixelBytes, rowBytes, row, costs, nodes)
        let jump = segment.walk(places)
        guard segment.append(sequences, capacity, &count, &literals) else {
            stop.pointee = literals
            return count
        }
        guard jump.length > 0 else {
            if segment.node == 0 { break }
            at = segment.at
            row = segment.row
            continue
        }
        let from = segment.at
        let rest = appendMatch(
            literals: from &- literals, length: jump.length, distance: jump.distance, sequences, capacity, &count)
        at = from &+ jump.length &- rest
        if rest < jump.length { literals = at }
        guard rest == 0 else {
            stop.pointee = literals
            return count
        }
        row = segment.row
        while at >= row &+ rowBytes { row &+= rowBytes }
        guard at &+ 8 <= end else { continue }
        if jump.distance != pixelBytes {
            places.insertEdges(bytes, nextPixel(from, segment.row, pixelBytes), at, segment.row, rowBytes)
        } else if at > row {
            places.insertEdges(bytes, at &- pixelBytes &- (at &- row &- 1) % pixelBytes, at, row, rowBytes)
        }
    }
    guard count < capacity else {
        stop.pointee = literals
        return count
    }
    sequences[count] = sequence(literals: end &- literals, length: 0, distance: 0)
    stop.pointee = end
    return count &+ 1
}

/// The nodes from a place on, up to a long match or the end of a segment.
private struct Segment {
    let bytes: UnsafePointer<UInt8>
    let base: Int
    let end: Int
    let pixelBytes: Int
    let rowBytes: Int
    let literalCosts: UnsafePointer<UInt32>
    let lengthCosts: UnsafePointer<UInt32>
    let distanceCosts: UnsafePointer<UInt32>
    /// The best way to each node: the bytes since the node before in the lowest 16 bits, then the length and the distance of
    /// the match that they begin with.
    let steps: UnsafeMutablePointer<UInt64>
    /// The bits up to each node.
    let totals: UnsafeMutablePointer<UInt32>
    /// The last node, whose way is known, and its row.
    var node = 0
    var row: Int
    /// The last place with a total.
    private var reached = 0

    init(
        _ bytes: UnsafePointer<UInt8>, _ base: Int, _ end: Int, _ pixelBytes: Int, _ rowBytes: Int, _ row: Int,
        _ costs: UnsafePointer<UInt32>, _ nodes: UnsafeMutablePointer<UInt64>
    ) {
        (self.bytes, self.base, self.end, self.pixelBytes, self.rowBytes, self.row) = (
            bytes, base, end, pixelBytes, rowBytes, row
        )
        literalCosts = costs
        lengthCosts = costs + 256
        distanceCosts = costs + 256 + 259
        steps = nodes
        totals = UnsafeMutableRawPointer(nodes + nodeCount).assumingMemoryBound(to: UInt32.self)
    }

    var at: Int { base &+ node }

    /// Visits nodes one after another.
    ///
    /// - Returns: the match of 258 bytes and more that begins at the last node; a length of 0 if there is none.
    @inline(__always)
    mutating func walk(_ places: MatchPlaces) -> (length: Int, distance: Int) {
        let limit = min(segmentBytes, end &- base)
        totals[0] = 0
        while node < limit, at &+ 8 <= end {
            while at >= row &+ rowBytes { row &+= rowBytes }
            let span = nextPixel(at, row, pixelBytes) &- at
            if node > reached || totals[node] == .max {
                node &+= span
                continue
            }
            let jump = reachMatches(places, span)
            if jump.length > 0 { return jump }
            node &+= span
        }
        // The last way may go past this node, or end before it.
        if node > reached || totals[node] == .max { node = reached }
        return (0, 0)
    }

    /// Reaches nodes by matches that begin at the node.
    @inline(__always)
    private mutating func reachMatches(_ places: MatchPlaces, _ span: Int) -> (length: Int, distance: Int) {
        let word = load64(bytes + at)
        var best = 0
        if at >= pixelBytes {
            let length = equalLength(word, at &- pixelBytes, end &- at)
            if length >= longestMatch { return (length, pixelBytes) }
            if length >= 3 {
                reach(by: length, pixelBytes, longerThan: 0, span, isRun: length >= 8)
                best = length
            }
        }
        let isRun = best >= 8
        if !isRun {
            var total = totals[node]
            for i in 0..<span { total &+= literalCosts[Int(bytes[at + i])] }
            reach(node &+ span, total, UInt64(truncatingIfNeeded: span))
        }
        if rowBytes <= windowBytes, at >= rowBytes {
            let length = equalLength(word, at &- rowBytes, min(longestMatch, end &- at))
            if length >= longestMatch { return (length, rowBytes) }
            if length >= 3, length > best {
                reach(by: length, rowBytes, longerThan: best, span)
                best = length
            }
        }
        // A pixel within a run begins like thousands of others.
        if isRun { return (0, 0) }
        var place = places.insert(word, at)
        var longest = 2
        var left = best < 16 ? deepest : 0
        while left > 0, place >= 0, place < at, at &- place <= windowBytes {
            let length = equalLength(word, place, min(longestMatch, end &- at))
            if length > longest {
                reach(by: length, at &- place, longerThan: longest == 2 ? 0 : longest, span)
                longest = length
                if length >= 128 { break }
            }
            let next = places.before(place)
            if next >= place { break }
            place = next
            left &-= 1
        }
        return (0, 0)
    }

    /// The number of bytes at the node, whose first eight are a word, that equal those at a place.
    @inline(__always)
    private func equalLength(_ word: UInt64, _ place: Int, _ limit: Int) -> Int {
        let difference = load64(bytes + place) ^ word
        if difference != 0 { return difference.trailingZeroBitCount &>> 3 }
        return commonLength(bytes + at, bytes + place, limit)
    }

    /// Reaches the nodes within a match that are further than those of a nearer match.
    ///
    /// - Parameter span: the bytes to the next node.
    @inline(__always)
    private mutating func reach(by length: Int, _ distance: Int, longerThan nearer: Int, _ span: Int, isRun: Bool = false) {
        let total = totals[node] &+ distanceCosts[distanceSymbol(distance)]
        let step = UInt64(truncatingIfNeeded: distance) &<< 32
        let toNextRow = row &+ rowBytes &- at
        var here = span
        if isRun || length &- nearer > 24 {
            // Only the last nodes are worth it.
            here = length > toNextRow ? toNextRow : span &+ max(0, length &- 8 &- span) / pixelBytes &* pixelBytes
        }
        while here <= length {
            if here > nearer, here >= 3 {
                reach(node &+ here, total &+ lengthCosts[here], step | UInt64(truncatingIfNeeded: here &<< 16 | here))
            }
            let next = here &+ (here == toNextRow ? 1 : pixelBytes)
            if next > length {
                if length > here {
                    var total = total &+ lengthCosts[length]
                    for i in length..<next { total &+= literalCosts[Int(bytes[at + i])] }
                    reach(node &+ next, total, step | UInt64(truncatingIfNeeded: length &<< 16 | next))
                }
                return
            }
            here = next
        }
    }

    @inline(__always)
    private mutating func reach(_ target: Int, _ total: UInt32, _ step: UInt64) {
        while reached < target {
            reached &+= 1
            totals[reached] = .max
        }
        guard total < totals[target] else { return }
        totals[target] = total
        steps[target] = step
    }

    /// Appends the matches of the best way to the last node.
    ///
    /// - Parameter literals: the first literal that no sequence has yet.
    /// - Returns: false if there was no room for all.
    @inline(__always)
    func append(
        _ sequences: UnsafeMutablePointer<UInt64>, _ capacity: Int, _ count: inout Int, _ literals: inout Int
    ) -> Bool {
        // The way is known backwards. The totals are not needed any more, so their memory holds the nodes of the way.
        var back = node
        var length = 0
        while back > 0 {
            totals[length] = UInt32(truncatingIfNeeded: back)
            length &+= 1
            back &-= Int(truncatingIfNeeded: steps[back] & 0xFFFF)
        }
        while length > 0 {
            length &-= 1
            let target = Int(truncatingIfNeeded: totals[length])
            let step = steps[target]
            let match = Int(truncatingIfNeeded: step &>> 16 & 0xFFFF)
            guard match > 0 else { continue }
            guard count < capacity else { return false }
            let place = base &+ target &- Int(truncatingIfNeeded: step & 0xFFFF)
            sequences[count] = sequence(
                literals: place &- literals, length: match, distance: Int(truncatingIfNeeded: step &>> 32))
            count &+= 1
            literals = place &+ match
        }
        return true
    }
}
