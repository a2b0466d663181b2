import PenumbraSystem

import struct Synchronization.Atomic

/// A font's file in memory, shared by all shapers of the process as long as one of them uses it.
final class FontBytes: @unchecked Sendable {
    /// Never written after it was filled.
    let buffer: UnsafeMutableRawBufferPointer

    private struct Reference {
        weak var bytes: FontBytes?
    }

    private static let all = Mutex<[FileIdentity: Reference]>([:])

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

    static func known(_ key: FileIdentity) -> FontBytes? { all.withLock { $0[key]?.bytes } }

    /// Offers what was read; another thread may have been faster.
    static func keep(_ bytes: FontBytes, for key: FileIdentity) -> FontBytes {
        all.withLock { all in
            if let known = all[key]?.bytes { return known }
            all = all.filter { $0.value.bytes != nil }
            all[key] = Reference(bytes: bytes)
            return bytes
        }
    }
}
