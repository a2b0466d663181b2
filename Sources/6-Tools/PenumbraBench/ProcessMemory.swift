import Glibc
import PenumbraSystem

/// Reports the current and peak memory of this process, from Linux's /proc.
public enum ProcessMemory {
    /// Returns unused memory to the system and resets the peak. Returns false if the system doesn't allow the reset. The peak
    /// then covers the whole life of the process.
    static func resetPeak() -> Bool {
        // Only glibc is known to have this function.
        if let symbol = dlsym(nil, "malloc_trim") {
            typealias Trim = @convention(c) (Int) -> Int32
            _ = unsafeBitCast(symbol, to: Trim.self)(0)
        }
        let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Writing 5 resets VmHWM: proc(5).
        return write(descriptor, "5", 1) == 1
    }

    /// The peak memory in bytes since the last reset.
    static var peak: Int? { value("VmHWM:") }
    /// The current memory in bytes.
    static var current: Int? { value("VmRSS:") }

    private static func value(_ key: String) -> Int? {
        guard let text = systemFile("/proc/self/status") else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix(key) {
            let words = line.dropFirst(key.count).split { $0 == " " || $0 == "\t" }
            return words.first.flatMap { Int($0) }.map { $0 << 10 }
        }
        return nil
    }
}
