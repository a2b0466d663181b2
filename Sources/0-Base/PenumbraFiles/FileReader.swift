import Glibc
import PenumbraSystem

/// Reads whole files into memory.
public enum FileReader {
    /// The default limit in bytes: no picture within `ImageLimits.default` needs a larger file.
    public static let defaultLimit = 1 << 30

    /// Reads a file, a pipe or a device to its end; `-` is standard input.
    ///
    /// The call waits for pipes as long as their writers take.
    /// - Parameters:
    ///   - limit: the most bytes. A larger regular file is refused before it is read, a stream as soon as it exceeds the
    ///     limit. Zero or less allows empty files only.
    ///   - name: the limit that errors about larger files suggest raising.
    public static func read(
        _ path: String, limit: Int = defaultLimit, raisedBy name: Limit? = nil
    ) throws(FileError) -> [UInt8] {
        let limit = max(limit, 0)
        if path == "-" { return try contents(of: STDIN_FILENO, path: path, limit: limit, raisedBy: name) }
        let descriptor = try open(path)
        defer { close(descriptor) }
        return try contents(of: descriptor, path: path, limit: limit, raisedBy: name)
    }

    /// Opens a file for reading; the caller closes the descriptor. Opening does not wait for a pipe's writer. Call
    /// `waitForWriter` before the first read instead.
    package static func open(_ path: String) throws(FileError) -> Int32 {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw FileError(.reading, path, .invalidPath) }
        let descriptor = retrying { Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
        guard descriptor >= 0 else { throw FileError(.reading, path, .system(errno)) }
        return descriptor
    }

    /// Waits until a stream has something to read or has ended.
    ///
    /// - Parameter isStopped: asked ten times per second; true ends the wait. Nil waits without end.
    /// - Returns: false if the wait was stopped.
    package static func waitForWriter(_ descriptor: Int32, isStopped: (() -> Bool)? = nil) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let ready = poll(&wait, 1, isStopped == nil ? -1 : 100)
            if ready > 0 || ready < 0 && errno != EINTR { return true }
            if let isStopped, isStopped() { return false }
        }
    }

    /// Reads the next piece of a stream, at most `count` bytes; empty at the stream's end.
    package static func piece(of descriptor: Int32, upTo count: Int, path: String) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        let (received, code) = append(upTo: count, from: descriptor, to: &bytes)
        if received < 0 { throw FileError(.reading, path, code == EISDIR ? .isFolder : .system(code), whileTransferring: true) }
        return bytes
    }

    static func contents(
        of descriptor: Int32, path: String, limit: Int, raisedBy name: Limit? = nil
    ) throws(FileError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(.reading, path, .system(errno)) }
        let type = status.st_mode & S_IFMT
        if type == S_IFDIR { throw FileError(.reading, path, .isFolder) }
        let isRegular = type == S_IFREG
        if isRegular && status.st_size > limit {
            throw FileError(.reading, path, .tooLarge(found: Int(status.st_size), allowed: limit, limit: name))
        }
        // A named pipe without a writer would look like a pipe that has ended.
        if type == S_IFIFO { _ = waitForWriter(descriptor) }
        // One byte more than expected lets the loop find the end without growing the array. Files in /proc report 0 bytes
        // and hold more.
        var step = isRegular && status.st_size > 0 ? Int(status.st_size) + 1 : 65536
        var bytes: [UInt8] = []
        while true {
            // A growing array is copied to an array of twice its capacity.
            guard AddressSpace.hasRoom(for: step + 2 * bytes.count) else { throw FileError(.reading, path, .system(ENOMEM)) }
            let (received, code) = append(upTo: step, from: descriptor, to: &bytes)
            if received < 0 { throw FileError(.reading, path, .system(code), whileTransferring: true) }
            if received == 0 { return bytes }
            if bytes.count > limit { throw FileError(.reading, path, .tooLarge(found: nil, allowed: limit, limit: name)) }
            step = max(65536, min(bytes.count, 16 << 20))
        }
    }

    /// Reads once and appends. Returns the number of bytes, 0 at the end, or −1 with `errno` on failure.
    private static func append(
        upTo count: Int, from descriptor: Int32, to bytes: inout [UInt8]
    ) -> (received: Int, code: Int32) {
        var code: Int32 = 0
        var received = 0
        let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            received = Glibc.read(descriptor, buffer.baseAddress, count)
            while received < 0 {
                code = errno
                if code == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    _ = poll(&wait, 1, -1)
                } else if code != EINTR {
                    break
                }
                received = Glibc.read(descriptor, buffer.baseAddress, count)
            }
            initialized = max(received, 0)
        }
        if bytes.isEmpty { bytes = piece } else if received > 0 { bytes += piece }
        return (received, code)
    }
}

/// Repeats a system call while a signal interrupts it.
func retrying(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// Unlocks and closes a file whose lock this process may hold. A child process shares the open file until it executes its
/// own program. Closing alone would keep the file locked that long.
func closeUnlocked(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
}
