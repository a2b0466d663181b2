import PenumbraPlan
import PenumbraSystem

/// Reuses blocks of memory: they are handed out, taken back and handed out again. In steady state, a renderer asks the
/// system for nothing. The contents of blocks are undefined.
package final class MemoryPool: Sendable {
    package struct Block: @unchecked Sendable {
        let address: UnsafeMutableRawPointer
        let byteCount: Int
        /// The number of bytes requested; the rest of the block is unused.
        package fileprivate(set) var asked: Int
        /// The picture whose pixels the block has. Nil if its contents are undefined.
        var picture: DrawnPicture?

        /// The bytes that the block takes, with what is known about its picture.
        fileprivate var heldBytes: Int { byteCount + (picture?.bytes ?? 0) }
    }

    private struct State {
        var free: [Block] = []
        /// The bytes in blocks that are not in use.
        var freeBytes = 0
        /// The bytes in blocks in use, beyond the bytes requested.
        var sparedBytes = 0
        /// The most unused bytes of both kinds to hold. Blocks beyond this limit go back to the system.
        var retainedBytes: Int
        /// The bytes in all existing blocks; `mostBytes` is their maximum so far.
        var bytes = 0
        var mostBytes = 0

        mutating func remove(at index: Int, for byteCount: Int) -> Block {
            var block = free.remove(at: index)
            freeBytes -= block.heldBytes
            block.asked = byteCount
            sparedBytes += block.byteCount - byteCount
            return block
        }
    }

    private let state: Mutex<State>

    package init(retainedBytes: Int = 256 << 20) {
        state = Mutex(State(retainedBytes: retainedBytes))
    }

    deinit {
        state.withLock { state in
            for block in state.free { block.address.deallocate() }
        }
    }

    /// Returns a block of at least `byteCount` bytes, aligned to 64.
    package func take(_ byteCount: Int) -> Block {
        let reused = state.withLock { state -> Block? in
            // The smallest block that fits, unless it is far too large. Blocks without a picture come first.
            var best: Int?
            func cost(_ block: Block) -> (Int, Int) { (block.byteCount, block.picture == nil ? 0 : 1) }
            for (index, block) in state.free.enumerated()
            where block.byteCount >= byteCount && block.byteCount <= 2 * byteCount + 65536 {
                if best.map({ cost(block) < cost(state.free[$0]) }) ?? true { best = index }
            }
            guard let best else { return nil }
            var block = state.remove(at: best, for: byteCount)
            block.picture = nil
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

    /// Returns the block of a picture, given back last, that the picture of a plan may have rows in common with.
    func takePicture(like plan: RenderPlan) -> Block? {
        state.withLock { state in
            func last(where isLike: (DrawnPicture) -> Bool) -> Int? {
                state.free.lastIndex { $0.picture.map(isLike) == true && $0.byteCount >= plan.pictureBytes }
            }
            let found = last { $0.isLike(plan) && $0.isAligned(with: plan) } ?? last { $0.isLike(plan) }
            return found.map { state.remove(at: $0, for: plan.pictureBytes) }
        }
    }

    /// Returns the size of a fresh block in bytes.
    static func bytes(ofBlock byteCount: Int) -> Int { max(64, (byteCount + 4095) / 4096 * 4096) }

    package func giveBack(_ given: Block) {
        var block = given
        if block.picture?.isComplete == false { block.picture = nil }
        let kept = state.withLock { state -> Bool in
            state.sparedBytes -= block.byteCount - block.asked
            guard state.freeBytes + state.sparedBytes + block.heldBytes <= state.retainedBytes else {
                state.bytes -= block.byteCount
                return false
            }
            state.free.append(block)
            state.freeBytes += block.heldBytes
            return true
        }
        if !kept { block.address.deallocate() }
    }
}

extension MemoryPool {
    /// The most bytes that blocks have taken at one time, used or not.
    package var mostBytes: Int { state.withLock { $0.mostBytes } }

    /// Limits the unused bytes held from now on.
    func retain(atMost bytes: Int) {
        state.withLock { $0.retainedBytes = bytes }
        trim(to: bytes)
    }

    /// Gives unused blocks back to the system, the largest first, until at most `bytes` unused bytes are left.
    func trim(to bytes: Int) {
        let freed = state.withLock { state -> [Block] in
            state.free.sort { $0.byteCount < $1.byteCount }
            var freed: [Block] = []
            while state.freeBytes > bytes, let last = state.free.popLast() {
                state.freeBytes -= last.heldBytes
                state.bytes -= last.byteCount
                freed.append(last)
            }
            return freed
        }
        for block in freed { block.address.deallocate() }
    }
}
