import Glibc

extension OutputFolder {
    /// A file under a temporary name, locked as long as it is being written, so that what a killed process left is told from
    /// what another process is writing.
    struct TemporaryFile {
        let descriptor: Int32
        private let folder: Int32
        private let name: String

        /// Makes an empty file of a name that nobody else holds. What stands there, a link to somewhere else among it, is
        /// removed and never opened for writing.
        ///
        /// - Throws: `FileError` with `.inUse` where another process is writing under the name.
        init(in folder: Int32, named name: String, path: String) throws(FileError) {
            (self.folder, self.name) = (folder, name)
            for _ in 0..<Self.attempts {
                let file = retrying {
                    openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
                }
                if file < 0 {
                    guard errno == EEXIST else { throw FileError(.writing, path, .system(errno)) }
                    try Self.remove(name, from: folder, path: path)
                    continue
                }
                // Another process may have found it unlocked, and taken it for one that was left.
                if Self.lock(file), Self.isSame(file, name, in: folder) {
                    descriptor = file
                    return
                }
                closeUnlocked(file)
            }
            throw FileError(.writing, path, .inUse)
        }

        /// Closes and unlocks it, without looking whether that went well.
        func close() { closeUnlocked(descriptor) }

        /// Removes what a killed process left under a name; there may be nothing.
        ///
        /// - Throws: `.inUse` where a process is writing it.
        static func remove(_ name: String, from folder: Int32, path: String) throws(FileError) {
            // Pipes and devices are not waited for.
            let file = retrying { openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
            if file < 0, errno == ENOENT { return }
            defer { if file >= 0 { closeUnlocked(file) } }
            if file >= 0 {
                var status = stat()
                if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                    guard lock(file) else { throw FileError(.writing, path, .inUse) }
                    // It has got its own name, or been removed, since it was opened.
                    guard isSame(file, name, in: folder) else { return }
                }
            }
            guard unlinkat(folder, name, 0) == 0 || errno == ENOENT else { throw FileError(.writing, path, .system(errno)) }
        }

        private static let attempts = 16

        /// False where somebody else holds the lock. File systems without locks are taken as they are.
        private static func lock(_ file: Int32) -> Bool {
            retrying { flock(file, LOCK_EX | LOCK_NB) } == 0 || errno != EWOULDBLOCK
        }

        private static func isSame(_ file: Int32, _ name: String, in folder: Int32) -> Bool {
            var here = stat()
            var there = stat()
            return fstat(file, &here) == 0 && fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0
                && here.st_ino == there.st_ino && here.st_dev == there.st_dev
        }
    }
}
