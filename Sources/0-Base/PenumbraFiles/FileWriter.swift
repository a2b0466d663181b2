import CPenumbraSystem
import Glibc
import PenumbraSystem

/// Writes whole files: a path holds either its old contents or all of the new contents.
public enum FileWriter {
    /// Writes bytes to a file; `-` is standard output.
    ///
    /// A regular file is written under another name in the same folder, synchronised with the disk, and renamed. On any
    /// failure the temporary file is removed and an existing file is untouched.
    ///
    /// A replaced file keeps its permission bits, and its owner if the process may give files away. A new file gets 0666
    /// less the umask. Symbolic links are followed; other hard links keep the old contents. A write-protected file is not
    /// replaced. Existing devices and pipes are written directly.
    ///
    /// A closed pipe raises no signal; it is reported as the error `EPIPE`.
    public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
            try write(UnsafeRawBufferPointer(buffer), to: path)
        }
    }

    /// Writes bytes to a file; `-` is standard output. See `write(_:to:)` for arrays.
    public static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(FileError) {
        try write(FileContents(bytes), to: path)
    }

    /// Writes a file piece by piece, so that only one piece is in memory at a time. See `write(_:to:)` for arrays.
    ///
    /// - Parameter pieces: calls the given function with each piece in order. An error it throws is rethrown. Returning
    ///   false abandons the write and leaves the path as it was.
    public static func write(
        to path: String, pieces: ((UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> Bool
    ) throws(FileError) {
        try withoutActuallyEscaping(pieces) { pieces throws(FileError) in
            try write(FileContents(pieces), to: path)
        }
    }

    /// Bytes that replace other bytes of a file.
    public struct Patch: Hashable, Sendable {
        public var offset: Int
        public var bytes: [UInt8]

        public init(offset: Int, bytes: [UInt8]) {
            (self.offset, self.bytes) = (offset, bytes)
        }

        func write(to descriptor: Int32, path: String) throws(FileError) {
            let written = bytes.withUnsafeBytes { bytes in
                retrying { Int32(truncatingIfNeeded: pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))) }
            }
            guard Int(written) == bytes.count else {
                throw FileError(.writing, path, .system(written < 0 ? errno : EIO), whileTransferring: true)
            }
        }
    }

    /// Writes a file piece by piece, and then replaces some of its bytes.
    ///
    /// For pipes, devices and standard output, the file is first written to an unnamed file in the folder for temporary files.
    ///
    /// - Parameter pieces: calls the given function with each piece in order, and returns the patches. Returning nil abandons
    ///   the write and leaves the path as it was.
    public static func writePatched(
        to path: String, pieces: ((UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> [Patch]?
    ) throws(FileError) {
        try withoutActuallyEscaping(pieces) { pieces throws(FileError) in
            var patches: [Patch] = []
            var contents = FileContents { write throws(FileError) in
                guard let last = try pieces(write) else { return false }
                patches = last
                return true
            }
            contents.patches = { patches }
            var status = stat()
            let isFile = path != "-" && (stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG)
            if isFile { return try write(contents, to: path) }
            let temporary = Self.openTemporary()
            guard temporary >= 0 else { throw FileError(.writing, path, .system(errno)) }
            defer { close(temporary) }
            try transfer(contents, to: temporary, path: path)
            try write(try FileContents(copyOf: temporary, path: path), to: path)
        }
    }

    /// Opens an unnamed file in the first folder that allows one. Negative if none does.
    private static func openTemporary() -> Int32 {
        let folders = (getenv("TMPDIR").map { [String(cString: $0)] } ?? []) + ["/tmp", "/dev/shm", "."]
        for folder in folders {
            let file = open(folder, penumbra_O_TMPFILE | O_RDWR | O_CLOEXEC, 0o600)
            if file >= 0 { return file }
        }
        return -1
    }

    /// Checks that a regular file can be written at a path, and leaves the path as it is. Pipes and devices aren't opened.
    public static func checkPath(_ path: String) throws(FileError) {
        var status = stat()
        if path == "-" || stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return }
        do throws(FileError) {
            try write(to: path) { (_) throws(FileError) in false }
        } catch {
            if error.reason != .givenUp { throw error }
        }
    }

    private static func write(_ bytes: FileContents, to path: String) throws(FileError) {
        if path == "-" { return try transfer(bytes, to: STDOUT_FILENO, path: path) }
        guard !path.isEmpty, !path.utf8.contains(0) else { throw FileError(.writing, path, .invalidPath) }
        let target = try resolvingLinks(path)
        var status = stat()
        if lstat(target, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFDIR: throw FileError(.writing, path, .isFolder)
            case S_IFREG: try replace(target, with: bytes, existing: status, path: path)
            default: try writeDirectly(bytes, to: target, path: path)
            }
        } else if errno == ENOENT {
            if target.utf8.last == 0x2F { throw FileError(.writing, path, .isFolder) }
            try replace(target, with: bytes, existing: nil, path: path)
        } else {
            throw FileError(.writing, path, .system(errno))
        }
    }

    /// Follows the links at the end of a path, to a file that need not exist.
    private static func resolvingLinks(_ path: String) throws(FileError) -> String {
        var target = path
        // Linux follows the same number of links.
        for _ in 0..<40 {
            var status = stat()
            guard lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return target }
            // The links in /proc/self/fd lead to files without a path, such as pipes. The system itself follows these links.
            guard let next = linkTarget(target), !target.startsWithBytes("/proc/"), !target.startsWithBytes("/dev/fd/") else {
                return target
            }
            target = next.startsWithBytes("/") ? next : folder(of: target) + next
        }
        throw FileError(.writing, path, .system(ELOOP))
    }
}
