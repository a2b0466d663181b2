import Glibc
import Penumbra
import PenumbraSystem

/// The file that records the written outputs of a batch. Each line describes one output and is added when the output is in its
/// place.
///
/// Lines are only appended, one at a time, and incomplete lines are ignored, so a journal survives any crash. Each line holds
/// the digest of the written bytes, so the output file itself proves the claim. Only one process writes a journal at a time.
package final class Journal: Sendable {
    let path: String
    /// The batch whose outputs the journal records.
    private let batch: String?
    private let descriptor: Int32
    /// Whether the file ends in the middle of a line, which would swallow the next line.
    private let endsWithinLine: Mutex<Bool>
    /// Whether the journal is locked against other processes. Some file systems have no locks.
    let isLocked: Bool

    /// Opens a journal for appending.
    ///
    /// - Parameters:
    ///   - keepsEntries: keeps the existing entries. Otherwise an earlier journal is renamed, with `.old` at the end of its
    ///     name.
    ///   - followsLink: whether the path may be a symbolic link. A link among the outputs could lead out of their folder.
    ///   - batch: the batch's `JobSource.identity`.
    package init(
        _ path: String, keepsEntries: Bool, followsLink: Bool = true, batch: String? = nil
    ) throws(BatchError) {
        self.path = path
        self.batch = batch
        func failed() -> BatchError { .journal(FileError(writing: path, code: errno)) }
        var isLocked = true
        while true {
            let file = open(
                path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | (followsLink ? 0 : O_NOFOLLOW), 0o666)
            guard file >= 0 else {
                if errno == EINTR { continue }
                if errno == ELOOP, !followsLink { throw .journal(.link(path)) }
                throw failed()
            }
            if flock(file, LOCK_EX | LOCK_NB) != 0 {
                if errno == EWOULDBLOCK {
                    close(file)
                    throw .journalInUse(path: path)
                }
                isLocked = false
            }
            var here = stat()
            var there = stat()
            let isOpen = fstat(file, &here) == 0
            // If nobody reads this pipe, appending to it would wait forever.
            if isOpen, here.st_mode & S_IFMT == S_IFIFO {
                close(file)
                throw .journal(.pipe(.writing, path))
            }
            // Another process may have renamed the file in the meantime.
            let isCurrent = isOpen && stat(path, &there) == 0 && here.st_ino == there.st_ino
            if isCurrent, keepsEntries || here.st_size == 0 {
                descriptor = file
                break
            }
            if isCurrent, rename(path, path + ".old") != 0 {
                let error = failed()
                close(file)
                throw error
            }
            close(file)
        }
        self.isLocked = isLocked
        endsWithinLine = Mutex(Self.endsWithinLine(descriptor))
    }

    deinit {
        // A child process that is just starting may hold the file a moment longer.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The entries of a journal; the last entry of each output wins. Incomplete lines are ignored.
    package static func entries(of path: String) throws(BatchError) -> [OutputName: JournalRecord] {
        var result: [OutputName: JournalRecord] = [:]
        do {
            var lines = try LineReader(try ByteStream(path, takesPipes: false))
            while let line = try lines.next() {
                guard case .bytes(let bytes) = line, let entry = JournalEntry(bytes) else { continue }
                result[OutputName(entry.output)] = JournalRecord(entry)
            }
        } catch {
            throw error.ofJournal
        }
        return result
    }

    /// The batch that wrote a journal. Nil if it has no entry, or none that names its batch.
    static func batch(of path: String) -> String? {
        guard var lines = try? LineReader(try ByteStream(path, takesPipes: false)) else { return nil }
        while let line = try? lines.next() {
            if case .bytes(let bytes) = line, let entry = JournalEntry(bytes) { return entry.batch }
        }
        return nil
    }

    /// Appends an entry to the journal file as one line.
    ///
    /// - Throws: an error if the whole line couldn't be appended.
    package func add(_ entry: JournalEntry) throws(FileError) {
        var entry = entry
        entry.batch = batch
        let line = entry.text + "\n"
        try endsWithinLine.withLock { endsWithinLine throws(FileError) in
            let bytes = Array((endsWithinLine ? "\n" + line : line).utf8)
            endsWithinLine = true
            try FileWriter.append(bytes, to: descriptor, path: path)
            endsWithinLine = false
        }
    }

    /// Waits until all lines are on the disk.
    package func synchronize() throws(FileError) {
        while fdatasync(descriptor) != 0 {
            switch errno {
            case EINTR: continue
            case EINVAL, ENOTSUP: return
            case let code: throw FileError(writing: path, code: code)
            }
        }
    }

    private static func endsWithinLine(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return false }
        var last: UInt8 = 0
        return pread(descriptor, &last, 1, status.st_size - 1) == 1 && last != UInt8(ascii: "\n")
    }
}

/// A compact form of an output's name, sixteen bytes, because a batch may have millions of outputs.
package struct OutputName: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    package init(_ path: String) {
        var sum = SHA256()
        sum.update(path)
        let bytes = sum.digest.bytes
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        (high, low) = (number(0..<8), number(8..<16))
    }

    /// The temporary name under which the output is written. It's unique for each output, so the next run overwrites the
    /// leftovers of a killed process.
    var temporaryName: String { ".penumbra-\(String(high, radix: 36))\(String(low, radix: 36)).tmp" }
}

/// The journal's information about one output, without the name.
package struct JournalRecord: Sendable, Equatable {
    let key: Digest
    let digest: Digest
    package let byteCount: Int
    package let device: String
    let frames: FrameSpan?

    package init(_ entry: JournalEntry) {
        (key, digest, byteCount, device) = (entry.key, entry.digest, entry.byteCount, entry.device)
        frames = entry.frames
    }
}

extension BatchError {
    /// The same error, reworded for a journal instead of a manifest.
    fileprivate var ofJournal: BatchError {
        if case .manifestFile(let error) = self { return .journal(error) }
        return self
    }
}
