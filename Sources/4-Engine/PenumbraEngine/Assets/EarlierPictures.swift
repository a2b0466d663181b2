import PenumbraBitmap
import PenumbraScene
import PenumbraSystem

/// The decoded pictures of an earlier frame of a scene, which later frames use again or are drawn over.
package struct EarlierPictures: Sendable {
    private var pictures: [ImageSource: AssetStore.Picture] = [:]

    package init() {}

    init(_ pictures: [AssetStore.Picture]) {
        for picture in pictures where picture.bitmap != nil { self.pictures[picture.source] = picture }
    }

    subscript(source: ImageSource) -> AssetStore.Picture? { pictures[source] }

    /// Whether both are the same bitmaps.
    func isSame(as other: EarlierPictures) -> Bool {
        pictures.count == other.pictures.count && pictures.allSatisfy { $0.value.bitmap === other.pictures[$0.key]?.bitmap }
    }

    /// The picture of a source, if it was decoded from the same bytes and shows the same frame.
    func bitmap(of source: ImageSource, _ digest: Digest, frame: Int) -> Bitmap? {
        guard let picture = pictures[source], picture.digest == digest, picture.frame == frame else { return nil }
        return picture.bitmap
    }
}
