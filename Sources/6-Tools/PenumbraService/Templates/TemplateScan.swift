import Glibc
import PenumbraSystem

/// One walk through a folder of templates.
struct TemplateScan {
    /// A scene file, or what has taken its place: a pipe, a socket, a folder, or a link that leads nowhere.
    struct File {
        /// The template's name: the path below the folder, without `.json` or `.html`. A scene hides a page of the same name.
        var name: String
        var path: String
        var identity: FileIdentity
    }

    private(set) var scenes: [File] = []
    /// Folders with names of scene files.
    private(set) var folders: [File] = []
    /// Why folders can't be read, by their paths below the folder.
    private(set) var unread: [String: Message] = [:]
    /// Whether the host lacked descriptors or memory. The lists are then incomplete.
    private(set) var isShort = false
    private var left: Int
    private var sum = SHA256()

    private static let deepest = 16

    /// - Parameter mostFiles: the most files that are looked at.
    init(of path: String, atMost mostFiles: Int) {
        left = mostFiles
        read(path, name: "", depth: 0)
    }

    /// A digest of the names, sizes and times of all other files.
    var others: Digest { sum.digest }

    /// Why the folder of a template can't be read. Nil if it can.
    func reasonUnread(_ template: String) -> Message? {
        unread.first { $0.key.isEmpty || template.startsWithBytes("\($0.key)/") }?.value
    }

    private mutating func read(_ folder: String, name: String, depth: Int) {
        guard depth <= Self.deepest, let names = names(in: folder, name: name) else { return }
        let all = Set(names)
        for child in names {
            guard left > 0 else { return }
            left -= 1
            let path = folder == "/" ? "/\(child)" : "\(folder)/\(child)"
            let full = name.isEmpty ? child : "\(name)/\(child)"
            let isPage = child.hasSuffix(".html") && !all.contains("\(child.dropLast(5)).json")
            let scene = full.hasSuffix(".json") || isPage ? String(full.dropLast(5)) : nil
            var status = Glibc.stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                if let scene { folders.append(File(name: scene, path: path, identity: FileIdentity(status))) }
                read(path, name: full, depth: depth + 1)
                continue
            }
            // Links are followed here only for their times. Reading refuses links that leave the folder.
            var target = Glibc.stat()
            let isThere = fstatat(AT_FDCWD, path, &target, 0) == 0
            if isThere { status = target }
            if let scene {
                scenes.append(File(name: scene, path: path, identity: FileIdentity(status)))
            } else if isThere, status.st_mode & S_IFMT == S_IFREG {
                sum.update(full)
                sum.update(UInt64(truncatingIfNeeded: status.st_size))
                sum.update(UInt64(truncatingIfNeeded: status.st_mtim.tv_sec))
                sum.update(UInt64(truncatingIfNeeded: status.st_mtim.tv_nsec))
            }
        }
    }

    /// The names in a folder, sorted, without hidden files: those are of editors, and of tools that replace folders. Nil if the
    /// folder is gone or can't be read.
    private mutating func names(in folder: String, name: String) -> [String]? {
        guard let list = opendir(folder) else {
            let code = errno
            if [EMFILE, ENFILE, ENOMEM].contains(code) { isShort = true }
            if code != ENOENT, code != ENOTDIR { unread[name] = "\(String(cString: strerror(code)))" }
            return nil
        }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            let child = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let child, !child.hasPrefix(".") { names.append(child) }
        }
        return names.sorted()
    }
}
