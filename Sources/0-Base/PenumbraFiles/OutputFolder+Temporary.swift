import Glibc

extension OutputFolder {
    /// A file under a temporary name, locked while it is being written. The lock distinguishes the leftovers of a killed
    /// process from files that another process is writing.
    package struct TemporaryFile {
        package let descriptor: Int32
        private let folder: Int32
        private let name: String

        /// Creates an empty file under a name that no other process holds. An existing entry, even a link to another place,
        /// is removed and never opened for writing.
        ///
        /// - Throws: `FileError` with `.inUse` if another process is writing under the name.
        package init(in folder: Int32, named name: String, path: String) throws(FileError) {
            (self.folder, self.name) = (folder, name)
            for _ in 0..<Self.attempts {
                let file = retrying {
                    openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
                }
                if file < 0 {
                    guard errno == EEXIST else { throw FileError(.writing, path, .system(errno)) }
                    try Self.remove(name, from: folder, path: path)
                    continue
                }
                // Another process may have found the file unlocked and taken it for a leftover.
                if Self.lock(file), Self.isSame(file, name, in: folder) {
                    descriptor = file
                    return
                }
                closeUnlocked(file)
            }
            throw FileError(.writing, path, .inUse)
        }

        /// Closes and unlocks the file without checking for errors.
        package func close() { closeUnlocked(descriptor) }

        /// Removes the temporary file that a killed process left under a name. The file need not exist.
        ///
        /// - Throws: `.inUse` if a process is writing the file.
        static func remove(_ name: String, from folder: Int32, path: String) throws(FileError) {
            // Opening does not wait for pipes and devices.
            let file = retrying { openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
            if file < 0, errno == ENOENT { return }
            defer { if file >= 0 { closeUnlocked(file) } }
            if file >= 0 {
                var status = stat()
                if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                    guard lock(file) else { throw FileError(.writing, path, .inUse) }
                    // The file has received its final name, or was removed, since it was opened.
                    guard isSame(file, name, in: folder) else { return }
                }
            }
            guard unlinkat(folder, name, 0) == 0 || errno == ENOENT else { throw FileError(.writing, path, .system(errno)) }
        }

        private static let attempts = 16

        /// Locks a file; returns false if another process holds the lock. On a file system without locks, it returns true.
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
