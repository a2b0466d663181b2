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
        /// The file that was read last. Nil if it is to be read again, changed or not.
        fileprivate var identity: FileIdentity?
    }

    struct State: Sendable {
        var entries: [String: Entry] = [:]
        /// A digest of the names, sizes and times of all other files, such as pictures that templates show.
        var files = SHA256.digest(of: [])
        /// Why folders, named below `path`, could not be read last.
        fileprivate var unread: [String: Message] = [:]
    }

    let path: String
    private let roots: FileRoots
    private let limits: SceneLimits
    private let state = Mutex(State())
    private let note: @Sendable (String) -> Void

    private static let mostFiles = 100_000

    init(_ path: String, limits: SceneLimits, note: @escaping @Sendable (String) -> Void) throws(FileError) {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        (self.path, self.limits, self.note) = (path, limits, note)
        roots = try FileRoots([path])
        reload()
    }

    var current: State { state.withLock { $0 } }

    /// Reads what has changed. A template that is broken, or that can't be read, keeps its last good version.
    ///
    /// - Returns: whether anything has changed.
    @discardableResult
    func reload() -> Bool {
        let before = current
        let scan = TemplateScan(of: path, atMost: Self.mostFiles)
        for (folder, reason) in scan.unread where before.unread[folder] != reason {
            note(
                "\(folder.isEmpty ? path : "\(path)/\(folder)"): the folder can't be read: \(reason); its templates stay as they are"
            )
        }
        // Without descriptors or memory, the folder seems to lack files.
        guard !scan.isShort else {
            state.withLock { $0.unread = scan.unread }
            return false
        }
        var after = State(files: scan.others, unread: scan.unread)
        var isChanged = after.files != before.files
        func read(_ file: TemplateScan.File, _ known: Entry?) {
            let entry = self.read(file, before: known)
            after.entries[file.name] = entry
            if entry.identity != nil || known?.fault?.description != entry.fault?.description { isChanged = true }
        }
        for file in scan.scenes {
            let known = before.entries[file.name]
            if let known, known.identity == file.identity { after.entries[file.name] = known } else { read(file, known) }
        }
        for file in scan.folders where after.entries[file.name] == nil {
            // Other folders may have such names too.
            guard let known = before.entries[file.name], known.template != nil else { continue }
            if known.identity == file.identity { after.entries[file.name] = known } else { read(file, known) }
        }
        for (name, known) in before.entries where after.entries[name] == nil {
            guard let reason = scan.reasonUnread(name) else { continue }
            after.entries[name] = Entry(template: known.template, fault: known.fault ?? .entry(reason), identity: nil)
        }
        if after.entries.count != before.entries.count { isChanged = true }
        state.withLock { $0 = after }
        return isChanged
    }

    private func read(_ file: TemplateScan.File, before: Entry?) -> Entry {
        do throws(JobError) {
            let bytes = try rethrowing(
                try roots.read(file.path, limit: limits.documentBytes, raisedBy: .sceneSize), as: JobError.sceneFile)
            // Paths in a scene start at the folder of templates, so that no error names the folder itself.
            let template = try SceneTemplate(
                contents: bytes,
                name: file.path.lastPathPart.endsWithBytes(".html") ? "\(file.name).html" : "\(file.name).json",
                baseFolder: ScenePath.folder(of: file.name), limits: limits)
            if let fault = template.fault(scale: nil) { throw fault }
            return Entry(template: template, fault: nil, identity: file.identity)
        } catch {
            // A host that lacks descriptors or memory says nothing about the file, which is read again soon.
            var isLasting = true
            if case .sceneFile(let error) = error { isLasting = error.kind != .tooManyFiles && error.kind != .outOfMemory }
            if isLasting || before?.fault?.description != error.description {
                note("\(error)\(before?.template == nil ? "" : "; the last good version stays in use")")
            }
            return Entry(template: before?.template, fault: error, identity: isLasting ? file.identity : nil)
        }
    }
}
