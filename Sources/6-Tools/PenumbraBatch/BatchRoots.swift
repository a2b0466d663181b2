import Penumbra
import PenumbraSystem

/// Where the files that a batch's jobs name may lie.
///
/// A scene that a manifest names lies below the manifest's folder, what a scene names below the scene's own; both may lie below
/// the roots that the user named as well.
final class BatchRoots: Sendable {
    /// For the scenes that a manifest names, and for what scenes in its lines name.
    let manifest: FileRoots
    private let folder: String
    private let named: FileRoots
    /// Of scenes in other folders, by the folders' bytes.
    private let others = Mutex<[[UInt8]: FileRoots]>([:])

    /// The most folders that are kept open besides.
    private static let keptFolders = 64

    /// - Parameters:
    ///   - folder: the manifest's, or the one of the scene that all rows share; empty is the working directory.
    ///   - roots: what the user named besides.
    init(folder: String, roots: [String]) throws(FileError) {
        self.folder = folder
        named = try FileRoots(roots)
        manifest = try named.adding(folder)
    }

    /// For what a scene in a folder names.
    func files(of folder: String) throws(FileError) -> FileRoots {
        let key = Array(folder.utf8)
        if key.elementsEqual(self.folder.utf8) { return manifest }
        if let known = others.withLock({ $0[key] }) { return known }
        let roots = try named.adding(folder, within: manifest)
        others.withLock { others in
            if others.count >= Self.keptFolders { others.removeAll() }
            others[key] = roots
        }
        return roots
    }
}
