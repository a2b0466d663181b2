import Glibc
import PenumbraSystem

/// How a worker came to its end while it had something to do.
enum WorkerEnd: Sendable, Equatable {
    /// A signal ended it.
    ///
    /// - wasShortOfMemory: the kernel ended a process of this container for want of memory meanwhile.
    case signal(Int32, wasShortOfMemory: Bool)
    case exit(Int32)
    /// It took longer than a job may, and was killed.
    case timeout(seconds: Double)
    /// What it sent is no message.
    case nonsense

    /// A word for reports.
    var kind: String {
        switch self {
        case .timeout: "timeout"
        case .signal(SIGKILL, wasShortOfMemory: true): "memory"
        default: "crash"
        }
    }

    /// What happened to the process, as the end of a sentence that names it.
    var words: Message {
        switch self {
        case .signal(SIGKILL, wasShortOfMemory: true):
            "was killed by the kernel (SIGKILL) because memory ran out; lower \(setting: .threads) or \(limit: .memory), or give it more memory"
        case .signal(SIGKILL, wasShortOfMemory: false):
            "was killed (SIGKILL): by somebody, or by the kernel because memory ran out"
        case .signal(let number, _): "was ended by \(Self.name(of: number))"
        case .exit(let code): "ended by itself with the exit code \(code)"
        case .timeout(let seconds):
            "took longer than \(Self.text(seconds)) s and was killed; raise \(limit: .seconds), or make the job smaller"
        case .nonsense: "sent what is no answer, and was killed"
        }
    }

    static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() && seconds < 1e15 ? "\(Int(seconds))" : "\(seconds)"
    }

    /// `SIGSEGV, a memory access that is not allowed`.
    static func name(of signal: Int32) -> String {
        switch signal {
        case SIGSEGV: "SIGSEGV, a memory access that is not allowed"
        case SIGBUS: "SIGBUS, memory that is not there"
        case SIGILL: "SIGILL, a check in the program that failed"
        case SIGTRAP: "SIGTRAP, a check in the program that failed"
        case SIGABRT: "SIGABRT, a library that gave up"
        case SIGFPE: "SIGFPE, an arithmetic error"
        case SIGSYS: "SIGSYS, a system call that is not allowed"
        case SIGXCPU: "SIGXCPU, more processor time than is allowed"
        case SIGKILL: "SIGKILL"
        case SIGTERM: "SIGTERM"
        case SIGINT: "SIGINT"
        case SIGHUP: "SIGHUP"
        case SIGQUIT: "SIGQUIT"
        case SIGUSR1: "SIGUSR1"
        case SIGUSR2: "SIGUSR2"
        case SIGPIPE: "SIGPIPE"
        case SIGALRM: "SIGALRM"
        default: "signal \(signal)"
        }
    }
}

/// A worker that ended, and the last words it said on standard error.
public struct LostWorker: Sendable, Worded {
    let end: WorkerEnd
    /// One line, often why; empty where there was none.
    let lastWords: String

    /// A word for reports: `crash`, `timeout`, `memory`.
    var kind: String {
        // What Swift says when the system gives no memory.
        if case .signal = end, lastWords.contains("failed to allocate") { return "memory" }
        return end.kind
    }

    public var words: Message {
        "its worker process \(end.words)\(lastWords.isEmpty ? "" : " (\(lastWords))")"
    }
}

/// Counts the processes of this container that the kernel has ended for want of memory.
enum OutOfMemoryKills {
    /// Nil where the system does not say.
    static func count() -> Int? {
        // A container sees its own group as the root; else the group's path is in /proc/self/cgroup, as "0::/path".
        let path = lines(of: "/proc/self/cgroup").first { $0.hasPrefix("0::/") }?.dropFirst(3) ?? "/"
        for folder in [path, "/"] {
            let place = "/sys/fs/cgroup\(folder == "/" ? "" : folder)/memory.events"
            if let line = lines(of: place).first(where: { $0.hasPrefix("oom_kill ") }), let number = Int(line.dropFirst(9)) {
                return number
            }
        }
        // Without a group of its own: of the whole machine.
        return lines(of: "/proc/vmstat").first { $0.hasPrefix("oom_kill ") }.flatMap { Int($0.dropFirst(9)) }
    }

    private static func lines(of path: String) -> [Substring] {
        systemFile(path)?.split(separator: "\n") ?? []
    }
}
