/// Scratch memory of one band: handed out piece by piece, taken back in the opposite order.
///
/// Small pieces come out of blocks that they share, each large one is a block of its own. What was taken back stays here for
/// the next piece, so that bands that want the same pieces one after another ask the pool only once; it is never more than was
/// in use at one time.
struct Arena: ~Copyable {
    /// Where pieces that were handed out since are taken back to.
    struct Mark {
        fileprivate var block = 0
        fileprivate var used = 0
        fileprivate var large = 0

        /// With nothing handed out.
        static let start = Mark()
    }

    /// What small pieces share.
    static let blockBytes = 1 << 20
    /// Pieces of more bytes are blocks of their own; so at most a quarter of a block is left over at its end.
    static let largestShared = 256 << 10

    private let pool: MemoryPool
    private var blocks: [MemoryPool.Block] = []
    /// Large pieces in the order in which they were handed out, behind them those that were taken back.
    private var pieces: [MemoryPool.Block] = []
    private(set) var mark = Mark.start

    init(pool: MemoryPool) {
        self.pool = pool
    }

    deinit {
        for block in blocks { pool.giveBack(block) }
        for piece in pieces { pool.giveBack(piece) }
    }

    /// Room for `count` values, aligned to 64 bytes, undefined; valid until the arena goes or is rewound past it.
    mutating func allocate<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
        let bytes = Self.bytes(ofPiece: max(1, count) * MemoryLayout<T>.stride)
        let address = bytes > Self.largestShared ? large(bytes) : shared(bytes)
        return address.bindMemory(to: type, capacity: count)
    }

    /// What a piece takes.
    static func bytes(ofPiece bytes: Int) -> Int { (bytes + 63) / 64 * 64 }

    /// The most that pieces take that are in use at one time.
    static func bytes(shared: Int, large: Int) -> Int { (shared / (blockBytes - largestShared) + 1) * blockBytes + large }

    /// Takes back what was handed out since.
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
            // What lies behind belonged to pieces that were wanted otherwise.
            while pieces.count > mark.large { pool.giveBack(pieces.removeLast()) }
            pieces.append(pool.take(bytes))
        }
        mark.large += 1
        return pieces[mark.large - 1].address
    }
}
