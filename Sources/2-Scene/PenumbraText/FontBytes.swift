import PenumbraSystem

import struct Synchronization.Atomic

/// A font file in memory. All shapers of the process share it as long as one shaper uses it.
package final class FontBytes: @unchecked Sendable {
    /// The contents of the file. The buffer is never written after it was filled.
    package let buffer: UnsafeMutableRawBufferPointer

    private struct Reference {
        weak var bytes: FontBytes?
    }

    private static let all = Mutex<[FileIdentity: Reference]>([:])

    /// Takes over a buffer with the contents of a font file.
    ///
    /// - Parameter buffer: the buffer, which the new object owns and frees.
    package init(_ buffer: UnsafeMutableRawBufferPointer) {
        self.buffer = buffer
        Self.total.add(buffer.count, ordering: .relaxed)
    }

    deinit {
        Self.total.subtract(buffer.count, ordering: .relaxed)
        buffer.deallocate()
    }

    private static let total = Atomic(0)

    /// The bytes of all fonts in memory.
    package static var held: Int { total.load(ordering: .relaxed) }

    static func known(_ key: FileIdentity) -> FontBytes? { all.withLock { $0[key]?.bytes } }

    /// Shares a file that was read. If another thread was faster, its copy is returned instead.
    static func keep(_ bytes: FontBytes, for key: FileIdentity) -> FontBytes {
        all.withLock { all in
            if let known = all[key]?.bytes { return known }
            all = all.filter { $0.value.bytes != nil }
            all[key] = Reference(bytes: bytes)
            return bytes
        }
    }
}
