import PenumbraCSS
import PenumbraCodecs
import PenumbraGeometry
import PenumbraLayout
import PenumbraSVG
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// Options for reading an HTML document.
public struct HTMLOptions {
    public var limits = HTMLLimits()
    /// The size of the page in points. A height of nil is that of the document.
    public var width: Double?
    public var height: Double?
    /// Whether the page is as high as the document.
    public var fitsHeight = false
    /// The folder that relative paths of files start at. Empty is the working directory.
    public var baseFolder = ""
    /// Reads a file. Nil if it can't be read.
    public var readFile: ((_ path: String) -> [UInt8]?)?
    /// Shapes the content of a block of lines. Nil reads documents without fonts, which leaves out texts.
    package var paragraph: ((_ content: InlineContent) throws(TextError) -> InlineParagraph)?
    /// The shaper behind `paragraph`. Rows of a template share what their pages have in common if it's the same.
    package var shaper: TextShaper?
    /// Makes the bytes of a document's font available, and returns the path that lists of fonts name it by.
    public var addFont: ((_ bytes: [UInt8]) -> String?)?
    /// The installed font with a full name or a PostScript name. Without the function, such names are those of families.
    package var installedFont: ((_ name: String) -> FontStack.Font?)?
    /// Fonts besides those of the document's `@font-face` rules.
    public var fonts: [PageFont] = []
    /// Options for the SVG documents in the page.
    public var vector = SVGOptions()
    /// The time in seconds at which animations are shown; infinite for their end. Nil shows the document without them.
    public var time: Double?
    /// Whether the user prefers dark colours, for media queries and `light-dark()`.
    public var isDark = false
    /// The device pixels per CSS pixel.
    public var resolution = 1.0
    /// Whether the boxes of a template's document have the places of the template. They take time in long documents.
    public var keepsPlaces = false
    /// Whether SVG files are pictures of the document. They are none of a document inside an SVG file.
    package var readsVectorPictures = true
    /// How many documents are around this one.
    var frameDepth = 0
    /// Whether a picture that can't be read is an empty box with a warning. Otherwise it's an error.
    public var allowsMissingFiles = false

    public init() {}

    /// Whether the document isn't a part of another one.
    var isWhole: Bool { frameDepth == 0 && readsVectorPictures }
}

/// An HTML document as layers.
public struct HTMLDocument: Sendable {
    /// The size of the page in points, which are pixels of CSS.
    public var size: Size
    /// The layers, back to front, in points of the page.
    public var layers: [Layer]
    /// The paint behind the layers. Nil is transparent.
    public var background: Paint?
    /// The parts of the document without effect.
    public var warnings: [HTMLError]
    /// The boxes of the elements, in the order of the document.
    public var boxes: [Box]
    /// The time in seconds after which no animation changes anything. Infinite for one without an end.
    public var duration: Double

    /// The box of an element.
    public struct Box: Sendable {
        /// The element, such as `div#main.card`.
        public var name: String
        /// How many elements are around it.
        public var depth: Int
        /// The border box in points of the page. Elements in several lines have the box around all of them.
        public var frame: Rect
        public var place: HTMLPlace
    }

    /// Whether the bytes of a file begin like an HTML document, or its name ends like one.
    public static func isDocument(_ bytes: [UInt8], named name: String) -> Bool {
        let name = name.asciiLowercased
        if name.endsWithBytes(".html") || name.endsWithBytes(".htm") || name.endsWithBytes(".xhtml") { return true }
        let start = String(decoding: bytes.prefix(256), as: UTF8.self).asciiLowercased
        let text = start.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
    }

    /// The contents of a file as UTF-8, by the encoding that its byte order mark or its `<meta charset>` names. Without either
    /// it's UTF-8, or windows-1252 where the bytes can't be UTF-8.
    ///
    /// The result begins with a byte order mark if the file was of another encoding, and is itself if it's decoded again.
    public static func decoded(_ file: [UInt8]) -> [UInt8] { DocumentEncoding.utf8(file) }

    /// Reads a document.
    ///
    /// - Parameter bytes: the document in UTF-8, whatever encoding it declares.
    /// - Throws: `HTMLError` for exceeded limits and for files that can't be read.
    public init(_ bytes: [UInt8], options: HTMLOptions = HTMLOptions()) throws(HTMLError) {
        try self.init(bytes, options, among: nil)
    }

    /// - Parameter template: the pages that the document's template keeps, and the document as it was filled.
    init(
        _ bytes: [UInt8], _ options: HTMLOptions, among template: (pages: KeptPage.Pages, filled: FilledTemplate)?
    ) throws(HTMLError) {
        let request = template.flatMap { KeptPage.Request(among: $0.pages, $0.filled, options) }
        let document = try LargeStack.run({ () throws(HTMLError) in
            let known = request?.tree(options.limits)
            if let known { try HTMLMemory.check(known, options.limits) }
            let tree = if let known { known } else { try HTMLTree.read(bytes, options.limits) }
            if let document = try request?.before?.document(tree, options) { return document }
            let reading = try PageReading(tree, options)
            return try reading.document(keeping: request)
        })
        guard let document else { throw HTMLError(at: HTMLPlace(), "there is no memory for a thread to read the document") }
        self = document
    }

    init(
        size: Size, layers: [Layer], background: Paint?, warnings: [HTMLError], boxes: [Box], duration: Double
    ) {
        (self.size, self.layers, self.background, self.warnings) = (size, layers, background, warnings)
        (self.boxes, self.duration) = (boxes, duration)
    }

    /// A scene with the document.
    ///
    /// Layers that fill the page with a paint become the background of the canvas, which is drawn faster.
    public func scene(scale: Double = 1) -> Scene {
        var canvas = Canvas(size: size, scale: scale, background: background)
        canvas.clipsColors = true
        let page = Rect(origin: .zero, size: size)
        // A canvas has whole pixels, and its gradient ends where they end.
        let hasWholePixels = [size.width * scale, size.height * scale].allSatisfy { $0 == $0.rounded() }
        var layers = layers[...]
        while hasWholePixels, let layer = layers.first, layer.frame == page, let paint = layer.plainPaint,
            canvas.background == nil || paint.isOpaque
        {
            canvas.background = paint
            layers.removeFirst()
        }
        return Scene(canvas: canvas, layers: Array(layers))
    }
}

extension Layer {
    /// The paint of a layer that is nothing but a rectangle of it.
    fileprivate var plainPaint: Paint? {
        switch kind {
        case .layer: self == Layer(frame: frame, backgroundColor: backgroundColor) ? backgroundColor : nil
        case .gradient(let gradient): self == Layer(kind: kind, frame: frame) ? .gradient(gradient) : nil
        case .image, .shape, .text: nil
        }
    }
}
