import Glibc
import Penumbra
import PenumbraBitmap
import PenumbraCache
import PenumbraCodecs
import PenumbraDigest
import PenumbraEffects
import PenumbraScene
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
    private let texts: ContentCache<TextPlacement, SetText>
    private let templates: ContentCache<String, (FileIdentity, SceneTemplate)>

    private static let bytesOfEntry = 256

    init(budget: Int) {
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
        let identity = FileIdentity(path)
        if let identity, let (known, template) = templates[path], known == identity { return template }
        let template = try SceneTemplate(reading: path, limits: limits)
        if let identity { templates.keep((identity, template), bytes: 20 * identity.size + Self.bytesOfEntry, for: path) }
        return template
    }

    /// A picture, read only where it must be: not where its file is known and its bitmap kept.
    func picture(_ needed: SceneRequirements.Picture) throws(RenderError) -> Picture {
        var identity: FileIdentity?
        if case .file(let path) = needed.source {
            // Standard input can be read only once, and the manifest may come from there.
            if path == "-" { throw .file(place: needed.place, .standardInputTaken) }
            identity = FileIdentity(path)
            if let identity, let digest = files[identity], let bitmap = pictures[digest] {
                return Picture(source: needed.source, digest: digest, bytes: [], bitmap: bitmap)
            }
        }
        let bytes = try SceneAssets.read(needed)
        let digest = SHA256.digest(of: bytes)
        if let identity { files.keep(digest, bytes: Self.bytesOfEntry, for: identity) }
        return Picture(source: needed.source, digest: digest, bytes: bytes, bitmap: pictures[digest])
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

    func text(_ needed: SceneRequirements.TextBox, _ shaper: TextShaper) throws(RenderError) -> SetText {
        if let known = texts[needed.placement] { return known }
        let layout = try SceneAssets.layOut(needed, shaper)
        let text = SetText(layout: layout, digest: JobKey.digest(of: layout.path))
        texts.keep(
            text, bytes: layout.path.elements.count * MemoryLayout<Double>.size * 8 + Self.bytesOfEntry, for: needed.placement)
        return text
    }
}

/// A file as it is now: when it is written anew it has another identity.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    let size: Int
    /// When it was last written, and when anything about it last changed: a copied file may claim any time of writing.
    private let times: [Int]

    /// Nil where there is no regular file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        times = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
}
