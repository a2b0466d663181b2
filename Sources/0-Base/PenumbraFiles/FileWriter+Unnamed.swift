import CPenumbraSystem
import Glibc

extension FileWriter {
    /// Writes a file that has no name until it is whole, so that a process that is killed leaves nothing behind, and puts it in
    /// place.
    ///
    /// - Returns: what is still to be written under a name, where the file system has no such files or gives them none; nil where
    ///   the file is in its place.
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
        // Held until the file is closed: it tells other writers that the temporary name is in use.
        _ = retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
        // What only closing tells is not told by file systems that have files without names: they are local ones.
        try complete(descriptor, with: bytes, existing: existing, path: path)
        /// The value of `errno`, 0 where the name was given.
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
        // A link replaces nothing; renaming does. The name is the target's own, so that the next writer takes away what a
        // process killed between both steps has left.
        var temporary = folder + temporaryName(of: target)
        for _ in 0..<attempts {
            let failure = try link(to: temporary)
            // Some file systems and sandboxes give such a file no name.
            if failure != 0, failure != EEXIST { return try FileContents(copyOf: descriptor, path: path) }
            if failure == EEXIST {
                switch removeAbandoned(temporary) {
                case .isGone: break
                case .isInUse: usleep(pause)
                // Somebody else's, or no file at all: whoever put it there does not keep this one from being written.
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
        /// It cannot be removed, or must not be.
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
        // Whoever holds the lock of what the name stands for, and nobody else, may take the name away.
        var named = stat()
        guard lstat(temporary, &named) == 0, opened.st_dev == named.st_dev, opened.st_ino == named.st_ino else {
            return .isGone
        }
        return unlink(temporary) == 0 || errno == ENOENT ? .isGone : .stays
    }

    /// How often writers of one file may get into each other's way.
    private static let attempts = 5000
    /// Microseconds to wait for one that has only to rename its file.
    private static let pause: UInt32 = 500

    /// The name in its folder that a file has before it takes its place, short enough for any folder: FNV-1a of its last part.
    package static func temporaryName(of target: String) -> String {
        let last = target.utf8.dropFirst(folder(of: target).utf8.count)
        return temporaryPrefix
            + String(last.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 36) + ".tmp"
    }
}
