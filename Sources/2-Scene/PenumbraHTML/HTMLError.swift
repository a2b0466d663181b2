import PenumbraSystem

/// The place of a character in an HTML document. Lines and columns count from 1.
public struct HTMLPlace: Hashable, Sendable, CustomStringConvertible {
    public var line: Int
    public var column: Int

    package init(line: Int = 1, column: Int = 1) {
        (self.line, self.column) = (line, column)
    }

    public var description: String { "line \(line), column \(column)" }
}

/// The reason why an HTML document isn't drawn, or a part of it that has no effect. The description is one line.
public struct HTMLError: Error, Hashable, Sendable, Worded {
    public enum Kind: Hashable, Sendable {
        /// The document exceeds a limit, or a file that it needs can't be read.
        case invalid
        /// The document uses a feature that has no effect.
        case unsupported
    }

    public var kind: Kind
    public var place: HTMLPlace
    public var message: Message

    public init(_ kind: Kind = .invalid, at place: HTMLPlace, _ message: Message) {
        self.kind = kind
        self.place = place
        self.message = oneLine(message)
    }

    static func tooManyLayers(_ most: Int, at place: HTMLPlace) -> HTMLError {
        HTMLError(at: place, "the document becomes more than \(most) layers; raise \(limit: .layers)")
    }

    public var words: Message { "\("\(place)"): \(message)" }
}

/// Limits for the contents of an HTML document. No page comes near the limits, but a hostile document does.
public struct HTMLLimits: Hashable, Sendable {
    /// The largest length of a document in bytes.
    public var documentBytes: Int
    /// The most layers that a document becomes.
    public var layerCount: Int
    /// The most bytes that the tree, the boxes and the layers may take.
    public var memory: Int
    /// The processor time in nanoseconds that reading and layout may take.
    public var work: Int

    public init(
        documentBytes: Int = 64 << 20, layerCount: Int = 100_000, memory: Int = .max, work: Int = 10_000_000_000
    ) {
        self.documentBytes = documentBytes
        self.layerCount = layerCount
        self.memory = memory
        self.work = work
    }

    /// The deepest nesting of elements.
    static let depth = 512
    /// The most elements and texts of a document.
    static let nodes = 1_000_000
    /// The most comparisons of elements with selectors, and the most declarations that elements match.
    static let comparisons = 100_000_000
    static let matches = 5_000_000
    /// The most `foreignObject` elements inside each other, and the most that are laid out.
    static let foreignDepth = 4
    static let foreignDrawings = 256
    /// The most marks along a stretch of text.
    static let emphasisMarks = 1000
    /// The most documents inside a page that are drawn.
    static let frames = 32
    /// How often a page is laid out until the sizes of containers inside each other are known.
    static func containerRounds(_ nodes: Int) -> Int { max(6, min(64, 40_000 / max(1, nodes))) }
    /// The most rules of all style sheets.
    static let rules = 100_000
    /// The bytes of long values, and of those that replace references, in all elements together.
    static let valueBytes = 32 << 20
    /// The most fonts of `@font-face` rules.
    static let fonts = 64
    /// The most warnings that are kept.
    static let warnings = 1000
    /// The edges of the shapes of all floats.
    static let shapeEdges = 1_000_000
}
