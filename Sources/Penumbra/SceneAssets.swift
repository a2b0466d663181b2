import PenumbraBitmap
import PenumbraCodecs
import PenumbraEffects
import PenumbraGeometry
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

    public private(set) var images: [ImageSource: Bitmap]
    public private(set) var texts: [TextPlacement: Path] = [:]
    public private(set) var notices: [Notice] = []

    /// - Parameter images: pictures that are decoded already.
    public init(images: [ImageSource: Bitmap] = [:]) {
        self.images = images
    }

    /// Loads what the visible layers of a scene show, their masks among them, as far as it is not there yet.
    ///
    /// - Throws: `RenderError.file`, `.image` and `.text`, each with its place.
    public mutating func load(
        _ scene: Scene, limits: ImageLimits = .default, shaper: TextShaper
    ) throws(RenderError) {
        try load(scene.layers, parent: scene.canvas.size, place: "layers", limits, shaper)
    }

    private mutating func load(
        _ layers: [Layer], parent: Size, place: String, _ limits: ImageLimits, _ shaper: TextShaper
    ) throws(RenderError) {
        for index in layers.indices { try load(layers[index], parent: parent, place: "\(place)[\(index)]", limits, shaper) }
    }

    private mutating func load(
        _ layer: Layer, parent: Size, place: String, _ limits: ImageLimits, _ shaper: TextShaper
    ) throws(RenderError) {
        if layer.isHidden { return }
        let size = layer.frame?.size ?? parent
        switch layer.kind {
        case .layer, .gradient, .shape: break
        case .image(let contents):
            if images[contents.source] == nil {
                images[contents.source] = try decode(contents.source, limits, place: "\(place).contents")
            }
        case .text(let text): try layOut(text, width: size.width, shaper, place: place)
        }
        if let mask = layer.mask { try load(mask, parent: size, place: "\(place).mask", limits, shaper) }
        try load(layer.sublayers, parent: size, place: "\(place).sublayers", limits, shaper)
    }

    private mutating func layOut(
        _ text: Text, width: Double, _ shaper: TextShaper, place: String
    ) throws(RenderError) {
        let key = TextPlacement(text, width: width)
        guard texts[key] == nil else { return }
        do {
            let layout = try shaper.layout(text.string, style: TextStyle(text), width: width)
            texts[key] = layout.path
            notices += layout.notices.map { Notice(place: place, notice: $0) }
        } catch {
            throw .text(place: place, error)
        }
    }

    private func decode(_ source: ImageSource, _ limits: ImageLimits, place: String) throws(RenderError) -> Bitmap {
        let bytes: [UInt8]
        switch source {
        case .data(let data):
            bytes = data
        case .file(let path):
            do {
                bytes = try FileReader.read(path)
            } catch {
                throw .file(place: place, error)
            }
        }
        do {
            return try ImageDecoder.decode(bytes, limits: limits)
        } catch {
            guard case .file(let path) = source else { throw .image(place: place, file: nil, error) }
            throw .image(place: place, file: path, error)
        }
    }
}

extension TextStyle {
    init(_ text: Text) {
        let alignment: Alignment
        switch text.alignment {
        case .left: alignment = .left
        case .center: alignment = .center
        case .right: alignment = .right
        }
        self.init(
            font: Text.isFontFile(text.font) ? .file(text.font) : .pattern(text.font), fontSize: text.fontSize,
            alignment: alignment, isWrapped: text.isWrapped, lineHeight: text.lineHeight, letterSpacing: text.letterSpacing,
            maximumLines: text.maximumLines)
    }
}
