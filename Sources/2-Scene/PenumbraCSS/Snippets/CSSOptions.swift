import PenumbraGeometry
import PenumbraScene
import PenumbraSystem

/// Options for converting CSS declarations.
public struct CSSOptions: Sendable {
    /// Values of custom properties by name, such as `--radius`. Declarations in the text win over them.
    public var variables: [String: String] = [:]
    /// The size that `vw`, `vh`, `vmin` and `vmax` refer to. Nil refuses these units.
    public var viewport: Size?
    /// The size of the box where CSS gives none, and the size that percentages of `width` and `height` refer to.
    public var box = Size(width: 320, height: 200)
    /// The text in the box. Nil draws a sample if the declarations style text.
    public var text: String?
    /// The font size of the parent and of the root, in points.
    public var fontSize = 16.0
    /// Whether the user prefers dark colours.
    public var isDark = false
    /// Whether declarations without an equal are left out. Otherwise they are an error.
    public var isLenient = false

    public init() {}
}

/// A declaration that has no equal in scenes, or that isn't CSS.
public struct CSSIssue: Hashable, Sendable, Worded {
    /// The property, or the start of a rule.
    public var property: String
    public var message: Message

    init(_ property: String, _ message: Message) {
        self.property = oneLine(String(property.prefix(60)))
        self.message = oneLine(message)
    }

    public var words: Message { "\(property): \(message)" }
}

/// All reasons why declarations aren't converted.
public struct CSSError: Error, Sendable {
    public var issues: [CSSIssue]
}
