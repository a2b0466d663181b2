import Glibc
import PenumbraSystem

/// The temporary files this process is writing now.
private let temporaryFiles = Mutex<Set<String>>([])

extension FileWriter {
    /// Writes a temporary file beside `target` and renames it. Errors name `path`.
    static func replace(_ target: String, with bytes: FileContents, existing: stat?, path: String) throws(FileError) {
        // Renaming needs no permission on the file it replaces. A write-protected file is protected all the same.
        if existing != nil, faccessat(AT_FDCWD, target, W_OK, AT_EACCESS) != 0 {
            throw FileError(.writing, path, .system(errno))
        }
        guard let bytes = try replaceFromUnnamed(target, with: bytes, existing: existing, path: path) else { return }
        let (descriptor, temporary) = try createTemporary(in: folder(of: target), path: path)
        do throws(FileError) {
            try fill(descriptor, with: bytes, existing: existing, path: path)
            guard retrying({ rename(temporary, target) }) == 0 else { throw FileError(.writing, path, .system(errno)) }
        } catch {
            unlink(temporary)
            temporaryFiles.withLock { _ = $0.remove(temporary) }
            throw error
        }
        temporaryFiles.withLock { _ = $0.remove(temporary) }
    }

    /// Removes the temporary files that are being written, for a process that ends during a write. No other temporary file
    /// is begun before `then` has returned.
    package static func removeTemporaryFiles(then: () -> Void) {
        temporaryFiles.withLock { files in
            for file in files { unlink(file) }
            then()
        }
    }

    /// Writes to an existing path that is not a regular file.
    static func writeDirectly(_ bytes: FileContents, to target: String, path: String) throws(FileError) {
        let descriptor = retrying { open(target, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY) }
        guard descriptor >= 0 else { throw FileError(.writing, path, .system(errno)) }
        do throws(FileError) {
            try transfer(bytes, to: descriptor, path: path)
        } catch {
            close(descriptor)
            throw error
        }
        try finish(descriptor, path: path)
    }

    /// Writes all of a file's contents to an open file.
    static func transfer(_ contents: FileContents, to descriptor: Int32, path: String) throws(FileError) {
        let isWhole = try contents.pieces { bytes throws(FileError) in try transfer(bytes, to: descriptor, path: path) }
        guard isWhole else { throw FileError(.writing, path, .givenUp) }
        for patch in contents.patches() { try patch.write(to: descriptor, path: path) }
    }

    /// Writes all bytes to an open file.
    static func transfer(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws(FileError) {
        let code = withShield { () -> Int32 in
            var start = 0
            while start < bytes.count {
                let written = Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
                if written > 0 {
                    start += written
                } else if written == 0 {
                    // POSIX leaves a result of 0 open for devices; treating it as a failure keeps the loop finite.
                    return EIO
                } else if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&wait, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        if code != 0 { throw FileError(.writing, path, .system(code), whileTransferring: true) }
    }

    static let temporaryPrefix = ".penumbra-"

    /// Returns the part of a path up to and including its last slash; empty for a bare name.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "" }
        return String(path[...slash])
    }

    private static func withShield<Result>(_ work: () -> Result) -> Result {
        let shield = SignalShield()
        let result = work()
        _ = consume shield
        return result
    }

    /// Writes the contents, takes over the replaced file's owner and permission bits, synchronises and closes.
    private static func fill(
        _ descriptor: Int32, with bytes: FileContents, existing: stat?, path: String
    ) throws(FileError) {
        do throws(FileError) {
            try complete(descriptor, with: bytes, existing: existing, path: path)
        } catch {
            close(descriptor)
            throw error
        }
        try finish(descriptor, path: path)
    }

    /// Writes the contents, takes over the replaced file's owner and permission bits, and synchronises.
    static func complete(
        _ descriptor: Int32, with bytes: FileContents, existing: stat?, path: String
    ) throws(FileError) {
        try transfer(bytes, to: descriptor, path: path)
        if let existing {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw FileError(.writing, path, .system(errno)) }
            var ownerIsKept = true
            if status.st_uid != existing.st_uid || status.st_gid != existing.st_gid {
                ownerIsKept = fchown(descriptor, existing.st_uid, existing.st_gid) == 0
            }
            // Set-user-ID and set-group-ID bits are kept only if the owner is kept. Otherwise the file would grant a
            // different owner's rights.
            let bits = existing.st_mode & (ownerIsKept ? 0o7777 : 0o777)
            guard retrying({ fchmod(descriptor, bits) }) == 0 else { throw FileError(.writing, path, .system(errno)) }
        }
        try synchronize(descriptor, path: path)
    }

    /// Waits until a file's bytes are on the disk.
    static func synchronize(_ descriptor: Int32, path: String) throws(FileError) {
        // File systems that cannot synchronise report EINVAL or ENOTSUP; the bytes are as safe there as they get.
        if retrying({ fsync(descriptor) }) != 0, errno != EINVAL, errno != ENOTSUP {
            throw FileError(.writing, path, .system(errno), whileTransferring: true)
        }
    }

    /// Adds bytes to the end of an open file.
    package static func append(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
        try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
            try transfer(UnsafeRawBufferPointer(buffer), to: descriptor, path: path)
        }
    }

    /// Closes the file. Network file systems report a full disk only here.
    static func finish(_ descriptor: Int32, path: String) throws(FileError) {
        // After EINTR, Linux has closed the descriptor all the same.
        if close(descriptor) != 0, errno != EINTR { throw FileError(.writing, path, .system(errno), whileTransferring: true) }
    }

    /// Creates a hidden file with a random name, short enough for any folder that holds the target.
    private static func createTemporary(
        in folder: String, path: String
    ) throws(FileError) -> (descriptor: Int32, name: String) {
        for _ in 0..<100 {
            let name = "\(folder)\(temporaryPrefix)\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
            let descriptor = temporaryFiles.withLock { files in
                let descriptor = retrying { open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666) }
                if descriptor >= 0 { files.insert(name) }
                return descriptor
            }
            if descriptor >= 0 { return (descriptor, name) }
            if errno != EEXIST { break }
        }
        throw FileError(.writing, path, .system(errno))
    }
}
