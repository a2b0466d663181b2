import Glibc
import Penumbra
import PenumbraBitmap
import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// What jobs are made from, kept for those that need the same.
final class AssetStore: Sendable {
    /// A picture that a job needs.
    struct Picture: Sendable {
        var source: ImageSource
        /// Of the file's bytes.
        var digest: Digest
        /// The file's bytes, as long as they have not been decoded.
        var bytes: [UInt8]
        var bitmap: Bitmap?
    }

    struct SetText: Sendable {
        var layout: TextLayout
        var digest: Digest
    }

    private let pictures: ContentCache<Digest, Bitmap>
    private let files: ContentCache<FileIdentity, Digest>
    private let texts: ContentCache<TextKey, SetText>
    private let templates: ContentCache<String, (FileIdentity, SceneTemplate)>
    private let roots: BatchRoots

    private static let bytesOfEntry = 256

    /// - Parameter roots: where files may lie.
    init(budget: Int, roots: BatchRoots) {
        self.roots = roots
        pictures = ContentCache(budget: budget * 3 / 4)
        files = ContentCache(budget: budget / 16)
        texts = ContentCache(budget: budget / 8)
        templates = ContentCache(budget: budget / 16, keepsAtOnce: true)
    }

    /// The scene of a job, its document parsed once for all jobs.
    func template(_ reference: TemplateReference, _ limits: SceneLimits) throws(JobError) -> SceneTemplate {
        guard case .file(let path) = reference else {
            guard case .template(let template) = reference else { throw .internalFailure("a scene of no kind") }
            return template
        }
        let identity: FileIdentity
        let bytes: [UInt8]
        do throws(FileError) {
            let file = try roots.manifest.open(path)
            identity = FileIdentity(file)
            if let (known, template) = templates[path], known == identity { return template }
            bytes = try file.read(limit: limits.documentBytes, raisedBy: .sceneSize)
        } catch {
            throw .sceneFile(error)
        }
        let template = try SceneTemplate(json: bytes, name: path, baseFolder: ScenePath.folder(of: path), limits: limits)
        templates.keep((identity, template), bytes: 20 * identity.size + Self.bytesOfEntry, for: path)
        return template
    }

    /// A picture, read only where it must be: not where its file is known and its bitmap kept.
    ///
    /// - Parameters:
    ///   - folder: the scene's own.
    ///   - limits: of them, the longest file.
    ///   - mayTake: asked before a file is read, with its length.
    func picture(
        _ needed: SceneRequirements.Picture, of folder: String, limits: ImageLimits,
        mayTake: (Int) throws(RenderError) -> Void
    ) throws(RenderError) -> Picture {
        let path: String
        switch needed.source {
        case .file(let file): path = file
        case .data(let bytes):
            let digest = SHA256.digest(of: bytes)
            return Picture(source: needed.source, digest: digest, bytes: bytes, bitmap: pictures[digest])
        }
        let file: OpenFile
        do throws(FileError) {
            // Standard input can be read only once, and the manifest may come from there.
            if path == "-" { throw .standardInputTaken }
            // Whether a scene may read a file is asked for each one, whatever others have read.
            file = try roots.files(of: folder).open(path)
        } catch {
            throw .file(place: needed.place, error)
        }
        let identity = FileIdentity(file)
        if let digest = files[identity], let bitmap = pictures[digest] {
            return Picture(source: needed.source, digest: digest, bytes: [], bitmap: bitmap)
        }
        if identity.size <= limits.maximumFileBytes { try mayTake(identity.size) }
        do throws(FileError) {
            let bytes = try file.read(limit: limits.maximumFileBytes, raisedBy: .pictureFileSize)
            let digest = SHA256.digest(of: bytes)
            files.keep(digest, bytes: Self.bytesOfEntry, for: identity)
            return Picture(source: needed.source, digest: digest, bytes: bytes, bitmap: pictures[digest])
        } catch {
            throw .file(place: needed.place, error)
        }
    }

    /// Decodes a picture that is not decoded yet.
    func decode(
        _ picture: inout Picture, _ needed: SceneRequirements.Picture, limits: ImageLimits
    ) throws(RenderError) -> Bitmap {
        if let bitmap = picture.bitmap { return bitmap }
        let bitmap = try SceneAssets.decode(picture.bytes, needed, limits: limits)
        picture.bytes = []
        picture.bitmap = bitmap
        pictures.keep(bitmap, bytes: bitmap.width * bitmap.height * 4, for: picture.digest)
        return bitmap
    }

    /// - Parameter folder: the scene's own.
    func text(_ needed: SceneRequirements.TextBox, _ shaper: TextShaper, of folder: String) throws(RenderError) -> SetText {
        var allowed: FileRoots?
        var key = TextKey(placement: needed.placement)
        if Text.isFontFile(needed.placement.text.font) {
            do throws(FileError) {
                allowed = try roots.files(of: folder)
                // As for pictures: a text that is set already is nobody else's.
                key.font = try allowed.map { roots throws(FileError) in FileIdentity(try roots.open(needed.placement.text.font))
                }
            } catch {
                throw .text(place: needed.place, .fontUnreadable(file: needed.placement.text.font, reason: error.explanation))
            }
        }
        if let known = texts[key] { return known }
        let layout = try SceneAssets.layOut(needed, allowed, shaper)
        let text = SetText(layout: layout, digest: JobKey.digest(of: layout.path))
        texts.keep(
            text, bytes: layout.path.elements.count * MemoryLayout<Double>.size * 8 + Self.bytesOfEntry, for: key)
        return text
    }
}

/// What a text's outline depends on: with a font of its own, on that file as it is now.
private struct TextKey: Hashable, Sendable {
    var placement: TextPlacement
    var font: FileIdentity?
}

/// A file as it is now: when it is written anew it has another identity.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    let size: Int
    /// When it was last written, and when anything about it last changed: a copied file may claim any time of writing.
    private let times: [Int]

    init(_ file: OpenFile) {
        let status = file.status
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        times = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
}
