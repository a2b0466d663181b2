import CPenumbraSystem
import Glibc
import PenumbraSystem

/// A folder below which files are written. Neither `..` nor a symbolic link leads out of it.
///
/// Several threads may use an instance at once. Missing folders inside it are created.
public final class OutputFolder: Sendable {
    /// The path as the caller gave it; an empty path is the working directory.
    public let path: String
    private let root: Descriptor
    /// Folders that have been opened, by the bytes of their normal path. Two Unicode spellings of one letter name two
    /// folders, which strings would not tell apart.
    private let opened = Mutex<[[UInt8]: Descriptor]>([:])
    /// Folders with new names that may not be on the disk yet, by the same key.
    private let changed = Mutex<[[UInt8]: Descriptor]>([:])

    /// The largest number of folders that are kept open.
    private static let keptFolders = 64

    private let usesOpenat2: Bool

    /// Opens a folder.
    ///
    /// - Parameter makesFolder: creates the folder if it is missing, but not the folder's parent. If false, a missing folder
    ///   is an error, and the folder must not be written to.
    public convenience init(_ path: String, makesFolder: Bool = true) throws(FileError) {
        try self.init(path, makesFolder: makesFolder, usesOpenat2: true)
    }

    /// - Parameter usesOpenat2: uses that system call where the system has it. Otherwise folders are entered one by one.
    package init(_ path: String, makesFolder: Bool, usesOpenat2: Bool) throws(FileError) {
        self.path = path
        self.usesOpenat2 = usesOpenat2
        let name = path.isEmpty ? "." : path
        let operation: FileError.Operation = makesFolder ? .writing : .reading
        guard !name.utf8.contains(0) else { throw FileError(operation, path, .invalidPath) }
        if makesFolder, retrying({ mkdir(name, 0o777) }) != 0, errno != EEXIST {
            throw FileError(operation, path, .system(errno))
        }
        let descriptor = retrying { open(name, penumbra_O_PATH | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw FileError(operation, path, errno == ENOTDIR ? .isNoFolder : .system(errno))
        }
        root = Descriptor(descriptor)
    }

    /// Returns a path below the folder without `.`, `..` and double slashes. Comparing normal paths shows that two spellings
    /// name the same file.
    ///
    /// - Throws: `FileError` if the path is empty, names a folder, is absolute or climbs out by `..`.
    public static func normalized(_ path: String) throws(FileError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw FileError(.writing, path, .invalidPath) }
        guard path.utf8.count < Int(PATH_MAX) else { throw FileError(.writing, path, .system(ENAMETOOLONG)) }
        let names = path.parts(between: UInt8(ascii: "/"), omittingEmpty: false)
        if path.startsWithBytes("/") { throw FileError(.writing, path, .outside(.absolute)) }
        if let last = names.last, last.isEmpty || isItself(last) || isParent(last) {
            throw FileError(.writing, path, .isFolder)
        }
        var parts: [Substring] = []
        for part in names where !part.isEmpty && !isItself(part) {
            if isParent(part) {
                guard parts.popLast() != nil else { throw FileError(.writing, path, .outside(.parent)) }
            } else {
                guard part.utf8.count <= Int(NAME_MAX) else { throw FileError(.writing, path, .system(ENAMETOOLONG)) }
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    private static func isItself(_ name: Substring) -> Bool { name.utf8.elementsEqual(".".utf8) }

    private static func isParent(_ name: Substring) -> Bool { name.utf8.elementsEqual("..".utf8) }

    /// Writes a whole file: under the name `temporaryName` in the same folder, synchronised with the disk, and then renamed.
    ///
    /// On any failure the temporary file is removed and an existing file is untouched. A temporary file left by a killed
    /// process is removed. A symbolic link at the file's own path is replaced.
    /// - Parameters:
    ///   - path: a normal path, as `normalized` returns it.
    ///   - temporaryName: a name without slashes that no other file uses.
    /// - Throws: `FileError`, with `.inUse` if another process is writing the same file.
    public func write(_ bytes: UnsafeRawBufferPointer, to path: String, temporaryName: String) throws(FileError) {
        try write(to: path, temporaryName: temporaryName) { descriptor throws(FileError) in
            try FileWriter.transfer(bytes, to: descriptor, path: path)
        }
    }

    /// Writes a whole file piece by piece, and then replaces some of its bytes. See `write(_:to:temporaryName:)`.
    ///
    /// - Parameter pieces: calls the given function with each piece in order, and returns the patches. Returning nil abandons
    ///   the write. It may be called a second time if the file's folder was replaced meanwhile.
    /// - Returns: the SHA-256 digest of the file, and its length.
    package func writePatched(
        to path: String, temporaryName: String,
        pieces: ((UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> [FileWriter.Patch]?
    ) throws(FileError) -> (digest: Digest, bytes: Int) {
        var result = (digest: SHA256.digest(of: []), bytes: 0)
        try write(to: path, temporaryName: temporaryName) { descriptor throws(FileError) in
            var bytes = 0
            let patches = try pieces { piece throws(FileError) in
                bytes += piece.count
                try FileWriter.transfer(piece, to: descriptor, path: path)
            }
            guard let patches else { throw FileError(.writing, path, .givenUp) }
            for patch in patches { try patch.write(to: descriptor, path: path) }
            result = (try Self.digest(of: descriptor, path: path), bytes)
        }
        return result
    }

    /// Returns the SHA-256 digest of a file below the folder; nil if there is no regular file of this length.
    package func digest(of path: String, bytes: Int) throws(FileError) -> Digest? {
        guard let (file, size) = try openRegular(path), size == bytes else { return nil }
        return try Self.digest(of: file.number, path: path)
    }

    /// The digest of an open file, read from its start in pieces.
    private static func digest(of file: Int32, path: String) throws(FileError) -> Digest {
        var sum = SHA256()
        var offset = 0
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { piece.deallocate() }
        while true {
            let count = pread(file, piece.baseAddress, piece.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(.reading, path, .system(errno)) }
            if count == 0 { return sum.digest }
            sum.update(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            offset += count
        }
    }

    private func write(
        to path: String, temporaryName: String, fill: (Int32) throws(FileError) -> Void
    ) throws(FileError) {
        do throws(FileError) {
            try writeOnce(to: path, temporaryName: temporaryName, fill: fill)
        } catch {
            // A folder that is kept open may have been removed and created again. The kept folders may also be the reason
            // for too many open files.
            guard [.system(ENOENT), .system(EMFILE), .system(ENFILE)].contains(error.reason) else { throw error }
            opened.withLock { $0.removeAll() }
            try synchronize()
            try writeOnce(to: path, temporaryName: temporaryName, fill: fill)
        }
    }

    private func writeOnce(
        to path: String, temporaryName: String, fill: (Int32) throws(FileError) -> Void
    ) throws(FileError) {
        let (folder, name, key) = try place(of: path)
        var status = stat()
        if fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw FileError(.writing, path, .isFolder)
        }
        let file = try TemporaryFile(in: folder.number, named: temporaryName, path: path)
        do throws(FileError) {
            try fill(file.descriptor)
            try FileWriter.synchronize(file.descriptor, path: path)
            // A first close, of a copy, reports errors that only closing reveals, before the file gets its name. The second
            // close, afterwards, ends the lock.
            let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw FileError(.writing, path, .system(errno)) }
            try FileWriter.finish(copy, path: path)
            guard retrying({ renameat(folder.number, temporaryName, folder.number, name) }) == 0 else {
                throw FileError(.writing, path, .system(errno))
            }
        } catch {
            unlinkat(folder.number, temporaryName, 0)
            file.close()
            throw error
        }
        file.close()
        try note(folder, key)
    }

    /// Reads a file below the folder; nil if there is no regular file.
    public func read(_ path: String, limit: Int = FileReader.defaultLimit) throws(FileError) -> [UInt8]? {
        guard let (file, _) = try openRegular(path) else { return nil }
        return try FileReader.contents(of: file.number, path: path, limit: limit)
    }

    /// Opens a file below the folder for reading; nil if there is no regular file.
    private func openRegular(_ path: String) throws(FileError) -> (file: Descriptor, size: Int)? {
        guard let (folder, name, _) = try place(of: path, makesFolders: false) else { return nil }
        let number = retrying { openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
        guard number >= 0 else {
            if errno == ENOENT || errno == ELOOP || errno == ENXIO { return nil }
            throw FileError(.reading, path, .system(errno))
        }
        let file = Descriptor(number)
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return (file, Int(status.st_size))
    }

    /// Returns the size in bytes of a file below the folder; nil if there is no regular file.
    public func size(of path: String) throws(FileError) -> Int? {
        guard let (folder, name, _) = try place(of: path, makesFolders: false) else { return nil }
        var status = stat()
        guard fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileError(.reading, path, .system(errno))
        }
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Removes a temporary file that a killed process may have left. A file that is being written stays, and a missing file
    /// is no error.
    public func removeTemporary(_ temporaryName: String, of path: String) {
        guard let place = try? place(of: path, makesFolders: false) else { return }
        try? TemporaryFile.remove(temporaryName, from: place.folder.number, path: path)
    }

    // MARK: Folders

    private typealias Place = (folder: Descriptor, name: String, key: [UInt8])

    private func place(of path: String) throws(FileError) -> Place {
        guard let place = try place(of: path, makesFolders: true) else { throw FileError(.writing, path, .system(ENOENT)) }
        return place
    }

    private func place(of path: String, makesFolders: Bool) throws(FileError) -> Place? {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return (root, path, []) }
        let folder = String(path[..<slash])
        let name = String(path[path.utf8.index(after: slash)...])
        let key = Array(folder.utf8)
        if let known = opened.withLock({ $0[key] }) { return (known, name, key) }
        guard let found = try walk(to: folder, makesFolders: makesFolders, path: path) else { return nil }
        opened.withLock { opened in
            if opened.count >= Self.keptFolders { opened.removeAll() }
            opened[key] = found
        }
        return (found, name, key)
    }

    /// Finds the folder at a path below the root. No symbolic link is followed: a link could lead out of the root. A link
    /// inside the root could make two outputs with different names the same file.
    ///
    /// - Returns: nil if the folder is missing and must not be created.
    private func walk(to folder: String, makesFolders: Bool, path: String) throws(FileError) -> Descriptor? {
        if usesOpenat2 {
            let found = retrying { penumbra_open_beneath(root.number, folder, Self.folderFlags, 0) }
            if found >= 0 { return Descriptor(found) }
            switch errno {
            // Missing folders are created one by one, and an error names the link.
            case ENOENT, ELOOP, EXDEV, EAGAIN, ENOSYS, EPERM, EINVAL: break
            default: throw FileError(.writing, path, .system(errno))
            }
        }
        var here = root
        var walked = ""
        for part in folder.pathParts {
            // Normal paths have no such parts, since nothing here may climb.
            guard !Self.isParent(part), !Self.isItself(part) else { throw FileError(.writing, path, .outside(.parent)) }
            let above = walked
            walked += walked.isEmpty ? String(part) : "/" + part
            guard let (next, wasMade) = try step(here, String(part), walked, makesFolders: makesFolders, path: path) else {
                return nil
            }
            if wasMade { try note(here, Array(above.utf8)) }
            here = next
        }
        return here
    }

    private static let folderFlags = penumbra_O_PATH | O_DIRECTORY | O_CLOEXEC

    private func step(
        _ here: Descriptor, _ part: String, _ walked: String, makesFolders: Bool, path: String
    ) throws(FileError) -> (Descriptor, wasMade: Bool)? {
        for attempt in 0..<2 {
            let next = retrying { openat(here.number, part, Self.folderFlags | O_NOFOLLOW) }
            if next >= 0 { return (Descriptor(next), attempt > 0) }
            let code = errno
            if code == ENOENT, attempt == 0 {
                guard makesFolders else { return nil }
                if retrying({ mkdirat(here.number, part, 0o777) }) != 0, errno != EEXIST {
                    throw FileError(.writing, path, .system(errno))
                }
                continue
            }
            var status = stat()
            let isLink = fstatat(here.number, part, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
            throw FileError(.writing, path, isLink ? .outside(.link(walked)) : .system(code))
        }
        throw FileError(.writing, path, .system(ENOENT))
    }

    // MARK: Names on the disk

    /// Waits until the names of all written files, and of the folders made for them, are on the disk. Only then do they
    /// survive a power cut.
    public func synchronize() throws(FileError) {
        let folders = changed.withLock { changed in
            defer { changed.removeAll() }
            return Array(changed.values)
        }
        for folder in folders { try synchronize(folder) }
    }

    /// Records a folder that has a new name in it.
    private func note(_ folder: Descriptor, _ key: [UInt8]) throws(FileError) {
        let isFull = changed.withLock { changed in
            changed[key] = folder
            return changed.count > Self.keptFolders
        }
        if isFull { try synchronize() }
    }

    private func synchronize(_ folder: Descriptor) throws(FileError) {
        // A folder that may be written to but not listed cannot be synchronised.
        let listing = retrying { openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard listing >= 0 else {
            if errno == EMFILE || errno == ENFILE { throw FileError(.writing, path, .system(errno)) }
            return
        }
        defer { close(listing) }
        try FileWriter.synchronize(listing, path: path)
    }
}
