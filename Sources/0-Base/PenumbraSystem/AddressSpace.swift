import Glibc

/// Checks whether the system would give memory. Check before a large allocation: if an allocation in Swift fails, the
/// process ends.
///
/// A limit on a process's addresses (`ulimit -v`) makes the system refuse memory, and so does a system that promises no more
/// than it has. A control group does not refuse memory; it ends processes later.
public enum AddressSpace {
    /// The smallest request that is checked, in bytes. A check takes a microsecond and holds up other threads.
    public static let leastAsked = 16 << 20

    /// Bytes kept free for unchecked allocations: small ones, and the stacks of threads.
    static let reserve = 48 << 20

    /// True if the system can give this many more bytes at once, plus a reserve for small allocations. Requests below
    /// `leastAsked` always return true. Other threads may take the memory in the meantime.
    public static func hasRoom(for bytes: Int) -> Bool {
        guard bytes >= leastAsked else { return true }
        let (bytes, isTooMuch) = bytes.addingReportingOverflow(reserve)
        guard !isTooMuch else { return false }
        let address = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address, address != UnsafeMutableRawPointer(bitPattern: -1) else { return false }
        munmap(address, bytes)
        return true
    }

    /// The bytes left below the limit on this process's addresses; nil without a limit.
    public static var left: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < 1 << 46 else { return nil }
        let pages = systemFile("/proc/self/statm").flatMap { Int($0.prefix { $0 != " " }) } ?? 0
        return max(0, Int(limit.rlim_cur) - pages * Int(sysconf(Int32(_SC_PAGESIZE))))
    }

    /// The bytes that pictures may take in this process if its addresses are limited; nil without a limit. They are three
    /// quarters of the free addresses less `reserve`, measured at the first call. The rest is for stacks, fonts and unused
    /// parts of blocks.
    package static let roomForPictures: Int? = left.map { max(leastAsked, ($0 - reserve) / 4 * 3) }

    /// The size that an array may grow to below the address limit, where growing takes half as much again. Nil without a
    /// limit.
    package static var roomForArrays: Int? { left.map { max(0, $0 - reserve) / 3 * 2 } }

    /// Returns the number of threads whose stacks are affordable below the address limit. Without a limit, it is the number
    /// wanted.
    static func threads(_ wanted: Int, stackBytes: Int) -> Int {
        guard let roomForPictures else { return wanted }
        return min(wanted, max(1, roomForPictures / 16 / stackBytes))
    }
}
