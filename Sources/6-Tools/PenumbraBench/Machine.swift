import Glibc
import Penumbra
import PenumbraSystem

/// The machine on which a measurement was made.
public struct Machine: Hashable, Sendable {
    public var processor: String
    /// The number of processors that this process may use.
    public var processors: Int
    /// The machine's memory in bytes.
    public var memory: Int
    public var system: String
    /// The build of the kernels that the CPU renderer uses.
    public var kernels: String

    public static func current() -> Machine {
        /// The text after a word at the start of a line.
        func value(_ path: String, _ word: String) -> Substring? {
            systemFile(path)?.split(separator: "\n").first { $0.hasPrefix(word) }?.dropFirst(word.count)
        }
        let model = value("/proc/cpuinfo", "model name").map { $0.drop { $0 != ":" }.dropFirst().drop { $0 == " " } }
        let memory = value("/proc/meminfo", "MemTotal:")?.split(separator: " ").first.flatMap { Int($0) } ?? 0
        var system = value("/etc/os-release", "PRETTY_NAME=").map { $0.filter { $0 != "\"" } } ?? "Linux"
        if let release = systemFile("/proc/sys/kernel/osrelease") { system += ", Linux " + release.filter { $0 != "\n" } }
        return Machine(
            processor: model.map(String.init) ?? "unknown processor", processors: processorCount(), memory: memory << 10,
            system: system,
            kernels: Device.processor(threads: 1).kernels?.name ?? "")
    }
}

/// The current time in UTC: `2026-11-21T14:05:09Z`.
public func timestamp() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
}
