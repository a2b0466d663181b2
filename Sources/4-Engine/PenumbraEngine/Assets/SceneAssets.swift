import PenumbraBitmap
import PenumbraPlanning
import PenumbraScene
import PenumbraText

/// What a scene needs besides itself: the pictures it shows, decoded, and its texts as outlines.
public struct SceneAssets: Sendable {
    /// Something that will be drawn otherwise than asked for, and where. The description is one line.
    public struct Notice: Hashable, Sendable, CustomStringConvertible {
        /// The layer: `layers[2].sublayers[0]`.
        public var place: String
        public var notice: TextNotice

        public var description: String { "\(place): \(notice)" }
    }

    public internal(set) var images: [ImageSource: Bitmap]
    public private(set) var texts: [TextPlacement: Path] = [:]
    public private(set) var notices: [Notice] = []
    private var textSegments = 0

    /// Bytes of the pictures' pixels.
    package var pictureBytes: Int { images.values.reduce(0) { $0 + $1.pixels.count } }

    /// - Parameter images: pictures that are decoded already.
    public init(images: [ImageSource: Bitmap] = [:]) {
        self.images = images
    }

    /// - Parameter texts: outlines in place of those that the texts' fonts have.
    package init(images: [ImageSource: Bitmap], texts: [TextPlacement: Path]) {
        (self.images, self.texts) = (images, texts)
    }

    /// Adds a text that was laid out.
    ///
    /// - Throws: `RenderError.text` where all texts together are too much.
    mutating func add(_ layout: TextLayout, of text: SceneRequirements.TextBox) throws(RenderError) {
        textSegments += layout.path.elements.count
        guard textSegments <= TextLayout.mostSegments else {
            throw .text(place: text.place, .outlineTooLong(limit: TextLayout.mostSegments))
        }
        texts[text.placement] = layout.path
        notices += layout.notices.map { Notice(place: text.place, notice: $0) }
    }
}
