import PenumbraBitmap
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// The assets of a scene: the pictures it shows, decoded, and its texts as outlines.
public struct SceneAssets: Sendable {
    /// A deviation from the scene in the picture, with its place. The description is one line.
    public struct Notice: Hashable, Sendable, CustomStringConvertible {
        /// The key's place in the scene: `layers[2].sublayers[0].font`.
        public var place: String
        public var notice: TextNotice

        public var description: String { "\(place): \(notice)" }
    }

    public internal(set) var images: [ImageSource: Bitmap]
    public private(set) var texts: [TextPlacement: TextOutline] = [:]
    /// The scene with the frames that its layouts give to layers. Nil for a scene without layouts.
    package internal(set) var laidOutScene: Scene?
    public private(set) var notices: [Notice] = []
    private var textSegments = 0

    /// The bytes of all pictures' pixels.
    package var pictureBytes: Int { images.values.reduce(0) { $0 + $1.pixels.count } }

    /// - Parameter images: pictures that are already decoded.
    public init(images: [ImageSource: Bitmap] = [:]) {
        self.images = images
    }

    /// - Parameter outlines: outlines that replace the outlines of the texts' fonts. Each is filled with the colour of its text.
    package init(images: [ImageSource: Bitmap], outlines: [TextPlacement: Path]) {
        self.images = images
        for (placement, path) in outlines {
            texts[placement] = TextOutline([TextOutline.Fill(path, placement.text.color)])
        }
    }

    /// Adds a text that was laid out.
    ///
    /// - Throws: `RenderError.text` when all texts together exceed the limits.
    mutating func add(_ layout: TextLayout, of text: SceneRequirements.TextBox) throws(RenderError) {
        textSegments += layout.elementCount
        guard textSegments <= TextLayout.mostSegments else {
            throw .text(place: text.place, .outlineTooLong(limit: TextLayout.mostSegments))
        }
        texts[text.placement] = TextOutline(layout, of: text.placement.text)
        notices += layout.notices.map { Notice(place: "\(text.place).\($0.key)", notice: $0) }
    }
}

extension TextOutline {
    /// Gives each part of a laid-out text its paint. Neighbouring parts of one paint become one outline.
    init(_ layout: TextLayout, of text: Text) {
        self.init([])
        for part in layout.parts {
            let run = text.runs.isEmpty ? nil : text.runs[part.run]
            guard let paint = part.isBackground ? run?.backgroundColor : run?.color ?? text.color else { continue }
            if let last = fills.last, last.paint == paint, !part.isBackground {
                fills[fills.count - 1].path.append(part.path)
            } else {
                fills.append(Fill(part.path, paint))
            }
        }
    }
}
