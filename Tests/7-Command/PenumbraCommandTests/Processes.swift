#if canImport(Glibc)
    import Glibc
#endif

/// Information about processes from /proc.
enum Processes {
    static func children(of process: pid_t) -> [pid_t] {
        Command.names(in: "/proc/\(process)/task").flatMap { thread in
            String(decoding: Command.bytes(of: "/proc/\(process)/task/\(thread)/children"), as: UTF8.self).split(separator: " ")
                .compactMap { pid_t($0) }
        }
    }

    /// Whether one of a process's threads is running.
    static func isWorking(_ process: pid_t) -> Bool {
        Command.names(in: "/proc/\(process)/task").contains { thread in
            let words = String(decoding: Command.bytes(of: "/proc/\(process)/task/\(thread)/stat"), as: UTF8.self).split(
                separator: ")"
            ).last
            return words?.split(separator: " ").first == "R"
        }
    }

    /// Whether a process has mapped a file whose name contains `word`.
    static func maps(_ process: pid_t, _ word: String) -> Bool {
        String(decoding: Command.bytes(of: "/proc/\(process)/maps"), as: UTF8.self).contains(word)
    }

    static func isAlive(_ process: pid_t) -> Bool {
        let words = String(decoding: Command.bytes(of: "/proc/\(process)/stat"), as: UTF8.self).split(separator: ")").last
        guard let state = words?.split(separator: " ").first else { return false }
        return state != "Z" && state != "X"
    }
}
