/// Polygons that are monotone in the sweep's order, cut into triangles while their vertices arrive from top to bottom.
///
/// The stack algorithm is by Garey, Johnson, Preparata and Tarjan (1978). A piece's stack holds a chain on one side that
/// cannot be cut yet. All stacks share one pool of links, since most hold two or three vertices.
struct MonotonePieces {
    enum Side { case left, right }

    private struct Piece {
        var top: Int32
        /// The side of the last vertex; meaningless while there is only one vertex.
        var side: Side
        /// The number of vertices on the stack.
        var depth: Int32
    }

    private struct Link {
        var vertex: Int32
        var below: Int32
    }

    private let vertices: [FixedPoint]
    private var pieces: [Piece] = []
    private var links: [Link] = []
    private(set) var triangles: [UInt32] = []

    init(vertices: [FixedPoint]) {
        self.vertices = vertices
        triangles.reserveCapacity(3 * vertices.count)
    }

    /// Starts a polygon at its topmost vertex.
    mutating func start(at vertex: Int32) -> Int32 {
        pieces.append(Piece(top: push(vertex, on: -1), side: .left, depth: 1))
        return Int32(truncatingIfNeeded: pieces.count - 1)
    }

    /// Returns the last vertex and its side.
    func last(of piece: Int32) -> (vertex: Int32, side: Side) {
        let record = pieces[Int(piece)]
        return (links[Int(record.top)].vertex, record.side)
    }

    mutating func add(_ vertex: Int32, on side: Side, to piece: Int32) {
        var record = pieces[Int(piece)]
        if record.depth == 1 || record.side == side {
            while case let below = links[Int(record.top)].below, below >= 0,
                emit(links[Int(below)].vertex, links[Int(record.top)].vertex, vertex, side)
            {
                record.top = below
                record.depth -= 1
            }
            record.top = push(vertex, on: record.top)
            record.depth += 1
        } else {
            fan(from: vertex, record)
            let last = push(links[Int(record.top)].vertex, on: -1)
            record.top = push(vertex, on: last)
            record.depth = 2
        }
        record.side = side
        pieces[Int(piece)] = record
    }

    /// Ends a polygon at its lowest vertex.
    mutating func end(_ piece: Int32, at vertex: Int32) {
        fan(from: vertex, pieces[Int(piece)])
    }

    private mutating func push(_ vertex: Int32, on below: Int32) -> Int32 {
        links.append(Link(vertex: vertex, below: below))
        return Int32(truncatingIfNeeded: links.count - 1)
    }

    /// Adds triangles between a vertex and every side of the chain on the stack.
    private mutating func fan(from vertex: Int32, _ piece: Piece) {
        var link = piece.top
        while case let below = links[Int(link)].below, below >= 0 {
            _ = emit(links[Int(below)].vertex, links[Int(link)].vertex, vertex, piece.side)
            link = below
        }
    }

    /// Adds the triangle if its area is positive, with `a` above `b` on the given side of the polygon.
    private mutating func emit(_ a: Int32, _ b: Int32, _ c: Int32, _ side: Side) -> Bool {
        let (p, q, r) = (vertices[Int(a)], vertices[Int(b)], vertices[Int(c)])
        let turn =
            Int64(q.x &- p.x) &* Int64(r.y &- p.y) &- Int64(q.y &- p.y) &* Int64(r.x &- p.x)
        switch side {
        case .left:
            guard turn < 0 else { return false }
            triangles += [UInt32(bitPattern: a), UInt32(bitPattern: b), UInt32(bitPattern: c)]
        case .right:
            guard turn > 0 else { return false }
            triangles += [UInt32(bitPattern: a), UInt32(bitPattern: c), UInt32(bitPattern: b)]
        }
        return true
    }
}
