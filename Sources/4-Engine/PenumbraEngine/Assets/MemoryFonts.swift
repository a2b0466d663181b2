import PenumbraFiles
import PenumbraSystem
import PenumbraText

/// The fonts that a document brings along, as files that only this process has.
final class MemoryFonts: Sendable {
    private let files = Mutex<[String: OpenFile]>([:])

    subscript(path: String) -> OpenFile? { files.withLock { $0[path] } }

    /// Adds a font. Returns the path that it has from now on, or nil if the bytes hold no font.
    func add(_ bytes: [UInt8]) -> String? {
        guard FontFormat.isFont(bytes) else { return nil }
        let path = "embedded-\(SHA256.digest(of: bytes)).\(FontFormat.ending(of: bytes))"
        return files.withLock { files in
            if files[path] != nil { return path }
            guard let file = try? OpenFile(memory: bytes, path: path) else { return nil }
            files[path] = file
            return path
        }
    }
}

/// The formats of font files, by their first bytes.
private enum FontFormat {
    private static let endings: [(signature: [UInt8], ending: String)] = [
        ([0, 1, 0, 0], "ttf"), (Array("true".utf8), "ttf"), (Array("OTTO".utf8), "otf"), (Array("ttcf".utf8), "ttc"),
        (Array("wOFF".utf8), "woff"), (Array("wOF2".utf8), "woff2"),
    ]

    static func isFont(_ bytes: [UInt8]) -> Bool { endings.contains { bytes.starts(with: $0.signature) } }

    static func ending(of bytes: [UInt8]) -> String { endings.first { bytes.starts(with: $0.signature) }?.ending ?? "ttf" }
}
