import ArgumentParser
import CPenumbraSystem
import Glibc
import PenumbraBitmap

/// A number of bytes as a person writes it: `800M`, `4G`, `1073741824`.
struct ByteCount: ExpressibleByArgument {
    var bytes: Int

    init?(argument: String) {
        var digits = argument[...]
        var shift = 0
        if let last = digits.last, let index = "KMGT".firstIndex(of: Character(last.uppercased())) {
            shift = 10 * ("KMGT".distance(from: "KMGT".startIndex, to: index) + 1)
            digits = digits.dropLast()
        }
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits), number > 0,
            number <= Int.max >> (shift + 1)
        else { return nil }
        bytes = number << shift
    }
}

/// The memory of this machine, or of the container that the process lives in.
enum SystemMemory {
    /// Bytes that can be had without anything being swapped out, at least 256 MiB.
    static var available: Int {
        var least = 1 << 40
        if let value = field("MemAvailable:", of: "/proc/meminfo") { least = min(least, value << 10) }
        if let limit = number("/sys/fs/cgroup/memory.max") {
            least = min(least, limit - (number("/sys/fs/cgroup/memory.current") ?? 0))
        }
        if let limit = number("/sys/fs/cgroup/memory/memory.limit_in_bytes") {
            least = min(least, limit - (number("/sys/fs/cgroup/memory/memory.usage_in_bytes") ?? 0))
        }
        if let left = AddressSpace.left { least = min(least, left) }
        return max(least, 256 << 20)
    }

    /// Lets the C library keep freed pictures for the next ones instead of giving each back to the system, which clears every page.
    ///
    /// - Parameter threads: that work all the time.
    static func keepFreedMemory(threads: Int) {
        penumbra_keep_freed_memory(16 << 20, Int32(clamping: threads))
    }

    private static func text(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func number(_ path: String) -> Int? {
        text(path).flatMap { Int($0.prefix { $0.isNumber }) }
    }

    private static func field(_ name: String, of path: String) -> Int? {
        guard let line = text(path)?.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return nil }
        return Int(line.dropFirst(name.count).drop { $0 == " " }.prefix { $0.isNumber })
    }
}

/// A variable of the environment.
func environmentValue(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
