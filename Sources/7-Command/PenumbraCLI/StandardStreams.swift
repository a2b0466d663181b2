import CPenumbraSystem
import Glibc
import Penumbra
import Synchronization

/// Writes all of `text`, or as much as the reader takes.
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

/// What a command reports besides errors: devices, fonts and limits that differ from what was asked for, progress, summaries.
enum Notices {
    private static let shown = Atomic(true)

    static var areShown: Bool { shown.load(ordering: .relaxed) }

    /// Leaves only errors on standard error from now on.
    static func silence() { shown.store(false, ordering: .relaxed) }

    /// Writes a line on standard error.
    static func write(_ text: String) {
        if areShown { writeToStandardError("penumbra: \(text)\n") }
    }
}

/// Standard input, output and error, whatever state a process gets them in. To be called before anything is opened or printed.
enum StandardStreams {
    static func prepare() {
        occupyClosed()
        // A reader that goes away, and a limit on the size of files, are errors of the write and end no batch.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        atexit { StandardStreams.checkOutput() }
    }

    /// Puts something in the place of a stream that is closed: the next file to be opened would get its number, and what is
    /// said on standard error would be written to it. Reading and writing it fails as if it were closed.
    private static func occupyClosed() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
            let file = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
            if file >= 0, file != number {
                dup2(file, number)
                close(file)
            }
        }
    }

    /// What was printed is not lost without a word: a full disk is an error, and who closed the pipe has read enough.
    private static func checkOutput() {
        let hasFailed = penumbra_output_has_failed() != 0
        var code = fflush(nil) == 0 ? 0 : errno
        guard hasFailed || code != 0 else { return }
        // The reason for what failed before is asked for anew.
        if code == 0 { code = write(1, "\n", 1) < 0 ? errno : EIO }
        if code == EPIPE { _exit(128 + SIGPIPE) }
        writeToStandardError("penumbra: \(FileError(writing: "-", code: code))\n")
        _exit(ExitStatus.diskFullOrIO.rawValue)
    }
}
