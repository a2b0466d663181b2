import Foundation
import PenumbraEngine
import PenumbraGeometry
import PenumbraSystem
import PenumbraText

/// The fonts that Core Graphics' calls use glyph by glyph. All threads share them.
enum FontStore {
    private struct Box: ~Copyable {
        let library = FontLibrary()
    }

    private static let fonts = Mutex(Box())

    /// Lends an open font.
    ///
    /// - Parameter pattern: fonts as texts name them, such as `DejaVu Sans:bold`.
    static func with<Value: Sendable>(
        _ pattern: String, _ work: @Sendable (FontFace) throws(TextError) -> Value
    ) throws(TextError) -> Value {
        let result: Result<Value, TextError> = fonts.withLock { box in
            Result { () throws(TextError) in
                try work(
                    box.library.match(.pattern(pattern)) { path throws(TextError) in try MemoryFonts.shared.open(path) }.face)
            }
        }
        return try result.get()
    }
}
