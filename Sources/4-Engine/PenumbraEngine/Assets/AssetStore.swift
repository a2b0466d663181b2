import PenumbraBitmap
import PenumbraCodecs
import PenumbraFiles
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// Reads what scenes are made from, and keeps it for scenes that need the same.
package final class AssetStore: Sendable {
    /// A picture that a scene shows.
    package struct Picture: Sendable {
        package var source: ImageSource
        /// Of the file's bytes; nil in a store that makes none.
        package var digest: Digest?
        /// The file's bytes, until they have been decoded.
        package var bytes: [UInt8]
        package var bitmap: Bitmap?
    }

    package struct SetText: Sendable {
        package var layout: TextLayout
        /// Of the outline; nil in a store that makes none.
        package var digest: Digest?
    }

    private let pictures: ContentCache<Digest, Bitmap>
    private let files: ContentCache<FileIdentity, Digest>
    private let texts: ContentCache<TextKey, SetText>
    /// Whether what is read is told apart by its contents, and kept.
    private let makesDigests: Bool

    private static let bytesOfEntry = 256

    /// - Parameter budget: bytes to keep; nil keeps nothing and makes no digests.
    package init(budget: Int?) {
        makesDigests = budget != nil
        let bytes = budget ?? 0
        pictures = ContentCache(budget: bytes * 3 / 4)
        files = ContentCache(budget: bytes / 16)
        texts = ContentCache(budget: bytes / 8)
    }

    /// A picture, read only where it must be: not where its file is known and its bitmap kept.
    ///
    /// - Parameters:
    ///   - mayTake: asked before a file is read, with its length.
    ///   - open: asked for each file, whatever other scenes have read.
    func picture(
        _ needed: SceneRequirements.Picture, limits: ImageLimits, mayTake: (Int) throws(RenderError) -> Void, open: FileOpener
    ) throws(RenderError) -> Picture {
        let path: String
        switch needed.source {
        case .file(let file): path = file
        case .data(let bytes): return picture(needed.source, bytes)
        }
        let file = try rethrowing(try open(path), as: { RenderError.file(place: needed.place, $0) })
        let identity = FileIdentity(file.status)
        if makesDigests, let digest = files[identity], let bitmap = pictures[digest] {
            return Picture(source: needed.source, digest: digest, bytes: [], bitmap: bitmap)
        }
        if identity.size <= limits.maximumFileBytes { try mayTake(identity.size) }
        let bytes = try rethrowing(
            try file.read(limit: limits.maximumFileBytes, raisedBy: .pictureFileSize),
            as: { RenderError.file(place: needed.place, $0) })
        let picture = picture(needed.source, bytes)
        if let digest = picture.digest { files.keep(digest, bytes: Self.bytesOfEntry, for: identity) }
        return picture
    }

    private func picture(_ source: ImageSource, _ bytes: [UInt8]) -> Picture {
        let digest = makesDigests ? SHA256.digest(of: bytes) : nil
        return Picture(source: source, digest: digest, bytes: bytes, bitmap: digest.flatMap { pictures[$0] })
    }

    /// Decodes a picture that is not decoded yet.
    func decode(
        _ picture: inout Picture, _ needed: SceneRequirements.Picture, limits: ImageLimits
    ) throws(RenderError) -> Bitmap {
        if let bitmap = picture.bitmap { return bitmap }
        let bitmap = try rethrowing(
            try ImageDecoder.decode(picture.bytes, limits: limits), as: { RenderError.image(needed, $0) })
        picture.bytes = []
        picture.bitmap = bitmap
        if let digest = picture.digest { pictures.keep(bitmap, bytes: bitmap.width * bitmap.height * 4, for: digest) }
        return bitmap
    }

    /// A text as outlines.
    func text(
        _ needed: SceneRequirements.TextBox, _ shaper: TextShaper, limits: TextLimits, open: FileOpener
    ) throws(RenderError) -> SetText {
        let text = needed.placement.text
        var key = TextKey(placement: needed.placement)
        if makesDigests, Text.isFontFile(text.font) {
            // A text that is set already is read by nobody who may not read its font.
            key.font = try rethrowing(
                FileIdentity(try open(text.font).status),
                as: { RenderError.text(place: needed.place, TextError(font: text.font, $0)) })
        }
        if makesDigests, let known = texts[key] { return known }
        let layout = try rethrowing(
            try shaper.layout(text, width: needed.placement.width, limits: limits, open: open),
            as: { RenderError.text(place: needed.place, $0) })
        let set = SetText(layout: layout, digest: makesDigests ? layout.path.digest : nil)
        let bytes = layout.path.elements.count * MemoryLayout<Double>.size * 8 + Self.bytesOfEntry
        if makesDigests { texts.keep(set, bytes: bytes, for: key) }
        return set
    }
}

/// What a text's outline depends on: with a font of its own, on that file as it is now.
private struct TextKey: Hashable, Sendable {
    var placement: TextPlacement
    var font: FileIdentity?
}

extension RenderError {
    fileprivate static func image(_ picture: SceneRequirements.Picture, _ error: ImageError) -> RenderError {
        guard case .file(let path) = picture.source else { return .image(place: picture.place, file: nil, error) }
        return .image(place: picture.place, file: path, error)
    }
}
