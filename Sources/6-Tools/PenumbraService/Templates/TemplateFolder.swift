import Glibc
import Penumbra
import PenumbraBatch
import PenumbraSystem

/// The scene files of a folder and its sub-folders, parsed. The folder is read again when it changes.
final class TemplateFolder: Sendable {
    struct Entry: Sendable {
        /// The last good version; nil if there was none.
        var template: SceneTemplate?
        /// Why the file as it is now can't be used. Nil if it can.
        var fault: JobError?
        fileprivate var identity: FileIdentity
    }

    struct State: Sendable {
        var entries: [String: Entry] = [:]
        /// A digest of the names, sizes and times of all other files, such as pictures that templates show.
        var files = SHA256.digest(of: [])
    }

    let path: String
    private let roots: FileRoots
    private let limits: SceneLimits
    private let state = Mutex(State())
    private let note: @Sendable (String) -> Void

    private static let deepest = 16
    private static let mostFiles = 100_000

    init(_ path: String, limits: SceneLimits, note: @escaping @Sendable (String) -> Void) throws(FileError) {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        (self.path, self.limits, self.note) = (path, limits, note)
        roots = try FileRoots([path])
        reload()
    }

    var current: State { state.withLock { $0 } }

    /// Reads what has changed. A template that is broken keeps its last good version.
    ///
    /// - Returns: whether anything has changed.
    @discardableResult
    func reload() -> Bool {
        let before = current
        var scan = Scan(left: Self.mostFiles)
        scan.read(path, name: "", depth: 0)
        var after = State(files: scan.others.digest)
        var isChanged = after.files != before.files || scan.scenes.count != before.entries.count
        for (name, file, identity) in scan.scenes {
            if let known = before.entries[name], known.identity == identity {
                after.entries[name] = known
                continue
            }
            isChanged = true
            after.entries[name] = read(name, file, identity, before: before.entries[name]?.template)
        }
        state.withLock { $0 = after }
        return isChanged
    }

    private func read(_ name: String, _ file: String, _ identity: FileIdentity, before: SceneTemplate?) -> Entry {
        do throws(JobError) {
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try roots.read(file, limit: limits.documentBytes, raisedBy: .sceneSize)
            } catch {
                throw .sceneFile(error)
            }
            let template = try SceneTemplate(
                json: bytes, name: "\(name).json", baseFolder: ScenePath.folder(of: file), limits: limits)
            if let fault = template.fault(scale: nil) { throw fault }
            return Entry(template: template, fault: nil, identity: identity)
        } catch {
            note("\(error)\(before == nil ? "" : "; the last good version stays in use")")
            return Entry(template: before, fault: error, identity: identity)
        }
    }

    /// One walk through the folder.
    private struct Scan {
        var left: Int
        var scenes: [(name: String, file: String, identity: FileIdentity)] = []
        var others = SHA256()

        init(left: Int) { self.left = left }

        mutating func read(_ folder: String, name: String, depth: Int) {
            guard depth <= TemplateFolder.deepest, let list = opendir(folder) else { return }
            var names: [String] = []
            while let entry = readdir(list) {
                let child = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                // Hidden files are those of editors, and of tools that replace folders.
                if let child, !child.hasPrefix(".") { names.append(child) }
            }
            closedir(list)
            for child in names.sorted() {
                guard left > 0 else { return }
                left -= 1
                let path = folder == "/" ? "/\(child)" : "\(folder)/\(child)"
                let full = name.isEmpty ? child : "\(name)/\(child)"
                var status = Glibc.stat()
                guard lstat(path, &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    read(path, name: full, depth: depth + 1)
                    continue
                }
                // Links are followed here only for their times. Reading refuses links that leave the folder.
                guard fstatat(AT_FDCWD, path, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
                if full.hasSuffix(".json") {
                    scenes.append((String(full.dropLast(5)), path, FileIdentity(status)))
                } else {
                    others.update(full)
                    others.update(UInt64(truncatingIfNeeded: status.st_size))
                    others.update(UInt64(truncatingIfNeeded: status.st_mtim.tv_sec))
                    others.update(UInt64(truncatingIfNeeded: status.st_mtim.tv_nsec))
                }
            }
        }
    }
}
