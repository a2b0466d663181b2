import PenumbraSystem

/// Blocks of memory that are handed out, taken back and handed out again, so that a renderer in steady state asks the
/// system for nothing. Contents are undefined.
final class MemoryPool: Sendable {
    struct Block: @unchecked Sendable {
        let address: UnsafeMutableRawPointer
        let byteCount: Int
        /// What was asked for; the rest lies unused.
        fileprivate(set) var asked: Int
    }

    private struct State {
        var free: [Block] = []
        /// In blocks that nobody has.
        var freeBytes = 0
        /// In blocks that somebody has, beyond what was asked for.
        var sparedBytes = 0
        /// Unused bytes of both kinds that may be held; blocks beyond go back to the system.
        var retainedBytes: Int
        /// In all blocks that there are, and the most there were.
        var bytes = 0
        var mostBytes = 0
    }

    private let state: Mutex<State>

    init(retainedBytes: Int = 256 << 20) {
        state = Mutex(State(retainedBytes: retainedBytes))
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
            var block = state.free.remove(at: best)
            block.asked = byteCount
            state.freeBytes -= block.byteCount
            state.sparedBytes += block.byteCount - byteCount
            return block
        }
        if let reused { return reused }
        let size = Self.bytes(ofBlock: byteCount)
        state.withLock { state in
            state.sparedBytes += size - byteCount
            state.bytes += size
            state.mostBytes = max(state.mostBytes, state.bytes)
        }
        return Block(address: .allocate(byteCount: size, alignment: 64), byteCount: size, asked: byteCount)
    }

    /// What a fresh block takes.
    static func bytes(ofBlock byteCount: Int) -> Int { max(64, (byteCount + 4095) / 4096 * 4096) }

    func giveBack(_ block: Block) {
        let kept = state.withLock { state -> Bool in
            state.sparedBytes -= block.byteCount - block.asked
            guard state.freeBytes + state.sparedBytes + block.byteCount <= state.retainedBytes else {
                state.bytes -= block.byteCount
                return false
            }
            state.free.append(block)
            state.freeBytes += block.byteCount
            return true
        }
        if !kept { block.address.deallocate() }
    }
}

extension MemoryPool {
    /// The most bytes that there were in blocks, used or not.
    var mostBytes: Int { state.withLock { $0.mostBytes } }

    /// Holds no more than so many unused bytes from now on.
    func retain(atMost bytes: Int) {
        state.withLock { $0.retainedBytes = bytes }
        trim(to: bytes)
    }

    /// Gives unused blocks back to the system, the largest first, until no more than so many bytes are left.
    private func trim(to bytes: Int) {
        let freed = state.withLock { state -> [Block] in
            state.free.sort { $0.byteCount < $1.byteCount }
            var freed: [Block] = []
            while state.freeBytes > bytes, let last = state.free.popLast() {
                state.freeBytes -= last.byteCount
                state.bytes -= last.byteCount
                freed.append(last)
            }
            return freed
        }
        for block in freed { block.address.deallocate() }
    }
}
