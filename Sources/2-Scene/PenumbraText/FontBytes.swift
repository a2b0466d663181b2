import PenumbraSystem

import struct Synchronization.Atomic

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
        /// When anything about it changed: a file that is copied into its place may claim any time of writing.
        var changedSeconds: Int
        var changedNanoseconds: Int

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int(status.st_size)
            #if canImport(Darwin)
                let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
            #else
                let (written, changed) = (status.st_mtim, status.st_ctim)
            #endif
            (seconds, nanoseconds) = (written.tv_sec, written.tv_nsec)
            (changedSeconds, changedNanoseconds) = (changed.tv_sec, changed.tv_nsec)
        }
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
