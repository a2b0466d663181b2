import PenumbraSystem

/// The place of a character in an SVG document. Lines and columns count from 1.
public struct SVGPlace: Hashable, Sendable, CustomStringConvertible {
    public var line: Int
    public var column: Int

    package init(line: Int, column: Int) {
        (self.line, self.column) = (line, column)
    }

    public var description: String { "line \(line), column \(column)" }
}

/// The reason why an SVG document isn't drawn, with its place. The description is one line.
public struct SVGError: Error, Hashable, Sendable, Worded {
    public enum Kind: Hashable, Sendable {
        /// The document is broken, or exceeds a limit.
        case invalid
        /// The document needs a feature that layers have no equal of, and that is left out.
        case unsupported
        /// The document shows a picture or a part of another document that can't be read.
        case missing
    }

    public var kind: Kind
    public var place: SVGPlace
    public var message: Message

    public init(_ kind: Kind = .invalid, at place: SVGPlace, _ message: Message) {
        self.kind = kind
        self.place = place
        self.message = oneLine(message)
    }

    public var words: Message { "\("\(place)"): \(message)" }
}

/// Limits for the contents of an SVG document. No drawing comes near the limits, but a hostile document does.
public struct SVGLimits: Hashable, Sendable {
    /// The largest length of a document in bytes.
    public var documentBytes: Int
    /// The most layers that a document becomes, and the most elements of paths.
    public var layerCount: Int
    public var pathSegments: Int

    /// The most bytes that the layers and paths may take.
    public var memory: Int

    public init(
        documentBytes: Int = 64 << 20, layerCount: Int = 100_000, pathSegments: Int = 2_000_000, memory: Int = .max
    ) {
        self.documentBytes = documentBytes
        self.layerCount = layerCount
        self.pathSegments = pathSegments
        self.memory = memory
    }

    /// The deepest nesting of elements, with the elements that `use` refers to.
    static let depth = 200
    /// The most elements and texts in a document.
    static let nodes = 1_000_000
    /// The largest length of an entity's text in bytes.
    static let entityBytes = 256
    /// The work that a document may cause beyond reading each of its elements some times: the elements that are visited
    /// again through `use`, markers, clips and other references, in units of `SVGEffort`.
    static let repeatedEffort = 1_000_000
    /// How often a document may read each of its own elements without counting towards `repeatedEffort`.
    static let ownReadings = 4
    /// The most comparisons of an element with a part of a selector.
    static let comparisons = 100_000_000
    /// The most declarations that rules give to elements.
    static let matches = 5_000_000
    /// The most stops of a gradient, with those of the periods that it repeats.
    static let stops = 1000
    /// The most `foreignObject` elements that are drawn.
    static let foreignDrawings = 256
    /// The most rules in all style sheets.
    static let rules = 20_000
    /// The bytes of long values, and of those that replace references, in all elements together.
    static let valueBytes = 32 << 20
    /// The most fonts of a document's own.
    static let fonts = 64
    /// The largest length and coordinate. Scenes have the same limit.
    static let coordinate = 1e9
}
