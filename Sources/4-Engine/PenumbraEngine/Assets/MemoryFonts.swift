import PenumbraFiles
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// The fonts that documents bring along, as files that only this process has. Their names are digests, so that documents share
/// equal fonts.
package final class MemoryFonts: Sendable {
    package static let shared = MemoryFonts()
    /// The bytes of all fonts that are kept. The fonts that were added first go first.
    private static let mostBytes = 256 << 20

    private struct Fonts {
        var files: [String: OpenFile] = [:]
        var order: [(path: String, bytes: Int)] = []
        var bytes = 0
        /// The installed fonts that were found by their names.
        var installed: [String: FontStack.Font] = [:]
        /// The fonts that somebody keeps, with the number of their keepers.
        var kept: [String: (file: OpenFile, count: Int)] = [:]
    }

    private let fonts = Mutex(Fonts())

    subscript(path: String) -> OpenFile? {
        guard path.hasPrefix(Self.prefix) else { return nil }
        return fonts.withLock { $0.kept[path]?.file ?? $0.files[path] }
    }

    private static let prefix = "embedded-"

    /// Opens a font that was added, or a font file in any folder. The caller closes the descriptor.
    package func open(_ path: String) throws(TextError) -> Int32 {
        guard let font = self[path] else { return try FontLibrary.open(path) }
        return try rethrowing(try font.descriptor.duplicate(path), as: { TextError(font: path, $0) })
    }

    private static func path(of bytes: [UInt8]) -> String? {
        guard FontFormat.isFont(bytes) else { return nil }
        return "\(prefix)\(SHA256.digest(of: bytes)).\(FontFormat.ending(of: bytes))"
    }

    /// Adds a font until its object is released. Returns nil if the bytes hold no font.
    func keep(_ bytes: [UInt8]) -> KeptFont? {
        guard let path = Self.path(of: bytes) else { return nil }
        let isKept = fonts.withLock { fonts in
            guard let file = fonts.kept[path]?.file ?? (try? OpenFile(memory: bytes, path: path)) else { return false }
            fonts.kept[path] = (file, (fonts.kept[path]?.count ?? 0) + 1)
            return true
        }
        return isKept ? KeptFont(path) : nil
    }

    /// Releases a font that was kept once.
    func forget(_ path: String) {
        // The file is closed outside of the lock.
        let last = fonts.withLock { fonts -> OpenFile? in
            guard let kept = fonts.kept[path] else { return nil }
            fonts.kept[path] = kept.count > 1 ? (kept.file, kept.count - 1) : nil
            return kept.file
        }
        _ = last
    }

    /// Adds the installed font with a full name or a PostScript name. Nil if there is none.
    func installed(_ name: String, _ shaper: TextShaper) -> FontStack.Font? {
        // A font that was found may have been dropped since.
        if let known = fonts.withLock({ $0.installed[name] }), case .file(let path, _) = known, self[path] != nil {
            return known
        }
        guard let font = shaper.installedFont(named: name), let path = add(font.bytes) else { return nil }
        let found = FontStack.Font.file(path, face: font.face)
        fonts.withLock { fonts in
            if fonts.installed.count >= Self.mostNames { fonts.installed = [:] }
            fonts.installed[name] = found
        }
        return found
    }

    /// The most names of installed fonts that are known.
    private static let mostNames = 1024

    /// Adds a font. Returns the path that it has from now on, or nil if the bytes hold no font.
    package func add(_ bytes: [UInt8]) -> String? {
        guard let path = Self.path(of: bytes) else { return nil }
        return fonts.withLock { fonts in
            if fonts.files[path] != nil { return path }
            guard let file = try? OpenFile(memory: bytes, path: path) else { return nil }
            fonts.files[path] = file
            fonts.order.append((path, bytes.count))
            fonts.bytes += bytes.count
            while fonts.bytes > Self.mostBytes, fonts.order.count > 1 {
                let oldest = fonts.order.removeFirst()
                fonts.files[oldest.path] = nil
                fonts.bytes -= oldest.bytes
            }
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
