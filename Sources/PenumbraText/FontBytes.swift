import PenumbraLocks
import struct Synchronization.Atomic

/// A font's file in memory, shared by all shapers of the process as long as one of them uses it.
final class FontBytes: @unchecked Sendable {
    /// Never written after it was filled.
    let buffer: UnsafeMutableRawBufferPointer

    /// A file as it is: when it is written anew it has another key.
    struct Key: Hashable {
        var device: UInt64
        var inode: UInt64
        var size: Int
        var seconds: Int
        var nanoseconds: Int
    }

    private struct Reference {
        weak var bytes: FontBytes?
    }

    private static let all = Mutex<[Key: Reference]>([:])

    /// - Parameter buffer: taken over.
    init(_ buffer: UnsafeMutableRawBufferPointer) {
        self.buffer = buffer
        Self.total.add(buffer.count, ordering: .relaxed)
    }

    deinit {
        Self.total.subtract(buffer.count, ordering: .relaxed)
        buffer.deallocate()
    }

    private static let total = Atomic(0)

    /// Bytes of all fonts that are in memory.
    static var held: Int { total.load(ordering: .relaxed) }

    static func known(_ key: Key) -> FontBytes? { all.withLock { $0[key]?.bytes } }

    /// Offers what was read; another thread may have been faster.
    static func keep(_ bytes: FontBytes, for key: Key) -> FontBytes {
        all.withLock { all in
            if let known = all[key]?.bytes { return known }
            all = all.filter { $0.value.bytes != nil }
            all[key] = Reference(bytes: bytes)
            return bytes
        }
    }
}
