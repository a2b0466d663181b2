import Glibc
import PenumbraSystem

/// The way in which a worker ended while it still had work.
package enum WorkerEnd: Sendable, Equatable {
    /// A signal ended the worker.
    ///
    /// - wasShortOfMemory: whether the kernel meanwhile killed a process of this container because memory ran out.
    case signal(Int32, wasShortOfMemory: Bool)
    case exit(Int32)
    /// The job exceeded its time limit, so the worker was killed.
    case timeout(seconds: Double)
    /// The worker sent an invalid message.
    case nonsense

    /// The end as a word for reports.
    package var kind: String {
        switch self {
        case .timeout: "timeout"
        case .signal(SIGKILL, wasShortOfMemory: true): "memory"
        default: "crash"
        }
    }

    /// The description of the end, as the rest of a sentence whose subject is the process.
    package var words: Message {
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

    /// A signal's name and meaning, for example `SIGSEGV, a memory access that is not allowed`.
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

/// A worker that ended early, with its last line on standard error.
public struct LostWorker: Sendable, Worded {
    let end: WorkerEnd
    /// The worker's last line of output, which often gives the reason; empty if there was none.
    let lastWords: String

    package init(end: WorkerEnd, lastWords: String) {
        (self.end, self.lastWords) = (end, lastWords)
    }

    /// The loss as a word for reports: `crash`, `timeout`, `memory`.
    package var kind: String {
        // Swift prints this text when the system grants no memory.
        if case .signal = end, lastWords.contains("failed to allocate") { return "memory" }
        return end.kind
    }

    public var words: Message {
        "its worker process \(end.words)\(lastWords.isEmpty ? "" : " (\(lastWords))")"
    }
}

/// Counts the processes of this container that the kernel killed because memory ran out.
enum OutOfMemoryKills {
    /// The count so far; nil if the system doesn't report it.
    static func count() -> Int? {
        // A container sees its own group as the root; otherwise the group's path is in /proc/self/cgroup, as "0::/path".
        let path = lines(of: "/proc/self/cgroup").first { $0.hasPrefix("0::/") }?.dropFirst(3) ?? "/"
        for folder in [path, "/"] {
            let place = "/sys/fs/cgroup\(folder == "/" ? "" : folder)/memory.events"
            if let line = lines(of: place).first(where: { $0.hasPrefix("oom_kill ") }), let number = Int(line.dropFirst(9)) {
                return number
            }
        }
        // Without its own group, count the kills of the whole machine.
        return lines(of: "/proc/vmstat").first { $0.hasPrefix("oom_kill ") }.flatMap { Int($0.dropFirst(9)) }
    }

    private static func lines(of path: String) -> [Substring] {
        systemFile(path)?.split(separator: "\n") ?? []
    }
}
