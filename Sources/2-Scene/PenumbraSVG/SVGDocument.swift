import PenumbraCSS
import PenumbraCodecs
import PenumbraGeometry
import PenumbraScene
import PenumbraSystem

/// Options for reading an SVG document.
public struct SVGOptions {
    /// Whether missing pictures and parts of other documents are left out with a warning. Otherwise they are errors.
    public var allowsMissing = false
    public var limits = SVGLimits()
    /// The folder that relative paths of pictures start at. Empty is the working directory.
    public var baseFolder = ""
    /// Reads a file. Nil if it can't be read. It serves the pictures whose own size matters, SVG documents, and imported
    /// style sheets.
    public var readFile: ((_ path: String) -> [UInt8]?)?
    /// Lays out a line of text. Nil reads documents without fonts, which leaves out texts that need outlines.
    public var outlines: ((_ text: Text) throws(SVGTextFailure) -> SVGTextOutline?)?
    /// Shapes a line of text, and returns its letters from left to right. Nil reads documents without fonts.
    public var shaped: ((_ text: Text) throws(SVGTextFailure) -> [SVGTextCluster]?)?
    /// Changes the case of a text by the rules of a language. The context is the text before it. Nil reads documents without
    /// `text-transform`.
    public var transform:
        (
            (_ text: String, _ transform: TextTransform, _ language: String?, _ context: String) throws(SVGTextFailure) ->
                String
        )?
    /// Makes the bytes of a document's font available, and returns the path that lists of fonts name it by. Nil for bytes that
    /// hold no font. Without this function, documents have no fonts of their own.
    public var addFont: ((_ bytes: [UInt8]) -> String?)?
    /// The installed font with a full name or a PostScript name. Without the function, such names are those of families.
    package var installedFont: ((_ name: String) -> FontStack.Font?)?
    /// The fonts of the page around the document.
    package var fonts: EmbeddedFonts?
    /// The time in seconds at which animations are shown; infinite for their end. Nil shows the document without them.
    public var time: Double?
    /// Whether the user prefers dark colours, for media queries and `light-dark()`.
    public var isDark = false
    /// Whether baselines of upright texts lie on whole device pixels, as browsers draw them.
    package var snapsBaselines = false
    /// The device pixels in a pixel of CSS, for media queries.
    public var resolution = 1.0
    /// Draws the HTML document that stands for a `foreignObject` element in a size, with notices of left out parts. Nil leaves
    /// out the element.
    package var foreign: ((_ document: String, _ size: Size) throws(SVGTextFailure) -> ForeignDrawing)?
    /// The language that `systemLanguage` is compared with.
    public var language = "en"

    public init() {}
}

/// An SVG document as layers.
public struct SVGDocument: Sendable {
    /// The size in points, which are pixels of CSS.
    public var size: Size
    /// The size that the root element asks for itself, by its `width`, `height` and `viewBox`.
    package private(set) var natural: NaturalSize

    /// The natural size of a picture of vectors. Nil where there is none.
    package struct NaturalSize: Sendable {
        package var width: Double?
        package var height: Double?
        /// Width over height.
        package var ratio: Double?
    }

    /// The layers, back to front, in points of the document.
    public var layers: [Layer]
    /// The colour behind the layers, which CSS gives to the root element. Nil is transparent.
    public var background: Color?
    /// The features and pictures that were left out. A document that isn't read leniently leaves out only features without
    /// which it remains useful.
    public var warnings: [SVGError]
    /// The time in seconds after which no animation changes anything. Infinite for one without an end.
    public var duration: Double
    /// The bytes that the layers and their paths take, at most.
    package private(set) var bytes: Int

    /// Reads a document.
    ///
    /// - Throws: `SVGError` for broken documents, for exceeded limits and, unless the options are lenient, for features that
    ///   layers have no equal of.
    public init(_ bytes: [UInt8], options: SVGOptions = SVGOptions()) throws(SVGError) {
        let document = try LargeStack.run({ () throws(SVGError) in try SVGDocument(bytes, options, imageDepth: 0, work: nil) })
        guard let document else {
            throw SVGError(at: SVGPlace(line: 1, column: 1), "there is no memory for a thread to read the document")
        }
        self = document
    }

    /// Reads a document that is part of a page.
    ///
    /// - Parameter foreign: draws the content of `foreignObject` elements.
    package init(_ bytes: [UInt8], options: SVGOptions, foreign: @escaping ForeignContent) throws(SVGError) {
        let document = try LargeStack.run({ () throws(SVGError) in
            try SVGDocument(bytes, options, imageDepth: 0, work: nil, foreign: foreign)
        })
        guard let document else {
            throw SVGError(at: SVGPlace(line: 1, column: 1), "there is no memory for a thread to read the document")
        }
        self = document
    }

    /// Whether the bytes of a picture begin like an XML document, or like a compressed one.
    package static func isDocument(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Gzip.signature)
            || bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
    }

    init(
        _ bytes: [UInt8], _ options: SVGOptions, imageDepth: Int, work: SVGEffort?, foreign: ForeignContent? = nil
    ) throws(SVGError) {
        let document = try XMLDocument.read(bytes, limits: options.limits)
        guard let root = document.nodes.first, root.isSVG, root.name == "svg" else {
            let place = document.nodes.first?.place ?? SVGPlace(line: 1, column: 1)
            let name = oneLine(String((document.nodes.first?.name ?? "").prefix(40)))
            throw SVGError(
                at: place, "the root element is <\(name)>, expected <svg> of the namespace \"\(XMLDocument.svgNamespace)\"")
        }
        let timed = TimedAttributes(document, until: options.time ?? 0)
        let shown = options.time.map { timed.isEmpty ? document : timed.document(at: $0) } ?? document
        let resolver = try Resolver(shown, bytes, options, imageDepth: imageDepth, work: work, foreign: foreign)
        (size, layers) = try resolver.root()
        try resolver.spend(0, at: 0)
        natural = resolver.natural
        background = resolver.background
        resolver.warnAboutStyles()
        warnings = resolver.warnings
        duration = max(timed.duration, resolver.cascade.duration)
        // Elements that aren't followed matter only where animations run.
        if options.time != nil {
            for (node, reason) in timed.unsupported where warnings.count < 1000 {
                warnings.append(SVGError(.unsupported, at: document.nodes[node].place, "\(reason)"))
            }
        }
        self.bytes = resolver.bytes
    }

    /// A scene with the document in its own proportions.
    ///
    /// - Parameters:
    ///   - width: the most pixels of the picture's width. Nil leaves the width to `height`, or to the document's size.
    ///   - height: the most pixels of the picture's height.
    public func scene(width: Double? = nil, height: Double? = nil) -> Scene {
        let scales = [width.map { $0 / size.width }, height.map { $0 / size.height }].compactMap { $0 }
        return Scene(
            canvas: Canvas(size: size, scale: scales.min() ?? 1, background: background.map(Paint.color)), layers: layers)
    }
}
