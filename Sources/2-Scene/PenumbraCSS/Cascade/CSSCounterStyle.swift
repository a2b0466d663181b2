/// A `@counter-style` rule, with its place in a style sheet.
package struct CSSCounterStyle: Sendable {
    package let descriptors: [CSSDeclaration]
    package let sheet: Int
    package let offset: Int

    private static let names: Set<String> = [
        "system", "symbols", "additive-symbols", "prefix", "suffix", "negative", "pad", "fallback", "range", "speak-as",
    ]

    /// The names of descriptors that no rule has.
    var unknown: [String] { descriptors.map(\.name).filter { !Self.names.contains($0) } }

    /// Whether rules may define a style of a name.
    static func mayDefine(_ name: String) -> Bool {
        !["none", "decimal", "disc", "circle", "square", "disclosure-open", "disclosure-closed"].contains(name.asciiLowercased)
    }
}
