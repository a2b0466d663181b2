import CPenumbraSystem

/// The memory of this machine, or of the control group that the process lives in.
package enum HostMemory {
    /// The bytes of memory in total. It is at least 256 MiB unless the process's addresses are limited.
    package static var total: Int {
        var least = 1 << 40
        if let kibibytes = field("MemTotal:", of: "/proc/meminfo") { least = min(least, kibibytes << 10) }
        for group in groups { least = min(least, group.limit) }
        return min(max(least, 256 << 20), addresses)
    }

    /// The bytes available without swapping. It is at least 256 MiB unless the process's addresses are limited.
    package static var available: Int {
        var least = 1 << 40
        if let kibibytes = field("MemAvailable:", of: "/proc/meminfo") { least = min(least, kibibytes << 10) }
        for group in groups { least = min(least, group.limit - group.used) }
        return min(max(least, 256 << 20), addresses)
    }

    /// Returns memory that was freed, and that the C library holds for later blocks, to the system. This takes some
    /// milliseconds, and pages that are needed again must be cleared.
    package static func returnFreed() { penumbra_return_freed_memory() }

    /// The room for pictures, expressed as free memory, of which callers take three quarters or half.
    private static var addresses: Int { AddressSpace.roomForPictures.map { $0 / 3 * 4 } ?? .max }

    /// The limits of the process's control group and of the groups around it.
    private static var groups: [(limit: Int, used: Int)] {
        var found: [(Int, Int)] = []
        if let limit = number("/sys/fs/cgroup/memory/memory.limit_in_bytes") {
            found.append((limit, number("/sys/fs/cgroup/memory/memory.usage_in_bytes") ?? 0))
        }
        for folder in folders(ofGroup: systemFile("/proc/self/cgroup") ?? "") {
            // Without a limit the file contains "max".
            guard let limit = number("/sys/fs/cgroup\(folder)/memory.max") else { continue }
            found.append((limit, number("/sys/fs/cgroup\(folder)/memory.current") ?? 0))
        }
        return found
    }

    /// Returns the folders of a group and of the groups around it, the innermost first. The last is the root, which is
    /// empty.
    ///
    /// - Parameter list: the contents of /proc/self/cgroup, with a line `0::/a/b`.
    package static func folders(ofGroup list: String) -> [String] {
        guard let line = list.textLines.first(where: { $0.startsWithBytes("0::/") }) else { return [""] }
        var parts = line[line.utf8.index(line.startIndex, offsetBy: 4)...].pathParts
        // A process that was moved out of its container's root sees "..", which leads nowhere here.
        if parts.contains("..") { parts = [] }
        var folders: [String] = []
        while !parts.isEmpty {
            folders.append("/" + parts.joined(separator: "/"))
            parts.removeLast()
        }
        return folders + [""]
    }

    /// Reads a number from a system file; nil if the file holds no number, or one beyond the range of `Int`.
    private static func number(_ path: String) -> Int? {
        systemFile(path).flatMap { Int($0.prefix { $0.isNumber }) }
    }

    /// Reads the number in a line of a system file. The lines before it are passed byte by byte, which is quicker than text.
    private static func field(_ name: String, of path: String) -> Int? {
        guard let text = systemFile(path)?.utf8 else { return nil }
        for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: name.utf8) {
            let digits = line.dropFirst(name.utf8.count).drop { $0 == UInt8(ascii: " ") }.prefix { (48...57).contains($0) }
            return Int(String(decoding: digits, as: UTF8.self))
        }
        return nil
    }
}
