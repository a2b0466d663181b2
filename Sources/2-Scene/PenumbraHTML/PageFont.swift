import PenumbraCSS
import PenumbraSystem

/// A font that a document has as if by an `@font-face` rule. The document's own rules come first.
public struct PageFont: Sendable {
    /// The family's name.
    public var family: String
    /// The weight, 1 to 1000.
    public var weight: Double
    public var isItalic: Bool
    /// The path that lists of fonts name the file by.
    package let path: String
    /// What keeps the file readable.
    private let file: any AnyObject & Sendable

    package init(family: String, weight: Double, isItalic: Bool, path: String, file: any AnyObject & Sendable) {
        (self.family, self.weight, self.isItalic, self.path, self.file) = (family, weight, isItalic, path, file)
    }

    /// The fonts as `@font-face` rules.
    static func rules(_ fonts: [PageFont]) -> String {
        fonts.map { font in
            "@font-face{font-family:\(font.family.quotedForCSS);font-weight:\(font.weight);"
                + "font-style:\(font.isItalic ? "italic" : "normal");src:url(\(font.path.quotedForCSS))}"
        }.joined()
    }
}
