import Glibc

/// Whether the system would give memory. To be asked before much of it is taken: where an allocation of Swift's fails, the
/// process ends.
///
/// A limit on a process's addresses (`ulimit -v`) and a system that promises no more than it has refuse memory; a control group
/// does not, it ends processes later.
public enum AddressSpace {
    /// What is less is not asked for: asking takes a microsecond and holds up other threads.
    public static let leastAsked = 16 << 20

    /// Bytes kept free for allocations that nobody asks for: small ones, and the stacks of threads.
    static let reserve = 48 << 20

    /// Whether so many bytes more can be had at once, and some for small allocations beside them; true for few. Others may take
    /// them in the meantime.
    public static func hasRoom(for bytes: Int) -> Bool {
        guard bytes >= leastAsked else { return true }
        let (bytes, isTooMuch) = bytes.addingReportingOverflow(reserve)
        guard !isTooMuch else { return false }
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

    /// The bytes that pictures may take below the limit on this process's addresses: three quarters of the room beside the
    /// reserve, measured at the first call. The rest is for stacks, fonts and unused parts of blocks. Nil without a limit.
    package static let roomForPictures: Int? = left.map { max(leastAsked, ($0 - reserve) / 4 * 3) }

    /// The size that an array may grow to below that limit, since it takes half as much again while it grows; nil without one.
    package static var roomForArrays: Int? { left.map { max(0, $0 - reserve) / 3 * 2 } }

    /// Threads that are worth their stacks below that limit; all that were asked for without one.
    static func threads(_ wanted: Int, stackBytes: Int) -> Int {
        guard let roomForPictures else { return wanted }
        return min(wanted, max(1, roomForPictures / 16 / stackBytes))
    }
}
