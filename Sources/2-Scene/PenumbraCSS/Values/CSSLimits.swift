/// Limits for CSS text. No stylesheet of one box comes near them.
enum CSSLimits {
    static let bytes = 1 << 20
    static let declarations = 5000
    /// The largest length of a value after its variables are replaced.
    static let valueBytes = 1 << 18
    static let variableDepth = 32
    static let calculationDepth = 32
    /// The most values in a calculation.
    static let calculationParts = 4096
    /// The most copies of a tile that repeats.
    static let tiles = 10_000
    static let length = 1e6
}
