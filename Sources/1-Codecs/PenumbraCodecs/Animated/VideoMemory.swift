import PenumbraSystem

/// Memory for the frames of one video. Memory that no frame needs any more serves for a later frame, because the system would
/// clear fresh memory page by page.
package final class VideoMemory: Sendable {
    /// A piece of memory that goes back when nobody holds it any more.
    final class Block: Sendable {
        nonisolated(unsafe) let bytes: UnsafeMutableBufferPointer<UInt8>
        private let owner: VideoMemory

        fileprivate init(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ owner: VideoMemory) {
            (self.bytes, self.owner) = (bytes, owner)
        }

        deinit { owner.giveBack(bytes) }
    }

    private struct Idle: @unchecked Sendable {
        var pieces: [UnsafeMutableBufferPointer<UInt8>] = []
    }

    /// The most pieces that lie idle: frames of some threads, on their way between two of them.
    private static let mostIdle = 4

    private let idle = Mutex(Idle())

    package init() {}

    deinit {
        for piece in idle.withLock(\.pieces) { piece.deallocate() }
    }

    /// Returns a block of some size. Its bytes are undefined.
    func take(_ byteCount: Int) -> Block {
        let known = idle.withLock { idle in
            idle.pieces.firstIndex { $0.count == byteCount }.map { Idle(pieces: [idle.pieces.remove(at: $0)]) }
        }
        return Block(known?.pieces.first ?? .allocate(capacity: byteCount), self)
    }

    /// Keeps a piece, and of too many pieces the largest: parts of frames are smaller than frames.
    private func giveBack(_ piece: UnsafeMutableBufferPointer<UInt8>) {
        let given = Idle(pieces: [piece])
        let rest = idle.withLock { idle in
            idle.pieces += given.pieces
            guard idle.pieces.count > Self.mostIdle else { return Idle() }
            let smallest = idle.pieces.indices.min { idle.pieces[$0].count < idle.pieces[$1].count }
            return Idle(pieces: smallest.map { [idle.pieces.remove(at: $0)] } ?? [])
        }
        for piece in rest.pieces { piece.deallocate() }
    }
}
