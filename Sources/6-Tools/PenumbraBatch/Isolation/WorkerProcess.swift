import CPenumbraSystem
import Glibc
import PenumbraSystem

/// The command that starts a batch's worker processes.
public struct WorkerLaunch: Sendable {
    /// The path of the program.
    public var path: String
    /// All arguments, including the program's name. The program must call `BatchWorker.serve` with the same options as the
    /// batch.
    public var arguments: [String]
    /// Whether devices other than the CPU may exist. If so, a separate process looks for them.
    public var looksForDevices: Bool

    /// Creates the command for worker processes of a batch.
    ///
    /// - Parameter path: the program to start. The default is the running program, even if its file was replaced meanwhile.
    public init(path: String = "/proc/self/exe", arguments: [String], looksForDevices: Bool = true) {
        self.path = path
        self.arguments = arguments
        self.looksForDevices = looksForDevices
    }
}

/// A worker as its batch sees it: the process, the channel to it and its standard error. Only one thread uses it.
final class WorkerProcess {
    /// An event from a worker.
    enum Event {
        case answer(WorkerAnswer)
        /// The channel is closed: the process has ended or is about to end.
        case closed
        /// The worker sent an invalid answer.
        case nonsense
        /// Nothing came before the deadline.
        case nothing
    }

    /// The file descriptor of the worker's end of the channel.
    static let channel: Int32 = 3

    private let process: pid_t
    private let socket: Int32
    private var errors: Int32
    private var outgoing: [UInt8] = []
    private var sent = 0
    private var incoming: [UInt8] = []
    private let scratch: UnsafeMutableRawBufferPointer
    private var isReaped = false
    private var said = SpokenLines()
    private let killsBefore: Int?

    private static let pieceBytes = 256 << 10

    /// Starts a worker process.
    ///
    /// - Throws: the value of `errno`.
    init(_ launch: WorkerLaunch) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard penumbra_channel(&ends) == 0 else { throw SystemError(errno) }
        var pipes: [Int32] = [-1, -1]
        guard penumbra_pipe(&pipes) == 0 else {
            let error = SystemError(errno)
            for end in ends { close(end) }
            throw error
        }
        // Move these descriptors away from the numbers that the worker will use.
        (ends[1], pipes[1]) = (Self.moved(ends[1]), Self.moved(pipes[1]))
        // A worker that writes more than the batch reads loses output but never blocks.
        _ = fcntl(pipes[1], F_SETFL, O_NONBLOCK)
        _ = fcntl(pipes[0], F_SETFL, O_NONBLOCK)
        killsBefore = OutOfMemoryKills.count()
        let result = Self.spawn(launch, channel: ends[1], errors: pipes[1])
        close(ends[1])
        close(pipes[1])
        guard case .success(let process) = result else {
            close(ends[0])
            close(pipes[0])
            if case .failure(let error) = result { throw error }
            throw SystemError(EINVAL)
        }
        (self.process, socket, errors) = (process, ends[0], pipes[0])
        // Allocated only here, because an initializer that throws would leak it.
        scratch = .allocate(byteCount: Self.pieceBytes, alignment: 16)
    }

    deinit {
        _ = reap(kills: true)
        scratch.deallocate()
        close(socket)
        if errors >= 0 { close(errors) }
    }

    private static func moved(_ descriptor: Int32) -> Int32 {
        let result = fcntl(descriptor, F_DUPFD_CLOEXEC, Self.channel + 1)
        if result >= 0 { close(descriptor) }
        return result >= 0 ? result : descriptor
    }

    private static func spawn(_ launch: WorkerLaunch, channel: Int32, errors: Int32) -> Result<pid_t, SystemError> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        posix_spawn_file_actions_adddup2(&actions, channel, Self.channel)
        penumbra_close_from(&actions, Self.channel + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals stay blocked until the worker ignores them: the batch alone decides how to react to a signal sent to all.
        var held = sigset_t()
        sigemptyset(&held)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&held, signal) }
        posix_spawnattr_setsigmask(&attributes, &held)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = launch.arguments.map { strdup($0) }
        words.append(nil)
        var environment = Self.environment().map { strdup($0) }
        environment.append(nil)
        defer { for word in words + environment { free(word) } }
        var process: pid_t = 0
        let status = posix_spawn(&process, launch.path, &actions, &attributes, words, environment)
        return status == 0 ? .success(process) : .failure(SystemError(status))
    }

    /// The batch's own environment, but with crash backtraces turned off unless the user asked for them.
    private static func environment() -> [String] {
        var result: [String] = []
        var place = environ
        while let entry = place.pointee {
            result.append(String(cString: entry))
            place += 1
        }
        if !result.contains(where: { $0.hasPrefix("SWIFT_BACKTRACE=") }) { result.append("SWIFT_BACKTRACE=enable=no") }
        return result
    }

    // MARK: Messages

    /// Queues a message for sending.
    func send(_ request: WorkerRequest) {
        outgoing += request.message
        sendSome()
    }

    /// Closes the sending side. The worker ends after its last answer.
    func endSending() {
        if sent == outgoing.count { shutdown(socket, Int32(SHUT_WR)) }
    }

    /// Returns the next event.
    ///
    /// - Parameter deadline: the latest time to wait for an event. Nil waits without limit. A deadline in the past returns only
    ///   events that are already available.
    func next(until deadline: ContinuousClock.Instant?) -> Event {
        // After the deadline, read only this many pieces, because a worker that never stops sending would block everything
        // else.
        var looks = 16
        while true {
            if let event = parsed() { return event }
            var wait = [
                pollfd(fd: socket, events: Int16(POLLIN) | (sent < outgoing.count ? Int16(POLLOUT) : 0), revents: 0),
                // `poll` skips negative descriptors.
                pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
            ]
            var milliseconds: Int32 = -1
            if let deadline {
                let left = deadline - ContinuousClock().now
                if left <= .zero {
                    if looks == 0 { return .nothing }
                    looks -= 1
                    milliseconds = 0
                } else {
                    milliseconds = Int32(
                        clamping: left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1)
                }
            }
            let count = poll(&wait, 2, milliseconds)
            if count == 0, milliseconds == 0 { return .nothing }
            guard count > 0 else { continue }
            if wait[1].revents != 0 { listen() }
            if wait[0].revents & Int16(POLLOUT) != 0 { sendSome() }
            if wait[0].revents & ~Int16(POLLOUT) != 0, !receive() { return .closed }
        }
    }

    private func sendSome() {
        while sent < outgoing.count {
            let count = outgoing.withUnsafeBytes { bytes in
                penumbra_send_now(socket, bytes.baseAddress.map { $0 + sent }, UInt(bytes.count - sent))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno != EAGAIN {
                // The other end is gone; reading will report that.
                sent = outgoing.count
            }
            if count <= 0 { break }
            sent += count
        }
        if sent == outgoing.count {
            outgoing.removeAll(keepingCapacity: outgoing.count < Self.pieceBytes)
            sent = 0
        }
    }

    /// Reads what the worker has sent, without waiting.
    ///
    /// - Returns: false at the end of the channel.
    private func receive() -> Bool {
        var count = 0
        repeat {
            count = penumbra_receive_now(socket, scratch.baseAddress, UInt(scratch.count))
        } while count < 0 && errno == EINTR
        if count > 0 { incoming += scratch[..<count] }
        return count > 0 || count < 0 && errno == EAGAIN
    }

    private func parsed() -> Event? {
        guard incoming.count >= MessageFrame.headerBytes else { return nil }
        guard let (kind, length) = MessageFrame.read(header: incoming[..<MessageFrame.headerBytes]) else { return .nonsense }
        let end = MessageFrame.headerBytes + length
        guard incoming.count >= end else { return nil }
        let body = Array(incoming[MessageFrame.headerBytes..<end])
        if incoming.count == end {
            incoming.removeAll(keepingCapacity: end < 4 * Self.pieceBytes)
        } else {
            incoming.removeFirst(end)
        }
        guard let answer = try? WorkerAnswer(MessageFrame(kind: kind, body: body)) else { return .nonsense }
        return .answer(answer)
    }

    // MARK: Standard error

    /// Reads the worker's standard error, at most one pipe's capacity at once, so that an endless writer can't block everything
    /// else.
    private func listen() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        for _ in 0..<16 where errors >= 0 {
            let count = read(errors, &bytes, bytes.count)
            if count > 0 {
                said.add(bytes[..<count])
            } else {
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EAGAIN { return }
                close(errors)
                errors = -1
            }
        }
    }

    /// Returns the complete lines of standard error since the last call.
    func takeLines() -> [String] { said.take() }

    // MARK: The end of the process

    /// Waits for the process to end and reports how it ended.
    ///
    /// - Parameter kills: kills the process without waiting. Otherwise the process gets a few seconds before it is killed.
    func end(kills: Bool) -> (end: WorkerEnd, lastWords: String) {
        let status = reap(kills: kills)
        listen()
        let words = said.last
        guard let status else { return (.exit(0), words) }
        if status & 0x7F == 0 { return (.exit((status >> 8) & 0xFF), words) }
        let signal = status & 0x7F
        let wasShort = signal == SIGKILL && !kills && (OutOfMemoryKills.count() ?? 0) > (killsBefore ?? .max)
        return (.signal(signal, wasShortOfMemory: wasShort), words)
    }

    /// The exit status of the ended process; nil if the status was already collected.
    private func reap(kills: Bool) -> Int32? {
        guard !isReaped else { return nil }
        isReaped = true
        var status: Int32 = 0
        if !kills {
            for turn in 0..<Self.patience {
                let result = waitpid(process, &status, WNOHANG)
                if result == process { return status }
                if result < 0, errno != EINTR { return nil }
                usleep(turn < 20 ? 100 : 5000)
            }
        }
        kill(process, SIGKILL)
        while true {
            let result = waitpid(process, &status, 0)
            if result == process { return status }
            if result < 0, errno != EINTR { return nil }
        }
    }

    /// The number of checks for the end of a process, 5 ms apart.
    private static let patience = 620
}

/// A value of `errno`.
struct SystemError: Error, Equatable {
    let code: Int32

    init(_ code: Int32) { self.code = code }

    var words: String { String(cString: strerror(code)) }

    /// Whether the same call may succeed later.
    var isTemporary: Bool { [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(code) }
}

/// Splits incoming pieces of text into lines and removes terminal control characters. The excess of long lines is dropped.
package struct SpokenLines {
    package init() {}

    private var rest: [UInt8] = []
    private var lines: [String] = []
    /// The last line that isn't empty, or the line with the reason why the program gave up.
    package private(set) var last = ""

    private static let mostBytes = 300
    private static let mostLines = 20

    package mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte != 0x0A {
                if rest.count < Self.mostBytes { rest.append(byte) }
                continue
            }
            let spoken = String(decoding: rest, as: UTF8.self).withoutControls
            rest = []
            guard spoken.contains(where: { $0 != " " }), !Self.isStackFrame(spoken) else { continue }
            let line = Self.withoutAddresses(spoken)
            if !last.contains(Self.reason) { last = line }
            if lines.count < Self.mostLines { lines.append(line) }
        }
    }

    private static let reason = "Fatal error"

    /// Whether a line is a stack frame such as `12   libc.so.6   0x00007f… …`, with or without the library, or the heading
    /// of a stack trace.
    ///
    /// Stack frames don't help the user of a batch, but they show attackers the layout of memory.
    private static func isStackFrame(_ line: String) -> Bool {
        if line == "Current stack trace:" { return true }
        let words = line.split(separator: " ")
        guard let first = words.first, Int(first.drop { $0 == "#" }) != nil else { return false }
        return words.dropFirst().contains { $0.hasPrefix("0x") }
    }

    /// Replaces numbers as long as an address with `0x…`, so that reports don't reveal the layout of memory.
    private static func withoutAddresses(_ line: String) -> String {
        var parts = line.split(separator: "0x", omittingEmptySubsequences: false)
        for index in parts.indices.dropFirst() {
            let rest = parts[index].drop { $0.isHexDigit }
            if parts[index].count - rest.count >= leastAddressDigits { parts[index] = "…" + rest }
        }
        return parts.joined(separator: "0x")
    }

    /// The minimum number of digits of an address. Shorter numbers lie in the lowest page, which is never mapped.
    private static let leastAddressDigits = 6

    package mutating func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

extension String {
    /// The text with spaces in place of terminal control characters, cut to a sensible length.
    var withoutControls: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(4000) {
            result.append(scalar.breaksMessages ? " " : scalar)
        }
        return String(result)
    }
}
