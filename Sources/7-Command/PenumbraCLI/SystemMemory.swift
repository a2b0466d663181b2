import CPenumbraSystem
import Glibc
import PenumbraSystem

/// Controls how the C library manages memory.
enum SystemMemory {
    /// Lets the C library keep the memory of freed pictures for later pictures. Otherwise it would return each block to the
    /// system, which clears every page.
    ///
    /// - Parameter threads: the number of threads that work all the time.
    static func keepFreedMemory(threads: Int) {
        guard AddressSpace.roomForPictures == nil else { return }
        penumbra_keep_freed_memory(16 << 20, Int32(clamping: threads))
    }

    /// Makes the C library return each large block as soon as it is freed, for processes with limited memory. Clearing pages
    /// then takes longer.
    ///
    /// - Parameter threads: the number of threads that work all the time.
    static func giveFreedMemoryBack(threads: Int) {
        guard AddressSpace.roomForPictures == nil else { return }
        penumbra_keep_freed_memory(0, Int32(clamping: threads))
    }

    /// If the process's address space is limited, makes the C library reserve only the addresses it uses. By default it
    /// reserves 64 MiB per thread and keeps large blocks. Must be called before any thread starts.
    static func spareAddresses() {
        if AddressSpace.roomForPictures != nil { penumbra_keep_freed_memory(0, 1) }
    }
}

/// The value of an environment variable.
func environmentValue(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
