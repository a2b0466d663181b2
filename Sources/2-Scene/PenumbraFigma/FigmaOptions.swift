import PenumbraGeometry
import PenumbraSystem

/// Options for converting a document of Figma's REST API.
public struct FigmaOptions {
    /// The id or the name of the node to convert. Nil takes the first top-level frame.
    public var node: String?
    /// The path of the picture for an `imageRef`, as the scene will name it. Nil if there is none.
    public var image: (_ reference: String) -> String? = { _ in nil }

    /// The width and the height, in pixels, of the picture at a path. Nil if they cannot be read. Tiled pictures need them.
    public var imageSize: (_ path: String) -> Size? = { _ in nil }

    public init() {}
}

/// A property that has no equal in scenes, and the node that has it.
public struct FigmaIssue: Hashable, Sendable, Worded {
    /// The names of the node and its ancestors.
    public var path: String
    public var property: String
    public var message: Message

    init(_ path: String, _ property: String, _ message: Message) {
        self.path = oneLine(path)
        self.property = property
        self.message = oneLine(message)
    }

    public var words: Message { "\(path): \(property): \(message)" }
}

/// The reason why a document isn't read, with the place in it.
public struct FigmaError: Error, Hashable, Sendable, Worded {
    public var place: String
    public var message: Message

    package init(_ place: String, _ message: Message) {
        self.place = oneLine(place)
        self.message = oneLine(message)
    }

    public var words: Message { "\(place): \(message)" }
}

/// Limits for documents. No design comes near them.
enum FigmaLimits {
    static let depth = 90
    static let layers = 100_000
    static let issues = 1000
    static let characters = 1_000_000
    /// The most runs of a text, as in scenes.
    static let runs = 10_000
    static let coordinate = 1e8
    /// The most copies of a tiled picture.
    static let tiles = 10_000.0
}
