/// The options of pages that templates in HTML become.
public struct PageOptions: Hashable, Sendable {
    /// The size of the page in points. Nil is the size that the document asks for.
    public var width: Double?
    public var height: Double?
    /// Whether the page is as high as its content.
    public var fitsHeight = false
    /// Whether the user prefers dark colours.
    public var isDark = false
    /// Whether a picture that can't be read is an empty box with a warning. Otherwise it's an error.
    public var allowsMissingFiles = false

    public init() {}

    /// The options as text, for digests and for messages to workers.
    var text: String {
        let numbers = [width, height].map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
        return "\(numbers) \(fitsHeight) \(isDark) \(allowsMissingFiles)"
    }

    /// Reads options that `text` wrote. Nil for other texts.
    init?(text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 5, let fits = Bool(String(parts[2])), let dark = Bool(String(parts[3])),
            let missing = Bool(String(parts[4]))
        else { return nil }
        (width, height) = (Double(String(parts[0])), Double(String(parts[1])))
        (fitsHeight, isDark, allowsMissingFiles) = (fits, dark, missing)
    }
}
