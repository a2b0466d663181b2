#if canImport(Glibc)
    import Glibc
#endif

/// Processes as /proc shows them.
enum Processes {
    static func children(of process: pid_t) -> [pid_t] {
        Command.names(in: "/proc/\(process)/task").flatMap { thread in
            String(decoding: Command.bytes(of: "/proc/\(process)/task/\(thread)/children"), as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
        }
    }

    /// Whether a process has a file open.
    static func hasOpen(_ process: pid_t, _ file: String) -> Bool {
        Command.names(in: "/proc/\(process)/fd").contains { link("/proc/\(process)/fd/\($0)") == file }
    }

    /// Whether a file whose name holds `word` is part of a process.
    static func maps(_ process: pid_t, _ word: String) -> Bool {
        String(decoding: Command.bytes(of: "/proc/\(process)/maps"), as: UTF8.self).contains(word)
    }

    static func isAlive(_ process: pid_t) -> Bool {
        let words = String(decoding: Command.bytes(of: "/proc/\(process)/stat"), as: UTF8.self).split(separator: ")").last
        guard let state = words?.split(separator: " ").first else { return false }
        return state != "Z" && state != "X"
    }

    private static func link(_ path: String) -> String {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = readlink(path, &bytes, bytes.count - 1)
        return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
    }
}
