import PenumbraLocks

/// Blocks of memory that are handed out, taken back and handed out again, so that a renderer in steady state asks the
/// system for nothing. Contents are undefined.
final class MemoryPool: Sendable {
    struct Block: @unchecked Sendable {
        let address: UnsafeMutableRawPointer
        let byteCount: Int
    }

    private struct State {
        var free: [Block] = []
        var freeBytes = 0
    }

    private let state = Mutex(State())
    /// Blocks beyond this many unused bytes go back to the system.
    private let retainedBytes: Int

    init(retainedBytes: Int = 256 << 20) {
        self.retainedBytes = retainedBytes
    }

    deinit {
        state.withLock { state in
            for block in state.free { block.address.deallocate() }
        }
    }

    /// A block of at least `byteCount` bytes, aligned to 64.
    func take(_ byteCount: Int) -> Block {
        let reused = state.withLock { state -> Block? in
            // The smallest that fits, if it is not far too large.
            var best: Int?
            for (index, block) in state.free.enumerated()
            where block.byteCount >= byteCount && block.byteCount <= 2 * byteCount + 65536 {
                if best.map({ block.byteCount < state.free[$0].byteCount }) ?? true { best = index }
            }
            guard let best else { return nil }
            let block = state.free.remove(at: best)
            state.freeBytes -= block.byteCount
            return block
        }
        if let reused { return reused }
        let size = max(64, (byteCount + 4095) / 4096 * 4096)
        return Block(address: .allocate(byteCount: size, alignment: 64), byteCount: size)
    }

    func giveBack(_ block: Block) {
        let kept = state.withLock { state -> Bool in
            guard state.freeBytes + block.byteCount <= retainedBytes else { return false }
            state.free.append(block)
            state.freeBytes += block.byteCount
            return true
        }
        if !kept { block.address.deallocate() }
    }
}

extension MemoryPool {
    /// Gives unused blocks back to the system, the largest first, until no more than so many bytes are left.
    func trim(to bytes: Int) {
        let freed = state.withLock { state -> [Block] in
            state.free.sort { $0.byteCount < $1.byteCount }
            var freed: [Block] = []
            while state.freeBytes > bytes, let last = state.free.popLast() {
                state.freeBytes -= last.byteCount
                freed.append(last)
            }
            return freed
        }
        for block in freed { block.address.deallocate() }
    }
}

/// Scratch memory of one band: handed out piece by piece, taken back all at once.
struct Arena: ~Copyable {
    private let pool: MemoryPool
    private var blocks: [MemoryPool.Block] = []
    private var used = 0

    init(pool: MemoryPool) {
        self.pool = pool
    }

    deinit {
        for block in blocks { pool.giveBack(block) }
    }

    /// Room for `count` values, aligned to 64 bytes, undefined; valid until the arena goes or is rewound past it.
    mutating func allocate<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
        let bytes = (max(1, count) * MemoryLayout<T>.stride + 63) / 64 * 64
        if blocks.isEmpty || used + bytes > blocks[blocks.count - 1].byteCount {
            blocks.append(pool.take(max(bytes, 1 << 20)))
            used = 0
        }
        let address = blocks[blocks.count - 1].address + used
        used += bytes
        return address.bindMemory(to: type, capacity: count)
    }

    /// A place to rewind to. Rewinding keeps the blocks for the next band.
    mutating func rewind() {
        while blocks.count > 1 { pool.giveBack(blocks.removeLast()) }
        used = 0
    }
}
