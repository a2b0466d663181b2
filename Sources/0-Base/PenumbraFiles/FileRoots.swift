import CPenumbraSystem
import Glibc
import PenumbraSystem

/// The folders below which scenes, tables and manifests may name files to read.
///
/// A scene's author does not get to read the whole disk: a path is opened only below one of these folders, which are held
/// open. Neither `..` nor a symbolic link leads elsewhere, even if files are renamed meanwhile. Links from one of the
/// folders into another are followed. Only regular files are read, so no pipe is waited for.
///
/// Several threads may use an instance at once.
public final class FileRoots: Sendable {
    struct Root: Sendable {
        /// The folder's name, as the caller gave it.
        let name: String
        let folder: Descriptor
        /// The same path without `.` parts; nil for an absolute path.
        let relative: PathParts?
        /// The absolute paths of the folder: first its real path, then the path the caller gave.
        let absolute: [PathParts]
    }

    let roots: [Root]
    private let files: [[UInt8]]
    private let workingFolder: PathParts?
    private let usesOpenat2: Bool

    /// The longest path in bytes, which is Linux's limit.
    private static let longestPath = Int(PATH_MAX) - 1

    /// Opens the folders.
    ///
    /// - Parameters:
    ///   - folders: paths of folders, in which links are followed; an empty path is the working directory. `/` allows every
    ///     file. With no folders, only `files` are read.
    ///   - files: single files that may be read under exactly these names.
    /// - Throws: `FileError` if a folder is missing, is not a folder or may not be entered.
    public convenience init(_ folders: [String], files: [String] = []) throws(FileError) {
        try self.init(folders, files: files, usesOpenat2: true)
    }

    /// - Parameter usesOpenat2: uses that system call where the system has it. Otherwise folders are entered one by one and
    ///   links are followed by hand.
    package convenience init(_ folders: [String], files: [String] = [], usesOpenat2: Bool) throws(FileError) {
        var roots: [Root] = []
        let workingFolder = Self.workingFolder
        for name in folders { roots.append(try Root(opening: name, workingFolder)) }
        self.init(roots, files: files.map { Array($0.utf8) }, workingFolder, usesOpenat2: usesOpenat2)
    }

    private init(_ roots: [Root], files: [[UInt8]], _ workingFolder: PathParts?, usesOpenat2: Bool) {
        self.roots = roots
        self.files = files
        self.workingFolder = workingFolder
        self.usesOpenat2 = usesOpenat2
    }

    /// Returns the folders the user named, or else a single default folder.
    package static func or(_ folder: String, _ named: FileRoots?) throws(FileError) -> FileRoots {
        if let named { return named }
        return try FileRoots([folder])
    }

    /// The folders as the caller named them.
    public var folders: [String] { roots.map(\.name) }

    /// Returns the same folders preceded by another folder.
    ///
    /// - Parameter outer: the folders that must contain the new folder; nil allows any place.
    package func adding(_ folder: String, within outer: FileRoots? = nil) throws(FileError) -> FileRoots {
        let root: Root
        if let outer {
            root = try Root(folder, Descriptor(try outer.openFolder(folder)), workingFolder)
        } else {
            root = try Root(opening: folder, workingFolder)
        }
        return FileRoots([root] + roots, files: files, workingFolder, usesOpenat2: usesOpenat2)
    }

    /// Reads the bytes of a regular file.
    ///
    /// - Parameters:
    ///   - path: absolute, or relative to the working directory.
    ///   - limit: the most bytes; a larger file is refused before it is read.
    /// - Throws: `FileError`, with `.outsideRoots` if the path leads out of the folders, and `.notRegular` for pipes,
    ///   sockets and devices.
    public func read(
        _ path: String, limit: Int = FileReader.defaultLimit, raisedBy name: Limit? = nil
    ) throws(FileError) -> [UInt8] {
        try open(path).read(limit: limit, raisedBy: name)
    }

    /// Opens a regular file.
    package func open(_ path: String) throws(FileError) -> OpenFile {
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        if files.contains(where: { $0.elementsEqual(path.utf8) }) { return try OpenFile(try FileReader.open(path), path: path) }
        return try OpenFile(try open(path, flags: flags), path: path)
    }

    private func openFolder(_ path: String) throws(FileError) -> Int32 {
        try open(path.isEmpty ? "." : path, flags: penumbra_O_PATH | O_DIRECTORY | O_CLOEXEC)
    }

    private func open(_ path: String, flags: Int32) throws(FileError) -> Int32 {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0) else { throw FileError(.reading, path, .invalidPath) }
        guard bytes.count <= Self.longestPath else { throw FileError(.reading, path, .system(ENAMETOOLONG)) }
        guard let place = place(of: bytes) else { throw outside(path) }
        if flags & O_DIRECTORY == 0, bytes.last == UInt8(ascii: "/") { throw FileError(.reading, path, .isFolder) }
        if usesOpenat2 {
            let found = retrying {
                place.rest.relative.asCString { penumbra_open_beneath(place.root.folder.number, $0, flags, 1) }
            }
            if found >= 0 { return found }
            switch errno {
            // A path that leads out of one folder may lead into another, and a folder may have been renamed on the way.
            case EXDEV, ELOOP, EAGAIN, ENOSYS, EPERM, EINVAL: break
            default: throw FileError(.reading, path, .system(errno))
            }
        }
        var walk = RootWalk(self, path: path, place)
        return try walk.open(flags: flags)
    }

    // MARK: Places

    /// A path that starts at one of the folders.
    struct Place {
        var root: Root
        var rest: PathParts
    }

    /// Finds the folder in which a path starts; nil if the path starts in none of the folders.
    private func place(of path: [UInt8]) -> Place? {
        let parts = PathParts(path, keepsEnd: true)
        if path.first == UInt8(ascii: "/") { return place(of: parts) }
        // Paths in scenes begin with the name under which their folder was given.
        var best: Place?
        var length = -1
        for root in roots {
            guard let name = root.relative, name.names.count > length, parts.starts(with: name) else { continue }
            (best, length) = (Place(root: root, rest: parts.dropFirst(name.names.count)), name.names.count)
        }
        if let best { return best }
        return workingFolder.flatMap { place(of: $0 + parts) }
    }

    /// Finds the folder for an absolute path. The path is tried as written first, then without its `..`.
    func place(of absolute: PathParts) -> Place? {
        innermost(absolute) ?? innermost(absolute.normalized)
    }

    private func innermost(_ absolute: PathParts) -> Place? {
        var best: Place?
        var length = -1
        for root in roots {
            for name in root.absolute where name.names.count > length && absolute.starts(with: name) {
                (best, length) = (Place(root: root, rest: absolute.dropFirst(name.names.count)), name.names.count)
            }
        }
        return best
    }

    func outside(_ path: String, link: String? = nil) -> FileError {
        FileError(.reading, path, .outsideRoots(link: link, allowed: folders))
    }

    private static var workingFolder: PathParts? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return PathParts(bytes(path))
    }

    static func bytes(_ path: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }
}

extension FileRoots.Root {
    fileprivate init(opening name: String, _ workingFolder: PathParts?) throws(FileError) {
        guard !name.utf8.contains(0) else { throw FileError(.reading, name, .invalidPath) }
        let number = retrying { open(name.isEmpty ? "." : name, penumbra_O_PATH | O_DIRECTORY | O_CLOEXEC) }
        guard number >= 0 else { throw FileError(.reading, name, errno == ENOTDIR ? .isNoFolder : .system(errno)) }
        try self.init(name, Descriptor(number), workingFolder)
    }

    /// - Parameter folder: an open folder. Its absolute paths only serve to decide which paths lie below it; they are never
    ///   opened.
    fileprivate init(_ name: String, _ folder: Descriptor, _ workingFolder: PathParts?) throws(FileError) {
        self.name = name
        self.folder = folder
        let parts = PathParts(Array(name.utf8))
        let isAbsolute = name.startsWithBytes("/")
        relative = isAbsolute ? nil : parts
        var absolute: [PathParts] = []
        if let real = realpath(name.isEmpty ? "." : name, nil) {
            absolute.append(PathParts(FileRoots.bytes(real)))
            free(real)
        }
        if isAbsolute {
            absolute.append(parts.normalized)
        } else if let workingFolder {
            absolute.append((workingFolder + parts).normalized)
        }
        self.absolute = absolute
    }
}
