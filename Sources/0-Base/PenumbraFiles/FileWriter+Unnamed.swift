import CPenumbraSystem
import Glibc

extension FileWriter {
    /// Writes a file that has no name until it is complete, then puts it in place. A process killed before that leaves
    /// nothing behind.
    ///
    /// - Returns: the contents that still have to be written under a name, if the file system has no unnamed files or can't
    ///   name them. Nil if the file is in place.
    static func replaceFromUnnamed(
        _ target: String, with bytes: FileContents, existing: stat?, path: String
    ) throws(FileError) -> FileContents? {
        let folder = folder(of: target)
        let descriptor = retrying {
            open(folder.isEmpty ? "." : folder, O_RDWR | penumbra_O_TMPFILE | O_CLOEXEC, 0o666)
        }
        guard descriptor >= 0 else { return bytes }
        defer { closeUnlocked(descriptor) }
        let unnamed = "/proc/self/fd/\(descriptor)"
        guard access(unnamed, F_OK) == 0 else { return bytes }
        // The lock is held until the file is closed. It tells other writers that the temporary name is in use.
        _ = retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
        // Errors that only closing reports do not occur here: file systems with unnamed files are local.
        try complete(descriptor, with: bytes, existing: existing, path: path)
        /// Links the unnamed file to a name. Returns `errno`, or 0 on success.
        func link(to name: String) throws(FileError) -> Int32 {
            if retrying({ linkat(AT_FDCWD, unnamed, AT_FDCWD, name, AT_SYMLINK_FOLLOW) }) == 0 { return 0 }
            if [ENOSPC, EDQUOT, EIO].contains(errno) { throw FileError(.writing, path, .system(errno)) }
            return errno
        }
        if existing == nil {
            switch try link(to: target) {
            case 0: return nil
            case EEXIST: break
            default: return try FileContents(copyOf: descriptor, path: path)
            }
        }
        // A link replaces nothing; renaming does. The temporary name belongs to the target, so the next writer can remove
        // the file left by a process killed between the two steps.
        var temporary = folder + temporaryName(of: target)
        for _ in 0..<attempts {
            let failure = try link(to: temporary)
            // Some file systems and sandboxes refuse to name an unnamed file.
            if failure != 0, failure != EEXIST { return try FileContents(copyOf: descriptor, path: path) }
            if failure == EEXIST {
                switch removeAbandoned(temporary) {
                case .isGone: break
                case .isInUse: usleep(pause)
                // The file belongs to another user, or is not a regular file. It must not keep this file from being written.
                case .stays: temporary = folder + temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36) + ".tmp"
                }
                continue
            }
            if retrying({ rename(temporary, target) }) == 0 { return nil }
            let code = errno
            unlink(temporary)
            throw FileError(.writing, path, .system(code))
        }
        throw FileError(.writing, path, .inUse)
    }

    private enum Abandoned {
        case isGone
        /// Another writer of the same file is about to put it in place.
        case isInUse
        /// The name cannot be removed, or must not be.
        case stays
    }

    /// Removes a temporary name that no living process holds.
    private static func removeAbandoned(_ temporary: String) -> Abandoned {
        let descriptor = retrying { open(temporary, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard descriptor >= 0 else { return errno == ENOENT ? .isGone : .stays }
        defer { closeUnlocked(descriptor) }
        var opened = stat()
        guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else { return .stays }
        guard retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else { return errno == EWOULDBLOCK ? .isInUse : .stays }
        // Only the holder of the lock on the file behind this name may remove the name.
        var named = stat()
        guard lstat(temporary, &named) == 0, opened.st_dev == named.st_dev, opened.st_ino == named.st_ino else {
            return .isGone
        }
        return unlink(temporary) == 0 || errno == ENOENT ? .isGone : .stays
    }

    /// The number of attempts while other writers of the same file interfere.
    private static let attempts = 5000
    /// Microseconds to wait for a writer that only has to rename its file.
    private static let pause: UInt32 = 500

    /// The temporary name of a file, in the file's own folder. It is short enough for any folder: FNV-1a of the path's last
    /// part.
    package static func temporaryName(of target: String) -> String {
        let last = target.utf8.dropFirst(folder(of: target).utf8.count)
        return temporaryPrefix
            + String(last.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 36) + ".tmp"
    }
}
