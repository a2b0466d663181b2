import CPenumbraSystem
import Glibc
import Penumbra
import Synchronization

/// Writes all of `text`, or as much as the reader accepts.
func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let written = write(2, rest.baseAddress, rest.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }
}

/// The messages of a command besides errors: deviations in devices, fonts and limits, progress, and summaries.
enum Notices {
    private static let shown = Atomic(true)

    static var areShown: Bool { shown.load(ordering: .relaxed) }

    /// Suppresses everything but errors on standard error from now on.
    static func silence() { shown.store(false, ordering: .relaxed) }

    /// Writes a line on standard error.
    static func write(_ text: String) {
        if areShown { writeToStandardError("penumbra: \(text)\n") }
    }
}

/// Prepares standard input, output and error, whatever state the process inherits. Must be called before anything is opened or
/// printed.
enum StandardStreams {
    static func prepare() {
        occupyClosed()
        // A closed pipe and a file size limit become write errors, so they don't end a batch.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        atexit { StandardStreams.checkOutput() }
    }

    /// Opens /dev/null in place of closed streams. Otherwise the next opened file would get the stream's number, and messages
    /// for standard error would go into that file. Reading and writing these streams still fails.
    private static func occupyClosed() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
            let file = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
            if file >= 0, file != number {
                dup2(file, number)
                close(file)
            }
        }
    }

    /// Reports output that was lost on exit. A full disk is an error. A closed pipe ends the process without a message,
    /// because its reader has read enough.
    private static func checkOutput() {
        let hasFailed = penumbra_output_has_failed() != 0
        var code = fflush(nil) == 0 ? 0 : errno
        guard hasFailed || code != 0 else { return }
        // Write again to learn the reason for an earlier failure.
        if code == 0 { code = write(1, "\n", 1) < 0 ? errno : EIO }
        if code == EPIPE { _exit(128 + SIGPIPE) }
        writeToStandardError("penumbra: \(FileError(writing: "-", code: code))\n")
        _exit(ExitStatus.diskFullOrIO.rawValue)
    }
}
