import CPenumbraFontconfig
import PenumbraScene
import PenumbraSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Fonts of files and folders that the user names, beside those of the host. They belong to the whole process.
public enum AddedFonts {
    private static let paths = Mutex<[String]>([])

    /// Makes the fonts of a file, or of a folder with its subfolders, available under their families' names.
    ///
    /// Texts that are laid out later have them; a shaper that has already laid out a text keeps its fonts.
    /// - Throws: `TextError` if there is nothing at the path, or no font.
    public static func add(_ path: String) throws(TextError) {
        let descriptor = try FontLibrary.open(path)
        defer { close(descriptor) }
        guard paths.withLock({ !$0.contains(path) }) else { return }
        guard AddressSpace.hasRoom(for: AddressSpace.leastAsked), let config = FcConfigCreate() else { throw .outOfMemory }
        defer { FcConfigDestroy(config) }
        add([path], to: config)
        guard let fonts = FcConfigGetFonts(config, FcSetApplication), fonts.pointee.nfont > 0 else {
            throw .fontBroken(file: path)
        }
        paths.withLock { $0.append(path) }
    }

    /// Adds the fonts to a configuration.
    static func add(to config: OpaquePointer) { add(paths.withLock { $0 }, to: config) }

    private static func add(_ paths: [String], to config: OpaquePointer) {
        // Fontconfig would write caches for folders.
        for path in paths.flatMap(files) { FcConfigAppFontAddFile(config, path) }
    }

    /// The most files of a folder that are looked at.
    private static let mostFiles = 20_000

    /// The font files of a folder and its subfolders in the order of their names, or the file itself.
    private static func files(at path: String) -> [String] {
        var files: [String] = []
        var seen = 0
        func add(_ path: String, depth: Int) {
            guard let folder = opendir(path) else { return files.append(path) }
            defer { closedir(folder) }
            var names: [String] = []
            while seen < mostFiles, let entry = readdir(folder) {
                let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
                seen += 1
                if !name.hasPrefix(".") { names.append(name) }
            }
            for name in names.sorted() {
                let child = path + "/" + name
                var status = stat()
                guard stat(child, &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    if depth < 16 { add(child, depth: depth + 1) }
                } else if status.st_mode & S_IFMT == S_IFREG, Text.isFontFile(name) {
                    files.append(child)
                }
            }
        }
        add(path, depth: 0)
        return files
    }
}
