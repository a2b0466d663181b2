import PenumbraFiles
import PenumbraHTML

extension PageFont {
    /// A font from the bytes of its file: TrueType, OpenType, WOFF or WOFF2. Nil for other bytes.
    public init?(_ bytes: [UInt8], family: String, weight: Double = 400, isItalic: Bool = false) {
        guard let font = MemoryFonts.shared.keep(bytes) else { return nil }
        self.init(family: family, weight: weight, isItalic: isItalic, path: font.path, file: font)
    }
}

/// A font that stays in memory as long as this object.
final class KeptFont: Sendable {
    let path: String

    init(_ path: String) { self.path = path }

    deinit { MemoryFonts.shared.forget(path) }
}
