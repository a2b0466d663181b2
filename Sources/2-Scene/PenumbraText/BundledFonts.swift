import CPenumbraFontconfig
import Glibc
import PenumbraSystem

/// The fonts that come with the program, for hosts without fonts of their own.
///
/// The environment isn't changed for that, since a library shares it with its process.
public enum BundledFonts {
    private static let configuration = Mutex<String?>(nil)

    /// Makes fontconfig use a configuration if the host has none and the environment names none. The bundled configuration also
    /// lists the usual font folders.
    ///
    /// If the host has a configuration, only the host's own fonts are used. Fonts that are already loaded stay.
    /// - Parameter path: the configuration. A file that can't be read is ignored.
    public static func useWhereTheHostHasNone(configuration path: String) {
        let names: [String] = ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"]
        let isConfigured = names.contains { getenv($0) != nil }
        guard !isConfigured, access("/etc/fonts/fonts.conf", R_OK) != 0, access(path, R_OK) == 0 else { return }
        configuration.withLock { $0 = path }
    }

    /// Loads the configuration and the fonts. Nil if fontconfig can't load them.
    static func load() -> OpaquePointer? {
        guard let path = configuration.withLock({ $0 }) else { return FcInitLoadConfigAndFonts() }
        guard let config = FcConfigCreate() else { return nil }
        guard FcConfigParseAndLoad(config, path, FcBool(1)) != 0, FcConfigBuildFonts(config) != 0 else {
            FcConfigDestroy(config)
            return nil
        }
        return config
    }
}
