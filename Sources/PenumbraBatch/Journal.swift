import Glibc
import PenumbraCodecs
import PenumbraDigest
import Synchronization

/// The file that remembers which outputs are written: one line each, added when the output stands in its place.
///
/// Lines are only ever added, each with one call, and lines that are not whole are passed over, so a journal survives whatever ends its
/// writer. It claims, the outputs themselves prove: each line holds the digest of the bytes that were written. One process writes a
/// journal at a time.
final class Journal: Sendable {
    let path: String
    private let descriptor: Int32
    /// Set when a line could not be added.
    private let failure = Mutex<FileError?>(nil)

    /// Opens a journal for adding to it.
    ///
    /// - Parameter keepsEntries: go on with what it says; otherwise an earlier journal is kept beside it, with `.old` at its end.
    init(_ path: String, keepsEntries: Bool) throws(BatchError) {
        self.path = path
        func failed() -> BatchError { .journal(FileError(writing: path, code: errno)) }
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
            guard file >= 0 else {
                if errno == EINTR { continue }
                throw failed()
            }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(file)
                if code == EWOULDBLOCK { throw .journalInUse(path: path) }
                throw .journal(FileError(writing: path, code: code))
            }
            var here = stat()
            var there = stat()
            // Another process may have put the file away in the meantime.
            let isCurrent = fstat(file, &here) == 0 && stat(path, &there) == 0 && here.st_ino == there.st_ino
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
        endLastLine()
    }

    deinit { close(descriptor) }

    /// What a journal says, the last entry of each output; none where there is no journal. Lines that are not whole are passed over.
    static func entries(of path: String) throws(BatchError) -> [OutputName: JournalRecord] {
        let stream: ByteStream
        do {
            stream = try ByteStream(path)
        } catch {
            if case .manifestFile(let error) = error, error.kind == .inputMissing { return [:] }
            throw error.ofJournal
        }
        var result: [OutputName: JournalRecord] = [:]
        do {
            var lines = try LineReader(stream)
            while let line = try lines.next() {
                guard case .bytes(let bytes) = line, let entry = JournalEntry(bytes) else { continue }
                result[OutputName(entry.output)] = JournalRecord(entry)
            }
        } catch {
            throw error.ofJournal
        }
        return result
    }

    /// - Throws: when the line could not be added whole.
    func add(_ entry: JournalEntry) throws(FileError) {
        let line = Array((entry.text + "\n").utf8)
        try FileWriter.append(line, to: descriptor, path: path)
    }

    /// Waits until all lines are on the disk.
    func synchronize() throws(FileError) {
        if fdatasync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP, errno != EINTR {
            throw FileError(writing: path, code: errno)
        }
    }

    /// A line that was cut off would swallow the one added to it.
    private func endLastLine() {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return }
        var last: UInt8 = 0
        guard pread(descriptor, &last, 1, status.st_size - 1) == 1, last != UInt8(ascii: "\n") else { return }
        _ = write(descriptor, "\n", 1)
    }
}

/// An output, in sixteen bytes: a batch may have millions.
struct OutputName: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    init(_ path: String) {
        var sum = SHA256()
        sum.update(path)
        let bytes = sum.digest.bytes
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        (high, low) = (number(0..<8), number(8..<16))
    }

    /// Under which the output is written before it gets its own name. No other output has it, and after a process was killed the next
    /// one writes over what it left.
    var temporaryName: String { ".penumbra-\(String(high, radix: 36))\(String(low, radix: 36)).tmp" }
}

/// What a journal says of an output, without its name.
struct JournalRecord: Sendable {
    let key: Digest
    let digest: Digest
    let byteCount: Int
    let device: String

    init(_ entry: JournalEntry) {
        (key, digest, byteCount, device) = (entry.key, entry.digest, entry.byteCount, entry.device)
    }
}

extension BatchError {
    /// The same error of a journal that was read as if it were a manifest.
    fileprivate var ofJournal: BatchError {
        if case .manifestFile(let error) = self { return .journal(error) }
        return self
    }
}
