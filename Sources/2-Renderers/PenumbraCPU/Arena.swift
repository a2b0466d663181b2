/// Scratch memory of one band: handed out piece by piece, taken back in the opposite order.
///
/// Small pieces share blocks; each large piece is a block of its own. Memory that was taken back stays here for the next
/// piece, so bands that need the same pieces one after another ask the pool only once. The arena never holds more than was
/// in use at one time.
struct Arena: ~Copyable {
    /// A position to rewind to: pieces handed out since are then taken back.
    struct Mark {
        fileprivate var block = 0
        fileprivate var used = 0
        fileprivate var large = 0

        /// The mark of an arena that has handed out nothing.
        static let start = Mark()
    }

    /// The size of the blocks that small pieces share.
    static let blockBytes = 1 << 20
    /// The largest piece that shares a block; larger pieces are blocks of their own. At most a quarter of a block is
    /// therefore wasted at its end.
    static let largestShared = 256 << 10

    private let pool: MemoryPool
    private var blocks: [MemoryPool.Block] = []
    /// Large pieces in the order in which they were handed out, followed by those that were taken back.
    private var pieces: [MemoryPool.Block] = []
    private(set) var mark = Mark.start

    init(pool: MemoryPool) {
        self.pool = pool
    }

    deinit {
        for block in blocks { pool.giveBack(block) }
        for piece in pieces { pool.giveBack(piece) }
    }

    /// Allocates room for `count` undefined values, aligned to 64 bytes. It is valid until the arena is released or rewound
    /// past it.
    mutating func allocate<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
        let bytes = Self.bytes(ofPiece: max(1, count) * MemoryLayout<T>.stride)
        let address = bytes > Self.largestShared ? large(bytes) : shared(bytes)
        return address.bindMemory(to: type, capacity: count)
    }

    /// Returns the bytes that a piece takes.
    static func bytes(ofPiece bytes: Int) -> Int { (bytes + 63) / 64 * 64 }

    /// Returns the most bytes for pieces that are in use at one time.
    static func bytes(shared: Int, large: Int) -> Int { (shared / (blockBytes - largestShared) + 1) * blockBytes + large }

    /// Takes back all pieces handed out since a mark.
    mutating func rewind(to mark: Mark) { self.mark = mark }

    private mutating func shared(_ bytes: Int) -> UnsafeMutableRawPointer {
        if mark.block < blocks.count, mark.used + bytes > blocks[mark.block].byteCount {
            mark.block += 1
            mark.used = 0
        }
        if mark.block == blocks.count { blocks.append(pool.take(Self.blockBytes)) }
        let address = blocks[mark.block].address + mark.used
        mark.used += bytes
        return address
    }

    private mutating func large(_ bytes: Int) -> UnsafeMutableRawPointer {
        if mark.large == pieces.count || pieces[mark.large].asked != bytes {
            // The blocks behind this one belonged to pieces of other sizes.
            while pieces.count > mark.large { pool.giveBack(pieces.removeLast()) }
            pieces.append(pool.take(bytes))
        }
        mark.large += 1
        return pieces[mark.large - 1].address
    }
}
