import Penumbra
import PenumbraSystem

/// A cache of scenes: each document is parsed once for all jobs that name it.
final class TemplateStore: Sendable {
    private let templates: ContentCache<String, (FileIdentity, SceneTemplate)>
    private static let bytesOfEntry = 256

    /// - Parameter budget: the maximum number of bytes to keep.
    init(budget: Int) { templates = ContentCache(budget: budget, keepsAtOnce: true) }

    func template(
        _ reference: TemplateReference, below roots: FileRoots, limits: SceneLimits
    ) throws(JobError) -> SceneTemplate {
        let path: String
        switch reference {
        case .template(let template): return template
        case .file(let file): path = file
        }
        let identity: FileIdentity
        let bytes: [UInt8]
        do throws(FileError) {
            let file = try roots.open(path)
            identity = FileIdentity(file.status)
            if let (known, template) = templates[path], known == identity { return template }
            bytes = try file.read(limit: limits.documentBytes, raisedBy: .sceneSize)
        } catch {
            throw .sceneFile(error)
        }
        let template = try SceneTemplate(contents: bytes, name: path, baseFolder: ScenePath.folder(of: path), limits: limits)
        templates.keep((identity, template), bytes: 20 * identity.size + Self.bytesOfEntry, for: path)
        return template
    }
}
