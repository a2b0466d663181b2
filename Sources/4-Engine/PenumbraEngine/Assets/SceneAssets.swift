import PenumbraBitmap
import PenumbraCodecs
import PenumbraFiles
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
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
    private var textSegments = 0

    /// Bytes of the pictures' pixels.
    package var pictureBytes: Int { images.values.reduce(0) { $0 + $1.pixels.count } }

    /// - Parameter images: pictures that are decoded already.
    public init(images: [ImageSource: Bitmap] = [:]) {
        self.images = images
    }

    /// Loads what the visible layers of a scene show, their masks among them, as far as it is not there yet.
    ///
    /// - Parameters:
    ///   - memory: bytes that the pictures may take together.
    ///   - files: where pictures and font files may lie; nil is below the working directory.
    /// - Throws: `RenderError.file`, `.image` and `.text`, each with its place; `.needsMemory`.
    public mutating func load(
        _ scene: Scene, limits: ImageLimits = .default, memory: Int = .max, files: FileRoots? = nil, shaper: TextShaper
    ) throws(RenderError) {
        let needed = SceneRequirements(scene)
        let pictures = needed.pictures.filter { images[$0.source] == nil }
        let texts = needed.texts.filter { self.texts[$0.placement] == nil }
        // The first text of a process has fonts looked for, which takes longer than decoding a photo: one goes on beside the
        // other.
        let layouts = BackgroundResult<[TextLayout], RenderError>(startsNow: !texts.isEmpty && !pictures.isEmpty) {
            () throws(RenderError) in
            var layouts: [TextLayout] = []
            for text in texts { layouts.append(try Self.layOut(text, files, shaper)) }
            return layouts
        }
        do throws(RenderError) {
            var held = pictureBytes
            for picture in pictures {
                let bytes = try Self.read(picture, files, limits: limits)
                held += Self.bytesDecoded(bytes, limits: limits)
                guard held <= memory else { throw .needsMemory(bytes: held, allowed: memory) }
                images[picture.source] = try Self.decode(bytes, picture, limits: limits)
            }
        } catch {
            // A process that ends on this error must not end while fonts are being read.
            layouts.cancel()
            throw error
        }
        for (text, layout) in zip(texts, try layouts.value()) { try add(layout, of: text) }
    }

    /// Adds a text that was laid out.
    ///
    /// - Throws: `RenderError.text` where all texts together are too much.
    package mutating func add(_ layout: TextLayout, of text: SceneRequirements.TextBox) throws(RenderError) {
        textSegments += layout.path.elements.count
        guard textSegments <= TextLayout.mostSegments else {
            throw .text(place: text.place, .outlineTooLong(limit: TextLayout.mostSegments))
        }
        texts[text.placement] = layout.path
        notices += layout.notices.map { Notice(place: text.place, notice: $0) }
    }

    /// Adds a picture that was decoded.
    package mutating func add(_ bitmap: Bitmap, of source: ImageSource) { images[source] = bitmap }

    package static func layOut(
        _ text: SceneRequirements.TextBox, _ files: FileRoots?, _ shaper: TextShaper
    ) throws(RenderError) -> TextLayout {
        do {
            return try shaper.layout(text.placement.text, width: text.placement.width, files: files)
        } catch {
            throw .text(place: text.place, error)
        }
    }

    /// The bytes of a picture's file, or of its `data:` URL.
    private static func read(
        _ picture: SceneRequirements.Picture, _ files: FileRoots?, limits: ImageLimits
    ) throws(RenderError) -> [UInt8] {
        switch picture.source {
        case .data(let data): return data
        case .file(let path):
            do throws(FileError) {
                return try FileRoots.or("", files).open(path).read(
                    limit: limits.maximumFileBytes, raisedBy: .pictureFileSize)
            } catch {
                throw .file(place: picture.place, error)
            }
        }
    }

    /// What a picture's pixels take, by its header.
    private static func bytesDecoded(_ bytes: [UInt8], limits: ImageLimits) -> Int {
        // What is broken or beyond the limits takes no memory: decoding refuses it by name.
        guard let header = try? ImageDecoder.information(of: bytes) else { return 0 }
        let (pixels, isTooMuch) = header.width.multipliedReportingOverflow(by: header.height)
        guard !isTooMuch, pixels <= limits.maximumPixels, max(header.width, header.height) <= limits.maximumSide else {
            return 0
        }
        return 4 * min(1 << 38, pixels)
    }

    package static func decode(
        _ bytes: [UInt8], _ picture: SceneRequirements.Picture, limits: ImageLimits
    ) throws(RenderError) -> Bitmap {
        do {
            return try ImageDecoder.decode(bytes, limits: limits)
        } catch {
            throw .image(picture, error)
        }
    }
}

extension RenderError {
    package static func image(_ picture: SceneRequirements.Picture, _ error: ImageError) -> RenderError {
        guard case .file(let path) = picture.source else { return .image(place: picture.place, file: nil, error) }
        return .image(place: picture.place, file: path, error)
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
