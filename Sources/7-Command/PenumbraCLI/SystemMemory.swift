import CPenumbraSystem
import Glibc
import PenumbraSystem

/// How the C library deals with memory.
enum SystemMemory {
    /// Lets the C library keep freed pictures for the next ones instead of giving each back to the system, which clears every
    /// page.
    ///
    /// - Parameter threads: that work all the time.
    static func keepFreedMemory(threads: Int) {
        guard AddressSpace.roomForPictures == nil else { return }
        penumbra_keep_freed_memory(16 << 20, Int32(clamping: threads))
    }

    /// Has the C library give each large block back as soon as it is freed, where memory is limited. Clearing pages takes
    /// longer then.
    ///
    /// - Parameter threads: that work all the time.
    static func giveFreedMemoryBack(threads: Int) {
        guard AddressSpace.roomForPictures == nil else { return }
        penumbra_keep_freed_memory(0, Int32(clamping: threads))
    }

    /// Where the process's addresses are limited, has the C library take no more of them than it uses: it would set 64 MiB aside
    /// for each thread, and keep large blocks. To be called before any thread is started.
    static func spareAddresses() {
        if AddressSpace.roomForPictures != nil { penumbra_keep_freed_memory(0, 1) }
    }
}

/// A variable of the environment.
func environmentValue(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
