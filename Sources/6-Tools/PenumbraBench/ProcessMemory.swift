import Glibc
import PenumbraSystem

/// How much memory this process holds and has held, by Linux's /proc.
public enum ProcessMemory {
    /// Gives unused memory back to the system and starts the peak anew. Returns false where the system does not allow it; the
    /// peak is then that of the whole process.
    static func resetPeak() -> Bool {
        // glibc has it, others need not.
        if let symbol = dlsym(nil, "malloc_trim") {
            typealias Trim = @convention(c) (Int) -> Int32
            _ = unsafeBitCast(symbol, to: Trim.self)(0)
        }
        let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // 5 resets VmHWM: proc(5).
        return write(descriptor, "5", 1) == 1
    }

    /// Bytes held at most since the last reset.
    static var peak: Int? { value("VmHWM:") }
    /// Bytes held now.
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
