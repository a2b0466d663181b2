import PenumbraBitmap
import PenumbraPlanning
import PenumbraScene
import PenumbraText

/// The assets of a scene: the pictures it shows, decoded, and its texts as outlines.
public struct SceneAssets: Sendable {
    /// A deviation from the scene in the picture, with its place. The description is one line.
    public struct Notice: Hashable, Sendable, CustomStringConvertible {
        /// The layer's place in the scene: `layers[2].sublayers[0]`.
        public var place: String
        public var notice: TextNotice

        public var description: String { "\(place)\(notice.key.map { "." + $0 } ?? ""): \(notice)" }
    }

    public internal(set) var images: [ImageSource: Bitmap]
    public private(set) var texts: [TextPlacement: Path] = [:]
    public private(set) var notices: [Notice] = []
    private var textSegments = 0

    /// The bytes of all pictures' pixels.
    package var pictureBytes: Int { images.values.reduce(0) { $0 + $1.pixels.count } }

    /// - Parameter images: pictures that are already decoded.
    public init(images: [ImageSource: Bitmap] = [:]) {
        self.images = images
    }

    /// - Parameter texts: outlines that replace the outlines of the texts' fonts.
    package init(images: [ImageSource: Bitmap], texts: [TextPlacement: Path]) {
        (self.images, self.texts) = (images, texts)
    }

    /// Adds a text that was laid out.
    ///
    /// - Throws: `RenderError.text` when all texts together exceed the limits.
    mutating func add(_ layout: TextLayout, of text: SceneRequirements.TextBox) throws(RenderError) {
        textSegments += layout.path.elements.count
        guard textSegments <= TextLayout.mostSegments else {
            throw .text(place: text.place, .outlineTooLong(limit: TextLayout.mostSegments))
        }
        texts[text.placement] = layout.path
        notices += layout.notices.map { Notice(place: text.place, notice: $0) }
    }
}
