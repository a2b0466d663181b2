import PenumbraEngine
import PenumbraSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a measurement was made on.
public struct Machine: Hashable, Sendable {
    public var processor: String
    /// Processors this process may use.
    public var processors: Int
    /// Bytes of memory.
    public var memory: Int
    public var system: String
    /// Which build of the kernels the CPU renderer uses.
    public var kernels: String

    public static func current() -> Machine {
        var processor = "unknown processor"
        for line in (smallFile("/proc/cpuinfo") ?? "").split(separator: "\n") where line.hasPrefix("model name") {
            processor = String(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " })
            break
        }
        var memory = 0
        for line in (smallFile("/proc/meminfo") ?? "").split(separator: "\n") where line.hasPrefix("MemTotal:") {
            memory = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 } ?? 0
        }
        var system = "Linux"
        for line in (smallFile("/etc/os-release") ?? "").split(separator: "\n") where line.hasPrefix("PRETTY_NAME=") {
            system = line.dropFirst(12).filter { $0 != "\"" }
        }
        if let release = smallFile("/proc/sys/kernel/osrelease") { system += ", Linux " + release.filter { $0 != "\n" } }
        return Machine(
            processor: processor, processors: processorCount(), memory: memory, system: system,
            kernels: Device.processor(threads: 1).kernels?.name ?? "")
    }
}

/// The present time in UTC: `2026-11-21T14:05:09Z`.
public func timestamp() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
}
