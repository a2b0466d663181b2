import Glibc
import PenumbraSystem

/// The fonts in the same archive as the command: `share/penumbra/fonts` next to `bin`.
enum BundledFonts {
    /// Makes fontconfig use the bundled fonts if the host has no fontconfig configuration and the environment names none.
    /// The bundled configuration also lists the usual font folders.
    ///
    /// If the host has a configuration, only the host's own fonts are used. Must be called before any font lookup and before
    /// any thread starts.
    static func useWhereTheHostHasNone() {
        let names: [String] = ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"]
        let isConfigured = names.contains { getenv($0) != nil }
        guard !isConfigured, access("/etc/fonts/fonts.conf", R_OK) != 0, let configuration, access(configuration, R_OK) == 0
        else { return }
        setenv("FONTCONFIG_FILE", configuration, 1)
    }

    /// The path of the bundled configuration, if the command is part of a bundle.
    private static var configuration: String? {
        let parts = linkTarget("/proc/self/exe")?.split(separator: "/", omittingEmptySubsequences: false) ?? []
        guard parts.count > 2, parts[parts.count - 2] == "bin" else { return nil }
        return (parts.dropLast(2) + ["share", "penumbra", "fonts", "fonts.conf"]).joined(separator: "/")
    }
}
