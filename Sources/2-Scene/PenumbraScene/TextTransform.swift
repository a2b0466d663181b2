/// The case that a text is drawn in, as CSS's `text-transform` has it.
public enum TextTransform: String, Hashable, Sendable, CaseIterable {
    case none, uppercase, lowercase
    /// The first letter of each word is a capital. Other letters stay as they are.
    case capitalize
}
