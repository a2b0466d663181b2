import Penumbra
import PenumbraSystem

/// The folders that may contain the files named by a batch's jobs.
///
/// Scenes named by a manifest must lie below the manifest's folder. Files named by a scene must lie below the scene's folder.
/// Both may also lie below the roots that the user named.
final class BatchRoots: Sendable {
    /// The roots for scenes that a manifest names and for files that inline scenes name.
    let manifest: FileRoots
    private let folder: String
    private let named: FileRoots
    /// The roots of scenes in other folders, keyed by the bytes of the folder's path.
    private let others = Mutex<[[UInt8]: FileRoots]>([:])

    /// The maximum number of other folders to keep open.
    private static let keptFolders = 64

    /// - Parameters:
    ///   - folder: the folder of the manifest, or of the scene that all rows share; empty means the working directory.
    ///   - roots: additional folders that the user named.
    init(folder: String, roots: [String]) throws(FileError) {
        self.folder = folder
        named = try FileRoots(roots)
        manifest = try named.adding(folder)
    }

    /// The roots for files that a scene in this folder names.
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
