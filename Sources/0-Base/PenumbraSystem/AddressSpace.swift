import Glibc

/// Whether the system would give memory. To be asked before much of it is taken: where an allocation of Swift's fails, the
/// process ends.
///
/// A limit on a process's addresses (`ulimit -v`) and a system that promises no more than it has refuse memory; a control group
/// does not, it ends processes later.
public enum AddressSpace {
    /// What is less is not asked for: asking takes a microsecond and holds up other threads.
    public static let leastAsked = 16 << 20

    /// Whether so many bytes more can be had at once; true for few. Others may take them in the meantime.
    public static func hasRoom(for bytes: Int) -> Bool {
        guard bytes >= leastAsked else { return true }
        let address = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address, address != UnsafeMutableRawPointer(bitPattern: -1) else { return false }
        munmap(address, bytes)
        return true
    }

    /// Bytes that are left below the limit on this process's addresses; nil where it has none.
    public static var left: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < 1 << 46 else { return nil }
        let pages = systemFile("/proc/self/statm").flatMap { Int($0.prefix { $0 != " " }) } ?? 0
        return max(0, Int(limit.rlim_cur) - pages * Int(sysconf(Int32(_SC_PAGESIZE))))
    }
}
